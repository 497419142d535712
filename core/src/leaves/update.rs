//! Optimizer steps, leaf by leaf.

use super::{LeafMut, Leaves};
use crate::differentiable::Differentiable;
use crate::scalar::Real;

/// The change that an optimizer makes to one leaf, for any number type.
///
/// `STATES` is the number of moments it keeps for each parameter: 0 for plain gradient descent, 1 with momentum, 2 for
/// Adam. The optimizers of [`optim`](crate::optim) implement it, and so can yours:
///
/// ```
/// use cotangent::leaves::{Update, update};
/// use cotangent::prelude::*;
///
/// struct Momentum { rate: f64, decay: f64 }
///
/// impl Update<1> for Momentum {
///     fn leaf<T: Real>(&mut self, _: &[usize], parameters: &mut [T], gradient: &[T], [velocity]: [&mut [T]; 1]) {
///         let (rate, decay) = (T::lit(self.rate), T::lit(self.decay));
///         for ((p, g), v) in parameters.iter_mut().zip(gradient).zip(velocity) {
///             *v = decay * *v + *g;
///             *p -= rate * *v;
///         }
///     }
/// }
///
/// #[derive(Differentiable)]
/// struct Line { slope: f64, offset: f64 }
///
/// #[differentiable]
/// fn loss(line: &Line, x: f64, #[constant] y: f64) -> f64 {
///     (line.slope * x + line.offset - y).powi(2)
/// }
///
/// let mut line = Line { slope: 0.0, offset: 0.0 };
/// let mut velocity = Line::zero_tangent();
/// let mut optimizer = Momentum { rate: 0.05, decay: 0.5 };
/// for _ in 0..100 {
///     let (gradient, _) = loss::grad(&line, 2.0, 3.0);
///     update(&mut optimizer, &mut line, &gradient, [&mut velocity]);
/// }
/// assert!((line.slope * 2.0 + line.offset - 3.0).abs() < 1e-9);
/// ```
pub trait Update<const STATES: usize> {
    /// Changes the parameters of one leaf of this [shape](Leaves::leaf_shape), and its states.
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], states: [&mut [T]; STATES]);
}

/// Changes every leaf of `parameters` by `with`: a model, with its gradient and any number of states of the gradient's
/// type.
///
/// Nothing is allocated. See [`Update`] for an example.
///
/// # Panics
/// When a `Vec` of the gradient or of a state is not as long as that of the parameters. Nothing has been changed then.
#[track_caller]
pub fn update<P, const STATES: usize>(
    with: &mut impl Update<STATES>,
    parameters: &mut P,
    gradient: &P::Tangent,
    mut states: [&mut P::Tangent; STATES],
) where
    P: Differentiable<Tangent: Leaves> + Leaves,
{
    if P::COUNT.is_none() {
        same_shapes(parameters, gradient, "gradient");
        states.iter().for_each(|state| same_shapes(parameters, *state, "state of the optimizer"));
    }
    for i in 0..parameters.leaf_count() {
        let shape = parameters.leaf_shape(i);
        let gradient = gradient.leaf(i);
        let states = states.each_mut().map(|state| state.leaf_mut(i));
        match parameters.leaf_mut(i) {
            LeafMut::F32(parameters) => with.leaf(&shape, parameters, gradient.f32(), states.map(LeafMut::f32)),
            LeafMut::F64(parameters) => with.leaf(&shape, parameters, gradient.f64(), states.map(LeafMut::f64)),
            #[cfg(feature = "half")]
            LeafMut::F16(parameters) => with.leaf(&shape, parameters, gradient.f16(), states.map(LeafMut::f16)),
            #[cfg(feature = "half")]
            LeafMut::BF16(parameters) => with.leaf(&shape, parameters, gradient.bf16(), states.map(LeafMut::bf16)),
        }
    }
}

/// Checks that another value has the shapes of the parameters.
#[track_caller]
fn same_shapes<P: Leaves, C: Leaves>(parameters: &P, other: &C, what: &str) {
    let leaves = parameters.leaf_count().min(other.leaf_count());
    let differs = (0..leaves)
        .find(|i| parameters.leaf_name(*i) != other.leaf_name(*i) || parameters.leaf_shape(*i) != other.leaf_shape(*i));
    if let Some(i) = differs {
        panic!(
            "leaf `{}` of the parameters has shape {:?}, leaf `{}` of the {what} {:?}: make the {what} from these parameters",
            parameters.leaf_name(i),
            parameters.leaf_shape(i),
            other.leaf_name(i),
            other.leaf_shape(i),
        );
    }
    assert!(
        parameters.leaf_count() == other.leaf_count(),
        "the parameters have {} leaves, the {what} has {}: make the {what} from these parameters",
        parameters.leaf_count(),
        other.leaf_count()
    );
}
