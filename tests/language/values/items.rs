//! Items in bodies: constants, functions, types; and `const` blocks.

use cotangent::prelude::*;

#[differentiable]
fn nested_functions(x: f64, n: usize) -> f64 {
    if n == 0 {
        return half() * cubed(x);
    }
    fn half() -> f64 {
        0.5
    }
    #[differentiable]
    fn square(x: f64) -> f64 {
        x * x
    }
    #[differentiable]
    fn cubed(x: f64) -> f64 {
        square_of(x) * x
    }
    #[differentiable]
    fn square_of(x: f64) -> f64 {
        square(x)
    }
    let mut s = x;
    for i in 0..n {
        s += square(s) * half();
        if i == 1 {
            s = cubed(s) - square_of(x) * TENTH;
        }
    }
    const TENTH: f64 = half_of_a_fifth();
    const fn half_of_a_fifth() -> f64 {
        0.1
    }
    s * x
}

#[test]
fn functions_in_functions() {
    for n in 0..4 {
        cotangent::check::gradient(|x: &f64| nested_functions(*x, n), |x| both_modes!(nested_functions(*x, n)), 0.7)
            .unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
    }
    assert_eq!(both_modes!(nested_functions(2.0, 0)), (4.0, 6.0));
}

/// The attribute is not needed on these, and a function that is not in the language may be called on constants.
#[differentiable]
fn plain_nested(x: &[f64], n: usize) -> f64 {
    static WEIGHTS: [f64; 2] = [1.0, 3.0];
    const K: f64 = 0.5;
    fn square(a: f64) -> f64 {
        a * a
    }
    fn weighted(a: f64, i: usize) -> f64 {
        square(a) * WEIGHTS[i % 2] * K
    }
    fn power(a: f64, n: usize) -> f64 {
        if n == 0 { 1.0 } else { a * power(a, n - 1) }
    }
    fn norm<const N: usize>(a: &[f64; N]) -> f64 {
        a.iter().map(|a| square(*a)).sum()
    }
    fn outside(a: f64) -> f64 {
        not_differentiable(a)
    }
    let shifted = |a: f64| square(a) + outside(2.0);
    let sum: f64 = x.iter().enumerate().map(|(i, a)| weighted(*a, i) * shifted(*a)).sum();
    sum + power(x[0], n) * norm(&[x[0], sum])
}

fn not_differentiable(x: f64) -> f64 {
    x.next_up()
}

#[derive(Differentiable, Clone, Debug)]
struct Level(f64);

#[differentiable]
impl Level {
    fn rise(&mut self, by: f64) -> f64 {
        fn square(a: f64) -> f64 {
            a * a
        }
        self.0 = square(self.0) + by;
        self.0
    }
}

#[differentiable]
fn risen(x: f64) -> f64 {
    let mut level = Level(x);
    level.rise(x) * level.0
}

#[test]
fn plain_functions_get_a_derivative_where_they_are_called() {
    plain_nested::at(&[0.7, 0.3, 1.1][..], 3).check().unwrap();
    risen::at(0.7).check().unwrap();
}

#[differentiable]
fn own_types(x: f64, n: usize) -> f64 {
    /// What derivatives flow through.
    #[derive(Clone, Debug, Differentiable)]
    struct Spring {
        stiffness: f64,
        at: [f64; 2],
    }

    #[differentiable]
    impl Spring {
        fn energy(&self, x: f64) -> f64 {
            let d = x - self.at[0];
            0.5 * self.stiffness * d * d
        }
    }

    #[derive(Clone, Copy)]
    enum Kind {
        Hard,
        Soft(f64),
    }

    impl Kind {
        fn of(n: usize) -> Self {
            if n % 2 == 0 { Kind::Hard } else { Kind::Soft(0.25) }
        }
    }

    trait Named {
        fn letters(&self) -> usize;
    }

    impl Named for Kind {
        fn letters(&self) -> usize {
            4
        }
    }

    impl Named for f64 {
        fn letters(&self) -> usize {
            3
        }
    }

    type Pair = [Spring; 2];

    #[differentiable]
    fn energy_of(pair: &Pair, x: f64, #[constant] soft: Option<f64>) -> f64 {
        match soft {
            None => pair[0].energy(x) * pair[1].energy(x),
            Some(k) => pair[0].energy(x) * k,
        }
    }

    let spring = Spring { stiffness: x * 2.0, at: [x * x, 1.0] };
    let mut pair: Pair = [spring.clone(), Spring { stiffness: 3.0, ..spring }];
    let mut s = 0.0;
    for i in 0..n {
        let kind = Kind::of(i);
        let energy = match kind {
            Kind::Hard => energy_of(&pair, s, None),
            Kind::Soft(k) => energy_of(&pair, s * k, Some(k)),
        };
        pair[i % 2].at[0] += energy;
        s += kind.letters() as f64 * x + pair[1].energy(x) * 0.5.letters() as f64;
    }
    s + pair[0].at[0]
}

#[test]
fn types_in_functions() {
    for n in 0..4 {
        cotangent::check::gradient(|x: &f64| own_types(*x, n), |x| both_modes!(own_types(*x, n)), 0.6)
            .unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
    }
}

#[differentiable]
fn in_inner_blocks(x: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        use std::f64::consts::FRAC_1_SQRT_2 as SHRINK;
        fn weight(i: usize) -> f64 {
            1.0 / (i as f64 + LIMIT)
        }
        const LIMIT: f64 = 2.0;
        if i == 2 {
            s *= weight(i);
            continue;
        }
        s += s * x * weight(i) * SHRINK;
        enum Side {
            Left,
            Right,
        }
        let side = if i % 2 == 0 { Side::Left } else { Side::Right };
        s *= match side {
            Side::Left => x,
            Side::Right => LIMIT,
        };
    }
    s
}

#[test]
fn items_of_inner_blocks() {
    for n in 0..5 {
        cotangent::check::gradient(|x: &f64| in_inner_blocks(*x, n), |x| both_modes!(in_inner_blocks(*x, n)), 0.6)
            .unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
    }
}

mod library {
    use cotangent::prelude::*;

    pub mod inner {
        use cotangent::prelude::*;

        #[differentiable]
        pub fn twice(x: f64) -> f64 {
            2.0 * x
        }
    }

    #[differentiable]
    pub fn thrice(x: f64) -> f64 {
        use inner::twice;
        twice(x) + x
    }
}

#[test]
fn functions_that_a_body_imports() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        use library::inner::{self, twice as double};
        use library::*;
        double(x) * thrice(x) * inner::twice(x)
    }
    assert_eq!(both_modes!(f(2.0)), (96.0, 144.0));
}

#[differentiable]
fn const_blocks<const N: usize>(a: &[f64; N], x: f64) -> f64 {
    const {
        assert!(N > 1, "two elements");
    }
    let k = const {
        let x = 2.0;
        x * 3.0
    };
    let mut s = x * k;
    for i in const { N - 2 }..N {
        s += a[i] * a[const { N - 1 }] * const { 0.5 } * k;
    }
    s * const {
        let mut i = 0;
        loop {
            i += 1;
            if i == 3 {
                break 4.0;
            }
        }
    }
}

#[test]
fn const_blocks_are_constants() {
    // 4 (6 x + 3 (b c + c²))
    let (value, (da, dx)) = both_modes!(const_blocks(&[1.0, 2.0, 3.0], 5.0));
    assert_eq!((value, da, dx), (300.0, [0.0, 36.0, 96.0], 24.0));
}

#[differentiable]
fn matched(x: f64, given: Option<usize>, n: usize) -> f64 {
    let mut s = x;
    let above = |v: f64| v > 0.5;
    if matches!(given, Some(1..=3)) {
        s *= x;
    }
    let both = matches!((given, n), (Some(k), m) if k > m && m > 0,);
    let inside = matches!((above(s), n), (true, _)) && !matches!(s, 0.9..=1.0 | 2.0..);
    if both || inside {
        s += x * x * usize::from(both) as f64 + s;
    }
    while matches!(s, ..2.0) && matches!(n, 1 | 2) {
        s *= 1.5 + x;
    }
    s * x
}

#[test]
fn matches_is_a_match() {
    for given in [None, Some(2), Some(5)] {
        for n in 0..3 {
            for x in [0.3, 0.8, 1.2] {
                cotangent::check::gradient(|x: &f64| matched(*x, given, n), |x| both_modes!(matched(*x, given, n)), x)
                    .unwrap_or_else(|mismatch| panic!("{given:?} {n} {x}: {mismatch}"));
            }
        }
    }
}
