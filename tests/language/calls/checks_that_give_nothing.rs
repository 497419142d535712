//! Methods that check, and give `Result<(), E>`.

use cotangent::prelude::*;

use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct Negative;
impl fmt::Display for Negative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "negative")
    }
}
impl Error for Negative {}
#[derive(Clone, Debug, Differentiable)]
struct Contract {
    k: f64,
    u: f64,
}
#[differentiable]
impl Contract {
    fn of_text(&self) -> Result<(), String> {
        if self.k < 0.0 {
            return Err("negative".to_string());
        }
        Ok(())
    }
    fn of_a_type(&self) -> Result<(), Negative> {
        if self.k < 0.0 {
            return Err(Negative);
        }
        Ok(())
    }
    fn of_any_type(&self, h: f64) -> Result<(), Box<dyn Error>> {
        if self.k < h {
            return Err("small".into());
        }
        self.of_a_type()?;
        Ok(())
    }
    fn index(&self, h: f64) -> Result<usize, String> {
        if h < 0.0 {
            return Err("negative".into());
        }
        Ok(h as usize + 2)
    }
    fn text(&self, h: f64) -> Result<f64, String> {
        self.of_text()?;
        Ok(self.u * h.powi(self.index(h)? as i32))
    }
    fn ty(&self, h: f64) -> Result<f64, Negative> {
        self.of_a_type()?;
        Ok(self.u * h)
    }
    fn any(&self, h: f64) -> Result<f64, Box<dyn Error>> {
        self.of_any_type(h - 100.0)?;
        self.of_a_type()?;
        Ok(self.u * h)
    }
    fn change(&mut self, h: f64) -> Result<(), String> {
        if h < 0.0 {
            return Err("negative".into());
        }
        self.u *= h;
        Ok(())
    }
    fn changed(&mut self, h: f64) -> Result<f64, String> {
        self.change(h)?;
        self.of_text()?;
        Ok(self.u * h)
    }
}
#[differentiable]
fn all(k: f64, u: f64, h: f64) -> f64 {
    let mut s = Contract { k, u };
    s.text(h).unwrap() + s.ty(h).unwrap() + s.any(h).unwrap() + s.changed(h).unwrap()
}
#[test]
fn a_check_keeps_nothing() {
    both_modes!(all(1.2, 1.5, 0.7));
}
