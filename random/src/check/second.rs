//! Second derivatives, judged: both halves with tangents give the value and the cotangents that the halves without give, the
//! Hessian of `⟨seed, f⟩` is symmetric, and it agrees with differences of the cotangents.

use super::{Failure, Second, run, same_bits};
use crate::dual::{Dual, take_path};
use crate::flat::{Source, is_there};
use crate::rng::Rng;

/// Cotangents, and how they move along a direction.
type Moving = (Vec<f64>, Vec<f64>);

/// The seed and the directions are other numbers than those of the other judges. `way` is `None` where differences say nothing.
pub(super) fn second(
    halves: Second,
    rng: &Rng,
    value: &[f64],
    twin: &[Dual],
    way: Option<u64>,
    twin_of: fn(&mut Source) -> Vec<Dual>,
    lanes: usize,
) -> Result<(), Failure> {
    let mut more = rng.clone();
    (0..192).for_each(|_| _ = more.word());
    let seed: Vec<_> = value.iter().map(|y| if is_there(*y) { more.number() + 2.0 } else { 0.0 }).collect();
    let [u, v] = [(); 2].map(|()| (0..lanes).map(|_| more.number()).collect::<Vec<_>>());
    let single = more.below(lanes.max(1));
    let one: Vec<_> = (0..lanes).map(|lane| if lane == single { 1.0 } else { 0.0 }).collect();
    let pass = |dots: &[f64], shift: Option<f64>| -> Result<(Vec<f64>, Moving), Failure> {
        let mut source = Source::new(rng.clone(), shift.map(|shift| (single, shift)));
        let (y, bars, bar_dots) = run(|| halves(&mut source, &seed, dots)).map_err(|panic| ("second-panic", panic))?;
        Ok((y, (bars, bar_dots)))
    };
    let mut products = Vec::new();
    for dots in [&u, &v, &one] {
        let (found, (bars, product)) = pass(dots, None)?;
        if !same_bits(&found, value) {
            return Err(("second-value", format!("with tangents f gives {found:?}, the function {value:?}")));
        }
        compare_cotangents(&bars, twin, &seed)?;
        products.push(product);
    }
    let scale = twin.iter().flat_map(|y| &y.scales).fold(1.0_f64, |scale, x| scale.max(*x));
    symmetric([&u, &v], [&products[0], &products[1]], scale)?;
    let Some(way) = way else { return Ok(()) };
    let mut near = Vec::new();
    for shift in STEPS.iter().flat_map(|step| [*step, -step]) {
        let shifted = run(|| twin_of(&mut Source::new(rng.clone(), Some((single, shift)))));
        if shifted.is_err() || take_path().way != way {
            return Ok(());
        }
        near.push(pass(&one, Some(shift))?.1.0);
    }
    if lanes > 0 { compare_differences(&near, &products[2], single, scale) } else { Ok(()) }
}

/// The steps of the differences.
const STEPS: [f64; 2] = [1e-4, 1e-5];

/// Cotangents against the dual numbers.
fn compare_cotangents(bars: &[f64], twin: &[Dual], seed: &[f64]) -> Result<(), Failure> {
    for (lane, found) in bars.iter().enumerate() {
        let sum =
            |part: fn(&Dual, usize) -> f64| -> f64 { twin.iter().zip(seed).map(|(y, s)| s * part(y, lane)).sum() };
        let (slope, scale) = (sum(|y, lane| y.slopes[lane]), sum(|y, lane| y.scales[lane]));
        if !((found - slope).abs() <= 1e-11 * (scale.abs() + 1.0)) {
            let message = format!("with tangents cotangent {lane} is {found:e}, dual numbers say {slope:e}");
            return Err(("second-gradient", message));
        }
    }
    Ok(())
}

fn symmetric([u, v]: [&[f64]; 2], [by_u, by_v]: [&[f64]; 2], scale: f64) -> Result<(), Failure> {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let size = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a * b).abs()).sum::<f64>();
    let (uhv, vhu) = (product(u, by_v), product(v, by_u));
    if (uhv - vhu).abs() <= 1e-10 * (size(u, by_v) + size(v, by_u) + scale) {
        return Ok(());
    }
    Err(("hessian", format!("it is not symmetric: {uhv:e} and {vhu:e}")))
}

/// A column of the Hessian against differences of cotangents, where they agree with one another.
fn compare_differences(near: &[Vec<f64>], column: &[f64], single: usize, scale: f64) -> Result<(), Failure> {
    let [right, left, near_right, near_left] = near else { return Ok(()) };
    for (lane, found) in column.iter().enumerate() {
        let wide = (right[lane] - left[lane]) / (2.0 * STEPS[0]);
        let narrow = (near_right[lane] - near_left[lane]) / (2.0 * STEPS[1]);
        let tolerance = 1e-5 * (narrow.abs() + scale);
        if (wide - narrow).abs() <= tolerance && !((narrow - found).abs() <= tolerance) {
            let message = format!("entry {lane}, {single} is {found:e}, differences say {narrow:e}");
            return Err(("hessian", message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_hessian_is_found() {
        let kind = |result: Result<(), Failure>| result.map_err(|failure| failure.0);
        let (u, v) = ([1.0, 2.0], [3.0, -1.0]);
        // That of `x y`.
        assert_eq!(kind(symmetric([&u, &v], [&[2.0, 1.0], &[-1.0, 3.0]], 1.0)), Ok(()));
        assert_eq!(kind(symmetric([&u, &v], [&[2.0, 0.0], &[-1.0, 0.0]], 1.0)), Err("hessian"));
        assert_eq!(kind(symmetric([&u, &v], [&[f64::NAN, 1.0], &[-1.0, 3.0]], 1.0)), Err("hessian"));
        let near = [vec![5.0, 1e-4], vec![5.0, -1e-4], vec![5.0, 1e-5], vec![5.0, -1e-5]];
        assert_eq!(kind(compare_differences(&near, &[0.0, 1.0], 0, 1.0)), Ok(()));
        assert_eq!(kind(compare_differences(&near, &[0.0, 0.0], 0, 1.0)), Err("hessian"));
        assert_eq!(kind(compare_differences(&near, &[0.0, f64::NAN], 0, 1.0)), Err("hessian"));
    }
}
