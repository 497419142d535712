//! Named, tuple, nested and generic structs: what the tangent struct looks like.

use cotangent::prelude::*;

/// The tangent type of `A` is `B`.
fn is<A: Differentiable<Tangent = B>, B>() {}

#[derive(Differentiable, Clone)]
struct Named {
    w: Matrix<f32, 2, 3>,
    #[constant]
    scale: f64,
    n: usize,
    flags: [bool; 2],
    r#type: f64,
}

#[test]
fn fields_keep_their_names() {
    is::<Named, NamedTangent>();
    is::<NamedTangent, NamedTangent>();
    let zero = NamedTangent { w: Matrix::zeros(), scale: NoGrad, n: NoGrad, flags: [NoGrad; 2], r#type: 0.0 };
    assert_eq!(Named::zero_tangent(), zero);
    let value = Named { w: Matrix::full(1.0), scale: 2.0, n: 3, flags: [true, false], r#type: 4.0 };
    let copy = value.clone();
    assert_eq!((copy.w, copy.scale, copy.n, copy.flags, copy.r#type), (value.w, 2.0, 3, [true, false], 4.0));
}

#[derive(Differentiable)]
struct Pair(f64, #[constant] &'static str, [f32; 2]);

#[test]
fn tuple_structs_give_tuple_structs() {
    is::<Pair, PairTangent>();
    let pair = Pair(1.0, "unit", [2.0, 3.0]);
    assert_eq!((pair.0, pair.1, pair.2), (1.0, "unit", [2.0, 3.0]));
    assert_eq!(Pair::zero_tangent(), PairTangent(0.0, NoGrad, [0.0, 0.0]));
}

#[derive(Differentiable)]
struct Outer {
    pairs: [Pair; 2],
    inner: (Named, f64),
}

#[test]
fn derived_structs_nest() {
    let zero =
        OuterTangent { pairs: [Pair::zero_tangent(), Pair::zero_tangent()], inner: (Named::zero_tangent(), 0.0) };
    assert_eq!(Outer::zero_tangent(), zero);
    let Outer { pairs: [Pair(a, ..), _], inner: (Named { scale, .. }, b) } = Outer {
        pairs: [Pair(1.0, "a", [0.0; 2]), Pair(2.0, "b", [0.0; 2])],
        inner: (Named { w: Matrix::zeros(), scale: 3.0, n: 0, flags: [false; 2], r#type: 0.0 }, 4.0),
    };
    assert_eq!((a, scale, b), (1.0, 3.0, 4.0));
}

#[derive(Differentiable)]
struct Linear<T: Real, const I: usize, const O: usize> {
    w: Matrix<T, I, O>,
    b: Vector<T, O>,
}

/// Code that is generic over the number type sees through the tangent.
fn bias<T: Real, const I: usize, const O: usize>(layer: &Linear<T, I, O>, gradient: &Ct<Linear<T, I, O>>) -> (T, T) {
    let gradient: &LinearTangent<T, I, O> = gradient;
    (layer.b.sum(), gradient.b.sum() + gradient.w.sum())
}

#[test]
fn type_and_const_parameters() {
    is::<Linear<f64, 2, 3>, LinearTangent<f64, 2, 3>>();
    let layer = Linear { w: Matrix::<f64, 2, 3>::full(1.0), b: Vector::full(2.0) };
    let gradient = LinearTangent { w: Matrix::<f64, 2, 3>::full(0.5), b: Vector::full(0.25) };
    assert_eq!(bias(&layer, &gradient), (6.0, 3.75));
    assert_eq!(layer.w.sum(), 6.0);
}

/// No bound says that `T` is differentiable: the derive adds it.
#[derive(Differentiable, Clone)]
struct Unbounded<T> {
    first: T,
    rest: [T; 2],
}

#[test]
fn bounds_are_added_where_they_are_needed() {
    is::<Unbounded<f64>, UnboundedTangent<f64>>();
    is::<Unbounded<Pair>, UnboundedTangent<Pair>>();
    let tangent: UnboundedTangent<f64> = Unbounded::<f64>::zero_tangent();
    assert_eq!(format!("{tangent:?}"), "UnboundedTangent { first: 0.0, rest: [0.0, 0.0] }");
    let value = Unbounded { first: String::new(), rest: [String::new(), String::new()] }; // without a tangent space, it still exists
    assert_eq!((value.first.len(), value.rest.len()), (0, 2));
}

/// Defaults, where clauses, and parameters named like those of the generated code.
#[derive(Differentiable)]
struct Everything<T = f64, A = u8, const N: usize = 2, const NN: usize = 1>
where
    T: Real,
    A: Copy,
    [T; N]: Clone,
{
    values: [T; N],
    #[constant]
    extra: [A; NN],
    #[constant]
    own_type: core::marker::PhantomData<fn(&Self)>,
}

#[test]
fn defaults_and_where_clauses() {
    is::<Everything, EverythingTangent>();
    is::<Everything<f32, bool, 3, 4>, EverythingTangent<f32, bool, 3, 4>>();
    let one: Everything = Everything { values: [1.0, 2.0], extra: [3], own_type: core::marker::PhantomData };
    assert_eq!((one.values, one.extra), ([1.0, 2.0], [3]));
    let zero: EverythingTangent = EverythingTangent { values: [0.0; 2], extra: NoGrad, own_type: NoGrad };
    assert_eq!(zero, Everything::zero_tangent());
    let _ = one.own_type;
}

mod elsewhere {
    use cotangent::prelude::*;

    #[derive(Differentiable)]
    pub(crate) struct Shown {
        pub(crate) shown: f64,
        hidden: Hidden,
    }

    #[derive(Differentiable)]
    struct Hidden(f64);

    impl Shown {
        pub(crate) fn new(shown: f64, hidden: f64) -> Self {
            Self { shown, hidden: Hidden(hidden) }
        }

        pub(crate) fn sum(&self) -> f64 {
            self.shown + self.hidden.0
        }
    }
}

#[test]
fn visibility_is_that_of_the_struct_and_its_fields() {
    let shown = elsewhere::Shown::new(1.0, 2.0);
    let tangent: elsewhere::ShownTangent = elsewhere::Shown::zero_tangent();
    assert_eq!((shown.sum(), shown.shown, tangent.shown), (3.0, 1.0, 0.0));
}

#[test]
fn tangents_are_printed_by_their_names() {
    assert_eq!(format!("{:?}", Pair::zero_tangent()), "PairTangent(0.0, NoGrad, [0.0, 0.0])");
    let shown = format!("{:?}", Named::zero_tangent());
    assert!(shown.starts_with("NamedTangent { w: ") && shown.ends_with(", type: 0.0 }"), "{shown}");
}
