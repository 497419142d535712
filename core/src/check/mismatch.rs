//! Reports of a check: how well two derivatives agree, or where and how they differ.

use alloc::string::String;
use core::fmt::{self, Debug, Display, Formatter};

/// How well the derivatives agreed in a check that passed.
///
/// ```
/// use cotangent::check;
///
/// let agreement = check::gradient(|x: &f64| x * x, |x| (x * x, 2.0 * x), 3.0)?;
/// assert_eq!(agreement.compared, 1);
/// assert!(agreement.margin < 1.0);
/// # Ok::<(), check::Mismatch>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Agreement {
    /// How many directions were compared.
    pub compared: usize,
    /// The largest relative error.
    pub error: f64,
    /// The largest error as a share of its tolerance: at 1 the check would have failed.
    pub margin: f64,
}

impl Agreement {
    /// Nothing was compared.
    pub(super) const NONE: Self = Self { compared: 0, error: 0.0, margin: 0.0 };

    /// Combines two agreements.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            compared: self.compared + other.compared,
            error: self.error.max(other.error),
            margin: self.margin.max(other.margin),
        }
    }
}

impl Display for Agreement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { compared, error, margin } = self;
        write!(
            f,
            "{compared} directions agree: worst relative error {error:.1e}, {:.1}% of the tolerance",
            margin * 100.0
        )
    }
}

/// The law that fails.
///
/// ```
/// use cotangent::check::{self, Law};
///
/// let wrong = check::gradient(|x: &f64| x * x, |x| (x * x + 1.0, 2.0 * x), 3.0).unwrap_err();
/// assert_eq!(wrong.law, Law::Value);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Law {
    /// The value returned with the derivative is that of the function.
    Value,
    /// Equal arguments give equal results, bit by bit.
    Repeatable,
    /// The gradient, or the VJP, agrees with finite differences of the function.
    Vjp,
    /// The JVP agrees with finite differences of the function.
    Jvp,
    /// `⟨u, J v⟩ = ⟨Jᵀ u, v⟩`: the VJP is the adjoint of the JVP.
    Adjoint,
    /// Cotangents are added to the initial ones.
    Accumulates,
    /// A cotangent that is [written](crate::slot::WriteMode::Overwrite) equals the one that is added.
    Writes,
    /// The output and the cotangents do not depend on where the residual is written: `forward_to` agrees with
    /// `forward`.
    Kept,
    /// A cotangent does not depend on whether others are wanted.
    Unwanted,
    /// An absent tangent counts as zero.
    Absent,
    /// Second order: the cotangents are those of the VJP.
    Beside,
    /// Second order: the tangents of the cotangents agree with finite differences of the VJP.
    Second,
    /// Second order: `⟨u, H v⟩ = ⟨v, H u⟩`.
    Symmetric,
}

impl Law {
    const fn broken(self) -> &'static str {
        match self {
            Self::Value => "the value differs from that of the function",
            Self::Repeatable => "a second run gives another result",
            Self::Vjp => "the derivative of reverse mode differs from finite differences",
            Self::Jvp => "the derivative of forward mode differs from finite differences",
            Self::Adjoint => "reverse mode and forward mode differ: the VJP is not the adjoint of the JVP",
            Self::Accumulates => "the cotangent is not added to what is in its place",
            Self::Writes => "the cotangent is another where it is written and not added",
            Self::Kept => "the result is another where the residual is written to its place on the tape",
            Self::Unwanted => "the cotangent changes when another one is not wanted",
            Self::Absent => "an absent tangent does not act like a zero tangent",
            Self::Beside => "the cotangent that comes with its tangent differs from that of the VJP",
            Self::Second => "the tangent of the cotangent differs from finite differences of the VJP",
            Self::Symmetric => "the second derivatives are not symmetric",
        }
    }
}

/// A derivative that is wrong: which law it breaks, and the worst entry.
///
/// Both `Display` and `Debug` give the report, so that it reads well after `?`, `unwrap` and as the error of `main`.
///
/// ```
/// use cotangent::check;
///
/// let relu = |x: &f64| x.max(0.0);
/// let mismatch = check::gradient(relu, |x| (relu(x), 0.0), 0.0).unwrap_err();
/// let (left, right) = mismatch.kink.unwrap();
/// assert!(left == 0.0 && (right - 1.0).abs() < 1e-9);
/// assert!(mismatch.to_string().contains("looks like a kink or a jump"));
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The law.
    pub law: Law,
    /// The worst entry: `args.1.w[0, 2]` in a function, `b[0, 2]` for the second operand of a rule.
    pub place: String,
    /// The value of the code under test at this entry.
    pub found: f64,
    /// The value it should be.
    pub expected: f64,
    /// The possible error of `expected` itself, which comes from differences or from rounded operations.
    pub uncertainty: f64,
    /// The relative error.
    pub error: f64,
    /// The relative error that is allowed there.
    pub tolerance: f64,
    /// How many of the compared directions disagree.
    pub failed: usize,
    /// How many directions were compared.
    pub compared: usize,
    /// The derivatives from the left and from the right, if they disagree: no gradient is right at a kink or a jump.
    pub kink: Option<(f64, f64)>,
    /// The function that was checked, if it has a name.
    pub function: Option<&'static str>,
    /// The entry whose gradient is exactly 0 although the function changes with it, `args.1.w[0, 2]`; or `args.1.w` if
    /// that is true of all its entries.
    pub lost: Option<String>,
}

/// The probable reason why a derivative differs from finite differences.
///
/// ```
/// use cotangent::check::{self, Cause};
///
/// let wrong = check::gradient(|x: &f64| x * x, |x| (x * x, 3.0 * x), 2.0).unwrap_err();
/// assert_eq!(wrong.cause(), Some(Cause::Rule));
///
/// let relu = |x: &f64| x.max(0.0);
/// assert_eq!(check::gradient(relu, |x| (relu(x), 0.0), 0.0).unwrap_err().cause(), Some(Cause::Kink));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The derivatives from the left and from the right differ: a kink or a jump, where no gradient is right.
    Kink,
    /// The function is not finite nearby: the edge of its domain.
    Domain,
    /// The derivative is not finite though the function is smooth.
    NotFinite,
    /// The differences do not settle: the value loses digits to cancellation, or is noisy.
    Cancellation,
    /// The gradient is exactly 0 although the function changes: a derivative was lost.
    Lost,
    /// The function is smooth and the differences settle: the derivative is wrong, or the rule of a called function is.
    Rule,
}

impl Mismatch {
    /// The probable cause, if the disagreement is with finite differences.
    #[must_use]
    pub fn cause(&self) -> Option<Cause> {
        if !matches!(self.law, Law::Vjp | Law::Jvp | Law::Second) {
            return None;
        }
        let unsettled = self.uncertainty > 0.1 * (self.found - self.expected).abs();
        Some(match self {
            _ if !self.expected.is_finite() => Cause::Domain,
            _ if !self.found.is_finite() => Cause::NotFinite,
            Self { kink: Some(_), .. } => Cause::Kink,
            Self { lost: Some(_), .. } => Cause::Lost,
            _ if unsettled => Cause::Cancellation,
            _ => Cause::Rule,
        })
    }

    /// The same with the name of the function.
    pub(super) fn of(self, function: &'static str) -> Self {
        Self { function: Some(function), ..self }
    }

    fn write_cause(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { law, found, uncertainty, kink, lost, .. } = self;
        if let Some((left, right)) = kink {
            write!(
                f,
                "; the differences from the left, {left:.6}, and from the right, {right:.6}, disagree: looks like a kink or a jump"
            )?;
        }
        match self.cause() {
            Some(Cause::Domain) if !found.is_finite() => {
                f.write_str("; neither is finite, so there is nothing to compare at this point")
            }
            Some(Cause::Domain) => {
                f.write_str("; the reference is not finite: the point may lie at the edge of the domain")
            }
            Some(Cause::NotFinite) => f.write_str("; the derivative is not finite though the function is smooth here"),
            Some(Cause::Cancellation) => write!(
                f,
                "; the differences themselves do not settle (± {uncertainty:.1e}): digits are lost by cancellation, or the function is noisy"
            ),
            Some(Cause::Lost) => {
                let lost = lost.as_deref().unwrap_or_default();
                write!(
                    f,
                    "; the gradient of `{lost}` is exactly 0, but the function changes with it: its derivative was lost on the way. Look for \
                     `stop_gradient`, for rounding (`round`, `floor`, `signum`) and for a rule, `vjp = ..`, that leaves it out; if there is \
                     none of these, please report a bug"
                )
            }
            // For a rule or for closures, the derivative under test is itself the cause.
            Some(Cause::Rule) if self.function.is_some() => write!(
                f,
                "; the function is smooth here, so its derivative is wrong. Look for a rule, `{} = ..`, of what it calls, for rounding \
                 (`round`, `floor`, `signum`), whose derivative is 0, and for a loop that ends by a tolerance: its derivative may not have \
                 converged where its value has. If there is none of these, please report a bug",
                if *law == Law::Jvp { "jvp" } else { "vjp" }
            ),
            Some(Cause::Kink | Cause::Rule) | None => Ok(()),
        }
    }
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { law, place, found, expected, error, tolerance, failed, compared, function, .. } = self;
        if let Some(function) = function {
            write!(f, "`{function}`: ")?;
        }
        write!(f, "{} at `{place}`: found {found:?}, expected {expected:?}", law.broken())?;
        if error.is_finite() {
            write!(f, " (relative error {error:.1e}, tolerance {tolerance:.1e})")?;
        }
        if *compared > 1 {
            write!(f, "; {failed} of {compared} comparisons fail")?;
        }
        self.write_cause(f)
    }
}

impl Debug for Mismatch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl core::error::Error for Mismatch {}
