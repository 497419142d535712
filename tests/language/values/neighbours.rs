//! Loops that read neighbours, `x[i - 1]` and `x[i + 1]`: the reverse half takes their cotangents along, and writes each once.

use cotangent::prelude::*;

const AT: [f64; 6] = [0.7, -0.4, 1.3, 0.2, -1.1, 0.9];

/// The gradient of functions of six numbers against differences, and forward mode and second derivatives against it.
macro_rules! neighbours {
    ($($name:ident ($x:ident $(, $n:ident in $ns:expr)?) $body:block)*) => {$(
        mod $name {
            use super::*;

            #[differentiable]
            fn f($x: &[f64; 6] $(, $n: usize)?) -> f64 $body

            #[test]
            fn has_the_gradient_that_differences_have() {
                $(for $n in $ns)? {
                    let found = cotangent::check::gradient(
                        |x: &[f64; 6]| f(x $(, $n)?),
                        |x| both_modes!(f(x $(, $n)?)),
                        AT,
                    );
                    found.unwrap_or_else(|mismatch| panic!("{mismatch}"));
                }
            }
        }
    )*};
}

neighbours! {
    three_in_a_loop_that_goes_up (x) {
        let mut y = [0.0; 6];
        for i in 1..5 {
            y[i] = x[i].sin() + x[0] * (x[i - 1] - 2.0 * x[i] + x[i + 1]);
        }
        y[1] * y[2] + y[3] * y[4]
    }
    three_in_a_loop_that_goes_down (x) {
        let mut y = [0.0; 6];
        for i in (1..=4).rev() {
            y[i] = x[i] * x[i] + 3.0 * (x[i - 1] - 2.0 * x[i] + x[i + 1]);
        }
        y[1] * y[2] + y[3] * y[4]
    }
    lists_that_change_places (x) {
        let mut a = *x;
        let mut b = [0.0; 6];
        for _ in 0..3 {
            for i in 1..5 {
                b[i] = a[i] * a[i] + x[0] * (a[i - 1] - 2.0 * a[i] + a[i + 1]);
            }
            std::mem::swap(&mut a, &mut b);
        }
        a.iter().map(|a| a * a).sum()
    }
    one_to_which_several_steps_add (x, n in 0..=6) {
        let (mut y, mut z) = ([0.0; 6], [0.0; 6]);
        for i in 0..n {
            y[i] += x[i] * x[0];
            z[i] = x[i].sin() - x[i];
        }
        y[1] * z[2] + y[0] * y[0] + z[3] * y[4]
    }
    one_beside_two (x, n in 0..=5) {
        let (mut y, mut z) = ([0.0; 6], [0.0; 6]);
        let w = [x[0], x[1] * x[2], x[3], x[4], x[5], x[0]];
        for i in (0..n).rev() {
            y[i] += w[i] * x[i] - w[i];
            z[i] = x[i + 1] * w[i];
        }
        y[1] * z[2] + y[0] * y[0] + z[3] * y[4]
    }
    all_distances (x) {
        let mut sum = 0.0;
        for i in 0..3 {
            for j in 0..i {
                let mut d = 0.0;
                for k in 0..4 {
                    d += (x[i + k] - x[j + k]) * (x[i + k] - x[j + k]);
                }
                sum += d.sqrt();
            }
        }
        sum
    }
    a_loop_of_some_iterations (x, n in 0..=4) {
        let mut y = [0.0; 6];
        for i in 0..n {
            y[i] = x[i] * x[i + 1] + x[i + 2];
        }
        y[0] * y[1] + y[2] * y[3] + y[0]
    }
    a_gap (x) {
        let mut sum = 1.0;
        for i in 1..5 {
            sum *= x[i - 1] - 2.0 * x[i + 1];
        }
        sum
    }
    far_apart (x) {
        let mut sum = 1.0;
        for i in 0..2 {
            sum *= x[i] - 2.0 * x[i + 4];
        }
        sum
    }
    only_on_one_side (x) {
        let mut sum = 1.0;
        for i in 0..3 {
            sum *= x[i + 1] - x[2 + i] / (2.0 + x[i + 3]);
        }
        sum
    }
    the_same_element_twice (x) {
        let mut sum = 1.0;
        for i in 1..5 {
            sum += sum * (x[i] * x[i] - x[i - 1] * x[i + 1] + x[i] / x[i - 1] + (-x[i + 1]) % x[i + 1]);
        }
        sum
    }
    moved_as_they_are (x) {
        let mut y = [0.0; 6];
        for i in 1..5 {
            let mut left = x[i - 1];
            left *= left;
            y[i] = x[i + 1];
            y[i] += x[i];
            y[i] -= left;
        }
        y[1] * y[2] + y[3] * y[4]
    }
    in_methods_too (x) {
        let mut product = 1.0;
        for i in 1..5 {
            product *= (x[i - 1] - x[i]).sin() + x[i].exp() + x[i + 1].cos();
        }
        product
    }
    read_elsewhere_too (x) {
        let mut product = 1.0;
        for i in 1..5 {
            product *= x[i - 1] + x[i + 1] + x[0] * x[5 - i] + x.iter().sum::<f64>() + x[i..].iter().product::<f64>();
        }
        product
    }
    under_another_name (x) {
        let y = &x[1..];
        let mut product = 1.0;
        for i in 0..4 {
            let z = &x;
            product *= y[i] - y[i + 1] * z[i] + z[i + 1];
        }
        product
    }
    not_in_each_iteration (x) {
        let mut product = 1.0;
        for i in 0..6 {
            if i > 0 {
                product *= 1.0 + x[i - 1] * x[i];
            }
            if i < 5 {
                product += x[i + 1];
            }
        }
        product
    }
    changed_in_the_loop (x) {
        let mut y = *x;
        for i in 1..5 {
            y[i] = y[i - 1] * y[i] + y[i + 1];
        }
        y[4] * y[2]
    }
    added_to_in_the_loop (x) {
        let mut y = *x;
        for i in 1..5 {
            y[i] += y[i - 1] * y[i + 1];
        }
        y[4] * y[2]
    }
    changed_between_loops (x) {
        let mut y = *x;
        let mut product = 1.0;
        for t in 0..3 {
            for i in 0..5 {
                product *= 1.0 + 0.1 * y[i] * y[i + 1];
            }
            y[t] = product;
        }
        product
    }
    left_early (x, n in 0..5) {
        let mut product = 1.0;
        for i in 1..5 {
            let a = x[i - 1] - x[i];
            product *= 2.0 + a;
            if i == n {
                break;
            }
            product *= 2.0 + x[i] * x[i + 1];
        }
        product
    }
    left_early_on_the_way_down (x, n in 0..5) {
        let mut product = 1.0;
        for i in (1..5).rev() {
            if i == n {
                return product + x[i - 1] * x[i + 1];
            }
            product *= 2.0 + x[i] * x[i + 1];
        }
        product
    }
    skipped (x, n in 0..5) {
        let mut product = 1.0;
        for i in 1..5 {
            product *= 2.0 + x[i - 1] * x[i];
            if i == n {
                continue;
            }
            product *= 2.0 + x[i] * x[i + 1];
        }
        product
    }
    an_index_that_is_hidden (x) {
        let mut product = 1.0;
        for i in 0..3 {
            product *= 2.0 + x[i] * x[i + 1];
            let i = 2 * i;
            product *= 2.0 + x[i] * x[i + 1];
        }
        product
    }
    loops_in_loops (x) {
        let mut product = 1.0;
        for i in 1..5 {
            for j in 0..3 {
                product *= 2.0 + 0.1 * x[i - 1] * x[j] * x[i] + x[j + 1] * x[i + 1];
            }
            for i in 0..2 {
                product *= 2.0 + 0.1 * x[i] * x[i + 1];
            }
            product *= 2.0 - x[i] * x[i - 1];
        }
        product
    }
    rows_and_columns (x) {
        let mut grid = [[0.0; 4]; 4];
        for r in 0..4 {
            for c in 0..4 {
                grid[r][c] = x[r] * x[c + 1] + x[c + 2];
            }
        }
        let mut sum = 0.0;
        for r in 1..3 {
            for c in 1..3 {
                let around = grid[r - 1][c] + grid[r + 1][c] + grid[r][c - 1] + grid[r][c + 1];
                sum += (around - 4.0 * grid[r][c]) * grid[r - 1][c - 1] * grid[r + 1][c + 1];
            }
        }
        sum
    }
    rows_of_rows (x) {
        let rows = [*x, x.map(|x| x * x), x.map(|x| 1.0 - x)];
        let mut sum = 0.0;
        for r in 0..2 {
            sum += (rows[r][2] - rows[r + 1][2]) * rows[r][0];
        }
        sum
    }
    fields (x) {
        let mut pairs = [(0.0, 0.0); 6];
        for i in 0..6 {
            pairs[i] = (x[i].sin(), x[i] * x[i]);
        }
        let mut product = 1.0;
        for i in 0..5 {
            product *= 1.0 + pairs[i].0 * pairs[i + 1].1 - pairs[i].1 * pairs[i + 1].0;
        }
        product
    }
    windows (x) {
        let mut sum = 0.0;
        for w in x.windows(3) {
            sum += w[0] * w[1] - w[2] * w[2] * w[1];
        }
        sum * sum
    }
    windows_reversed_as_they_run (x) {
        let mut sum = 0.0;
        for w in x.windows(2) {
            let a = w[1] - w[0] * w[0];
            sum += 100.0 * a * a + (1.0 - w[0]) * (1.0 - w[0]);
        }
        sum
    }
    indices_reversed_as_they_run (x, n in 0..=4) {
        let (mut sum, mut other) = (0.0, 0.0);
        for i in 0..n {
            sum += (x[i + 2] * x[i]).sin() - x[i + 1] * x[5];
        }
        for i in (1..=n).rev() {
            other += x[i] * x[i - 1] / (2.0 + x[i + 1]);
        }
        sum - 2.0 * other
    }
    in_steps (x) {
        let mut product = 1.0;
        for i in (0..5).step_by(2) {
            product *= 2.0 + x[i] * x[i + 1];
        }
        product
    }
    run_again (x) {
        let mut y = [0.5; 6];
        let mut product = 1.0;
        #[checkpoint]
        for i in 1..5 {
            product *= 1.0 + x[i - 1] * x[i] - x[i + 1];
            y[i] = product;
        }
        #[checkpoint(bisection)]
        for i in (0..5).rev() {
            product *= 1.0 + 0.1 * (x[i] - x[i + 1]) * y[i];
        }
        product
    }
    lists_of_tensors (x) {
        let unit: Vector<f64, 2> = stop_gradient(tensor([1.5, -0.5]));
        let list = [unit * x[0] + x[1], unit * x[2] + x[3], unit * x[4] + x[5]];
        let mut sum = 0.0;
        for i in 0..2 {
            sum += ((list[i] - list[i + 1]) * list[i]).sum();
        }
        sum * sum
    }
    called_with_a_constant (x) {
        let fixed = [1.0, 2.0, 3.0];
        slopes(&fixed, x[0]) * slopes(&[x[1], x[2], x[3]], 2.0)
    }
    of_any_number (x) {
        let mut y = [0.0; 6];
        smooth(x, &mut y);
        smooth(x, &mut y);
        y[1] * y[2] + y[3] * y[4]
    }
}

#[differentiable]
fn slopes(x: &[f64], scale: f64) -> f64 {
    let mut product = scale;
    for i in 1..x.len() {
        product *= x[i] - scale * x[i - 1];
    }
    product
}

#[differentiable]
fn smooth<T: Real>(x: &[T; 6], y: &mut [T; 6]) {
    for i in 1..5 {
        y[i] += x[i - 1] * x[i + 1] - x[i];
    }
}

/// The index, in a way in which the derived code does not see that it is one.
fn index(i: usize) -> usize {
    i
}

#[differentiable]
fn heat(first: &[f64; 20], rate: f64) -> f64 {
    let mut a = *first;
    let mut b = [0.0; 20];
    for _ in 0..9 {
        for i in 1..19 {
            let (l, m, r) = (a[i - 1], a[i], a[i + 1]);
            b[i] = m + rate * (l - 2.0 * m + r);
        }
        std::mem::swap(&mut a, &mut b);
    }
    a.iter().map(|a| a * a).sum()
}

#[differentiable]
fn heat_in_place(first: &[f64; 20], rate: f64) -> f64 {
    let mut a = *first;
    let mut b = [0.0; 20];
    for _ in 0..9 {
        for i in 1..19 {
            let (l, m, r) = (a[index(i - 1)], a[index(i)], a[index(i + 1)]);
            b[i] = m + rate * (l - 2.0 * m + r);
        }
        std::mem::swap(&mut a, &mut b);
    }
    a.iter().map(|a| a * a).sum()
}

#[test]
fn cells_whose_sums_begin_at_zero_are_the_same_to_the_last_bit() {
    let first: [f64; 20] = std::array::from_fn(|i| (i as f64 * 0.7).sin());
    // The rate is no neighbour: its sum over the cells is collected in parts where there is no window.
    let same = |[(a, a_rate), (b, b_rate)]: [&([f64; 20], f64); 2]| {
        assert_eq!(a, b);
        assert!((a_rate - b_rate).abs() <= 4.0 * f64::EPSILON * a_rate.abs(), "{a_rate} {b_rate}");
    };
    let (found, expected) = (heat::value_and_grad(&first, 0.3), heat_in_place::value_and_grad(&first, 0.3));
    assert_eq!(found.0, expected.0);
    same([&found.1, &expected.1]);
    let (mut tape, mut bars) = (GrowableTape::new(), [([0.5; 20], 0.25), ([0.5; 20], 0.25)]);
    let [(a, a_rate), (b, b_rate)] = &mut bars;
    heat::value_and_grad_into(&mut tape, &first, 0.3, a, a_rate);
    heat_in_place::value_and_grad_into(&mut tape, &first, 0.3, b, b_rate);
    same([&bars[0], &bars[1]]);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 3 but the index is 3")]
fn an_index_out_of_bounds_panics_in_the_forward_half() {
    differences::grad(&[1.0, 2.0, 3.0], 3);
}

#[differentiable]
fn differences(x: &[f64], n: usize) -> f64 {
    let mut product = 1.0;
    for i in 0..n {
        product *= x[i] - x[i + 1];
    }
    product
}

#[test]
fn a_loop_that_does_not_run_touches_no_element() {
    assert_eq!(differences::value_and_grad(&[], 0), (1.0, vec![]));
    assert_eq!(differences::value_and_grad(&[3.0], 0), (1.0, vec![0.0]));
    assert_eq!(differences::value_and_grad(&[3.0, 5.0], 1), (-2.0, vec![1.0, -1.0]));
}
