//! `while` loops that count: those that are loops over ranges in derived code, and those that must not be.

#![allow(clippy::while_let_loop, clippy::explicit_counter_loop, reason = "loops as people write them")]

use cotangent::prelude::*;

const X: [f64; 6] = [0.3, 0.7, -0.4, 1.1, 0.2, 0.9];

macro_rules! right {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let found = super::$name::at(&super::X);
                found.check().unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)));
                assert_eq!(found.value_and_grad().0.to_bits(), super::$name(&super::X).to_bits());
            }
        )*
    };
}

mod tests {
    right! {
        up up_to down nested from_another declared_apart with_a_type twice
        read_after changed_before counts_twice by_two end_changes end_is_exchanged end_is_lent field_changes list_grows
        begins_again own_name begins_before leaves returns two_names of_floats ends_in_itself row_changes row_of_another
        of_floats_by_suffix read_by_its_successor away
        part_of_the_end_changes ends_by_a_call elements_change grows_by_another_name shifted
    }
}

/// Words of tape: of a loop over a range none.
#[test]
fn a_loop_that_counts_keeps_nothing_of_its_own() {
    assert_eq!(up::at(&X).tape_words(), 0);
    assert_eq!(down::at(&X).tape_words(), 0);
    assert_eq!(nested::at(&X).tape_words(), 0);
    // The ends of the range, of which one is the length of a list that changes.
    assert_eq!(elements_change::at(&X).tape_words(), 2);
}

#[differentiable]
fn up(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < x.len() {
        sum += x[i] * x[i];
        i += 1;
    }
    sum
}

#[differentiable]
fn up_to(x: &[f64; 6]) -> f64 {
    let mut y = *x;
    let mut i = 1;
    while i <= 4 {
        y[i] *= y[i - 1] + x[i + 1];
        i += 1;
    }
    y[4] * y[2]
}

#[differentiable]
fn down(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = x.len();
    while i > 2 {
        i -= 1;
        sum += x[i] * x[i - 2];
    }
    sum
}

#[differentiable]
fn nested(x: &[f64; 6]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    let mut i = 0;
    while i < n {
        let mut j = 0;
        while j < i {
            sum += x[i] * x[j];
            j += 1;
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn from_another(x: &[f64; 6]) -> f64 {
    let mut y = *x;
    let mut i = 0;
    while i < 5 {
        let mut j = i + 1;
        while j < 6 {
            y[j] -= 0.3 * y[i] * x[j - i];
            j += 1;
        }
        i += 1;
    }
    y[5] * y[3]
}

#[differentiable]
fn declared_apart(x: &[f64; 6]) -> f64 {
    let mut first = 2;
    let mut i = first;
    first += 1;
    let mut sum = x[first];
    while i < 5 {
        sum += x[i] * x[i + 1];
        i += 1;
    }
    sum * sum
}

#[differentiable]
fn with_a_type(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i: u8 = 3;
    while i < 6 {
        sum += x[0] * f64::from(i) * x[usize::from(i)];
        i += 1;
    }
    sum
}

#[differentiable]
fn twice(x: &[f64; 6]) -> f64 {
    let mut y = *x;
    let mut i = 1;
    while i < 6 {
        y[i] *= y[i - 1];
        i += 1;
    }
    let mut i = 1;
    while i < 5 {
        y[i] += y[i + 1] * y[i - 1];
        i += 1;
    }
    y[4] * y[5]
}

#[differentiable]
fn read_after(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 4 {
        sum += x[i] * x[i];
        i += 1;
    }
    sum * x[i]
}

#[differentiable]
fn changed_before(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    i += 2;
    while i < 6 {
        sum += x[i] * x[i];
        i += 1;
    }
    sum
}

#[differentiable]
fn counts_twice(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 6 {
        sum += x[i] * x[i];
        if x[i] > 0.5 {
            i += 1;
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn by_two(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 6 {
        sum += x[i] * x[i];
        i += 2;
    }
    sum
}

#[differentiable]
fn end_changes(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut n = 6;
    let mut i = 0;
    while i < n {
        sum += x[i] * x[i];
        n -= 1;
        i += 1;
    }
    sum
}

#[differentiable]
fn end_is_exchanged(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let (mut n, mut m) = (6, 2);
    let mut i = 0;
    while i < n {
        sum += x[i] * x[i];
        (n, m) = (m, n);
        i += 1;
    }
    sum + x[m - 1]
}

fn lower(n: &mut usize) {
    *n -= 1;
}

#[differentiable]
fn end_is_lent(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut n = 6;
    let mut i = 0;
    while i < n {
        sum += x[i] * x[i];
        lower(&mut n);
        i += 1;
    }
    sum
}

struct Part {
    n: usize,
}

#[differentiable]
fn field_changes(x: &[f64; 6]) -> f64 {
    let mut part = Part { n: 6 };
    let mut sum = 0.0;
    let mut i = 0;
    while i < part.n {
        sum += x[i] * x[i];
        part.n -= 1;
        i += 1;
    }
    sum
}

#[differentiable]
fn list_grows(x: &[f64; 6]) -> f64 {
    let mut places = vec![1_usize, 3];
    let mut sum = 0.0;
    let mut i = 0;
    while i < places.len() {
        sum += x[places[i]] * x[i];
        if i < 3 {
            places.push(i);
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn begins_again(x: &[f64; 6]) -> f64 {
    let mut again = true;
    let mut sum = 0.0;
    let mut i = 0;
    while i < 6 {
        sum += x[i] * x[i];
        if again {
            again = false;
            continue;
        }
        again = i > 3;
        i += 1;
    }
    sum
}

#[differentiable]
fn own_name(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 5 {
        {
            let i = 5 - i;
            sum += x[i] * x[i - 1];
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn begins_before(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 1;
    let first = x[i] * x[0];
    while i < 5 {
        sum += x[i] * first;
        i += 1;
    }
    sum
}

#[differentiable]
fn leaves(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 6 {
        if x[i] > 1.0 {
            break;
        }
        sum += x[i] * x[i];
        i += 1;
    }
    sum
}

#[differentiable]
fn returns(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 6 {
        sum += x[i] * x[i];
        if sum > 0.8 {
            return sum * x[i];
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn two_names(x: &[f64; 6]) -> f64 {
    let (mut i, mut left) = (0, 3);
    let mut sum = 0.0;
    while i < 6 {
        if left > 0 {
            left -= 1;
            sum += x[i] * x[left];
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn of_floats(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut t = 0.0;
    while t < 2.5 {
        sum += x[0] * t * x[1];
        t += 1.0;
    }
    sum
}

#[differentiable]
fn ends_in_itself(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 9 - 2 * i {
        sum += x[i] * x[i];
        i += 1;
    }
    sum
}

#[differentiable]
fn row_changes(x: &[f64; 6]) -> f64 {
    let mut rows = [vec![1_usize, 3, 2, 1, 2], vec![2]];
    let mut sum = 0.0;
    let mut i = 0;
    while i < rows[0].len() {
        sum += x[rows[0][i]] * x[i];
        if i == 1 {
            rows[0] = vec![2, 4, 1];
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn row_of_another(x: &[f64; 6]) -> f64 {
    let rows = [vec![1_usize, 3, 2, 1, 2], vec![2, 4]];
    let mut sum = 0.0;
    let mut row = 0;
    let mut i = 0;
    while i < rows[row].len() {
        sum += x[rows[row][i]] * x[i];
        row = 1;
        i += 1;
    }
    sum
}

#[differentiable]
fn of_floats_by_suffix(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut t = 0f64;
    while t < 2.5 {
        sum += x[t as usize] * t * x[1];
        t += 1f64;
    }
    sum
}

#[differentiable]
fn read_by_its_successor(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 4 {
        sum += x[i] * x[i];
        i += 1;
    }
    let i = i + 1;
    sum * x[i]
}

/// It ends before the counter is less than zero.
#[differentiable]
fn away(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut i = 3;
    while i < 6 {
        sum += x[i] * x[i + 1];
        if i == 0 {
            break;
        }
        i -= 1;
    }
    sum
}

#[differentiable]
fn part_of_the_end_changes(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let mut n = 5;
    let mut i = 0;
    while i < n + 1 {
        sum += x[i] * x[i];
        n -= 1;
        i += 1;
    }
    sum
}

struct Ends(core::cell::Cell<usize>);

impl Ends {
    fn next(&self) -> usize {
        self.0.set(self.0.get() - 1);
        self.0.get()
    }
}

#[differentiable]
fn ends_by_a_call(x: &[f64; 6]) -> f64 {
    let ends = Ends(core::cell::Cell::new(6));
    let mut sum = 0.0;
    let mut i = 0;
    while i < ends.next() {
        sum += x[i] * x[i];
        i += 1;
    }
    sum
}

#[differentiable]
fn elements_change(x: &[f64; 6]) -> f64 {
    let mut y = *x;
    let mut i = 1;
    while i < y.len() {
        y[i] += y[i - 1];
        i += 1;
    }
    y[3] + y[5]
}

fn add(places: &mut Vec<usize>, place: usize) {
    places.push(place);
}

#[differentiable]
fn grows_by_another_name(x: &[f64; 6]) -> f64 {
    let mut list = vec![1_usize, 3];
    let places = &mut list;
    let mut sum = 0.0;
    let mut i = 0;
    while i < places.len() {
        sum += x[places[i]] * x[i];
        if i < 3 {
            add(places, i);
        }
        i += 1;
    }
    sum
}

#[differentiable]
fn shifted(x: &[f64; 6]) -> f64 {
    let n = 10;
    let mut sum = 0.0;
    let mut i = n >> 3;
    while i < n >> 1 {
        sum += x[i] * x[i];
        i += 1;
    }
    sum
}
