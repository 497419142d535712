//! Iteration over arrays, iterator chains, closures.

use cotangent::prelude::*;

/// The gradient with respect to an array, against differences.
fn check<const N: usize>(name: &str, f: impl Fn(&[f64; N]) -> f64, gradient: impl Fn(&[f64; N]) -> (f64, [f64; N])) {
    let x = std::array::from_fn(|i| 0.7 - 0.3 * i as f64 + 0.05 * (i * i) as f64);
    cotangent::check::gradient(f, gradient, x).unwrap_or_else(|mismatch| panic!("{name}: {mismatch}"));
}

#[differentiable]
fn by_element(x: &[f64; 4]) -> f64 {
    let mut s = 1.0;
    for v in x {
        s += s * v;
    }
    for v in x.iter().rev() {
        s *= v + 2.0;
    }
    for (i, v) in x.iter().enumerate() {
        s += *v * s * i as f64;
    }
    for v in *x {
        s += v.sin();
    }
    s
}

#[test]
fn over_the_elements_of_an_array() {
    check("by_element", by_element, |x| both_modes!(by_element(x)));
}

#[differentiable]
fn in_pairs(x: &[f64; 5]) -> f64 {
    let weights = [1.0, -2.0, 0.5];
    let mut s = 0.3;
    for (v, w) in x.iter().zip(weights) {
        s += s * v * w;
    }
    for (k, (a, b)) in x.iter().zip(x.iter().skip(1)).enumerate() {
        s += a * b * k as f64;
    }
    for pair in x.windows(2) {
        s *= pair[0] - 0.5 * pair[1];
    }
    for pair in x.chunks_exact(2) {
        s += pair[0] * pair[1] * s;
    }
    for v in x.iter().step_by(2).take(2) {
        s += v * v;
    }
    s
}

#[test]
fn over_pairs_windows_and_chunks() {
    check("in_pairs", in_pairs, |x| both_modes!(in_pairs(x)));
}

#[differentiable]
fn changing_elements(x: &[f64; 4]) -> f64 {
    let mut a = *x;
    for v in a.iter_mut() {
        *v *= *v + 1.0;
    }
    for (v, w) in a.iter_mut().zip(x) {
        *v += w * *v;
    }
    for v in &mut a {
        *v = v.sin();
    }
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * a[a.len() - 1 - i];
    }
    s
}

#[test]
fn over_elements_that_change() {
    check("changing_elements", changing_elements, |x| both_modes!(changing_elements(x)));
}

#[differentiable]
fn sums(x: &[f64; 4], y: &[f64; 4]) -> f64 {
    let dot: f64 = x.iter().zip(y).map(|(a, b)| a * b).sum();
    let norm = y.iter().map(|v| v * v).sum::<f64>().sqrt();
    let product: f64 = x.iter().product();
    let polynomial = x.iter().rev().fold(0.0, |acc, c| acc * norm + c);
    let positive: f64 = x.iter().filter(|v| **v > 0.0).map(|v| v.ln()).sum();
    let weighted: f64 = (0..4).map(|i| x[i] * y[3 - i] * i as f64).sum();
    let mut largest = x[0];
    x.iter().for_each(|v| {
        if *v > largest {
            largest = *v;
        }
    });
    dot / norm + product * polynomial + positive + weighted * largest + x.iter().copied().sum::<f64>()
}

#[test]
fn chains_that_end_in_a_value() {
    let y = [0.4, -1.0, 0.8, 1.7];
    check(
        "sums in x",
        |x| sums(x, &y),
        |x| {
            let (value, (dx, _)) = both_modes!(sums(x, &y));
            (value, dx)
        },
    );
    check(
        "sums in y",
        |x| sums(&y, x),
        |x| {
            let (value, (_, dy)) = both_modes!(sums(&y, x));
            (value, dy)
        },
    );
}

#[differentiable]
fn by_closures(x: f64, y: f64) -> f64 {
    let square = |v: f64| v * v;
    let scaled = |v, w| square(v) * w + x;
    let mut total = 0.0;
    let mut add = |v: f64| total += v * y;
    add(x);
    add(scaled(y, x));
    scaled(total, y) - square(x)
}

#[test]
fn closures_in_variables() {
    // t = xy + (y²x + x) y;  t² y + x - x²
    let (x, y) = (0.7, 1.3);
    let t = x * y + (y * y * x + x) * y;
    let (tx, ty) = (y + (y * y + 1.0) * y, x + 3.0 * y * y * x + x);
    let (value, (dx, dy)) = both_modes!(by_closures(x, y));
    assert!((value - (t * t * y + x - x * x)).abs() < 1e-14);
    assert!((dx - (2.0 * t * tx * y + 1.0 - 2.0 * x)).abs() < 1e-13);
    assert!((dy - (2.0 * t * ty * y + t * t)).abs() < 1e-13);
}

#[differentiable]
fn swapped_names(x: f64, y: f64) -> f64 {
    let f = |x: f64, y: f64| x * x * y;
    f(y, x)
}

#[test]
fn parameters_of_closures_are_bound_at_once() {
    assert_eq!(both_modes!(swapped_names(2.0, 3.0)), (18.0, (9.0, 12.0)));
}

#[differentiable]
fn shadowed_sources(x: &[f64; 2], y: &[f64; 2]) -> f64 {
    let mut s = 0.0;
    for (y, x) in x.iter().zip(y) {
        s += y * y * x;
    }
    s
}

#[test]
fn patterns_may_shadow_what_is_iterated_over() {
    assert_eq!(both_modes!(shadowed_sources(&[2.0, 3.0], &[5.0, 7.0])), (83.0, ([20.0, 42.0], [4.0, 9.0])));
}

#[differentiable]
fn nested_chains(m: &[[f64; 3]; 2], v: &[f64; 3]) -> f64 {
    m.iter().map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>().powi(2)).sum()
}

#[test]
fn chains_in_chains() {
    let (value, (dm, dv)) = both_modes!(nested_chains(&[[1.0, 2.0, 3.0], [0.0, -1.0, 2.0]], &[1.0, 2.0, -1.0]));
    assert_eq!(value, 4.0 + 16.0);
    assert_eq!(dm, [[4.0, 8.0, -4.0], [-8.0, -16.0, 8.0]]);
    assert_eq!(dv, [4.0, 16.0, -4.0]);
}

#[differentiable]
fn leaving_early(x: &[f64; 4]) -> f64 {
    let mut s = 1.0;
    for (i, v) in x.iter().enumerate() {
        if *v < 0.0 {
            continue;
        }
        s += s * v;
        if i == 2 {
            break;
        }
        s *= 1.1;
    }
    for v in x {
        if *v < 0.25 {
            return s * v;
        }
        s *= v;
    }
    s
}

#[test]
fn iterations_may_be_left() {
    check("leaving_early", leaving_early, |x| both_modes!(leaving_early(x)));
    check(
        "leaving_early, longer",
        |x: &[f64; 4]| leaving_early(&[1.0, x[0], 2.0, x[1]]),
        |x| {
            let (value, d) = both_modes!(leaving_early(&[1.0, x[0], 2.0, x[1]]));
            (value, [d[1], d[3], 0.0, 0.0])
        },
    );
}

#[differentiable]
fn arrays(x: &[f64; 3], s: f64) -> f64 {
    let squares = x.map(|v| v * v * s);
    let table: [[f64; 2]; 3] = core::array::from_fn(|i| {
        let w = squares[i] + s;
        [w, w * x[2 - i]]
    });
    let filled = [s * s; 4];
    let mut total = f64::sin(s) * f64::max(x[0], x[1]);
    for row in &table {
        total += row[0] * row[1] * filled[3];
    }
    for v in [x[0], s].map(f64::cos) {
        total *= v;
    }
    total
}

#[test]
fn arrays_made_element_by_element() {
    let f = |x: &[f64; 4]| arrays(&[x[0], x[1], x[2]], x[3]);
    check("arrays", f, |x| {
        let (value, (dx, ds)) = both_modes!(arrays(&[x[0], x[1], x[2]], x[3]));
        (value, [dx[0], dx[1], dx[2], ds])
    });
}

#[test]
fn the_length_of_an_array_is_a_constant() {
    assert_eq!(arrays::at(&[1.0, 2.0, 3.0], 0.5).tape_words(), arrays::tape_words());
    assert_eq!(nested_chains::at(&[[1.0; 3]; 2], &[1.0; 3]).tape_words(), nested_chains::tape_words());
}

#[differentiable]
fn constants_by_reference<const D: usize>(#[constant] points: &[[f64; D]], center: &[f64; D]) -> f64 {
    let mut total = 0.0;
    for point in points {
        for (&p, c) in point.iter().zip(center) {
            total += (p - c) * (p - c);
        }
        for (i, &c) in center.iter().enumerate() {
            total += point[i] * c.sin();
        }
    }
    total
}

#[test]
fn elements_of_constant_lists_are_found_again() {
    let points = [[0.5, -1.0], [2.0, 0.25], [1.0, 1.0]];
    check(
        "constants_by_reference",
        |c: &[f64; 2]| constants_by_reference(&points, c),
        |c| both_modes!(constants_by_reference(&points, c)),
    );
}

#[differentiable]
fn made_as_the_result<const N: usize>(a: &[f64; N], h: f64, b: &[f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i] + h * b[i])
}

#[test]
fn the_type_of_the_result_says_how_long_an_array_is() {
    let (value, (da, dh, db)) = made_as_the_result::vjp(&[1.0, 2.0], 3.0, &[4.0, 5.0], [1.0, 10.0]);
    assert_eq!((value, da, dh, db), ([13.0, 17.0], [1.0, 10.0], 54.0, [3.0, 30.0]));
}

#[differentiable]
fn closures_in_conditions(x: f64, n: usize) -> f64 {
    let square = |v: f64| v * v;
    let far = |v: f64| square(v) > 0.5;
    let twice = |k: usize| 2 * k;
    let mut s = x;
    while !far(s) && s.abs() > 1e-3 {
        s += s;
    }
    let cubes = [s, x].map(|v| v * square(v));
    let sums = [cubes[0], x].map(|v| {
        let more = [v, s].map(|w| w * v);
        more[0] + more[1]
    });
    for i in 0..twice(n) {
        s += sums[i % 2] * s;
    }
    if far(x) { s } else { square(s) }
}

#[test]
fn closures_are_called_where_nothing_is_differentiated() {
    for n in 0..3 {
        for x in [0.3, 0.8] {
            cotangent::check::gradient(
                |x: &f64| closures_in_conditions(*x, n),
                |x| both_modes!(closures_in_conditions(*x, n)),
                x,
            )
            .unwrap_or_else(|mismatch| panic!("{n} {x}: {mismatch}"));
        }
    }
}

#[differentiable]
fn nested_in_a_tuple(x: &[f64; 3], y: f64) -> f64 {
    let (mut a, mut b) = (y, y);
    (a, b) = (x.iter().map(|v| v * x.iter().sum::<f64>()).sum::<f64>(), a * b);
    a * b
}

/// This took the macro a minute, and more memory than some have: each attempt to bind the tuple took its variables for new
/// ones.
#[test]
fn chains_in_chains_in_an_assigned_tuple_are_bound_once() {
    // (x₀ + x₁ + x₂)² y²
    let (value, (dx, dy)) = both_modes!(nested_in_a_tuple(&[1.0, 0.5, 0.5], 3.0));
    assert_eq!((value, dx, dy), (36.0, [36.0; 3], 24.0));
}

#[differentiable]
fn over_a_local_constant(x: f64) -> f64 {
    let q = [0.75; 3];
    let mut d = x;
    for k in &q {
        d *= x - (*k);
    }
    d
}

#[test]
fn a_list_of_constants_in_the_function_is_iterated_over() {
    // d/dx x (x - 3/4)^3 at 2
    assert_eq!(both_modes!(over_a_local_constant(2.0)), (2.0 * 1.25_f64.powi(3), 1.25_f64.powi(3) + 6.0 * 1.25 * 1.25));
}

struct Limit {
    at: f64,
}

/// `x₀² + x₁² + x₁ x₂`, where blocks, conditions and literals stand at the edges of what they are written into.
#[differentiable]
#[allow(unused_braces, clippy::blocks_in_conditions)]
fn blocks_at_the_edges(x: &[f64; 3], n: usize) -> f64 {
    let squares: [f64; 3] = std::array::from_fn(|i| { x[i] } * x[i]);
    let plus = |a: f64| { a } + x[1] * x[2];
    let mut sum = (0..{ n }).map(|i| squares[i]).sum::<f64>();
    sum += x.iter().filter(|v| **v > Limit { at: 100.0 }.at).sum::<f64>();
    plus(x.iter().fold(sum, |sum, v| if *v > 100.0 { -*v } else { 0.0 * v } + sum))
}

#[test]
fn blocks_may_stand_at_the_edges() {
    let (value, gradient) = both_modes!(blocks_at_the_edges(&[3.0, 2.0, 5.0], 2));
    assert_eq!((value, gradient), (23.0, [6.0, 9.0, 2.0]));
}

/// Parts of a list of constants that only this function has.
#[differentiable]
fn chunks_of_constants(x: f64, k: usize) -> f64 {
    let mut scale = [1.0_f64; 4];
    scale[k] = 2.0;
    let mut y = x;
    for pair in scale.chunks_exact(2) {
        y = (y + pair[0]) * x - pair[1];
    }
    y
}

#[test]
fn parts_of_a_list_of_constants_are_operands() {
    for k in 0..4 {
        check! { chunks_of_constants (k) at 0.7; }
    }
}

#[differentiable]
fn parts_of_constant_windows(x: f64, n: usize) -> f64 {
    let mut factors = [0.5_f64, -1.5, 2.0];
    let mut y = x;
    for _ in 0..n {
        for pair in factors.windows(2) {
            y += pair[0] * x * y + pair[n % 2].sin();
        }
        factors[n % 3] = factors[0].sin();
    }
    y
}

#[test]
fn parts_of_windows_of_constants_are_operands() {
    check!(parts_of_constant_windows(0) at 0.3; parts_of_constant_windows(1) at 0.3; parts_of_constant_windows(3) at 0.3;);
}

#[derive(Differentiable, Clone)]
struct From {
    at: f64,
    #[constant]
    first: usize,
}

#[differentiable]
fn steps_from_a_part(x: f64) -> f64 {
    let From { at, first } = From { at: x * x, first: 2 };
    let mut total = 0.0;
    for i in (first % 3..8).step_by(3) {
        total += at * at * i as f64;
    }
    total
}

#[test]
fn how_often_a_loop_runs_is_a_constant() {
    assert_eq!(steps_from_a_part::value_and_grad(2.0), (16.0 * 7.0, 4.0 * 8.0 * 7.0));
}

#[differentiable]
fn g(y: f64, x: f64) -> f64 {
    y * y * x
}

#[differentiable]
fn hidden_from_closures(m: f64, s: f64) -> f64 {
    let (x, n, a) = (m * s, 3, [m, s]);
    let mut t = [m, s].iter().map(|x| x * 2.0).map(|y| y * x).sum::<f64>();
    t += a.iter().filter(|&&x| x > 0.8).map(|y| g(*y, x)).sum::<f64>();
    t += a.iter().zip([s, m]).map(|(a, b)| a * b).map(|c| c * a[0]).sum::<f64>();
    t += (0..n).map(|n| m * n as f64).map(|y| y * n as f64).sum::<f64>();
    a.iter().map(|x| x * s).for_each(|y| t += y * x);
    t
}

#[differentiable]
fn hidden_from_the_rest(m: f64, s: f64) -> f64 {
    let (x, a) = (m * s, [m, s]);
    let mut t = a.iter().map(|x| x * x).fold(x, |a, y| a * y + x);
    for y in a.iter().map(|x| x * x) {
        t += y * x;
        assert!(x > 0.0, "{x}");
    }
    t += a.iter().map(|m| m * x).zip(a.iter().map(|x| x * m)).map(|(p, q)| p * q * m).sum::<f64>();
    // Whose name is that of a function.
    t + a.iter().map(|g| g * x).map(|y| g(y, x)).sum::<f64>()
}

#[differentiable]
fn of_any_type(m: f64, s: f64) -> f64 {
    let a = [m, s, m * s];
    let mut t = (1..4).map(|k| m.powi(k)).sum::<f64>() + (-2..=2_i32).map(|k| s.powi(k)).sum::<f64>();
    t += a.iter().zip(1..4).map(|(x, k)| x.powi(k)).sum::<f64>();
    t += a.iter().zip(-1..).map(|(x, k)| x.powi(k)).sum::<f64>();
    t += (250..=255_u8).rev().map(|k| m * f64::from(k)).fold(s, |t, x| t * 0.01 + x);
    t += (-128..=127_i8).skip(250).step_by(2).map(|k| s * f64::from(k)).fold(m, |t, x| t * 0.1 + x);
    t += (1..=3_u64).rev().enumerate().map(|(i, k)| m * k as f64 * i as f64).sum::<f64>();
    t += (5..2_u16).zip(a).map(|(k, x)| x * f64::from(k)).sum::<f64>();
    for (x, k) in a.iter().zip(u64::MAX - 2..=u64::MAX) {
        t += x * (k - (u64::MAX - 3)) as f64;
    }
    t + (0..6).take(4).rev().skip(1).filter(|k| k % 2 == 0).map(|k| m * k as f64 + s).product::<f64>()
}

#[differentiable]
fn seen_by_filters(m: f64, s: f64) -> f64 {
    let x = [m, s, m * s];
    let j = &2;
    let mut t = x.iter().enumerate().filter(|(i, v)| *i != 1 && **v > 0.0).map(|(i, v)| v * s * i as f64).sum::<f64>();
    t += (0..3).filter(|j| *j % 2 == 0).map(|k| x[k] * s).sum::<f64>() * *j as f64;
    for i in 0..3 {
        let j = &i;
        t += t * x[*j];
    }
    t
}

#[differentiable]
fn in_order(m: f64, s: f64) -> f64 {
    let mut k = 4;
    let mut u = m;
    let mut t: f64 = (0..k)
        .skip({
            k += 3;
            1
        })
        .map(|i| m * i as f64)
        .sum();
    t += m * k as f64;
    t += [
        {
            u *= s;
            u
        },
        s,
    ]
    .iter()
    .fold(u, |a, x| a * m + x);
    let x = [m, s, m * s, m];
    k = 2;
    t += (0..k)
        .take(3)
        .rev()
        .map(|i| {
            k += 1;
            x[i] * m
        })
        .sum::<f64>();
    t * k as f64
}

#[differentiable]
fn changed_meanwhile(m: f64, s: f64) -> f64 {
    let mut a = [m, s, m * s];
    let mut t = 0.0;
    for x in a {
        a[2] += x * m;
        t += x * a[2];
    }
    for (i, x) in a.into_iter().enumerate() {
        a.swap(0, i);
        t += x * a[0] * i as f64;
    }
    let mut rows = [[m, s], [s, m]];
    rows[1].into_iter().rev().for_each(|x| rows[1][0] *= x);
    t * rows[1][0]
        + a.into_iter().fold(t, |t, x| {
            a[1] += x;
            t * a[1]
        })
}

#[test]
fn what_a_chain_goes_through_and_what_its_closures_see() {
    follows!(hidden_from_closures hidden_from_the_rest of_any_type seen_by_filters in_order changed_meanwhile);
}
