//! Batches of data: every sample once in an epoch, in the order that the seed says, and runs that go on in the middle.

use cotangent::data::{Data, Loader, ahead};
use cotangent::prelude::*;

fn images() -> Tensor<f32, (Dyn, Dim<2>, Dim<3>)> {
    let numbers: Vec<f32> = (0..66).map(|i: u8| i.into()).collect();
    Tensor::of_numbers(numbers).unwrap()
}

fn labels() -> Tensor<usize, (Dyn,)> {
    (0..11).collect::<Vec<_>>().into()
}

#[test]
fn batches_in_order_are_the_rows() {
    let (x, y) = (images(), labels());
    let loader = Loader::new((&x, &y), 4);
    let found: Vec<_> = loader.epoch(3).collect();
    let expected = [0..4, 4..8, 8..11].map(|rows| (x.some_rows(rows.clone()), y.some_rows(rows)));
    assert_eq!(found, expected);
    assert_eq!((loader.samples(), loader.epoch(0).len()), (11, 3));
}

/// Parts stay together, nothing is lost, and the order is another one for each epoch and each seed.
#[test]
fn a_shuffled_epoch_has_every_sample_once() {
    let (x, y) = (images(), labels());
    let loader = Loader::new((&x, &y), 4).shuffled(5);
    let order = |loader: &Loader<_>, epoch| -> Vec<usize> {
        loader
            .epoch(epoch)
            .flat_map(|(_, labels): (Tensor<f32, _>, Tensor<usize, (Dyn,)>)| labels.as_slice().to_vec())
            .collect()
    };
    for epoch in 0..3 {
        for (images, labels) in loader.epoch(epoch) {
            assert_eq!(images, x.batch(labels.as_slice()));
        }
        let mut all = order(&loader, epoch);
        assert_ne!(all, (0..11).collect::<Vec<_>>());
        assert_eq!(all, order(&loader, epoch));
        all.sort_unstable();
        assert_eq!(all, (0..11).collect::<Vec<_>>());
    }
    assert_ne!(order(&loader, 0), order(&loader, 1));
    assert_ne!(order(&loader, 0), order(&loader.clone().shuffled(6), 0));
}

#[test]
fn a_run_goes_on_in_the_middle_of_an_epoch() {
    let data: Vec<u32> = (0..10).collect();
    let loader = Loader::new(data.as_slice(), 3).shuffled(1);
    let whole: Vec<_> = loader.epoch(2).collect();
    for done in 0..=5 {
        let rest = loader.epoch(2).skip(done);
        assert_eq!(rest.len(), 4_usize.saturating_sub(done));
        assert!(rest.eq(whole.iter().skip(done).cloned()));
    }
}

/// The number of the step says the batch, whatever the length of the epochs.
#[test]
fn a_run_goes_on_at_any_step() {
    let data: Vec<u32> = (0..10).collect();
    for size in [1, 3, 5, 10, 99] {
        let loader = Loader::new(data.as_slice(), size).shuffled(1);
        let whole: Vec<_> = (0..4).flat_map(|epoch| loader.epoch(epoch)).collect();
        let count = whole.len() as u64;
        assert_eq!(count, 4 * loader.batches_per_epoch());
        for first in 0..=count {
            let rest = (first..count).zip(whole[first as usize..].iter().cloned());
            assert!(loader.steps(first..count).eq(rest), "batches of {size} from step {first}");
        }
    }
    let far = u64::MAX - 1;
    let loader = Loader::new(data.as_slice(), 3).shuffled(1);
    assert_eq!(loader.steps(far..u64::MAX).next().unwrap().0, far);
    assert_eq!(Loader::new([0_u8; 0].as_slice(), 3).steps(5..9).next(), None);
}

#[test]
fn another_thread_makes_the_same_batches() {
    let (x, y) = (images(), labels());
    let loader = Loader::new((&x, &y), 4).shuffled(5);
    for waiting in [0, 1, 7] {
        let expected: Vec<_> = loader.steps(2..9).collect();
        assert_eq!(ahead(loader.steps(2..9), waiting, |steps| steps.collect::<Vec<_>>()), expected);
        // Whoever stops early does not wait for the rest, which has no end here.
        assert_eq!(ahead(0.., waiting, |mut numbers| numbers.nth(4)), Some(4));
        assert_eq!(ahead(0.., waiting, |_| "nothing"), "nothing");
    }
}

#[test]
#[should_panic(expected = "no sample 3")]
fn a_thread_that_fails() {
    ahead((0..9).map(|i| if i == 3 { panic!("no sample {i}") } else { i }), 1, |items| items.count());
}

#[test]
#[should_panic(expected = "the loss is NaN")]
fn a_training_that_fails() {
    ahead(0.., 1, |_| panic!("the loss is NaN"));
}

#[test]
fn nothing_makes_no_batches() {
    let loader = Loader::new(([0_u8; 0].as_slice(), Batch::<f64, 2>::zeros_in(0)), 3).shuffled(1);
    assert_eq!(loader.epoch(0).count(), 0);
    assert_eq!(Loader::new([1].as_slice(), usize::MAX).epoch(0).collect::<Vec<_>>(), [[1]]);
}

#[test]
#[should_panic(expected = "part 0 of the data has 11 samples, part 2 has 3")]
fn parts_of_different_lengths() {
    let _ = Loader::new((images(), labels(), [0; 3].as_slice()), 4);
}

#[test]
#[should_panic(expected = "a batch has at least one sample")]
fn a_batch_of_nothing() {
    let _ = Loader::new(labels(), 0);
}
