//! A run that was saved and restored goes on bit by bit.

use std::ops::Range;

use cotangent::checkpoint;
use cotangent::leaves::clear;
use cotangent::optim::{
    Adagrad, Adam, AdamW, Averaged, FusedMomentum, Group, Groups, Lamb, Lion, Momentum, RmsProp, Sgd, State,
};
use cotangent::prelude::*;
use cotangent::safetensors::to_bytes;

use super::oracle::{Model, gradient, model};
use crate::scratch::Scratch;

fn run(optimizer: &mut impl Optimizer<Model>, model: &mut Model, steps: Range<u64>) {
    for t in steps {
        optimizer.step(model, &gradient(t));
    }
}

/// A run of 20 steps, one that is interrupted after 10, and those whose optimizer then forgets a part of its state.
fn resumes<O: Optimizer<Model> + State + Clone>(new: O) {
    let (mut whole, mut optimizer) = (model(), new.clone());
    run(&mut optimizer, &mut whole, 0..20);

    let file = Scratch::new();
    let (mut half, mut optimizer) = (model(), new.clone());
    run(&mut optimizer, &mut half, 0..10);
    checkpoint::save(file.path(), &half, &optimizer, &10_u64).unwrap();

    let restored = || {
        let (mut model, mut optimizer) = (model(), new.clone());
        let step: u64 = checkpoint::load(file.path(), &mut model, &mut optimizer).unwrap();
        (model, optimizer, step)
    };
    let (mut resumed, mut optimizer, step) = restored();
    run(&mut optimizer, &mut resumed, step..20);
    assert_eq!(to_bytes(&resumed), to_bytes(&whole));

    for i in 0..O::MOMENTS {
        let (mut resumed, mut optimizer, step) = restored();
        clear(optimizer.moment_mut(i));
        run(&mut optimizer, &mut resumed, step..20);
        assert!(to_bytes(&resumed) != to_bytes(&whole) || O::moment_name(i) == "average", "{}", O::moment_name(i));
    }
    let (mut resumed, mut optimizer, step) = restored();
    if optimizer.steps_taken() > 0 {
        optimizer.set_steps_taken(0);
        run(&mut optimizer, &mut resumed, step..20);
        assert_ne!(to_bytes(&resumed), to_bytes(&whole));
    }
}

#[test]
fn every_optimizer_resumes() {
    resumes(Sgd::new(0.01));
    resumes(Momentum::new(&model(), 0.01, 0.9));
    resumes(Adam::new(&model(), 0.01));
    resumes(AdamW::new(&model(), 0.01));
    resumes(Adagrad::new(&model(), 0.01));
    resumes(RmsProp::new(&model(), 0.01));
    resumes(Lion::new(&model(), 0.01));
    resumes(Lamb::new(&model(), 0.01));
    resumes(Averaged::new(&model(), Lamb::new(&model(), 0.01), 0.9));
    resumes(Groups::new(&model(), Adam::new(&model(), 0.01), [("layers.**", Group { rate: 0.5, weight_decay: 0.1 })]));
}

#[test]
fn an_average_resumes() {
    let new = || Averaged::new(&model(), Momentum::new(&model(), 0.01, 0.9), 0.9);
    let file = Scratch::new();
    let (mut whole, mut optimizer) = (model(), new());
    run(&mut optimizer, &mut whole, 0..10);
    checkpoint::save(file.path(), &whole, &optimizer, &()).unwrap();
    let (mut resumed, mut other) = (model(), new());
    checkpoint::load::<_, _, ()>(file.path(), &mut resumed, &mut other).unwrap();
    run(&mut optimizer, &mut whole, 10..20);
    run(&mut other, &mut resumed, 10..20);
    let averages = [&optimizer, &other].map(|optimizer| {
        let mut average = model();
        optimizer.write_average(&mut average);
        average
    });
    assert_eq!(to_bytes(&averages[0]), to_bytes(&averages[1]));
}

/// It has no gradient, so it is no `Optimizer`.
#[test]
fn fused_momentum_resumes() {
    let run = |optimizer: &mut FusedMomentum<[f64; 2]>, x: &mut [f64; 2]| {
        for _ in 0..10 {
            (0..2).for_each(|i| optimizer.velocity[i] += x[i].sin());
            optimizer.step(x);
        }
    };
    let new = || FusedMomentum::new(&[0.0; 2], 0.1, 0.9);
    let (mut whole, mut optimizer) = ([0.5, -2.0], new());
    run(&mut optimizer, &mut whole);
    let file = Scratch::new();
    checkpoint::save(file.path(), &whole, &optimizer, &()).unwrap();
    let (mut resumed, mut other) = ([0.0; 2], new());
    checkpoint::load::<_, _, ()>(file.path(), &mut resumed, &mut other).unwrap();
    run(&mut optimizer, &mut whole);
    run(&mut other, &mut resumed);
    assert_eq!(to_bytes(&resumed), to_bytes(&whole));
}

#[test]
fn a_clone_goes_on_like_the_original() {
    let (mut a, mut optimizer) = (model(), AdamW::new(&model(), 0.01));
    run(&mut optimizer, &mut a, 0..5);
    let (mut b, mut copy) = (a.clone(), optimizer.clone());
    run(&mut optimizer, &mut a, 5..10);
    run(&mut copy, &mut b, 5..10);
    assert_eq!(to_bytes(&a), to_bytes(&b));
    assert_eq!((optimizer.steps, copy.steps), (10, 10));
}
