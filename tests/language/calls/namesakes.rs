//! A type's own method and a method of a trait with one name, and calls by the path of the trait, which tell them apart.

use cotangent::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Spring {
    x: f64,
    v: f64,
    stiffness: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self) -> f64 {
        0.5 * self.stiffness * self.x * self.x + 0.5 * self.v * self.v
    }
    fn step(&mut self, h: f64) {
        self.v -= h * self.stiffness * self.x;
        self.x += h * self.v;
    }
    fn scaled(self, by: f64) -> Self {
        Spring { x: self.x * by, ..self }
    }
    fn power(&self, n: u32) -> f64 {
        self.x.powi(n as i32)
    }
}

#[differentiable]
trait System: Copy {
    fn energy(&self) -> f64;
    fn step(&mut self, h: f64);
    fn scaled(self, by: f64) -> Self;
    fn power(&self, n: u32) -> f64;
    fn twice(&self) -> f64 {
        2.0 * self.energy()
    }
    #[differentiable]
    fn at_rest(x: f64) -> Self;
}

#[differentiable]
impl System for Spring {
    fn energy(&self) -> f64 {
        3.0 * Spring::energy(self)
    }
    fn step(&mut self, h: f64) {
        Self::step(self, h);
        self.v *= 0.9;
    }
    fn scaled(self, by: f64) -> Self {
        self.scaled(by * by)
    }
    // The one that calls itself, and only by the path of the trait.
    fn power(&self, n: u32) -> f64 {
        if n == 0 { 1.0 } else { self.x * System::power(self, n - 1) }
    }
    #[differentiable]
    fn at_rest(x: f64) -> Self {
        Spring { x, v: 0.0, stiffness: x * x }
    }
}

#[differentiable]
fn generic<S: System>(s: S, h: f64) -> f64 {
    let mut s = System::scaled(s, 1.5);
    for _ in 0..3 {
        System::step(&mut s, h);
    }
    let mut energy = <S as System>::energy(&s) + S::twice(&s);
    if h > 0.1 {
        energy *= System::twice(&s);
    }
    energy
}

#[differentiable]
fn both(x: f64, h: f64) -> f64 {
    let s = Spring { x, v: 0.3, stiffness: 2.0 };
    let mut r = s.scaled(h);
    r.step(h);
    System::step(&mut r, h);
    <Spring as System>::step(&mut r, x);
    Spring::step(&mut r, x);
    let made: Spring = System::at_rest(x);
    let other = <Spring as System>::at_rest(h);
    generic(s, h) + r.energy() * System::energy(&r) + made.energy() * other.twice() + r.power(2) * System::power(&s, 3)
}

fn both_by_hand(x: f64, h: f64) -> f64 {
    let energy = |x: f64, v: f64, k: f64| 0.5 * k * x * x + 0.5 * v * v;
    let step = |x: &mut f64, v: &mut f64, k: f64, h: f64, damping: f64| {
        *v -= h * k * *x;
        *x += h * *v;
        *v *= damping;
    };
    let (mut a, mut b) = (x * 1.5 * 1.5, 0.3);
    for _ in 0..3 {
        step(&mut a, &mut b, 2.0, h, 0.9);
    }
    let e = 3.0 * energy(a, b, 2.0);
    let generic = if h > 0.1 { (e + 2.0 * e) * 2.0 * e } else { e + 2.0 * e };
    let (mut a, mut b) = (x * h, 0.3);
    step(&mut a, &mut b, 2.0, h, 1.0);
    step(&mut a, &mut b, 2.0, h, 0.9);
    step(&mut a, &mut b, 2.0, x, 0.9);
    step(&mut a, &mut b, 2.0, x, 1.0);
    let own = energy(a, b, 2.0);
    generic + own * 3.0 * own + energy(x, 0.0, x * x) * 2.0 * 3.0 * energy(h, 0.0, h * h) + a * a * x * x * x
}

#[test]
fn each_has_its_own_derivative() {
    for h in [0.2, 0.05] {
        assert!((both(0.7, h) - both_by_hand(0.7, h)).abs() < 1e-13);
        both::at(0.7, h).check().unwrap();
        both::at(0.7, h).check_jvp().unwrap();
        both::at(0.7, h).check_hvp().unwrap();
    }
}

#[differentiable]
trait Elementary {
    fn square(self) -> Self;
    fn cubed(&self) -> Self;
}

#[differentiable]
impl Elementary for f64 {
    // The library's has this name too.
    fn square(self) -> f64 {
        2.0 * self * self
    }
    fn cubed(&self) -> f64 {
        self * self * self
    }
}

#[differentiable]
fn of_numbers(x: f64) -> f64 {
    Elementary::square(x) + <f64 as Elementary>::square(x) * x.cubed() + f64::cubed(&x) * Elementary::cubed(&x)
}

#[test]
fn traits_of_numbers_by_their_path() {
    both_modes!(of_numbers(0.7));
    of_numbers::at(0.7).check_hvp().unwrap();
    let x = 0.7_f64;
    let expected = 4.0 * x + 10.0 * x.powi(4) + 6.0 * x.powi(5);
    assert!((of_numbers::grad(x) - expected).abs() < 1e-12);
}
