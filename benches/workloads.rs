//! Workloads that other systems have been measured with: five training steps in `f32`, four gradients of scalar loops in `f64`.
//!
//! Each file has the function as a user writes it, and beside it the gradient that an expert would write by hand, on the same kernels.
//! Their data are a function of the position, bit for bit the same everywhere; the values and gradients that tests compare with come
//! from independent programs in C and Python.

mod s1_rosenbrock;
mod s2_mixture;
mod s3_lorenz;
mod s4_heat;
mod t1_tiny;
mod t2_mnist;
mod t3_cnn;
mod t4_transformer;
mod t5_rnn;

pub use s1_rosenbrock::Rosenbrock;
pub use s2_mixture::Mixture;
pub use s3_lorenz::Lorenz;
pub use s4_heat::Heat;
pub use t1_tiny::Tiny;
pub use t2_mnist::Mnist;
pub use t3_cnn::Cnn;
pub use t4_transformer::Transformer;
pub use t5_rnn::Rnn;

/// One workload: the same step three ways. Each way has parameters of its own.
pub trait Workload: Send {
    /// The parameters become what they were at first.
    fn reset(&mut self);
    /// Value and gradient by the generated code, and for a training step the update. Returns the value.
    fn generated(&mut self) -> f64;
    /// The same by hand.
    fn by_hand(&mut self) -> f64;
    /// The same by hand, with the gradient subtracted where it arises: only plain descent can do that. Some have it.
    fn fused(&mut self) -> Option<f64> {
        None
    }
    /// The value alone.
    fn primal(&mut self) -> f64;
    /// What the step has to do.
    fn work(&self) -> Work;
    /// Bytes of tape that the generated code takes.
    fn tape_bytes(&self) -> usize;
}

/// What no implementation of a step can do without.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Additions and multiplications.
    pub operations: f64,
    /// Of numbers of so many bytes.
    pub width: f64,
    /// Bytes that are written and read again because there are too many for the first cache.
    pub traffic: f64,
}

/// A workload by its name.
pub type Named = (&'static str, fn() -> Box<dyn Workload>);

/// All of them.
pub const ALL: [Named; 10] = [
    ("T1", || Box::new(Tiny::new())),
    ("T2 b32", || Box::new(Mnist::<32>::new())),
    ("T2 b64", || Box::new(Mnist::<64>::new())),
    ("T3", || Box::new(Cnn::new())),
    ("T4", || Box::new(Transformer::new())),
    ("T5", || Box::new(Rnn::new())),
    ("S1", || Box::new(Rosenbrock::new())),
    ("S2", || Box::new(Mixture::new())),
    ("S3", || Box::new(Lorenz::new())),
    ("S4", || Box::new(Heat::new())),
];

/// The `i`-th number of a sequence of 32-bit integers.
fn hash(seed: u32, i: usize) -> u32 {
    let i = u32::try_from(i).expect("a short sequence");
    let mut x = i.wrapping_mul(2_654_435_761).wrapping_add(seed.wrapping_mul(40_503)).wrapping_add(1);
    x ^= x >> 15;
    x = x.wrapping_mul(2_246_822_519);
    x ^= x >> 13;
    x = x.wrapping_mul(3_266_489_917);
    x ^ (x >> 16)
}

/// A number in `[-2^e, 2^e)`, exact in `f32`.
fn symmetric(seed: u32, e: i32, i: usize) -> f64 {
    (f64::from(hash(seed, i) >> 8) - f64::from(1 << 23)) * 2.0_f64.powi(e - 23)
}

/// Fills with numbers in `[-2^e, 2^e)`, those of sequence `seed`.
///
/// # Panics
/// If there are more than 2³² of them.
#[expect(clippy::cast_possible_truncation, reason = "they are exact")]
pub fn fill(slice: &mut [f32], seed: u32, e: i32) {
    slice.iter_mut().enumerate().for_each(|(i, x)| *x = symmetric(seed, e, i) as f32);
}

/// Fills with numbers in `[0, 1)`.
///
/// # Panics
/// If there are more than 2³² of them.
#[expect(clippy::cast_possible_truncation, reason = "they are exact")]
pub fn fill_unit(slice: &mut [f32], seed: u32) {
    slice.iter_mut().enumerate().for_each(|(i, x)| *x = (f64::from(hash(seed, i) >> 8) * 2.0_f64.powi(-24)) as f32);
}

/// `N` labels below ten.
///
/// # Panics
/// If there are more than 2³² of them.
#[must_use]
pub fn labels<const N: usize>(seed: u32) -> [usize; N] {
    std::array::from_fn(|i| (hash(seed, i) % 10) as usize)
}

/// The sum of `f` of all numbers, in sixteen parts that do not wait for each other.
fn sum_of(x: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = x.as_chunks::<16>();
    let mut sums = [0.0; 16];
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, x)| *sum += f(*x));
    }
    sums.iter().sum::<f32>() + rest.iter().map(|x| f(*x)).sum::<f32>()
}

#[cfg(test)]
mod tests;
