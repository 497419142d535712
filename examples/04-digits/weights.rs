//! Weights as a file that other programs read too: safetensors, a tensor for each leaf of the model.

use std::error::Error;
use std::fs;
use std::path::Path;

use cotangent::prelude::*;
use cotangent::safetensors;

use crate::data::Digit;
use crate::{Mlp, logits};

/// Writes a model, reads it back, and makes sure that both give the same logits for every digit, bit by bit.
pub fn keep(model: &Mlp, file: &Path, digits: &[Digit]) -> Result<(), Box<dyn Error>> {
    fs::write(file, safetensors::to_bytes(model))?;

    let mut loaded = Mlp { w1: Matrix::zeros(), b1: Vector::zeros(), w2: Matrix::zeros(), b2: Vector::zeros() };
    safetensors::load(&mut loaded, &fs::read(file)?)?;
    for digit in digits {
        let bits = |model| logits(model, &tensor([digit.pixels])).map(f32::to_bits);
        assert_eq!(bits(&loaded), bits(model), "the weights changed on their way through the file");
    }
    println!("wrote {}; loaded again, it gives the same logits, bit by bit", file.display());
    Ok(())
}
