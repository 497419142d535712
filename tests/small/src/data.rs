//! Made data: images of 8 × 8 pixels, each with a label that follows from its brightest columns.
#![allow(dead_code, reason = "each program uses a part")]

/// The images of a minibatch, from the environment of the build.
pub const BATCH: usize = match option_env!("BATCH") {
    None => 1,
    Some(digits) => match usize::from_str_radix(digits, 10) {
        Ok(batch) => batch,
        Err(_) => panic!("BATCH is a number"),
    },
};

/// The pixels of an image.
pub const PIXELS: usize = 64;
/// The neurons of the hidden layer.
pub const HIDDEN: usize = 32;
/// The classes.
pub const CLASSES: usize = 10;
/// The steps of the training.
pub const STEPS: usize = 20;
/// The learning rate.
pub const RATE: f32 = 0.1;

/// A linear congruential generator.
pub struct Random(u32);

impl Random {
    /// Starts it.
    pub fn new(seed: u32) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 16
    }

    /// A number below a limit, as `f32`.
    fn number(&mut self, limit: u32) -> f32 {
        f32::from((self.next() % limit) as u16)
    }

    /// Weights from -1/8 to 1/8.
    pub fn weights(&mut self, weights: &mut [f32]) {
        for weight in weights {
            *weight = self.number(256) / 1024.0 - 0.125;
        }
    }

    /// Images and their labels.
    pub fn batch(&mut self, images: &mut [f32], labels: &mut [usize]) {
        for (image, label) in images.chunks_exact_mut(PIXELS).zip(labels) {
            for pixel in image.iter_mut() {
                *pixel = self.number(16) / 16.0;
            }
            let wanted = self.next() as usize % CLASSES;
            for pixel in image.iter_mut().skip(wanted * 6).take(6) {
                *pixel = 1.0;
            }
            *label = wanted;
        }
    }
}
