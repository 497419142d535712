//! Nothing is lost where a value with a derivative occurs in what counts as constant: either it does not matter there, or the
//! derivative is followed. What is neither does not compile (`ui-tests/lost`).
#![allow(non_snake_case, reason = "a capital is no constant")]

use core::cmp::Ordering;

use cotangent::prelude::*;

#[differentiable]
fn closure_on_the_spot(m: f64, s: f64) -> f64 {
    (|x: f64| x * m)(2.0) * s + (|| m * s)() + (|a, b| a * b + m)(s, m)
}

#[differentiable]
fn closure_that_assigns(m: f64, s: f64) -> f64 {
    let mut t = 1.0;
    (|| t = m * s)();
    let mut add = |x: f64| t += x * m;
    add(s);
    add(2.0);
    t * t
}

#[differentiable]
fn constant_receiver(m: f64, s: f64) -> f64 {
    const K: [f64; 2] = [0.2, 0.7];
    let a = [0.2, 0.7].map(|c| c * m)[1] * s;
    let b = K.map(|c| c * s)[0] * m;
    let c = [[0.5; 2]; 3].map(|row| row.map(|c| c * m * s)[1])[2];
    let pair = [m, s];
    a + b * c + [0_usize, 1].map(|i| pair[i] * pair[1 - i])[1]
}

#[test]
fn closures_carry_what_they_capture() {
    follows!(closure_on_the_spot closure_that_assigns constant_receiver);
}

#[differentiable]
fn hidden_capture(m: f64, s: f64) -> f64 {
    let g = |x: f64| {
        let m = m * x;
        m * m
    };
    let m = 5.0;
    g(s) * m
}

#[differentiable]
fn hidden_closure(m: f64, s: f64) -> f64 {
    let h = |x: f64| x * m;
    let h = |x: f64| h(x) + s;
    let h = |x: f64| h(x) * h(2.0);
    h(s)
}

#[differentiable]
fn hidden_in_a_loop(m: f64, s: f64) -> f64 {
    let k = m * s;
    let with_k = |x: f64| x * k + x.sin();
    let mut t = 0.0;
    for k in 1..4 {
        t += with_k(f64::from(k) * m);
    }
    for (k, x) in [m, s].iter().enumerate() {
        t += with_k(*x) * k as f64;
    }
    if let Some(k) = Some(t) { with_k(k) } else { 0.0 }
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    k: f64,
    l: f64,
}

#[differentiable]
fn hidden_by_a_pattern(m: f64, s: f64) -> f64 {
    let k = m;
    let g = |x: f64| x * k;
    let Pair { k, l } = Pair { k: s, l: 2.0 };
    assert!(k < 10.0, "{k} is too much, {l} is not");
    let again = Pair { k, l: g(l) };
    again.k * again.l * g(k)
}

/// A name that stands in several cases of a pattern is one variable.
#[differentiable]
fn captured_from_cases(m: f64, s: f64) -> f64 {
    match (m, s, m > s) {
        (x, _, true) | (_, x, false) => {
            let with_x = |y: f64| x * y;
            let x = 2.0 * s;
            with_x(m) * x
        }
    }
}

#[test]
fn closures_keep_their_captures_whatever_is_declared_later() {
    follows!(hidden_capture hidden_closure hidden_in_a_loop hidden_by_a_pattern captured_from_cases);
}

#[differentiable]
#[allow(non_snake_case)]
fn capitals(m: f64, s: f64) -> f64 {
    let (A, B) = (m * s, m + s);
    let [X, y] = [A, B];
    let mut T = 1.0;
    for C in [X, y, s] {
        T *= C;
    }
    let F = |X: f64| X * X;
    let V = match Some(T) {
        Some(X) if X > 0.0 => X * F(y),
        Some(X) => F(X),
        None => 0.0,
    };
    if let Some(Y) = Some(V) { Y * s } else { m }
}

#[differentiable]
fn odd_names(_2: f64, f64: f64) -> f64 {
    let _3 = _2 * f64;
    let sin = _3.sin();
    let v0 = sin * _2;
    let Vec = v0 + f64;
    let __item1 = Vec * Vec;
    let __total0 = [__item1, _3].iter().map(|__i1| __i1 * sin).sum::<f64>();
    __total0 * __item1
}

#[derive(Clone, Copy, Differentiable)]
enum Signal {
    Silence,
    Tone(f64),
}
use Signal::Silence;

#[differentiable]
fn imported_variants(m: f64, s: f64) -> f64 {
    let signal = if m > 1.0 { Signal::Tone(m * s) } else { Silence };
    match signal {
        Silence => s,
        Signal::Tone(Level) => Level * Level,
    }
}

const LIMIT: f64 = 1.9;

#[differentiable]
fn constant_pattern(m: f64, s: f64) -> f64 {
    match m {
        LIMIT => s * s,
        Other => Other * s,
    }
}

#[test]
fn names_mean_what_the_language_says() {
    follows!(capitals odd_names imported_variants);
    assert_eq!(both_modes!(constant_pattern(LIMIT, 0.5)), (0.25, (0.0, 1.0)));
    assert_eq!(both_modes!(constant_pattern(2.0, 0.5)), (1.0, (0.5, 2.0)));
}

#[derive(Clone, Copy, Differentiable)]
struct Track {
    at: f64,
    speed: f64,
}

/// Methods with the names of questions.
#[differentiable]
impl Track {
    fn position(&self, t: f64) -> f64 {
        self.at + self.speed * t
    }
    fn len(&self) -> f64 {
        self.at * self.at
    }
    fn count(&self) -> f64 {
        self.speed.exp()
    }
    fn total_cmp(&self, other: f64) -> f64 {
        self.at * other
    }
}

#[differentiable]
fn own_methods(m: f64, s: f64) -> f64 {
    let track = Track { at: m, speed: s };
    let far = track.position(m) * m;
    let compared = s * track.total_cmp(m);
    far + track.len() * s - m / track.count() + compared
}

#[differentiable]
fn own_method_last(m: f64, s: f64) -> f64 {
    let track = Track { at: m * s, speed: s };
    track.len()
}

#[test]
fn methods_may_have_the_names_of_questions() {
    follows!(own_methods own_method_last);
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn looked_at(m: f64, s: f64) -> f64 {
    let xs = [m, s, m * s];
    let n = xs.len();
    let large = xs.iter().filter(|x| x.abs() > 0.5).count();
    let first = xs.iter().position(|x| *x > 1.0);
    let order = m.partial_cmp(&s);
    let is_small = !(m > 10.0 || s.is_nan());
    let mut t = 0.0;
    if xs.iter().any(|x| *x > square(m)) && !xs.is_empty() && square(s) > 0.01 && is_small {
        t += xs[n - 1] * n as f64;
    }
    if let Some(at) = first {
        t += xs[at];
    }
    if order == Some(Ordering::Less) || xs.contains(&3.0) || f64::max(m, s) > 2.0 {
        t *= m;
    }
    assert!(t.is_finite() && m.abs() < 1e3, "{t} of {m:.3} at {}", m * 2.0);
    debug_assert_eq!(xs.len(), 3, "{m}");
    while t.abs() > 30.0 + square(m) {
        t *= 0.5;
    }
    t * large as f64
}

#[differentiable]
fn computed_in_a_condition(m: f64, s: f64) -> f64 {
    let near = {
        let mut least = f64::INFINITY;
        for x in [m, s] {
            if x < least {
                least = x;
            }
        }
        least < 0.5
    };
    let is_far = if near { m > 1.0 } else { s > 1.0 };
    if {
        let d = m - s;
        d * d > 0.1
    } == is_far
    {
        m * s
    } else {
        m + s * s
    }
}

/// Functions of the library itself keep nothing, and a format may show a value more than once.
#[differentiable]
fn asked_by_functions(m: f64, s: f64) -> f64 {
    let xs = [m, s, m * s];
    let mut t = m * s;
    if xs.iter().copied().all(f64::is_finite) && xs.iter().copied().fold(f64::NEG_INFINITY, f64::max) > 1.5 {
        t *= m + s;
    }
    assert!(t.is_finite(), "{m} {m:.2} {t} {} {other} {other}", m + t, other = s);
    t
}

#[test]
fn conditions_may_look_at_anything() {
    follows!(looked_at computed_in_a_condition asked_by_functions);
}

/// No number that varies smoothly comes out of these: annotated, they are shown to keep nothing.
#[differentiable]
fn is_inside(x: f64, y: f64) -> bool {
    let r = x * x + y * y;
    if r > 100.0 {
        return false;
    }
    r.sqrt() < 1.6
}

#[differentiable]
fn how_many(xs: &[f64], limit: f64) -> usize {
    let mut n = 0;
    for x in xs {
        if *x > limit {
            n += 1;
        }
    }
    n
}

#[differentiable]
fn asked_of_functions(m: f64, s: f64) -> f64 {
    let ok = is_inside(m, s);
    let k = how_many(&[m, s], 1.0);
    let mut t = m / (k as f64 + 1.0);
    for _ in 0..k {
        t *= s;
    }
    if ok && is_inside(m, 0.5) && how_many(&[m], 0.2) == 1 { t * [m, s, 2.0][k] } else { t * k as f64 }
}

#[test]
fn functions_without_a_smooth_result_may_be_asked() {
    follows!(asked_of_functions);
    assert!(is_inside(0.5, 0.5) && !is_inside(20.0, 0.0));
}

/// Not the library's.
mod own {
    use cotangent::prelude::differentiable;

    #[differentiable]
    pub fn less(a: f64, b: f64) -> f64 {
        a * b
    }
}

#[differentiable]
fn own_function(m: f64, s: f64) -> f64 {
    own::less(m, s) * m
}

#[test]
fn functions_may_have_the_names_of_the_librarys_own() {
    follows!(own_function);
}

/// Functions whose paths read alike.
mod a {
    use cotangent::prelude::differentiable;

    #[differentiable]
    pub fn b_c(x: f64) -> f64 {
        x * x
    }
}
mod a_b {
    use cotangent::prelude::differentiable;

    #[differentiable]
    pub fn c(x: f64) -> f64 {
        x.sin()
    }
}

#[differentiable]
fn paths_that_read_alike(m: f64, s: f64) -> f64 {
    use self::a_b as imported;
    a::b_c(m) * a_b::c(s) + imported::c(m)
}

#[differentiable]
fn squared(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn mixed(x: f64, y: f64) -> f64 {
    x * x + y
}

/// What a closure calls is what had the name where the closure was made.
#[differentiable]
fn closures_with_names_of_functions(m: f64, s: f64) -> f64 {
    let of_outside = |x: f64| squared(x) * s;
    let squared = |x: f64| squared(x) * m;
    let once = |x: f64| mixed(x, 2.0);
    let mixed = |x: f64, y: f64| once(x) * y;
    let stopped = m * 3.0;
    let stop_gradient = || stopped * 2.0;
    squared(s) * of_outside(m) + mixed(m, s) * stop_gradient()
}

#[differentiable]
fn raw_names(m: f64, s: f64) -> f64 {
    let speed = m;
    let shadowed = {
        let r#speed = s;
        speed * speed
    };
    let mut k = m;
    r#k *= 2.0;
    shadowed * r#speed * k
}

/// A name of a macro is not that of who calls it.
macro_rules! with_names {
    ($f:ident, $x:ident, $e:expr) => {
        #[differentiable]
        fn $f($x: f64, s: f64) -> f64 {
            let k = 3.0;
            let r = $e;
            let mut t = 1.0;
            for i in 0..3 {
                t += r * i as f64;
            }
            let twice = |x: f64| x * r;
            let pair = (s, t);
            match pair {
                (a, b) if a > 0.0 => twice(a) * b * k * $e,
                (a, _) => a,
            }
        }
    };
}
with_names!(name_of_a_constant, k, k * k);
with_names!(name_of_an_index, i, i * i.sin());
with_names!(name_of_a_variable, t, {
    let r = t * 2.0;
    let twice = |x: f64| x * r;
    let r = twice(t);
    r * t
});
with_names!(name_of_a_pattern, a, { [a, 2.0].iter().map(|b| b * a).sum::<f64>() });

#[test]
fn names_that_read_alike() {
    follows!(paths_that_read_alike closures_with_names_of_functions raw_names);
    follows!(name_of_a_constant name_of_an_index name_of_a_variable name_of_a_pattern);
}

#[differentiable]
fn ends_of_ranges(m: f64, s: f64) -> f64 {
    let (mut n, k) = (4_usize, 1);
    let a: f64 = (0..=n >> 1).map(|i| m * i as f64).sum();
    let b: f64 = (0..n << 1).rev().enumerate().map(|(n, k)| s * (n * k) as f64).sum();
    let c: f64 = (k..n - k)
        .rev()
        .map(|i| {
            n += 1;
            m * (i * n) as f64
        })
        .sum();
    a * b + c * n as f64
}

#[test]
fn an_end_of_a_range_is_evaluated_once() {
    follows!(ends_of_ranges);
}
