//! State saved and restored through leaves: the run goes on bit by bit.

use cotangent::optim::{Adam, AdamW, Momentum};
use cotangent::prelude::*;

use super::oracle::{Model, gradient, model};

/// All leaves as bytes, as a file would have them.
fn save(leaves: &impl Leaves) -> Vec<u8> {
    let mut bytes = Vec::new();
    leaves.for_each_leaf(|_, leaf| match leaf {
        Leaf::F32(leaf) => leaf.iter().for_each(|x| bytes.extend(x.to_le_bytes())),
        Leaf::F64(leaf) => leaf.iter().for_each(|x| bytes.extend(x.to_le_bytes())),
        _ => unreachable!(),
    });
    bytes
}

fn load(leaves: &mut impl Leaves, bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    leaves.for_each_leaf_mut(|_, leaf| match leaf {
        LeafMut::F32(leaf) => leaf.fill_with(|| f32::from_le_bytes([(); 4].map(|()| bytes.next().unwrap()))),
        LeafMut::F64(leaf) => leaf.fill_with(|| f64::from_le_bytes([(); 8].map(|()| bytes.next().unwrap()))),
        _ => unreachable!(),
    });
    assert_eq!(bytes.next(), None);
}

fn run(optimizer: &mut impl Optimizer<Model>, model: &mut Model, steps: core::ops::Range<u64>) {
    for t in steps {
        optimizer.step(model, &gradient(t));
    }
}

/// A run of 20 steps, one that is interrupted after 10, and one whose optimizer then forgets `part` of its state.
macro_rules! resumes {
    ($name:ident: $make:expr; $($state:ident),+; $($count:ident)?) => {
        #[test]
        fn $name() {
            let (mut whole, mut optimizer) = (model(), $make);
            run(&mut optimizer, &mut whole, 0..20);

            let (mut half, mut optimizer) = (model(), $make);
            run(&mut optimizer, &mut half, 0..10);
            let parameters = save(&half);
            let states = [$(save(&optimizer.$state)),+];
            $(let count = optimizer.$count;)?

            let restored = || {
                let (mut model, mut optimizer) = (model(), $make);
                load(&mut model, &parameters);
                let mut states = states.iter();
                $(load(&mut optimizer.$state, states.next().unwrap());)+
                $(optimizer.$count = count;)?
                (model, optimizer)
            };
            let (mut resumed, mut optimizer) = restored();
            run(&mut optimizer, &mut resumed, 10..20);
            assert_eq!(save(&resumed), save(&whole));

            $(
                let (mut resumed, mut optimizer) = restored();
                optimizer.$state = Model::zero_tangent();
                run(&mut optimizer, &mut resumed, 10..20);
                assert_ne!(save(&resumed), save(&whole));
            )+
            $(
                let (mut resumed, mut optimizer) = restored();
                optimizer.$count = 0;
                run(&mut optimizer, &mut resumed, 10..20);
                assert_ne!(save(&resumed), save(&whole));
            )?
        }
    };
}
resumes!(momentum: Momentum::new(&model(), 0.01, 0.9); velocity;);
resumes!(adam: Adam::new(&model(), 0.01); first_moment, second_moment; steps);
resumes!(adamw: AdamW::new(&model(), 0.01); first_moment, second_moment; steps);

#[test]
fn a_clone_goes_on_like_the_original() {
    let (mut a, mut optimizer) = (model(), AdamW::new(&model(), 0.01));
    run(&mut optimizer, &mut a, 0..5);
    let (mut b, mut copy) = (a.clone(), optimizer.clone());
    run(&mut optimizer, &mut a, 5..10);
    run(&mut copy, &mut b, 5..10);
    assert_eq!(save(&a), save(&b));
    assert_eq!((optimizer.steps, copy.steps), (10, 10));
}
