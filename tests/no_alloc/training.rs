//! A thousand steps of training, with everything that belongs to a step.

use std::hint::black_box;
use std::io::Write;

use cotangent::init;
use cotangent::optim::{Adam, AdamW, Constant, Cosine, Group, Groups, Momentum, Sgd, Step, WarmUp, clip_global_norm};
use cotangent::prelude::*;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::allocations;
use crate::digits::{self, Batch, Mlp, loss};

#[test]
fn a_thousand_steps() {
    let mut images = digits::training().cycle();
    let batches: Vec<_> = (0..45).map(|_| Batch::<32>::read(&mut images)).collect();
    let mut model = Mlp::new(1);
    let (loss_before, _) = model.evaluate(digits::held_out());

    let counted = allocations(|| {
        let mut optimizer = AdamW::new(&model, 1e-3);
        let mut tape = TapeBuffer::<{ loss::tape_words::<32>() }>::new();
        for Batch { x, labels } in batches.iter().cycle().take(1000) {
            let mut gradient = Mlp::zero_tangent();
            loss::value_and_grad_into(&mut tape, &model, x, labels, &mut gradient);
            optimizer.step(&mut model, &gradient);
        }
    });
    assert_eq!(counted, 0);

    let (loss_after, accuracy) = model.evaluate(digits::held_out());
    assert!(loss_before > 2.0, "{loss_before}, but guessing has the loss ln(10)");
    assert!(loss_after < 0.2 && accuracy > 0.95, "{loss_before} -> {loss_after}, {accuracy}");
}

#[test]
fn reading_images() {
    let mut images = digits::training();
    assert_eq!(allocations(|| Batch::<32>::read(&mut images)), 0);
}

/// How often three steps allocate, the construction of the optimizer included.
fn steps<O: Optimizer<Mlp>>(new: impl FnOnce(&Mlp) -> O) -> u64 {
    let mut model = Mlp::new(1);
    let Batch { x, labels } = Batch::<32>::read(&mut digits::training());
    allocations(|| {
        let mut optimizer = new(&model);
        let schedule = WarmUp::new(1, Cosine::new(0.1, 0.01, 2));
        for step in 0..3 {
            let mut gradient = loss::grad(&model, &x, &labels);
            black_box(clip_global_norm(&mut gradient, 0.1));
            optimizer.set_rate(schedule.rate(step));
            optimizer.step(&mut model, &gradient);
        }
    })
}

#[test]
fn every_optimizer() {
    assert_eq!(steps(|_| Sgd::new(0.1)), 0);
    assert_eq!(steps(|model| Momentum::new(model, 0.1, 0.9)), 0);
    assert_eq!(steps(|model| Adam::new(model, 0.1)), 0);
    assert_eq!(steps(|model| AdamW::new(model, 0.1)), 0);
    let groups = [("w1", Group::decay(0.1)), ("b1", Group::rate(0.5))];
    assert_eq!(steps(|model| Groups::new(model, AdamW::new(model, 0.1), groups)), 0);
}

#[test]
fn every_schedule() {
    assert_eq!(allocations(|| Constant::new(0.1).rate(7)), 0);
    assert_eq!(allocations(|| Step::new(0.1, 0.5, 3).rate(7)), 0);
    assert_eq!(allocations(|| Cosine::new(0.1, 0.0, 10).rate(7)), 0);
    assert_eq!(allocations(|| WarmUp::new(5, Constant::new(0.1)).rate(7)), 0);
}

#[test]
fn initial_weights() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut w = Matrix::<f32, 64, 32>::zeros();
    assert_eq!(allocations(|| Mlp::new(1)), 0);
    assert_eq!(allocations(|| init::he_normal_into(&mut rng, &mut w)), 0);
    assert_eq!(allocations(|| init::xavier_uniform_into(&mut rng, &mut w)), 0);
    assert_eq!(allocations(|| init::xavier_normal_into(&mut rng, &mut w)), 0);
    assert_eq!(allocations(|| init::uniform_into(-1.0, 1.0, &mut rng, &mut w)), 0);
    assert_eq!(allocations(|| init::normal_into(0.0, 1.0, &mut rng, &mut w)), 0);
}

#[test]
fn leaves() {
    let mut model = Mlp::new(1);
    let mut text = [0; 35];
    let mut rest = text.as_mut_slice();
    let counted = allocations(|| {
        model.for_each_leaf_mut(|name, leaf| write!(rest, "{name}: {}, ", leaf.len()).unwrap());
    });
    assert_eq!(counted, 0);
    assert_eq!(&text, b"w1: 2048, b1: 32, w2: 320, b2: 10, ");
}

#[cfg(feature = "half")]
#[test]
fn half_precision() {
    use cotangent::leaves;
    use cotangent::optim::LossScale;

    #[derive(Differentiable)]
    struct Linear<T: Real> {
        w: Matrix<T, 64, 10>,
        b: Vector<T, 10>,
    }

    #[differentiable]
    fn scaled<T: Real>(m: &Linear<T>, #[constant] x: &Matrix<T, 32, 64>, labels: &[usize; 32]) -> f32 {
        (x.matmul(&m.w) + m.b).cast::<f32>().softmax_cross_entropy(labels)
    }

    let Batch { x, labels } = Batch::<32>::read(&mut digits::training());
    let counted = allocations(|| {
        let mut master = Linear { w: Matrix::<f32, 64, 10>::zeros(), b: Vector::zeros() };
        let mut optimizer = AdamW::new(&master, 1e-3);
        let mut scale = LossScale::dynamic();
        let mut tape = TapeBuffer::<{ scaled::tape_words::<f16>() }>::new();
        for _ in 0..3 {
            let mut copy = Linear { w: Matrix::<f16, 64, 10>::zeros(), b: Vector::zeros() };
            leaves::cast(&master, &mut copy);
            let mut half = Linear::<f16>::zero_tangent();
            scaled::at(&copy, &x.cast(), &labels).on(&mut tape).vjp_into(scale.seed(), &mut half);
            let mut gradient = Linear::<f32>::zero_tangent();
            leaves::cast(&half, &mut gradient);
            if scale.unscale(&mut gradient) {
                optimizer.step(&mut master, &gradient);
            }
        }
    });
    assert_eq!(counted, 0);
}
