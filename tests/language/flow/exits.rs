//! `return`, `break`, `continue`, labels, values of loops and blocks, `let else`.

use cotangent::prelude::*;

#[differentiable]
fn guard(x: f64, k: usize) -> f64 {
    if k == 0 {
        return x * x;
    }
    let y = x.sin();
    if k == 1 {
        return y * x;
    } else if k == 2 {
        let z = y * y;
        return z;
    }
    y * y * y
}

#[test]
fn an_early_return_is_the_other_branch() {
    check!(guard(0) at 0.7; guard(1) at 0.7; guard(2) at 0.7; guard(3) at 0.7;);
}

#[differentiable]
fn deep(x: f64, k: usize) -> f64 {
    let y = x * x;
    if k > 0 {
        let z = y.sin();
        if k > 1 {
            if k == 2 {
                return z * y;
            }
            let w = z * z;
            if k == 3 {
                return w * x;
            }
        }
    }
    y * y
}

#[test]
fn a_return_deep_inside() {
    check!(deep(0) at 0.7; deep(1) at 0.7; deep(2) at 0.7; deep(3) at 0.7; deep(4) at 0.7;);
}

#[differentiable]
fn skipping(x: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        if i % 3 == 1 {
            continue;
        }
        s += s * x;
        if i % 2 == 0 {
            s *= x + 0.5;
            if i == 4 {
                continue;
            }
            s += x;
        }
        s = s * 0.9;
    }
    s * x
}

#[test]
fn continue_skips_the_rest_of_an_iteration() {
    check!(skipping(0) at 0.7; skipping(1) at 0.7; skipping(2) at 0.7; skipping(7) at 0.7;);
}

#[differentiable]
fn stopping(x: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        s *= x;
        if s < 0.2 {
            break;
        }
        s += 0.1 * s * s;
        if i == 5 {
            s *= 2.0;
            break;
        }
        s -= 0.01;
    }
    s * s
}

#[test]
fn break_ends_the_loop() {
    check!(stopping(0) at 0.9; stopping(1) at 0.9; stopping(4) at 0.9, 0.3; stopping(9) at 0.9, 1.1;);
}

#[differentiable]
fn labelled(x: f64, n: usize) -> f64 {
    let mut s = x;
    'outer: for i in 0..n {
        for j in 0..n {
            s += 0.3 * s * x;
            if j > i {
                continue 'outer;
            }
            if i * j == 6 {
                break 'outer;
            }
            s *= 0.9;
        }
        s += x;
    }
    s * s
}

#[test]
fn labels_leave_outer_loops() {
    check!(labelled(0) at 0.7; labelled(1) at 0.7; labelled(3) at 0.7; labelled(6) at 0.7;);
}

#[differentiable]
fn returning(x: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        for j in 0..3 {
            s *= x;
            if i + j == 4 {
                return s * s * x;
            }
        }
        s += 1.0;
    }
    let y = s * s;
    y * x
}

#[test]
fn return_from_nested_loops() {
    check!(returning(0) at 0.9; returning(2) at 0.9; returning(3) at 0.9; returning(5) at 0.9;);
}

#[differentiable]
fn found(x: f64, n: usize) -> f64 {
    let mut k = 0;
    let y = loop {
        k += 1;
        if k > n {
            break x * x;
        }
        let z = x.sin() * k as f64;
        if z > 2.0 {
            break z * x;
        }
    };
    let w = 'block: {
        if y > 1.0 {
            break 'block y * y;
        }
        x + y
    };
    w * y
}

#[test]
fn loops_and_blocks_have_values() {
    check!(found(0) at 0.7, 1.2; found(2) at 0.7; found(9) at 0.7, 2.0;);
}

#[differentiable]
fn endless(x: f64, n: usize) -> f64 {
    let mut s = x;
    let mut i = 0;
    loop {
        if i == n {
            return s * x;
        }
        i += 1;
        s = s * s + x;
        if s > 10.0 {
            return s;
        }
    }
}

#[test]
fn a_loop_that_only_return_ends() {
    check!(endless(0) at 0.7; endless(1) at 0.7; endless(3) at 0.7; endless(8) at 0.7;);
}

#[differentiable]
fn bound_on_the_way(x: f64, k: Option<usize>) -> f64 {
    let Some(k) = k else { return -x };
    let y = if k == 0 { return x * 3.0 } else { x * x };
    let z = match k {
        1 => y * x,
        2 | 3 => {
            let w = y + x;
            w * w
        }
        4..=6 if x > 0.5 => return y * y * y,
        _ => x,
    };
    z * y
}

#[test]
fn values_that_are_bound_unless_the_function_returns() {
    check!(
        bound_on_the_way(None) at 0.7; bound_on_the_way(Some(0)) at 0.7; bound_on_the_way(Some(1)) at 0.7;
        bound_on_the_way(Some(3)) at 0.7; bound_on_the_way(Some(5)) at 0.7, 0.3; bound_on_the_way(Some(9)) at 0.7;
    );
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Linear,
    Power(i32),
    Shifted { by: f64 },
}

#[differentiable]
fn matched(x: f64, #[constant] kind: Kind) -> f64 {
    let y = match kind {
        Kind::Linear => x,
        Kind::Power(n) => x.powi(n) * n as f64,
        Kind::Shifted { by } => (x - by) * by * x,
    };
    let mut z = y * y;
    match kind {
        Kind::Shifted { by } if by > 1.0 => z *= by * y,
        Kind::Power(3) => {
            z += y;
            z *= z;
        }
        _ => {}
    }
    z
}

#[test]
fn every_arm_of_a_match() {
    check!(
        matched(Kind::Linear) at 0.7; matched(Kind::Power(2)) at 0.7; matched(Kind::Power(3)) at 0.7;
        matched(Kind::Shifted { by: 0.5 }) at 0.7; matched(Kind::Shifted { by: 1.5 }) at 0.7;
    );
}

#[differentiable]
fn matched_value(x: f64, y: f64) -> f64 {
    let z = match x * y {
        v if v > 2.0 => v * v,
        v => -v * x,
    };
    match (x > y, 1) {
        (true, n) => z * n as f64,
        (false, _) => z * y,
    }
}

#[test]
fn the_value_that_is_matched_may_have_a_derivative() {
    // (xy)²; (xy)² y; -x²y
    assert_eq!(both_modes!(matched_value(3.0, 2.0)), (36.0, (24.0, 36.0)));
    assert_eq!(both_modes!(matched_value(2.0, 3.0)), (108.0, (108.0, 108.0)));
    assert_eq!(both_modes!(matched_value(1.0, 0.5)), (-0.5, (-1.0, -1.0)));
}

#[differentiable]
fn if_let(x: f64, #[constant] weights: &[Option<f64>; 3]) -> f64 {
    let mut s = x;
    for i in 0..3 {
        if let Some(w) = weights[i] {
            s += s * w * x;
        } else {
            s *= x;
        }
    }
    s
}

#[test]
fn if_let_on_constants() {
    #[rustfmt::skip]
    check!(if_let(&[Some(0.5), None, Some(-1.5)]) at 0.7;);
}

#[differentiable]
fn collatz(x: f64, start: u64) -> f64 {
    let mut n = start;
    let mut y = x;
    while n != 1 {
        if n & 1 == 0 {
            n /= 2;
            y *= x;
            continue;
        }
        n = 3 * n + 1;
        y += 0.1 * x * y;
    }
    y
}

#[test]
fn control_flow_by_changing_integers() {
    check!(collatz(1) at 0.9; collatz(3) at 0.9; collatz(7) at 0.9;);
}

#[differentiable]
fn leaving_closures(x: f64, n: usize) -> f64 {
    let clipped = |v: f64| {
        if v > 1.0 {
            return 1.0 + 0.1 * v;
        }
        v * v
    };
    let mut s = (0..n)
        .map(|k| {
            if k == 2 {
                return x;
            }
            clipped(x * k as f64)
        })
        .sum::<f64>();
    for k in (2..=n).rev() {
        s += x * s;
        if k == 3 {
            break;
        }
        s *= k as f64;
    }
    s
}

#[test]
fn return_in_a_closure_leaves_the_closure() {
    check!(leaving_closures(0) at 0.7; leaving_closures(2) at 0.7; leaving_closures(5) at 0.7, 1.3;);
}

#[differentiable]
fn in_operands(x: f64, n: usize) -> f64 {
    let mut sum = 2.0 * if n == 0 { return x * x } else { x.sin() };
    sum *= match n {
        1 => return sum * x,
        2 => x.exp(),
        _ => loop {
            if n == 3 {
                return sum;
            }
            break x * x;
        },
    };
    (sum + if n == 2 { return sum * sum } else { x }) * x
}

#[test]
fn an_exit_may_stand_inside_an_expression() {
    check!(in_operands(0) at 0.7; in_operands(1) at 0.7; in_operands(2) at 0.7; in_operands(3) at 0.7; in_operands(4) at 0.7;);
}

#[differentiable]
fn first_something(x: f64, n: usize) -> f64 {
    let mut y = x;
    let mut k = 0;
    'outer: while {
        y += 0.1 * y * x;
        k += 1;
        k < n
    } {
        let y_before = y;
        if {
            let z = y * x;
            y = z.sin();
            z > 0.5
        } {
            y *= y_before;
        } else if {
            y -= 0.2 * x;
            k == 3
        } {
            continue 'outer;
        } else {
            y += y_before;
        }
        if k == 5 {
            break 'outer;
        }
        y *= 1.25;
    }
    y * x
}

#[test]
fn conditions_may_do_something_first() {
    check!(
        first_something(0) at 0.7; first_something(2) at 0.7, 1.3; first_something(4) at 0.7, 1.3;
        first_something(9) at 0.4, 0.9, 1.3;
    );
}

#[differentiable]
fn searches_without_a_derivative(x: f64, n: usize) -> f64 {
    let mut far = 0;
    for k in 0..n {
        let mut m = 0;
        let d = loop {
            if m >= 2 {
                break 1.25_f64;
            }
            m += 1;
        };
        let name = loop {
            if m + k > 3 {
                break String::from("long");
            }
            m += 1;
        };
        far += name.len() + if d > 1.0 { m } else { 0 };
    }
    x * far as f64
}

/// What carries the value of the inner loops was assigned to as if it were declared there.
#[test]
fn loops_with_values_may_stand_in_loops_without_a_derivative() {
    // m is 4, 3, 2
    assert_eq!(searches_without_a_derivative(0.5, 3), 10.5);
    assert_eq!(both_modes!(searches_without_a_derivative(0.5, 3)), (10.5, 21.0));
}

#[differentiable]
fn hidden_name(x: f64, k: usize) -> f64 {
    let b = x * x;
    let mut sum = 0.0;
    if k == 0 {
        return b;
    } else {
        let b = x.sin();
        sum += b;
    }
    sum * b
}

#[differentiable]
fn hidden_by_a_condition(x: f64, k: Option<usize>) -> f64 {
    let y = x * x;
    let n = 3;
    if let Some(n) = k {
        let y = y * n as f64;
        assert!(y > 0.0);
    } else {
        return x;
    }
    y * n as f64
}

#[differentiable]
fn hidden_constant(x: f64, k: usize) -> f64 {
    const N: f64 = 3.0;
    let mut y = x;
    if k == 0 {
        return x;
    } else {
        const N: f64 = 5.0;
        y *= N;
    }
    y * N
}

#[test]
fn what_follows_an_exit_sees_its_own_names() {
    assert_eq!(both_modes!(hidden_constant(2.0, 1)), (30.0, 15.0));
    check!(hidden_name(0) at 0.7; hidden_name(1) at 0.7;);
    check!(hidden_by_a_condition(None) at 0.7; hidden_by_a_condition(Some(2)) at 0.7;);
}

#[differentiable]
fn late(x: f64, k: usize) -> f64 {
    let y: f64;
    if k == 2 {
        y = x.tanh();
    } else {
        if k == 1 {
            return x;
        }
        y = x;
        assert!(y > 0.0, "{y}");
    }
    y * y
}

#[differentiable]
fn positive(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}

#[differentiable]
fn late_by_a_question(x: f64, k: usize, a: [f64; 3]) -> Option<f64> {
    let at;
    let mut y;
    match k {
        0 => {
            y = positive(x)? * 2.0;
            at = 1;
        }
        1 => {
            y = 1.5;
            at = k;
            if x > 4.0 {
                return Some(y * x);
            }
        }
        _ => return None,
    }
    y *= x * a[at];
    Some(y)
}

/// The compiler did not know that the variable has a value where it is used.
#[test]
fn a_variable_may_get_its_value_where_something_leaves() {
    check!(late(0) at 0.7; late(1) at 0.7; late(2) at 0.7;);
    let (a, none) = ([1.0, 2.0, 3.0], [0.0; 3]);
    assert_eq!(late_by_a_question::vjp(2.0, 0, a, 1.0), (Some(32.0), (48.0, [0.0, 16.0, 0.0])));
    assert_eq!(late_by_a_question::vjp(-2.0, 0, a, 1.0), (None, (0.0, none)));
    assert_eq!(late_by_a_question::vjp(2.0, 1, a, 1.0), (Some(6.0), (3.0, [0.0, 3.0, 0.0])));
    assert_eq!(late_by_a_question::vjp(5.0, 1, a, 1.0), (Some(7.5), (1.5, none)));
    assert_eq!(late_by_a_question::vjp(5.0, 2, a, 1.0), (None, (0.0, none)));
}

#[differentiable]
fn values_that_are_nothing(m: f64, s: f64) -> f64 {
    let mut t = m;
    let () = 'b: {
        t += s;
        if t > 2.3 {
            break 'b;
        }
        t *= m;
    };
    let () = 'c: {
        if t > 2.3 {
            break 'c ();
        }
        t *= s;
    };
    let () = loop {
        t *= s + 1.0;
        if t > 4.7 {
            break;
        }
    };
    t * t
}

#[differentiable]
fn late_in_a_loop(m: f64, s: f64) -> f64 {
    let x;
    let mut i = 0;
    loop {
        i += 1;
        if i > 3 {
            x = m * s;
            break;
        }
    }
    x * s * f64::from(i)
}

#[differentiable]
fn a_block_with_a_label_at_the_end(m: f64, s: f64) -> f64 {
    'q: {
        if m > 1.0 {
            break 'q m * m * s;
        }
        s * m
    }
}

#[test]
fn exits_give_values_late_at_the_end_or_none() {
    follows!(values_that_are_nothing late_in_a_loop a_block_with_a_label_at_the_end);
}

#[differentiable]
fn value_beside_a_return(m: f64, s: f64) -> f64 {
    if m > 1.0 {
        return s * s;
    } else {
        m * s
    }
}

#[differentiable]
fn followed_by_more(m: f64, s: f64) -> f64 {
    let mut t = m;
    if m > 1.0 {
        if s > 1.0 {
            return m;
        }
        t += m
    } else {
        return s;
    }
    t * s
}

#[differentiable]
fn returned_branch(m: f64, s: f64) -> f64 {
    return if m > 1.0 {
        return s * m;
    } else {
        m
    };
}

#[differentiable]
fn names_of_a_labelled_block(m: f64, s: f64) -> f64 {
    let x = m;
    let y = 'a: {
        let x = x * 2.0;
        if s > 1.0 {
            break 'a x;
        }
        x * s
    };
    y * x
}

#[differentiable]
fn exits_in_operands(m: f64, s: f64) -> f64 {
    let t = 2.0 * m;
    t * if m > 2.0 {
        return s;
    } else {
        3.0 * s
    } + match Some(m * s) {
        Some(x) => {
            x * loop {
                break x * 2.0;
            }
        }
        None => m,
    }
}

/// What stands before an exit is read before the exit changes it.
#[differentiable]
fn exits_that_change_what_was_read(m: f64, s: f64) -> f64 {
    let (mut t, mut pair) = (m * s, (m, s));
    let list = [
        pair.0 * 2.0,
        if m > 0.1 {
            pair.0 -= s;
            if m > 2.0 {
                return s;
            }
            pair.0 * m
        } else {
            s
        },
        pair.0,
    ];
    let sum = t * {
        t += m;
        if t > 9.0 {
            return m;
        }
        t
    } - {
        t *= s;
        t
    } * loop {
        t += 1.0;
        if t > 2.0 {
            break t * m;
        }
    };
    (list[0] + 3.0 * list[1] * list[2]).mul_add(
        {
            t *= 1.5;
            t
        },
        loop {
            t *= 1.5;
            break t;
        },
    ) + sum
}

#[differentiable]
fn scaled(x: &mut f64, y: f64) -> f64 {
    *x *= y;
    *x + y
}

/// What is lent before an exit stays lent until the call.
#[differentiable]
fn exits_beside_what_is_lent(m: f64, s: f64) -> f64 {
    let (mut t, mut u) = (m, s);
    let v = scaled(
        &mut t,
        loop {
            u += m;
            if u > 2.1 {
                break u * s;
            }
        },
    );
    t * v
}

#[test]
fn exits_stand_where_values_do() {
    follows!(value_beside_a_return followed_by_more returned_branch names_of_a_labelled_block exits_in_operands);
    follows!(exits_that_change_what_was_read exits_beside_what_is_lent);
}

/// Both branches end the function, and neither always leaves it early.
#[differentiable]
fn series(x: f64, n: usize) -> Option<f64> {
    if x > 1.0 {
        let mut h = x;
        for i in 1..n {
            h *= x / i as f64;
            if (h - 1.0).abs() < 0.4 {
                return Some(h * (-x).exp());
            }
        }
        None
    } else {
        {
            let mut sum = x;
            while sum < 3.0 {
                sum += x * sum;
                if sum * x > 1.0 {
                    return Some(sum * sum);
                }
            }
            Some(sum * x)
        }
    }
}

#[differentiable]
fn ends_in_branches(m: f64, s: f64) -> f64 {
    series(m, 9).unwrap_or(s) * series(s, 9).unwrap_or(m) + series(3.0 * m, 2).unwrap_or(s)
}

#[test]
fn branches_that_end_the_function() {
    follows! { ends_in_branches }
}

/// Vectors of different lengths, which leave a loop.
#[differentiable]
fn lists_of_the_last_iteration(m: f64, s: f64) -> f64 {
    let (mut sum, mut i) = (m, 1);
    let mut list;
    loop {
        list = vec![m * i as f64; i];
        list.push(sum * s);
        sum += list[0] * list[i];
        i += 1;
        if i > 3 {
            break;
        }
    }
    let found = loop {
        let other = if i % 2 == 0 { vec![m, s] } else { vec![s, m, sum] };
        i += 1;
        if i > 6 {
            break other;
        }
    };
    list.iter().map(|x| x * x).sum::<f64>() * sum + found[0] * found[1]
}

#[test]
fn vectors_of_the_last_iteration() {
    follows! { lists_of_the_last_iteration }
}

#[differentiable]
fn grown(list: &mut Vec<f64>, x: f64) -> f64 {
    list.push(x * list[0]);
    x
}

/// What gets its value beside an exit, and changes there.
#[differentiable]
fn declared_together(m: f64, s: f64) -> f64 {
    let (mut list, y): (Vec<f64>, f64);
    if m > 2.2 {
        return m * s;
    } else if m > 1.0 {
        list = vec![m];
        y = if s > 0.0 {
            list.push(m * s);
            list.pop().unwrap()
        } else {
            s
        };
    } else {
        list = vec![1.0, 2.0 * m, s];
        y = s;
    }
    list[0] *= 2.0;
    list.iter().sum::<f64>() * y
}

#[differentiable]
fn changed_beside_an_exit(m: f64, s: f64) -> f64 {
    let (mut list, mut pair, mut number, mut constant);
    if m > 2.2 {
        return m * s;
    } else if m > 1.0 {
        list = vec![m];
        list.push(m * s);
        let last = list.pop().unwrap();
        pair = [last * grown(&mut list, s), s];
        for i in 0..2 {
            list.push(m * i as f64);
        }
        number = pair[0];
        number *= m;
        constant = [1.0, 2.0];
        constant[1] = 3.0;
    } else {
        list = vec![1.0, 2.0 * m, s];
        let first = list[0];
        list[2] *= first * list[1];
        pair = [m, s];
        pair[0] += pair[1];
        number = 2.0;
        number -= m * s;
        constant = [0.5, 1.0];
    }
    list[1] *= 2.0;
    number += pair[0];
    list[0] * list[1] * list[2] + pair[0] * pair[1] * number * constant[1]
}

#[test]
fn values_that_change_beside_an_exit() {
    follows! { changed_beside_an_exit }
    follows! { declared_together }
}

/// Variables without a value that get one beside exits, behind another exit.
#[differentiable]
fn late_behind_an_exit(a: f64, x: f64) -> f64 {
    if x < 0.01 {
        return 0.0;
    }
    let flag: isize;
    let mut y: f64;
    let mut z: f64;
    if a < -0.5 {
        return a * x;
    }
    if a <= 1.0 {
        flag = 0;
        y = a * x;
        z = y;
    } else {
        flag = 1;
        y = x;
        z = a;
        if a > 50.0 {
            return y;
        }
    }
    let w: f64;
    if y > 1.0 {
        w = y;
        if x > 90.0 {
            return w;
        }
    } else {
        w = z * y;
    }
    loop {
        y *= 0.9 * w / (1.0 + w);
        if flag == 1 && y < 0.7 {
            break;
        }
        if y < 0.5 {
            z *= y;
            break;
        }
    }
    if flag != 0 { y * x * z } else { y + z * w }
}

#[test]
fn late_variables_are_carried_once() {
    for (a, x) in [(0.3, 0.6), (1.3, 0.9), (1.3, 0.2), (-1.0, 2.0), (60.0, 0.5), (0.3, 0.001)] {
        late_behind_an_exit::at(a, x).check().unwrap();
        late_behind_an_exit::at(a, x).check_jvp().unwrap();
    }
}
