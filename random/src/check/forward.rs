//! Forward mode, judged: `jvp` gives the value that the function gives, and the tangent that the dual numbers say.

use super::{Case, Failure, run, same_bits};
use crate::dual::Dual;
use crate::flat::Source;
use crate::rng::Rng;

/// One direction in which all inputs move, one in which a single input does. A hash of the tangents' bits.
pub(super) fn forward(
    case: &Case,
    rng: &Rng,
    value: &[f64],
    twin: Option<&[Dual]>,
    lanes: usize,
) -> Result<u64, Failure> {
    let Some(jvp) = case.forward else { return Ok(0) };
    let mut more = rng.clone();
    (0..128).for_each(|_| _ = more.word());
    let all: Vec<_> = (0..lanes).map(|_| more.number()).collect();
    let single = more.below(lanes.max(1));
    let one: Vec<_> = (0..lanes).map(|lane| if lane == single { 1.0 } else { 0.0 }).collect();
    let mut hash = 0_u64;
    for dots in [all, one] {
        let (found, tangent) =
            run(|| jvp(&mut Source::new(rng.clone(), None), &dots)).map_err(|panic| ("panic", panic))?;
        if !same_bits(&found, value) {
            return Err(("jvp-value", format!("jvp gives {found:?}, the function {value:?}")));
        }
        hash = tangent.iter().fold(hash, |hash, y_dot| hash.rotate_left(11) ^ y_dot.to_bits());
        if let Some(twin) = twin {
            compare(&tangent, twin, &dots)?;
        }
    }
    Ok(hash)
}

/// A tangent against the dual numbers.
fn compare(tangent: &[f64], twin: &[Dual], dots: &[f64]) -> Result<(), Failure> {
    if tangent.len() != twin.len() {
        return Err(("tangent", format!("it has {} numbers, the value {}", tangent.len(), twin.len())));
    }
    for (i, (found, y)) in tangent.iter().zip(twin).enumerate() {
        let slope = dots.iter().zip(&y.slopes).map(|(dot, slope)| dot * slope).sum::<f64>();
        let scale = dots.iter().zip(&y.scales).map(|(dot, scale)| dot.abs() * scale).sum::<f64>();
        if !((found - slope).abs() <= 1e-11 * (scale + 1.0)) {
            let message = format!("tangent {i} along {dots:?} is {found:e}, dual numbers say {slope:e}");
            return Err(("tangent", message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dual::lit;

    #[test]
    fn a_wrong_tangent_is_found() {
        let (x, y) = (Dual::input(2.0, 0), Dual::input(3.0, 1));
        let twin = [x * y, lit(1.0)];
        let kind = |tangent: &[f64]| compare(tangent, &twin, &[10.0, -1.0]).map_err(|failure| failure.0);
        assert_eq!(kind(&[28.0, 0.0]), Ok(()));
        assert_eq!(kind(&[28.0, 1e-9]), Err("tangent"));
        assert_eq!(kind(&[28.0 + 1e-8, 0.0]), Err("tangent"));
        assert_eq!(kind(&[f64::NAN, 0.0]), Err("tangent"));
        assert_eq!(kind(&[28.0, 0.0, 0.5]), Err("tangent"));
    }
}
