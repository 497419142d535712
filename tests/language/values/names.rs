//! Names that the generated code also uses.

use cotangent::prelude::*;

#[differentiable]
fn hostile(t: f64, y_bar: f64, x: f64, x_bar: f64, bar: f64) -> f64 {
    let s0 = t * y_bar;
    let v0 = s0 * x;
    let c0 = v0 * x_bar;
    let d = c0 * bar;
    let tape = d + t;
    let input = tape * tape;
    let part0 = input * 1.0;
    part0 * d
}

#[test]
fn user_variables_may_have_any_name() {
    let (value, (t, y_bar, x, x_bar, bar)) = both_modes!(hostile(1.0, 1.0, 1.0, 1.0, 1.0));
    // d = the product of all, (d + t)² d
    assert_eq!(value, 4.0);
    assert_eq!((t, y_bar, x, x_bar, bar), (12.0, 8.0, 8.0, 8.0, 8.0));
}

#[differentiable]
fn raw(r#type: f64, r#fn: f64) -> f64 {
    let r#match = r#type * r#fn;
    r#match * r#type
}

#[differentiable]
fn r#loop(x: f64) -> f64 {
    x * x
}

#[differentiable]
#[allow(non_snake_case)]
fn unicode(θ: f64) -> f64 {
    let Δθ = θ * θ;
    r#loop(Δθ)
}

#[test]
fn raw_and_unicode_names() {
    assert_eq!(both_modes!(raw(2.0, 3.0)), (12.0, (12.0, 4.0)));
    assert_eq!(both_modes!(unicode(2.0)), (16.0, 32.0));
}

#[test]
fn a_local_function() {
    #[differentiable]
    fn local(x: f64) -> f64 {
        x * x
    }
    #[differentiable]
    fn caller(x: f64) -> f64 {
        local(x) * x
    }
    assert_eq!(both_modes!(caller(2.0)), (8.0, 12.0));
}

macro_rules! make {
    ($name:ident, $x:ident, $e:expr) => {
        #[differentiable]
        fn $name($x: f64) -> f64 {
            $e * 2.0
        }
    };
}
make!(from_macro, x, x + x * x);

#[test]
fn a_function_from_a_macro() {
    assert_eq!(from_macro(3.0), 24.0, "the operand of the macro stays one");
    assert_eq!(both_modes!(from_macro(3.0)), (24.0, 14.0));
}

#[differentiable]
fn indices_of_any_name(d: usize, v: usize, t: usize, a0: usize, x: &[f64; 8]) -> f64 {
    let y = [x[d] * x[v + t], x[a0] * x[d + v]];
    y[d] * y[v - d] * x[t + a0]
}

#[test]
fn indices_may_have_the_names_of_generated_code() {
    cotangent::check::gradient(
        |x: &[f64; 8]| indices_of_any_name(1, 2, 3, 4, x),
        |x| both_modes!(indices_of_any_name(1, 2, 3, 4, x)),
        [0.3, -0.7, 1.1, 0.9, -0.4, 1.3, 0.8, 0.6],
    )
    .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// The second `m` had the name `m_v1` in the reverse half, which was the name of the type of `v1`.
#[differentiable]
fn shadowed_m(mut m: f64) -> f64 {
    let mut e = m;
    m *= e;
    let w;
    if m > 0.0 {
        w = e.sin() * m;
    } else {
        w = -(-e);
    }
    e += w;
    e * w
}

#[differentiable]
fn names_of_types_and_tapes(m_x: f64, n: usize) -> f64 {
    let mut x = m_x;
    let (own, lender, times, part, e0, l0, x_ty) = (x, x + 1.0, x + 2.0, x + 3.0, x + 4.0, x + 5.0, x + 6.0);
    for i in 0..n {
        let (own, lender, times, part, e0, l0, x_ty) =
            (own * x, lender * x, times * x, part * x, e0 * x, l0 * x, x_ty * x);
        x = (own * lender + times * part + e0 * l0 + x_ty + i as f64).sin();
    }
    x * own * lender * times * part * e0 * l0 * x_ty
}

#[test]
fn variables_may_have_the_names_of_types_and_of_what_the_tape_is_lent_by() {
    cotangent::check::gradient(|x: &f64| shadowed_m(*x), |x| both_modes!(shadowed_m(*x)), 0.7)
        .unwrap_or_else(|mismatch| panic!("{mismatch}"));
    cotangent::check::gradient(
        |x: &f64| names_of_types_and_tapes(*x, 3),
        |x| both_modes!(names_of_types_and_tapes(*x, 3)),
        0.3,
    )
    .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[derive(Differentiable, Clone)]
struct Checked {
    a: f64,
}

#[derive(Differentiable, Clone)]
struct This {
    a: f64,
}

#[differentiable]
fn types_named_like_generated_ones(x: &Checked, y: &This) -> f64 {
    x.a * x.a * y.a
}

#[test]
fn types_may_have_the_names_of_generated_types() {
    let (x, y) = types_named_like_generated_ones::grad(&Checked { a: 3.0 }, &This { a: 5.0 });
    assert_eq!((x.a, y.a), (30.0, 9.0));
}

#[differentiable]
fn raw_and_lent(r#type: &mut [f64; 2], r#fn: f64) -> f64 {
    r#type[0] *= r#fn;
    r#type[0] + r#type[1]
}

#[test]
fn what_is_lent_may_have_a_raw_name() {
    let (mut lent, mut d_lent, mut d_fn) = ([2.0, 1.0], [0.0; 2], 0.0);
    let value = raw_and_lent::value_and_grad_into(&mut GrowableTape::new(), &mut lent, 3.0, &mut d_lent, &mut d_fn);
    assert_eq!((value, lent, d_lent, d_fn), (7.0, [6.0, 1.0], [3.0, 1.0], 2.0));
}

/// Values that the reverse half does not read, under the names that it has for its own.
#[differentiable]
fn only_added(t: f64, bar: f64, input: f64) -> f64 {
    let s0 = t + bar;
    let c0 = (s0 - input).sin();
    c0 + t
}

#[test]
fn what_is_not_read_may_have_any_name() {
    let d = (0.5_f64 + 0.25 - 0.125).cos();
    assert_eq!(only_added::grad(0.5, 0.25, 0.125), (d + 1.0, d, -d));
}

#[derive(Differentiable, Clone, Copy)]
enum Pair {
    Both(f64, f64),
    Neither,
}

#[differentiable]
fn spelled_like_a_temporary(x: f64, pair: Pair) -> f64 {
    if let Pair::Both(mut v0, v1) = pair {
        v0 *= x;
        return v0 * v1 * x;
    }
    x
}

#[test]
fn a_name_may_be_spelled_like_one_of_the_macros_own() {
    let (value, (x_bar, pair_bar)) = spelled_like_a_temporary::value_and_grad(3.0, Pair::Both(2.0, 5.0));
    assert_eq!((value, x_bar, pair_bar.both_0, pair_bar.both_1), (90.0, 60.0, 45.0, 18.0));
    assert_eq!(spelled_like_a_temporary::value_and_grad(3.0, Pair::Neither).0, 3.0);
}

#[differentiable]
fn named_like_its_index(list: &[f64; 3], t: usize) -> f64 {
    let mut t = list[(t * 2 + 1) % 3];
    t *= t + list[0];
    t
}

#[test]
fn a_variable_may_be_named_like_the_index_of_its_first_value() {
    let (value, bars) = named_like_its_index::value_and_grad(&[3.0, 5.0, 7.0], 0);
    assert_eq!((value, bars), (40.0, [5.0, 13.0, 0.0]));
    let (value, dot) = named_like_its_index::jvp(&[3.0, 5.0, 7.0], 0, [1.0, 10.0, 100.0]);
    assert_eq!((value, dot), (40.0, 135.0));
}

#[differentiable]
fn indices_of_names_for_parts(a: &[f64; 3], x: f64, k: usize, table: &[usize; 2]) -> f64 {
    let b = &a[k];
    let k = k + 1;
    let mut c = *a;
    let d = &mut c[table[1]];
    let table = [2, 2];
    *d *= x * *b;
    *b * x + c[table[0]] * k as f64 + c[1]
}

#[test]
fn what_an_index_was_made_of_may_be_hidden_before_its_place_is_used() {
    let a = [3.0, 5.0, 7.0];
    let (_, (a_bar, x_bar)) = indices_of_names_for_parts::value_and_grad(&a, 2.0, 0, &[0, 1]);
    assert_eq!((a_bar, x_bar), ([12.0, 6.0, 1.0], 18.0));
    let tangents = ([1.0, 10.0, 100.0], 1000.0);
    let (value, dot) = indices_of_names_for_parts::jvp(&a, 2.0, 0, &[0, 1], tangents);
    assert_eq!((value, dot), (43.0, 12.0 + 60.0 + 100.0 + 18_000.0));
}

#[differentiable]
fn constants_of_one_name(a: &[f64; 3], x: f64) -> f64 {
    const K: usize = 0;
    let b = &a[K];
    let y = {
        const K: usize = 2;
        *b * x * a[K]
    };
    y * a[K]
}

#[test]
fn the_index_of_a_name_for_a_part_may_be_a_constant_that_is_hidden_later() {
    let a = [3.0, 5.0, 7.0];
    let (value, (a_bar, x_bar)) = constants_of_one_name::value_and_grad(&a, 2.0);
    assert_eq!((value, a_bar, x_bar), (126.0, [84.0, 0.0, 18.0], 63.0));
    let (value, dot) = constants_of_one_name::jvp(&a, 2.0, ([1.0, 10.0, 100.0], 1000.0));
    assert_eq!((value, dot), (126.0, 84.0 + 1800.0 + 63_000.0));
}

#[differentiable]
fn parameter_that_a_condition_hides(m: f64, b: [f64; 2], t0: Option<usize>) -> f64 {
    let mut p = m;
    p *= b[1];
    let Some(b) = t0 else {
        return b[0] - p;
    };
    for i in 0..2 {
        p += p * (b + i) as f64;
    }
    p
}

#[differentiable]
fn hidden_in_one_branch(m: f64, s: f64) -> f64 {
    let some = if m > 1.0 { Some(2) } else { None };
    parameter_that_a_condition_hides(m, [s, m], some)
}

#[test]
fn a_condition_names_what_its_branch_sees() {
    follows!(hidden_in_one_branch);
}

/// A type of the user's that has the name of a generic parameter.
#[derive(Clone, Copy, Differentiable)]
struct X {
    v: f64,
}

#[differentiable]
impl X {
    fn wave(&self, s: f64) -> f64 {
        self.v.sin() * s
    }
}

#[differentiable]
fn method_of_a_short_name(m: f64, s: f64) -> f64 {
    X { v: m }.wave(s) * m
}

#[test]
fn a_type_may_have_the_name_of_a_generic_parameter() {
    follows!(method_of_a_short_name);
}

#[differentiable]
fn repeated(m: f64, s: f64) -> f64 {
    let x = [m, s, m * s, m + s];
    let mut sum = 0.0;
    for i in 0..4 {
        let a = [x[i]; 3];
        sum += a[0] * a[2] * x[i] + a[1];
    }
    sum
}

#[differentiable]
fn quotients(m: f64, s: f64) -> f64 {
    let quotient = m / s;
    let b = quotient / (m / (s / quotient));
    let mut range = b;
    range /= m;
    range /= range + 1.0;
    b / range / quotient
}

#[differentiable]
fn states(m: f64, s: f64) -> f64 {
    let p0 = m * s;
    let p1_0 = p0.sin();
    let p1 = p1_0 * p0;
    let p2_0 = p1 * m;
    let mut y = p1;
    #[checkpoint]
    for _ in 0..7 {
        let p3_0 = y * p1_0;
        y = p3_0.sin() + 0.5 * (p0 + p2_0 + y).cos();
    }
    let w0 = y * p1;
    w0 * p1_0 * p2_0
}

#[differentiable]
fn twice(f: impl Fn(f64, f64) -> f64, x: f64) -> f64 {
    let argument0 = f(x, 2.0 * x);
    let argument1 = f(argument0, x);
    argument1 * argument0
}

#[differentiable]
fn arguments(m: f64, s: f64) -> f64 {
    let captured = m.sin();
    let argument0 = captured * s;
    let m_ref = twice(|argument1, argument0| argument1 * captured + argument0 * s, argument0);
    let m_before = m_ref * argument0;
    let m_first = m_before.cos() * m_ref;
    let m_given = m_first * s;
    m_given + m_before
}

#[test]
fn variables_called_like_what_derived_code_has_beside_them() {
    follows! { repeated quotients states arguments }
}

/// Names that generated variables have too, hidden by a second variable of the name.
mod like_generated {
    use cotangent::prelude::*;

    #[differentiable]
    fn hidden(x: f64) -> f64 {
        let v1 = (x + 1.0).sin();
        let v2 = [0.5, 0.5 * v1, x * 2.0];
        let v1 = v2[1] * v1;
        let v2 = v1 * x + v2[2];
        let mut c0 = v2.exp();
        for v0 in 0..2 {
            let v3 = c0 * v1;
            let v3 = v3 + v0 as f64 * v2;
            c0 = v3.cos();
        }
        c0 * v1
    }

    #[test]
    fn are_apart() {
        hidden::at(0.4).check().unwrap();
        hidden::at(0.4).check_jvp().unwrap();
    }
}

/// Derived code has helpers of its own for both.
#[differentiable]
fn checked(x: f64) -> Result<f64, String> {
    if x < 0.0 { Err("negative".to_owned()) } else { Ok(x.sqrt()) }
}

#[differentiable]
fn seen(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn checked_and_seen(x: f64) -> f64 {
    checked(x).unwrap() * seen(x) + checked(seen(x)).unwrap_or(1.0)
}

#[test]
fn functions_with_names_of_helpers() {
    checked_and_seen::at(1.5).check().unwrap();
    both_modes!(checked_and_seen(1.5));
}
