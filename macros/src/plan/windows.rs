//! Cotangents of neighbours, which a loop over their index takes along.
//!
//! ```text
//! for i in .. { y[i] = x[i - 1] + x[i + 1] }            // x_bar[i] is added to in iterations i + 1 and i - 1
//! ```
//!
//! The variables of a window collect for the elements from the lowest to the highest one that an iteration adds to. After it, the
//! element that the next one does not reach any more gets its sum, and the others move on. Whatever else is added to
//! the elements may be added to them directly.
//!
//! A single element to which several steps add has a window too: it gets their sum, once in an iteration.

use std::collections::BTreeMap;

use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprRange, Ident, Lit, Type};

use super::accumulators::{Outside, Value, Way};
use crate::accept::signature::is_tensor;
use crate::arrange::elements::{names, spelling};
use crate::differentiate::{Mirror, Target};
use crate::ir::{Place, Projection, VarId};
use crate::syntax::peel;

/// A window is not wider, because its variables are to be registers; nor is it where most of its elements are not added to.
const WIDEST: usize = 8;

/// Cotangents of neighbours.
pub(crate) struct Window<'f> {
    /// The variables that collect, from the lowest element to the highest.
    pub names: Vec<Ident>,
    /// The index of the loop.
    pub index: VarId,
    /// How far the lowest element is from it.
    pub lowest: i64,
    /// An element with its way there.
    neighbour: Neighbour<'f>,
    /// The value of an element.
    pub value: Value<'f>,
}

/// An element by its distance from the index of a loop.
struct Neighbour<'f> {
    place: &'f Place,
    /// The position of its index in the path.
    at: usize,
    /// How many steps of the path it is: two for `[i..][1]`.
    steps: usize,
    /// What is added to the index and is the same in all iterations: `row * width` in `[row * width + i]`.
    base: Vec<&'f Expr>,
    distance: i64,
}

/// What all elements have in common that the index leads to: the variable, and the way.
type List = (VarId, Vec<String>);

/// Finds them in the steps of an iteration, and redirects these.
pub(super) fn windows<'f>(outside: &Outside<'f>, index: VarId, steps: &mut [&mut Mirror<'f>]) -> Vec<Window<'f>> {
    let mut groups: BTreeMap<List, Vec<(Neighbour<'f>, Value<'f>, usize)>> = BTreeMap::new();
    for (at, step) in steps.iter_mut().enumerate() {
        let places: Vec<_> = step.additions().iter().filter_map(Target::place).collect();
        for place in places {
            if let Some(neighbour) = neighbour(outside, index, place) {
                let value = outside.value(step, place);
                groups.entry(neighbour.list()).or_default().push((neighbour, value, at));
            }
        }
    }
    let mut variables = 0;
    let windows = groups.into_iter().filter_map(|(list, mut group)| {
        let mut distances: Vec<i64> = group.iter().map(|(neighbour, ..)| neighbour.distance).collect();
        distances.sort_unstable();
        distances.dedup();
        let (lowest, highest) = (*distances.first()?, *distances.last()?);
        let width = usize::try_from(highest.saturating_sub(lowest)).ok()?.saturating_add(1);
        let is_added_to_once = group.iter().all(|(_, _, at)| *at == group[0].2);
        if width == 1 && is_added_to_once || width > WIDEST || width > 2 * distances.len() {
            return None;
        }
        let (neighbour, value, _) = group.swap_remove(0);
        let names = (0..width).map(|_| {
            variables += 1;
            outside.variable("near", variables - 1)
        });
        Some((list, Window { names: names.collect(), index, lowest, neighbour, value }))
    });
    let windows: BTreeMap<_, _> = windows.collect();
    for step in steps {
        let mut taken: Vec<Ident> = Vec::new();
        for target in step.additions() {
            let Some(neighbour) = target.place().and_then(|place| neighbour(outside, index, place)) else { continue };
            let Some(window) = windows.get(&neighbour.list()) else { continue };
            let Ok(variable) = usize::try_from(neighbour.distance - window.lowest) else { continue };
            let (name, span) = (window.names[variable].clone(), neighbour.place.written.span());
            // Twice the same element in one step: the second by way of a temporary.
            *target = if taken.contains(&name) {
                Target::AccumulatorAside(name, span)
            } else {
                taken.push(name.clone());
                Target::Accumulator(name, span)
            };
        }
    }
    windows.into_values().collect()
}

impl<'f> Window<'f> {
    /// Whether nothing of it goes from one iteration to the next.
    pub fn is_single(&self) -> bool {
        self.names.len() == 1
    }

    /// An element, and the number of steps that lead to the list of the elements.
    pub fn way(&self) -> (&'f Place, usize) {
        (self.neighbour.place, self.neighbour.at)
    }

    /// The variables and how far their elements are from the index, in the order in which they leave the window.
    pub fn leaving(&self, way: Way) -> Vec<(&Ident, i64)> {
        let mut all: Vec<_> = self.names.iter().zip(self.lowest..).collect();
        if way == Way::Down {
            all.reverse();
        }
        all
    }

    /// The element that is `distance` from the index.
    pub fn element(&self, index: &Ident, distance: i64) -> Place {
        let Neighbour { place, at, steps, base, .. } = &self.neighbour;
        let far = proc_macro2::Literal::u64_unsuffixed(distance.unsigned_abs());
        let again: Expr = match distance {
            0 => syn::parse_quote!(#((#base) +)* #index),
            1.. => syn::parse_quote!(#((#base) +)* #index + #far),
            _ => syn::parse_quote!(#((#base) +)* #index - #far),
        };
        let mut place = (*place).clone();
        let way = Projection::Index { written: again.clone(), again, kept: vec![self.index] };
        place.path.splice(*at..at + steps, [way]);
        place
    }
}

impl Neighbour<'_> {
    fn list(&self) -> List {
        let mut way = spelling(&self.place.path);
        let base = self.base.iter();
        way.splice(self.at..self.at + self.steps, [quote!([#((#base) +)*]).to_string()]);
        (self.place.var, way)
    }
}

impl<'f> Target<'f> {
    /// The place, if it is only added to.
    pub(super) fn place(&self) -> Option<&'f Place> {
        match self {
            Target::Place(place) | Target::Aside(place) => Some(place),
            Target::Nowhere | Target::Accumulator(..) | Target::AccumulatorAside(..) | Target::Lent(_) => None,
        }
    }
}

/// A place as an element that is some numbers away from the index of the loop, in a list that is the same in all iterations.
fn neighbour<'f>(outside: &Outside<'_>, index: VarId, place: &'f Place) -> Option<Neighbour<'f>> {
    if !outside.has(place) || is_list_of_tensors(outside, place.var) {
        return None;
    }
    let index = &outside.function.var(index).unique;
    let at = place.path.iter().position(|projection| !outside.is_fixed(projection))?;
    let again = |at: usize| match place.path.get(at)? {
        Projection::Index { again, .. } => Some(peel(again)),
        Projection::Field(_) => None,
    };
    let mut base = Vec::new();
    let (distance, steps) = match again(at)? {
        Expr::Range(ExprRange { start: Some(start), .. }) => {
            (distance(outside, start, index, &mut base)?.checked_add(number(again(at + 1)?)?)?, 2)
        }
        expr => (distance(outside, expr, index, &mut base)?, 1),
    };
    let is_written_down = place.path[at..at + steps].iter().all(|step| !is_kept(step));
    if !base.is_empty() && !is_written_down {
        return None;
    }
    let rest = place.path.get(at + steps..)?;
    rest.iter().all(|projection| outside.is_fixed(projection)).then_some(Neighbour { place, at, steps, base, distance })
}

/// Whether an index is read where it is kept.
fn is_kept(step: &Projection) -> bool {
    matches!(step, Projection::Index { kept, .. } if !kept.is_empty())
}

/// Whether a parameter is a list of tensors, by its type: those are too large to be moved.
fn is_list_of_tensors(outside: &Outside<'_>, var: VarId) -> bool {
    fn of_tensors(ty: &Type) -> bool {
        match ty {
            Type::Array(list) => of_tensors(&list.elem),
            Type::Slice(list) => of_tensors(&list.elem),
            Type::Path(path) => path.path.segments.last().is_some_and(|last| is_tensor(&last.ident)),
            _ => false,
        }
    }
    outside.function.params.iter().any(|param| param.var == var && of_tensors(&param.ty))
}

/// How far an expression is from the index, `index + 1`, and from what is the same in all iterations, `row * width + index`.
fn distance<'e>(outside: &Outside<'_>, expr: &'e Expr, index: &Ident, base: &mut Vec<&'e Expr>) -> Option<i64> {
    match peel(expr) {
        Expr::Path(path) => path.path.is_ident(index).then_some(0),
        Expr::Binary(sum) => match sum.op {
            BinOp::Add(_) => {
                let (this, other) =
                    if names(&sum.left, index) { (&sum.left, &sum.right) } else { (&sum.right, &sum.left) };
                let far = distance(outside, this, index, base)?;
                if let Some(number) = number(other) {
                    return far.checked_add(number);
                }
                base.push(other);
                outside.is_fixed_expression(other).then_some(far)
            }
            BinOp::Sub(_) => distance(outside, &sum.left, index, base)?.checked_sub(number(&sum.right)?),
            _ => None,
        },
        _ => None,
    }
}

/// A literal.
fn number(expr: &Expr) -> Option<i64> {
    match peel(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
