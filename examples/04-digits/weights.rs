//! Weights as a file that other programs read too: safetensors, one entry for each leaf of the model.

use std::error::Error;
use std::fs;
use std::path::Path;

use cotangent::prelude::*;
use cotangent::safetensors;

use crate::data::Digit;
use crate::{Mlp, logits};

pub fn save(model: &Mlp, file: &Path) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(file, safetensors::to_bytes(model))?)
}

pub fn load(file: &Path) -> Result<Mlp, Box<dyn Error>> {
    let mut model = Mlp { w1: Matrix::zeros(), b1: Vector::zeros(), w2: Matrix::zeros(), b2: Vector::zeros() };
    safetensors::load(&mut model, &fs::read(file)?)?;
    Ok(model)
}

/// Both models give the same logits for every digit, bit by bit.
pub fn compare(model: &Mlp, other: &Mlp, digits: &[Digit]) {
    for digit in digits {
        let bits = |model| logits(model, &tensor([digit.pixels])).map(f32::to_bits);
        assert_eq!(bits(model), bits(other), "the weights changed on their way through the file");
    }
}
