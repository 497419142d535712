use cotangent::prelude::*;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, DimName, OVector};

#[differentiable]
fn squared<D: DimName>(x: &OVector<f64, D>) -> f64
where
    DefaultAllocator: Allocator<D>,
{
    x.norm_squared()
}

fn main() {}
