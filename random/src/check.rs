//! The judge: what a crate of generated programs does when it runs.
//!
//! For each program and each of a few inputs: the value of the function, of its twin and of its forward half have the same
//! bits; two reverse sweeps in a row, on a tape of exactly the size that `f::at(..).tape_words()` says, add to cotangents that are
//! not zero what the dual numbers say; a tape that is one word shorter is refused; forward mode gives the same value and,
//! along two directions, the tangent of the dual numbers; the Hessian is symmetric and agrees with differences; and so do
//! the dual numbers.

mod forward;
mod second;

use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::dual::{Dual, take_path};
use crate::flat::{Source, is_there};
use crate::rng::Rng;

/// One program, as the judge sees it.
#[derive(Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// The twin. In release there is none: what debug builds found right has to give the same bits.
    pub twin: Option<fn(&mut Source) -> Vec<Dual>>,
    /// The function.
    pub primal: fn(&mut Source) -> Vec<f64>,
    /// `f::at(..).tape_words()`; a quick judge takes the number from the error of an empty tape.
    pub words: Option<fn(&mut Source) -> usize>,
    /// `tape_words`, if it is known.
    pub known: Option<usize>,
    /// Whether that must be exact: there is no branch.
    pub exact: bool,
    /// `try_vjp_into`: arguments, tape, seed, cotangents.
    pub reverse: Reverse,
    /// `jvp`, if it is judged: arguments, tangents.
    pub forward: Option<Forward>,
    /// Both halves with tangents, if they are judged: arguments, seed, tangents.
    pub second: Option<Second>,
}

/// Adds to the cotangents.
pub type Reverse = fn(&mut Source, &mut [u64], &[f64], &mut Vec<f64>) -> Result<Vec<f64>, usize>;

/// Gives the value and its tangent.
pub type Forward = fn(&mut Source, &[f64]) -> (Vec<f64>, Vec<f64>);

/// Gives the value, the cotangents, and their tangents.
pub type Second = fn(&mut Source, &[f64], &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>);

/// What went wrong: the kind, and the circumstances.
type Failure = (&'static str, String);

/// What came of one input.
enum Verdict {
    /// The bits of the results.
    Right(u64),
    /// Numbers too large, or no derivative here.
    Discarded,
    /// The function itself panics.
    Invalid(String),
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Judges programs and prints one line for each: the `main` of a generated crate. Its arguments are the seed, how many
/// programs to skip, and for each program the inputs, as the bits of a number.
///
/// # Panics
/// If there is no memory for a large stack.
pub fn main(cases: &'static [Case]) {
    let large = std::thread::Builder::new().stack_size(1 << 29).spawn(|| judge_all(cases));
    large.expect("there is memory").join().expect("panics are caught");
}

fn judge_all(cases: &[Case]) {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string().replace('\n', " ");
        PANIC.with(|panic| *panic.borrow_mut() = text);
    }));
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().unwrap_or(0));
    let mut next = || arguments.next().unwrap_or(0);
    let (seed, skipped) = (next(), usize::try_from(next()).unwrap_or(0));
    let mut out = std::io::stdout().lock();
    for (case, inputs) in cases.iter().zip(std::iter::from_fn(|| Some(next()))).skip(skipped) {
        writeln!(out, "start {}", case.name).and_then(|()| out.flush()).expect("standard output is open");
        writeln!(out, "{}", judge(case, seed, inputs)).expect("standard output is open");
    }
}

fn judge(case: &Case, seed: u64, inputs: u64) -> String {
    let name = case.name;
    let (mut hash, mut right) = (0_u64, 0_u64);
    for input in (0..64).filter(|input| inputs >> input & 1 == 1) {
        match one_input(case, &Rng::new(seed, input), input < 2) {
            Ok(Verdict::Right(bits)) => (hash, right) = (hash.rotate_left(7) ^ bits, right | 1 << input),
            Ok(Verdict::Discarded) => {}
            Ok(Verdict::Invalid(message)) => return format!("invalid {name} {message}"),
            Err((kind, message)) => return format!("fail {name} {kind} input {input}: {message}"),
        }
    }
    if right == 0 { format!("discarded {name}") } else { format!("right {name} {right} {hash:016x}") }
}

/// The result of `f`, or the message of its panic.
fn run<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|_| PANIC.with(|panic| panic.borrow().clone()))
}

fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

fn one_input(case: &Case, rng: &Rng, differences: bool) -> Result<Verdict, Failure> {
    let primal = |source: &mut Source| run(|| (case.primal)(source)).map_err(|panic| ("primal-panics", panic));
    let mut source = Source::new(rng.clone(), None);
    let Some(twin_of) = case.twin else {
        let value = primal(&mut source)?;
        return both_modes(case, rng, &value, None, source.lanes);
    };
    take_path();
    let twin = match run(|| twin_of(&mut source)) {
        Ok(twin) => twin,
        Err(panic) => return Ok(Verdict::Invalid(panic)),
    };
    let (path, lanes) = (take_path(), source.lanes);
    let fits = |y: &Dual| y.value.abs() < 1e9 && y.scales.iter().all(|scale| *scale < 1e9);
    if path.kink || !twin.iter().all(fits) {
        return Ok(Verdict::Discarded);
    }
    let expected: Vec<_> = twin.iter().map(|y| y.value).collect();
    let value = primal(&mut Source::new(rng.clone(), None))?;
    if !same_bits(&value, &expected) {
        return Err(("twin", format!("the function gives {value:?}, its twin {expected:?}")));
    }
    if differences && !path.stopped {
        compare_differences(twin_of, rng, &twin, path.way, lanes)?;
    }
    if let Some(second) = case.second {
        second::second(second, rng, &value, &twin, (!path.stopped).then_some(path.way), twin_of, lanes)?;
    }
    both_modes(case, rng, &value, Some(&twin), lanes)
}

/// Reverse and forward mode, against dual numbers if there are such.
fn both_modes(case: &Case, rng: &Rng, value: &[f64], twin: Option<&[Dual]>, lanes: usize) -> Result<Verdict, Failure> {
    let bits = reverse(case, rng, value, twin, lanes)?;
    Ok(Verdict::Right(bits.rotate_left(11) ^ forward::forward(case, rng, value, twin, lanes)?))
}

/// How many words of tape are needed, if that can be asked.
fn words(case: &Case, rng: &Rng) -> Result<Option<usize>, Failure> {
    let Some(words) = case.words else { return Ok(None) };
    let words = run(|| words(&mut Source::new(rng.clone(), None))).map_err(|panic| ("panic", panic))?;
    match case.known {
        Some(known) if words > known => {
            Err(("size", format!("tape_words says {known} words at most, {words} are needed")))
        }
        Some(known) if case.exact && words != known => {
            Err(("size", format!("tape_words says exactly {known} words, {words} are needed")))
        }
        _ => Ok(Some(words)),
    }
}

/// Two reverse sweeps in a row; a hash of the values' and the cotangents' bits.
fn reverse(case: &Case, rng: &Rng, value: &[f64], twin: Option<&[Dual]>, lanes: usize) -> Result<u64, Failure> {
    let mut more = rng.clone();
    (0..64).for_each(|_| _ = more.word());
    // What is not there has no cotangent.
    let seed = |y: &f64| if is_there(*y) { more.number() + 2.0 } else { 0.0 };
    let seed: Vec<_> = value.iter().map(seed).collect();
    let start: Vec<_> = (0..lanes).map(|_| more.number()).collect();
    let sweep = |tape: &mut [u64], bars: &mut Vec<f64>| {
        run(|| (case.reverse)(&mut Source::new(rng.clone(), None), tape, &seed, bars)).map_err(|panic| ("panic", panic))
    };
    let words = match words(case, rng)? {
        Some(words) => words,
        None => sweep(&mut [], &mut start.clone())?.err().unwrap_or(0),
    };
    let (mut bars, mut tape) = (start.clone(), vec![u64::MAX; words]);
    if words > 0 {
        let refused = sweep(&mut tape[1..], &mut bars)?;
        if refused != Err(words) || bars != start {
            return Err(("size", format!("on {} words instead of {words}: {refused:?}", words - 1)));
        }
    }
    let mut hash = value.iter().fold(0_u64, |hash, y| hash.rotate_left(11) ^ y.to_bits());
    for times in [1.0, 2.0] {
        let found = sweep(&mut tape, &mut bars)?.map_err(|needed| ("size", format!("{needed} words, not {words}")))?;
        if !same_bits(&found, value) {
            return Err(("value", format!("the forward half gives {found:?}, the function {value:?}")));
        }
        hash = bars.iter().fold(hash, |hash, bar| hash.rotate_left(11) ^ bar.to_bits());
        let Some(twin) = twin else { continue };
        for (lane, bar) in bars.iter().enumerate() {
            let sum =
                |part: fn(&Dual, usize) -> f64| -> f64 { twin.iter().zip(&seed).map(|(y, s)| s * part(y, lane)).sum() };
            let slope = times * sum(|y, lane| y.slopes[lane]);
            let scale = times * sum(|y, lane| y.scales[lane]);
            let found = bar - start[lane];
            if !((found - slope).abs() <= 1e-11 * (scale + 1.0)) {
                let what = if times == 1.0 { "gradient" } else { "second-gradient" };
                return Err((what, format!("cotangent {lane} of {lanes} is {found:e}, dual numbers say {slope:e}")));
            }
        }
    }
    Ok(hash)
}

/// The dual numbers against differences, where no other way is taken nearby, and differences agree with one another: what
/// turns faster than their steps is no slope.
fn compare_differences(
    twin_of: fn(&mut Source) -> Vec<Dual>,
    rng: &Rng,
    twin: &[Dual],
    way: u64,
    lanes: usize,
) -> Result<(), Failure> {
    const STEPS: [f64; 2] = [1e-4, 1e-5];
    for lane in 0..lanes {
        let mut values = Vec::new();
        for shift in STEPS.iter().flat_map(|step| [*step, -step]) {
            let Ok(shifted) = run(|| twin_of(&mut Source::new(rng.clone(), Some((lane, shift))))) else {
                return Ok(());
            };
            if take_path().way != way {
                break;
            }
            values.push(shifted);
        }
        let [right, left, near_right, near_left] = values.as_slice() else { continue };
        for (i, y) in twin.iter().enumerate() {
            let wide = (right[i].value - left[i].value) / (2.0 * STEPS[0]);
            let narrow = (near_right[i].value - near_left[i].value) / (2.0 * STEPS[1]);
            let (slope, tolerance) = (y.slopes[lane], 1e-5 * (y.scales[lane] + y.value.abs() + 1e-3));
            if !((wide - narrow).abs() <= tolerance) {
                continue;
            }
            if !((narrow - slope).abs() <= tolerance) {
                return Err((
                    "differences",
                    format!("slope {i} by {lane}: dual numbers {slope:e}, differences {narrow:e}"),
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dual::lit;

    fn compared(twin_of: fn(&mut Source) -> Vec<Dual>) -> Result<(), &'static str> {
        let rng = Rng::new(1, 1);
        take_path();
        let twin = twin_of(&mut Source::new(rng.clone(), None));
        compare_differences(twin_of, &rng, &twin, take_path().way, 1).map_err(|failure| failure.0)
    }

    fn input(source: &mut Source) -> Dual {
        source.active::<Dual, Dual>()
    }

    #[test]
    fn a_wrong_slope_is_found() {
        assert_eq!(compared(|s| vec![input(s).sin()]), Ok(()));
        let slightly = |s: &mut Source| {
            let y = input(s).sin();
            vec![y, Dual { slopes: y.slopes.map(|slope| slope * 1.0001), ..y }]
        };
        assert_eq!(compared(slightly), Err("differences"));
        assert_eq!(compared(|s| vec![lit(input(s).value.sin())]), Err("differences"));
        assert_eq!(compared(|s| vec![(input(s) * lit(30.0)).sin()]), Ok(()));
    }

    #[test]
    fn what_turns_faster_than_the_steps_is_not_compared() {
        assert_eq!(compared(|s| vec![(input(s) * lit(5e4)).sin()]), Ok(()));
    }
}
