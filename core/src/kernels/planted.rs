//! Mistakes made on purpose. The gates `miri`, `address` and `threads` of `.ci/run` run each of them and must find it.
#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::hint::black_box;
use core::mem::MaybeUninit;

#[test]
#[ignore = "it is undefined"]
fn reads_past_the_end() {
    let numbers = black_box(std::vec![1.0_f64; 4]);
    // SAFETY: there is none.
    let past = unsafe { numbers.as_ptr().add(4).read() };
    assert!(black_box(past) <= f64::MAX || past.is_nan() || past > 0.0);
}

#[test]
#[ignore = "it is undefined"]
fn reads_what_nobody_wrote() {
    let number = black_box(MaybeUninit::<u64>::uninit());
    // SAFETY: there is none.
    let number = unsafe { number.assume_init() };
    assert!(number < u64::MAX);
}

/// A number that threads share without a lock.
struct Shared(UnsafeCell<u64>);

// SAFETY: there is none.
unsafe impl Sync for Shared {}

impl Shared {
    fn add(&self) {
        for _ in 0..1000 {
            // SAFETY: there is none.
            unsafe { *black_box(self.0.get()) += 1 };
        }
    }
}

#[test]
#[ignore = "it is undefined"]
fn two_threads_write_one_number() {
    let shared = Shared(UnsafeCell::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| shared.add());
        shared.add();
    });
    assert!(shared.0.into_inner() > 0);
}
