//! Functions at their arguments: the traits of a function provide all that a check needs.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::Checker;
use super::arguments::{Arguments, CotangentPlaces};
use super::coordinates::{Part, Root, epsilon, tangent_of};
use super::exact::{self, equal, largest};
use super::function::{Pair, rounding, seen, weights};
use super::mismatch::{Agreement, Law, Mismatch};
use super::outcome::{Outcome, numbers};
use super::subject::{Primal, Subject};
use crate::differentiable::{Ct, Differentiable};
use crate::functions::{At, ForwardFunction, Function, PerhapsScalar, SecondOrderFunction, TangentsAt};
use crate::leaves::flat::read;
use crate::tape::GrowableTape;

/// A function that [`At::check`] can check: any whose arguments can be varied.
///
/// ```
/// use cotangent::check::{CheckableFunction, Mismatch};
/// use cotangent::prelude::*;
///
/// fn worst<F: CheckableFunction<A, Y>, A, Y: Differentiable>(checks: impl IntoIterator<Item = At<F, A, Y>>) -> Result<f64, Mismatch> {
///     checks.into_iter().try_fold(0.0, |worst, at| Ok(at.check()?.error.max(worst)))
/// }
///
/// #[differentiable]
/// fn area(width: f64, height: f64) -> f64 {
///     width * height
/// }
/// assert!(worst([area::at(3.0, 2.0), area::at(-1.0, 0.0)])? < 1e-9);
/// # Ok::<(), Mismatch>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "this function cannot be checked at these arguments",
    label = "an argument cannot be copied and moved, or the result has no list of numbers",
    note = "numbers, arrays, tuples, tensors, slices of these and structs with `#[derive(Differentiable)]` can, if they are `Clone`; other \
            arguments are copied; what a reference leads to may not borrow; a result may also be an `Option` or a `Result` of these",
    note = "an enum with a derivative cannot: check a function that makes it of numbers",
    note = "with `check::vjp` all else is captured in closures"
)]
pub trait CheckableFunction<A, Y: Differentiable>: Function<A, Y> {
    #[doc(hidden)]
    fn check(arguments: A, checker: &Checker) -> Result<Agreement, Mismatch>;
}

/// A function that [`At::check_jvp`] can check: none of its differentiable parameters is `&mut`.
#[diagnostic::on_unimplemented(
    message = "forward mode of this function cannot be checked at these arguments",
    label = "a parameter is `&mut`, or `check` does not work either, or the feature `forward-mode` is off",
    note = "use `check::jvp`, which takes closures",
    note = "for forward mode add `forward-mode` to the features of `cotangent`"
)]
pub trait CheckableForwardFunction<A, Y: Differentiable>: CheckableFunction<A, Y> {
    #[doc(hidden)]
    fn check_jvp(arguments: A, checker: &Checker) -> Result<Agreement, Mismatch>;
}

/// A function that [`At::check_hvp`] can check: none of its differentiable parameters is `&mut`, and its
/// result is a number.
#[diagnostic::on_unimplemented(
    message = "second derivatives of this function cannot be checked at these arguments",
    label = "a parameter is `&mut`, or `check` does not work either, or there are no second derivatives",
    note = "use `check::jvp` for the gradient, which takes closures",
    note = "for second derivatives add `second-order` to the features of `cotangent`"
)]
pub trait CheckableSecondOrderFunction<A, Y: Differentiable>: CheckableFunction<A, Y> {
    #[doc(hidden)]
    fn check_hvp(arguments: A, checker: &Checker) -> Result<Agreement, Mismatch>;
}

#[diagnostic::do_not_recommend]
impl<F, A, Y, M> CheckableFunction<A, Y> for F
where
    F: Function<A, Y, Parameters = M>,
    F: for<'x, 'c> Function<A::Lent<'x>, Y, Cotangents<'c>: CotangentPlaces>,
    A: Arguments<M>,
    Y: Outcome,
{
    fn check(arguments: A, checker: &Checker) -> Result<Agreement, Mismatch> {
        let owned = &arguments.own();
        let y = value::<F, _, Y>(A::lend(&mut A::copy(owned)));
        let erased = Erased::new::<A, M, Y>(owned, &y, <F as Function<A, Y>>::PARAMETERS, checker);
        let primal = primal::<A, M, Y>(owned, |arguments| value::<F, _, Y>(arguments));
        let sweep = |seed: &[f64], start: &[f64]| {
            let mut moved = A::copy(owned);
            let mut swept = sweep::<F, _, Y>(A::lend(&mut moved), tangent_of(&y, seed), start);
            read_to::<A, M>(&mut moved, &mut swept.value, |changes| changes);
            swept
        };
        erased.check(checker, Box::new(primal), &sweep).map_err(|wrong| wrong.of(<F as Function<A, Y>>::NAME))
    }
}

#[diagnostic::do_not_recommend]
impl<F, A, Y, M> CheckableForwardFunction<A, Y> for F
where
    F: CheckableFunction<A, Y> + Function<A, Y, Parameters = M>,
    F: for<'x, 'c> ForwardFunction<
            A::Lent<'x>,
            Y,
            Cotangents<'c>: CotangentPlaces,
            Tangents<'c>: TangentsAt<<F as Function<A::Lent<'x>, Y>>::Cotangents<'c>>,
        >,
    A: Arguments<M>,
    Y: Outcome,
{
    fn check_jvp(arguments: A, checker: &Checker) -> Result<Agreement, Mismatch> {
        let owned = &arguments.own();
        let y = value::<F, _, Y>(A::lend(&mut A::copy(owned)));
        let erased = Erased::new::<A, M, Y>(owned, &y, <F as Function<A, Y>>::PARAMETERS, checker);
        let primal = primal::<A, M, Y>(owned, |arguments| value::<F, _, Y>(arguments));
        let jvp = |v: &[f64]| jvp::<F, _, Y>(A::lend(&mut A::copy(owned)), v);
        let sweep =
            |seed: &[f64], start: &[f64]| sweep::<F, _, Y>(A::lend(&mut A::copy(owned)), tangent_of(&y, seed), start);
        erased.check_jvp(checker, Box::new(primal), &jvp, &sweep).map_err(|wrong| wrong.of(<F as Function<A, Y>>::NAME))
    }
}

#[diagnostic::do_not_recommend]
impl<F, A, Y, M> CheckableSecondOrderFunction<A, Y> for F
where
    F: CheckableFunction<A, Y> + Function<A, Y, Parameters = M>,
    F: for<'x, 'c> SecondOrderFunction<
            A::Lent<'x>,
            Y,
            Cotangents<'c>: CotangentPlaces,
            Tangents<'c>: TangentsAt<<F as Function<A::Lent<'x>, Y>>::Cotangents<'c>>,
        >,
    A: Arguments<M>,
    Y: Outcome + PerhapsScalar<'static>,
{
    fn check_hvp(arguments: A, checker: &Checker) -> Result<Agreement, Mismatch> {
        let owned = &arguments.own();
        let y = value::<F, _, Y>(A::lend(&mut A::copy(owned)));
        let erased = Erased::new::<A, M, Y>(owned, &y, <F as Function<A, Y>>::PARAMETERS, checker);
        let zero = vec![0.0; erased.at.len()];
        let gradient = |coordinates: &[f64]| {
            let mut moved = A::copy(owned);
            let taken = moved_to::<A, M>(&mut moved, coordinates);
            (taken, sweep::<F, _, Y>(A::lend(&mut moved), Y::one(), &zero).cotangents)
        };
        let hvp = |v: &[f64]| hvp::<F, _, Y>(A::lend(&mut A::copy(owned)), v);
        erased.check_hvp(checker, Box::new(gradient), &hvp).map_err(|wrong| wrong.of(<F as Function<A, Y>>::NAME))
    }
}

/// The result of both sweeps.
struct Swept {
    /// The coordinates of the value, and of the arguments that the function changed.
    value: Vec<f64>,
    /// The cotangents before, rounded to their types.
    start: Vec<f64>,
    /// The cotangents after.
    cotangents: Vec<f64>,
}

fn value<F: Function<A, Y>, A, Y: Differentiable>(arguments: A) -> Y {
    F::value(arguments)
}

/// Adds the cotangents for a `seed` of the value to the initial ones.
fn sweep<F: Function<A, Y>, A, Y>(arguments: A, seed: Ct<Y>, start: &[f64]) -> Swept
where
    for<'c> F::Cotangents<'c>: CotangentPlaces,
    Y: Outcome,
{
    let mut gradient = F::zero(&arguments);
    write_to(F::places(&mut gradient), start);
    let start = all(F::places(&mut gradient));
    let y = At::<F, A, Y>::new(arguments).vjp_into(seed, F::places(&mut gradient));
    Swept { value: numbers(&y), start, cotangents: all(F::places(&mut gradient)) }
}

fn all(places: impl CotangentPlaces) -> Vec<f64> {
    let mut all = Vec::new();
    places.show(&mut |numbers| numbers.read_to(&mut all));
    all
}

/// Gives places the coordinates of tangents.
fn write_to(places: impl CotangentPlaces, mut coordinates: &[f64]) {
    places.show(&mut |numbers| numbers.write_from(&mut coordinates));
}

/// The value and its tangent.
fn jvp<F, A, Y>(arguments: A, v: &[f64]) -> Pair
where
    F: for<'c> ForwardFunction<
            A,
            Y,
            Cotangents<'c>: CotangentPlaces,
            Tangents<'c>: TangentsAt<<F as Function<A, Y>>::Cotangents<'c>>,
        >,
    Y: Outcome,
{
    let mut tangents = F::zero(&arguments);
    write_to(F::places(&mut tangents), v);
    let (y, y_dot) = At::<F, A, Y>::new(arguments).jvp(TangentsAt::at(F::places(&mut tangents)));
    (numbers(&y), read(&y_dot))
}

/// The gradient and its tangent.
fn hvp<F, A, Y>(arguments: A, v: &[f64]) -> Pair
where
    F: for<'c> SecondOrderFunction<
            A,
            Y,
            Cotangents<'c>: CotangentPlaces,
            Tangents<'c>: TangentsAt<<F as Function<A, Y>>::Cotangents<'c>>,
        >,
    Y: Differentiable,
{
    let (mut gradient, mut product) = (F::zero(&arguments), F::zero(&arguments));
    let mut tangents = F::zero(&arguments);
    write_to(F::places(&mut tangents), v);
    At::<F, A, Y>::new(arguments).on(&mut GrowableTape::new()).value_grad_and_hvp_into(
        TangentsAt::at(F::places(&mut tangents)),
        F::places(&mut gradient),
        F::places(&mut product),
    );
    (all(F::places(&mut gradient)), all(F::places(&mut product)))
}

/// Appends the numbers of the arguments that the function may change, or of the others.
fn read_to<A: Arguments<M>, M>(owned: &mut A::Owned, numbers: &mut Vec<f64>, wanted: impl Fn(bool) -> bool) {
    A::show(owned, &mut |_, changes, shown| {
        if wanted(changes) {
            shown.read_to(numbers);
        }
    });
}

/// Gives arguments other coordinates; returns the rounded coordinates.
fn moved_to<A: Arguments<M>, M>(owned: &mut A::Owned, mut coordinates: &[f64]) -> Vec<f64> {
    let mut taken = Vec::new();
    A::show(owned, &mut |_, _, numbers| {
        numbers.write_from(&mut coordinates);
        numbers.read_to(&mut taken);
    });
    taken
}

/// The function at coordinates: its value, and the arguments it changed.
fn primal<'a, A: Arguments<M>, M, Y: Outcome>(
    owned: &'a A::Owned,
    value: impl Fn(A::Lent<'_>) -> Y + 'a,
) -> impl Fn(&[f64]) -> Pair + 'a {
    move |coordinates| {
        let mut moved = A::copy(owned);
        let taken = moved_to::<A, M>(&mut moved, coordinates);
        let mut y = numbers(&value(A::lend(&mut moved)));
        read_to::<A, M>(&mut moved, &mut y, |changes| changes);
        (taken, y)
    }
}

/// A function at its arguments, with the types hidden.
struct Erased {
    parts: Vec<Part>,
    /// For each coordinate, whether the function may change it.
    changes: Vec<bool>,
    at: Vec<f64>,
    /// The names for the coordinates of the value and of the changed arguments.
    results: Vec<Part>,
    /// The cotangents of the value.
    seed: Vec<f64>,
    /// The cotangents before the sweeps: random for changed arguments, zero for all others.
    start: Vec<f64>,
    epsilon: f64,
}

type Sweep<'a> = dyn Fn(&[f64], &[f64]) -> Swept + 'a;

impl Erased {
    fn new<A: Arguments<M>, M, Y>(owned: &A::Owned, y: &Y, names: &[&'static str], checker: &Checker) -> Self
    where
        Y: Outcome,
    {
        let Some(content) = y.content() else {
            panic!("the function gives no value here, so there is no derivative to check")
        };
        let mut erased = Self {
            parts: Vec::new(),
            changes: Vec::new(),
            at: Vec::new(),
            results: vec![Part::of(Root::Result, content)],
            seed: weights(y, &mut checker.random()),
            start: Vec::new(),
            epsilon: epsilon(content),
        };
        let mut random = checker.random();
        A::show(&mut A::copy(owned), &mut |place, changes, numbers| {
            let part = numbers.part(names[place]);
            erased.changes.resize(erased.changes.len() + part.count(), changes);
            numbers.read_to(&mut erased.at);
            erased.epsilon = erased.epsilon.max(numbers.coarsest());
            let start: Vec<_> = (0..part.count()).map(|_| if changes { random.weight() } else { 0.0 }).collect();
            numbers.write_from(&mut &*start);
            numbers.read_to(&mut erased.start);
            if changes {
                erased.results.push(part.clone());
            }
            erased.parts.push(part);
        });
        if erased.seed.len() == 1 && erased.results.len() == 1 {
            erased.seed = vec![1.0];
        }
        erased
    }

    /// The cotangents of all results.
    fn u(&self) -> Vec<f64> {
        self.seed
            .iter()
            .chain(self.start.iter().zip(&self.changes).filter_map(|(u, changes)| changes.then_some(u)))
            .copied()
            .collect()
    }

    fn subject<'a>(&'a self, primal: Box<Primal<'a>>) -> Subject<'a> {
        let y = primal(&self.at).1;
        let count = y.len();
        // Where there is no value nearby, no difference agrees.
        let primal = Box::new(move |at: &[f64]| {
            let (taken, mut y) = primal(at);
            y.resize(count, f64::NAN);
            (taken, y)
        });
        Subject {
            parts: &self.parts,
            at: self.at.clone(),
            results: self.results.clone(),
            y,
            at_epsilon: self.epsilon,
            y_epsilon: self.epsilon,
            primal,
        }
    }

    fn check(&self, checker: &Checker, primal: Box<Primal<'_>>, sweep: &Sweep<'_>) -> Result<Agreement, Mismatch> {
        let subject = self.subject(primal);
        let mut run = || {
            let Swept { value, cotangents, .. } = sweep(&self.seed, &self.start);
            (value, cotangents)
        };
        let agreement = checker.reverse(&subject, &mut run, &self.u())?;
        // The cotangents of changed arguments are replaced, not added to.
        let kept = |numbers: Vec<f64>| -> Vec<f64> {
            numbers
                .into_iter()
                .zip(&self.changes)
                .filter_map(|(number, changes)| (!changes).then_some(number))
                .collect()
        };
        let parts: Vec<_> = {
            let mut first = 0;
            let part = |part: &&Part| {
                let changes = self.changes.get(first).is_some_and(|changes| *changes);
                first += part.count();
                !changes
            };
            self.parts.iter().filter(part).cloned().collect()
        };
        let mut add = |start: &[f64]| {
            let mut start = start.iter();
            let all = self.start.iter().zip(&self.changes);
            let all: Vec<_> = all
                .map(|(seed, changes)| if *changes { *seed } else { *start.next().expect("one for each") })
                .collect();
            let swept = sweep(&self.seed, &all);
            (kept(swept.start), kept(swept.cotangents))
        };
        checker.accumulation(&parts, self.epsilon, &kept(run().1), &mut add)?;
        Ok(agreement)
    }

    fn check_jvp(
        &self,
        checker: &Checker,
        primal: Box<Primal<'_>>,
        jvp: &dyn Fn(&[f64]) -> Pair,
        sweep: &Sweep<'_>,
    ) -> Result<Agreement, Mismatch> {
        let (subject, u) = (self.subject(primal), self.u());
        exact::value(&self.results, &jvp(&self.start).0, &subject.y, self.epsilon)?;
        let agreement = checker.jvp_by_differences(&subject, &mut |v| jvp(v).1, &u)?;
        let cotangents = sweep(&self.seed, &self.start).cotangents;
        let adjoint = checker.vjp_by_jvp(&self.parts, &self.at, self.epsilon, &cotangents, &mut |v| jvp(v).1, &u)?;
        Ok(agreement.and(adjoint))
    }

    fn check_hvp(
        &self,
        checker: &Checker,
        gradient: Box<Primal<'_>>,
        hvp: &dyn Fn(&[f64]) -> Pair,
    ) -> Result<Agreement, Mismatch> {
        let subject = Subject { results: self.parts.clone(), ..self.subject(gradient) };
        let mut random = checker.random();
        let u: Vec<_> = self.at.iter().map(|_| random.weight()).collect();
        let beside = hvp(&self.start).0;
        equal(Law::Beside, &self.parts, &beside, &subject.y, rounding(self.epsilon), largest(&subject.y))?;
        let mut product = |v: &[f64]| seen(&hvp(v).1, &u, self.epsilon);
        checker.by_differences(Law::Second, &subject, &[], &mut product, &u)
    }
}

impl Checker {
    /// Checks reverse mode of a function: its value, the equality of two runs, that it adds to cotangents, and its
    /// derivative against differences. The final value of a `&mut` parameter counts as a result.
    ///
    /// ```
    /// use cotangent::check::Checker;
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn area(width: f32, height: f32) -> f32 {
    ///     width * height
    /// }
    /// Checker::new().tolerance(1e-3).check(area::at(3.0, 2.0))?;
    /// # Ok::<(), cotangent::check::Mismatch>(())
    /// ```
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn check<F: CheckableFunction<A, Y>, A, Y: Differentiable>(
        &self,
        at: At<F, A, Y>,
    ) -> Result<Agreement, Mismatch> {
        F::check(at.into_arguments(), self)
    }

    /// Checks forward mode of a function against differences and against reverse mode.
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn check_jvp<F: CheckableForwardFunction<A, Y>, A, Y: Differentiable>(
        &self,
        at: At<F, A, Y>,
    ) -> Result<Agreement, Mismatch> {
        F::check_jvp(at.into_arguments(), self)
    }

    /// Checks Hessian-vector products of a function against differences of its gradient.
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn check_hvp<F: CheckableSecondOrderFunction<A, Y>, A, Y: Differentiable>(
        &self,
        at: At<F, A, Y>,
    ) -> Result<Agreement, Mismatch> {
        F::check_hvp(at.into_arguments(), self)
    }
}

impl<F: Function<A, Y>, A, Y: Differentiable> At<F, A, Y> {
    /// Checks the gradient here, or the VJP, against finite differences of the function. A [`Mismatch`] says which
    /// parameter's derivative is wrong, at which coordinate, by how much, and what the likely cause is.
    /// [`Checker::check`] takes settings (feature `alloc`).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn distance(from: &[f64; 2], to: &[f64; 2], #[constant] scale: f64) -> f64 {
    ///     // A mistake: a derivative is lost.
    ///     let across = stop_gradient(to[0]) - from[0];
    ///     scale * across.hypot(to[1] - from[1])
    /// }
    /// let wrong = distance::at(&[1.0, 2.0], &[4.0, 6.0], 2.0).check().unwrap_err();
    /// assert_eq!(wrong.place, "to[0]");
    /// assert!(wrong.to_string().contains("the gradient of `to[0]` is exactly 0, but the function changes with it"));
    /// ```
    ///
    /// The result may be an `Option` or a `Result`, of which the value is checked.
    ///
    /// # Panics
    /// If there is no value, as the function gives `None` or an error here.
    ///
    /// # Errors
    /// The worst entry.
    pub fn check(self) -> Result<Agreement, Mismatch>
    where
        F: CheckableFunction<A, Y>,
    {
        Checker::new().check(self)
    }

    /// Checks [`jvp`](Self::jvp) here against finite differences and against reverse mode.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn polar(r: f64, angle: f64) -> [f64; 2] {
    ///     [r * angle.cos(), r * angle.sin()]
    /// }
    /// polar::at(2.0, 0.5).check_jvp().unwrap();
    /// ```
    ///
    /// # Panics
    /// As [`check`](Self::check).
    ///
    /// # Errors
    /// The worst entry.
    pub fn check_jvp(self) -> Result<Agreement, Mismatch>
    where
        F: CheckableForwardFunction<A, Y>,
    {
        Checker::new().check_jvp(self)
    }

    /// Checks [`hvp`](Self::hvp) here against finite differences of the gradient.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: f64, y: &[f64; 2]) -> f64 {
    ///     x * x * y[0] * y[1]
    /// }
    /// f::at(2.0, &[0.5, 1.5]).check_hvp().unwrap();
    /// ```
    ///
    /// # Errors
    /// The worst entry.
    pub fn check_hvp(self) -> Result<Agreement, Mismatch>
    where
        F: CheckableSecondOrderFunction<A, Y>,
    {
        Checker::new().check_hvp(self)
    }
}
