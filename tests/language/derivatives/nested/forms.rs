//! Functions whose derivatives are called, by the types of their parameters and results.

use cotangent::check;
use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Spring {
    stiffness: f64,
    rest: [f64; 2],
    #[constant]
    mass: f64,
}

#[differentiable]
fn energy(spring: &Spring, at: &[f64; 2], scale: f64) -> f64 {
    let (dx, dy) = (at[0] - spring.rest[0], at[1] - spring.rest[1]);
    scale * spring.stiffness * (dx * dx + dy * dy * dx) / spring.mass
}

/// A gradient with a struct in it.
#[differentiable]
fn of_structs(spring: &Spring, at: &[f64; 2]) -> f64 {
    let (by_spring, force, _) = energy::grad(spring, at, 2.0);
    by_spring.stiffness * by_spring.rest[0] + force[0] * force[1] * spring.stiffness
}

#[differentiable]
fn of_fields(k: f64, at: &[f64; 2]) -> f64 {
    let spring = Spring { stiffness: k * k, rest: [0.1, k], mass: 2.0 };
    of_structs(&spring, at) + energy::grad(&spring, &[at[0], k], k).1[0]
}

#[test]
fn structs_and_arrays() {
    let spring = Spring { stiffness: 1.5, rest: [0.2, -0.3], mass: 2.0 };
    let at = [0.9, 0.4];
    let (value, (by_spring, by_place)) = of_structs::value_and_grad(&spring, &at);
    let along = SpringTangent { stiffness: 0.5, rest: [1.0, -2.0], mass: NoGrad };
    let (y, y_dot) = of_structs::jvp(&spring, &at, (along.clone(), [0.25, 3.0]));
    assert_eq!(y, value);
    assert!((y_dot - (by_spring.inner(&along) + by_place.inner(&[0.25, 3.0]))).abs() < 1e-11);
    check::gradient(
        |at: &[f64; 2]| of_fields(0.7, at),
        |at| {
            let (value, (_, by_place)) = first_order!(of_fields(0.7, at));
            (value, by_place)
        },
        at,
    )
    .unwrap();
    check::gradient(
        |k: &f64| of_fields(*k, &at),
        |k| {
            let (value, (by_k, _)) = of_fields::value_and_grad(*k, &at);
            (value, by_k)
        },
        0.7,
    )
    .unwrap();
}

#[differentiable]
fn quartic<const N: usize>(x: &Vector<f64, N>, a: &Matrix<f64, N, N>) -> f64 {
    let y = a.matmul(x);
    (y * y * x).sum()
}

/// A tensor, and the same function with another length.
#[differentiable]
fn of_tensors(x: &Vector<f64, 3>, a: &Matrix<f64, 3, 3>) -> f64 {
    let (by_x, by_a) = quartic::grad::<3>(x, a);
    let (_, along) = quartic::jvp(&by_x, a, (*x, by_a));
    (by_x * x).sum() + 0.01 * along
}

#[test]
fn tensors() {
    let x = tensor([0.3, -0.6, 0.9]);
    let a = tensor([[0.5, 0.1, -0.4], [0.7, -0.2, 0.3], [0.2, 0.8, -0.1]]);
    let (value, (by_x, by_a)) = of_tensors::value_and_grad(&x, &a);
    let (along_x, along_a) = (tensor([0.4, 1.0, -0.7]), a.map(|x| 1.0 - x));
    let (y, y_dot) = of_tensors::jvp(&x, &a, (along_x, along_a));
    assert_eq!(y, value);
    assert!((y_dot - (by_x.inner(&along_x) + by_a.inner(&along_a))).abs() < 1e-11 * y_dot.abs().max(1.0));
    check::gradient(
        |x: &Vector<f64, 3>| of_tensors(x, &a),
        |x| {
            let (value, (by_x, _)) = of_tensors::value_and_grad(x, &a);
            (value, by_x)
        },
        x,
    )
    .unwrap();
}

/// The place of a thrown ball: its speed is its tangent.
#[differentiable]
fn place(t: f64, v: &[f64; 2]) -> [f64; 2] {
    [v[0] * t, v[1] * t - 4.9 * t * t * (0.1 * t).cos()]
}

/// A result that is not a number, in both modes.
#[differentiable]
fn of_results(t: f64, v: &[f64; 2]) -> f64 {
    let (at, speed) = place::jvp(t, v, (1.0, [0.0, 0.0]));
    let (_, (by_t, by_v)) = place::vjp(t * t, v, [speed[0], at[1]]);
    speed[0] * speed[1] + at[0] * at[1] + by_t * by_v[1]
}

#[differentiable]
fn tensor_result(x: &Vector<f64, 3>, k: f64) -> Vector<f64, 3> {
    (x * k).sin() * x
}

#[differentiable]
fn of_tensor_results(x: &Vector<f64, 3>, k: f64) -> f64 {
    let (y, y_dot) = tensor_result::jvp(x, k, (x.cos(), k * k));
    let (_, (by_x, by_k)) = tensor_result::vjp(x, k, y_dot);
    (y * by_x).sum() + by_k
}

#[test]
fn results_of_several_numbers() {
    let v = [3.0, 8.0];
    check::gradient(
        |t: &f64| of_results(*t, &v),
        |t| {
            let (value, (by_t, _)) = first_order!(of_results(*t, &v));
            (value, by_t)
        },
        0.7,
    )
    .unwrap();
    let x = tensor([0.3, -0.6, 0.9]);
    let (value, (by_x, by_k)) = of_tensor_results::value_and_grad(&x, 1.3);
    let along = tensor([0.4, 1.0, -0.7]);
    let (y, y_dot) = of_tensor_results::jvp(&x, 1.3, (along, 0.5));
    assert_eq!(y, value);
    assert!((y_dot - (by_x.inner(&along) + 0.5 * by_k)).abs() < 1e-11 * y_dot.abs().max(1.0));
    check::gradient(
        |k: &f64| of_tensor_results(&x, *k),
        |k| {
            let (value, (_, by_k)) = of_tensor_results::value_and_grad(&x, *k);
            (value, by_k)
        },
        1.3,
    )
    .unwrap();
}

/// A result that may not be there.
#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

#[differentiable]
fn of_outcomes(x: f64) -> f64 {
    let (y, slope) = root::value_and_grad(x);
    match y {
        Some(y) => y * slope * slope,
        None => x,
    }
}

#[test]
fn a_value_that_may_not_be_there() {
    // √x / 4x
    assert_eq!(first_order!(of_outcomes(4.0)), (0.125, -0.015625));
    assert_eq!(first_order!(of_outcomes(-4.0)), (-4.0, 1.0));
}

mod library {
    pub mod deep {
        use cotangent::prelude::*;

        #[differentiable]
        pub fn power(x: f64, n: i32) -> f64 {
            x.powi(n)
        }
    }

    /// A function of that name is a function like any other, by another path.
    use cotangent::prelude::*;

    #[differentiable]
    pub fn grad(x: f64) -> f64 {
        x * x
    }
}
use library::grad;

#[differentiable]
fn of_paths(x: f64) -> f64 {
    library::deep::power::grad(x, 3) * self::grad(x) + grad(x)
}

#[test]
fn paths() {
    // 3 x² x² + x²
    assert_eq!(first_order!(of_paths(2.0)), (52.0, 100.0));
}

#[derive(Differentiable, Clone)]
struct Chain {
    springs: [f64; 2],
}

#[differentiable]
fn stretch(k: f64, x: f64) -> f64 {
    k * x * x * x
}

#[differentiable]
impl Chain {
    fn pull(&self, x: f64) -> f64 {
        let (_, force) = stretch::grad(self.springs[0], x);
        force * self.springs[1]
    }

    /// Elements that are made, closures, and a call of a derivative in a call.
    fn pulls(&self, x: &[f64; 2]) -> f64 {
        let forces: [f64; 2] = core::array::from_fn(|i| stretch::grad(self.springs[i], x[i]).1);
        let along = x.map(|x| stretch::jvp(self.springs[1], x, (1.0, x)).1);
        let twice = |k: f64| 2.0 * stretch::grad(k, stretch::grad(k, x[0]).1).0;
        forces[0] * along[1] + twice(forces[1]) + self.pull(along[0])
    }
}

#[test]
fn methods_closures_and_elements() {
    let (chain, at) = (Chain { springs: [0.5, 0.8] }, [0.3, 0.7]);
    // 3 k x² of the first spring, times the second.
    assert_eq!(chain.pull_value_and_grad(2.0).0, 3.0 * 0.5 * 4.0 * 0.8);
    let (value, (by_chain, by_x)) = chain.pulls_value_and_grad(&at);
    let along = ChainTangent { springs: [1.0, -2.0] };
    let (y, y_dot) = chain.pulls_jvp(&at, (along.clone(), [0.25, 3.0]));
    assert_eq!((y, y), (value, chain.pulls(&at)));
    assert!((y_dot - (by_chain.inner(&along) + by_x.inner(&[0.25, 3.0]))).abs() < 1e-12 * y_dot.abs().max(1.0));
    check::gradient(
        |at: &[f64; 2]| chain.pulls(at),
        |at| {
            let (value, (_, by_x)) = chain.pulls_value_and_grad(at);
            (value, by_x)
        },
        at,
    )
    .unwrap();
    check::gradient(
        |springs: &[f64; 2]| Chain { springs: *springs }.pulls(&at),
        |springs| {
            let (value, (by_chain, _)) = Chain { springs: *springs }.pulls_value_and_grad(&at);
            (value, by_chain.springs)
        },
        chain.springs,
    )
    .unwrap();
}
