//! `#[cfg(..)]` inside of what is differentiable.
#![allow(unexpected_cfgs, reason = "there is no such condition")]

use cotangent::prelude::*;

#[differentiable]
fn statements(x: f64, #[cfg(absent)] y: Nonsense) -> f64 {
    let mut y = x;
    #[cfg(absent)]
    let y = nonsense(y);
    #[cfg(absent)]
    {
        y = nonsense(y);
    }
    #[cfg(not(absent))]
    {
        y *= x;
    }
    #[cfg(not(absent))]
    let y = y * 3.0;
    #[cfg(absent)]
    nonsense!(y);
    y
}

#[derive(Differentiable, Clone)]
struct Spring {
    stiffness: f64,
    #[cfg(absent)]
    nonsense: Nonsense,
}
gradients!(SpringTangent);

#[differentiable]
impl Spring {
    #[cfg(absent)]
    fn nonsense(&self) -> Nonsense {
        self.nonsense
    }

    #[cfg(not(absent))]
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x * x
    }
}

#[differentiable]
fn patterns(spring: &Spring, x: f64, k: usize) -> f64 {
    let Spring {
        stiffness,
        #[cfg(absent)]
        nonsense,
    } = spring;
    let other = Spring {
        stiffness: stiffness * x,
        #[cfg(absent)]
        nonsense: *nonsense,
    };
    match k {
        #[cfg(absent)]
        0 => nonsense(x),
        _ => other.energy(x),
    }
}

#[test]
fn what_does_not_hold_is_not_there() {
    assert_eq!(both_modes!(statements(2.0)), (12.0, 12.0));
    // s x³
    let (value, (spring, x)) = both_modes!(patterns(&Spring { stiffness: 5.0 }, 2.0, 0));
    assert_eq!((value, spring.stiffness, x), (40.0, 8.0, 60.0));
}
