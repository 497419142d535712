//! Jacobians and Hessians by parameters and results that are made of numbers: how the columns and rows are arranged.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Spring {
    stiffness: f64,
    rest: [f64; 2],
    #[constant]
    name: &'static str,
    coils: usize,
}

#[differentiable]
impl Spring {
    /// `k (x - a) (y - b)`
    fn energy(&self, at: (f64, f64)) -> f64 {
        self.stiffness * (at.0 - self.rest[0]) * (at.1 - self.rest[1])
    }
}

const SPRING: Spring = Spring { stiffness: 3.0, rest: [1.0, 2.0], name: "soft", coils: 9 };

#[test]
fn the_hessian_of_a_method_by_a_struct_and_a_tuple() {
    assert_eq!((SPRING.name, SPRING.coils), ("soft", 9));
    let (by_spring, (by_x, by_y)) = SPRING.energy_at((5.0, 7.0)).hessian();
    // A column for each number of a field, under its name.
    let ((), (), by_stiffness, [by_a, by_b]) = (by_spring.name, by_spring.coils, by_spring.stiffness, by_spring.rest);
    // d/dk of the gradient: (k: 0, a: -(y - b), b: -(x - a)), (x: y - b, y: x - a)
    let numbers = |(spring, at): (SpringTangent, (f64, f64))| {
        assert_eq!((spring.name, spring.coils), (NoGrad, NoGrad));
        [spring.stiffness, spring.rest[0], spring.rest[1], at.0, at.1]
    };
    let all = [by_stiffness, by_a, by_b, by_x, by_y].map(numbers);
    assert_eq!(
        all,
        [
            [0.0, -5.0, -4.0, 5.0, 4.0],
            [-5.0, 0.0, 3.0, 0.0, -3.0],
            [-4.0, 3.0, 0.0, -3.0, 0.0],
            [5.0, 0.0, -3.0, 0.0, 3.0],
            [4.0, -3.0, 0.0, 3.0, 0.0],
        ]
    );
    let along = (SpringTangent { stiffness: 1.0, rest: [0.0, 2.0], name: NoGrad, coils: NoGrad }, (0.0, -1.0));
    let product = numbers(SPRING.energy_at((5.0, 7.0)).hvp(along));
    let columns = [1.0, 0.0, 2.0, 0.0, -1.0];
    let expected: [f64; 5] = core::array::from_fn(|i| (0..5).map(|j| columns[j] * all[j][i]).sum());
    assert_eq!(product, expected);
}

/// `x = y + A y`
#[differentiable]
fn moved(y: &Vector<f64, 2>, a: &Matrix<f64, 2, 2>) -> Vector<f64, 2> {
    y + a.matmul(y)
}

#[test]
fn the_jacobians_of_a_function_of_tensors() {
    let (y, a) = (tensor([2.0, 3.0]), tensor([[1.0, 4.0], [5.0, 7.0]]));
    let (value, (by_y, by_a)) = moved::at(&y, &a).jacobian_fwd();
    assert_eq!(value, tensor([2.0 + 14.0, 3.0 + 31.0]));
    // A column for each number, arranged as these.
    assert_eq!(by_y, [tensor([2.0, 5.0]), tensor([4.0, 8.0])]);
    assert_eq!(by_a, [[tensor([2.0, 0.0]), tensor([3.0, 0.0])], [tensor([0.0, 2.0]), tensor([0.0, 3.0])]]);
    let (value_again, rows) = moved::at(&y, &a).on(&mut GrowableTape::new()).jacobian_rev();
    assert_eq!(value_again, value);
    assert_eq!(
        rows,
        [
            (tensor([2.0, 4.0]), tensor([[2.0, 3.0], [0.0, 0.0]])),
            (tensor([5.0, 8.0]), tensor([[0.0, 0.0], [2.0, 3.0]])),
        ]
    );
}

/// `Σ wᵢⱼ wⱼᵢ`: its Hessian has a 2 where places are each other's mirror image.
#[differentiable]
fn mirrored(w: &Matrix<f64, 3, 3>) -> f64 {
    (w * w.transpose()).sum()
}

#[test]
fn the_hessian_of_a_tensor_has_the_shape_twice() {
    let hessian: [[Matrix<f64, 3, 3>; 3]; 3] = mirrored::at(&Matrix::ZEROS).hessian();
    for i in 0..3 {
        for j in 0..3 {
            let mut expected = Matrix::<f64, 3, 3>::ZEROS;
            expected[[j, i]] = 2.0;
            assert_eq!(hessian[i][j], expected);
        }
    }
}

#[differentiable]
fn twisted(lists: &[[f64; 2]; 3], scale: f64) -> ([f64; 2], f64) {
    let [[a, b], [c, d], [e, f]] = *lists;
    ([scale * a * d, b * c], e * f)
}

#[test]
fn arrays_in_arrays_and_a_result_of_several_parts() {
    let (lists, scale) = ([[2.0, 3.0], [5.0, 7.0], [11.0, 13.0]], 0.5);
    let (_, (by_lists, by_scale)) = twisted::at(&lists, scale).jacobian_fwd();
    assert_eq!(by_scale, ([14.0, 0.0], 0.0));
    assert_eq!(
        by_lists,
        [
            [([3.5, 0.0], 0.0), ([0.0, 5.0], 0.0)],
            [([0.0, 3.0], 0.0), ([1.0, 0.0], 0.0)],
            [([0.0, 0.0], 13.0), ([0.0, 0.0], 11.0)],
        ]
    );
    let (_, ([first, second], third)) = twisted::at(&lists, scale).on(&mut GrowableTape::new()).jacobian_rev();
    assert_eq!(first, ([[3.5, 0.0], [0.0, 1.0], [0.0, 0.0]], 14.0));
    assert_eq!(second, ([[0.0, 5.0], [3.0, 0.0], [0.0, 0.0]], 0.0));
    assert_eq!(third, ([[0.0, 0.0], [0.0, 0.0], [13.0, 11.0]], 0.0));
}

#[differentiable]
fn product(x: &Vector<f64, 11>) -> f64 {
    x[[0]] * x[[8]] + x[[7]] * x[[10]]
}

#[test]
fn eight_columns_at_once_and_those_that_are_left_are_in_order() {
    let x: Vector<f64, 11> = tensor(core::array::from_fn::<f64, 11, _>(|i| i as f64));
    let (_, columns) = product::at(&x).jacobian_fwd();
    assert_eq!(columns, [8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 10.0, 0.0, 0.0, 7.0]);
    // Of a number the only row is the gradient.
    let (_, row) = product::at(&x).on(&mut GrowableTape::new()).jacobian_rev();
    assert_eq!(row.as_slice(), columns);
}

/// A struct for any number type.
#[derive(Differentiable, Clone)]
struct Line<T: Real> {
    slope: T,
    shift: T,
}

#[differentiable]
fn squared<T: Real>(line: &Line<T>, x: T) -> T {
    let y = line.slope * x + line.shift;
    y * y
}

#[test]
fn the_hessian_by_a_generic_struct() {
    let line = Line { slope: 2.0_f64, shift: 1.0 };
    let ((by_slope, by_shift), (by_line, by_x)) = {
        let (by_line, x) = squared::at(&line, 3.0).hessian();
        ((by_line.slope, by_line.shift), x)
    };
    assert_eq!((by_slope.0.slope, by_slope.0.shift, by_slope.1), (18.0, 6.0, 26.0));
    assert_eq!((by_shift.0.slope, by_shift.0.shift, by_shift.1), (6.0, 2.0, 4.0));
    assert_eq!((by_line.slope, by_line.shift, by_x), (26.0, 4.0, 8.0));
}

mod inner {
    use super::*;

    /// A type that is not public, in one that is.
    #[derive(Differentiable, Clone)]
    struct Hidden(f64, #[constant] u8);

    #[derive(Differentiable, Clone)]
    pub struct Shown {
        hidden: Hidden,
        pub scale: f64,
    }

    #[differentiable]
    pub fn cubed(shown: &Shown) -> f64 {
        let x = shown.hidden.0;
        x * x * x * shown.scale
    }

    #[test]
    fn fields_of_private_types() {
        let shown = Shown { hidden: Hidden(2.0, 1), scale: 5.0 };
        let columns = cubed::at(&shown).hessian();
        let ((), by_hidden) = (columns.hidden.1, columns.hidden.0);
        assert_eq!((by_hidden.hidden.0, by_hidden.scale), (60.0, 12.0));
        assert_eq!((columns.scale.hidden.0, columns.scale.scale), (12.0, 0.0));
    }
}

/// Called as other derives call their own parameters.
#[derive(Differentiable, Clone, Debug)]
struct Named<R> {
    first: R,
    others: [R; 2],
}

#[differentiable]
fn of_named(x: &Named<f64>) -> f64 {
    x.first * x.others[0] * x.others[1]
}

#[test]
fn a_struct_whose_type_parameter_is_called_r() {
    let x = Named { first: 2.0, others: [3.0, 5.0] };
    let columns = of_named::at(&x).hessian();
    assert_eq!(
        (columns.first.others, columns.others[0].first, columns.others[1].others),
        ([5.0, 3.0], 5.0, [2.0, 0.0])
    );
}

/// `r_i = s (x_(i+1) - x_i²)`
#[differentiable]
fn residuals(x: &[f64], s: f64) -> Vec<f64> {
    let mut r = Vec::new();
    for i in 1..x.len() {
        r.push(s * (x[i] - x[i - 1] * x[i - 1]));
    }
    r
}

#[test]
fn the_jacobians_of_lists() {
    let x: Vec<f64> = (0..11).map(|i| 0.5 * f64::from(i) - 2.0).collect();
    let r = residuals(&x, 2.0);
    let (value, (by_x, by_s)) = residuals::at(&x, 2.0).jacobian_fwd();
    assert_eq!((&value, by_s), (&r, r.iter().map(|r| r / 2.0).collect()));
    let (value, rows) = residuals::at(&x, 2.0).jacobian_rev();
    assert_eq!((value, rows.len(), by_x.len()), (r, 10, 11));
    for (i, (row, by_scale)) in rows.iter().enumerate() {
        for (j, column) in by_x.iter().enumerate() {
            let expected = if j == i + 1 {
                2.0
            } else if j == i {
                -4.0 * x[i]
            } else {
                0.0
            };
            assert_eq!((row[j], column[i]), (expected, expected), "{i}, {j}");
        }
        assert_eq!(*by_scale, x[i + 1] - x[i] * x[i]);
    }
    // Without elements there are no columns.
    assert_eq!(residuals::at(&[], 2.0).jacobian_fwd(), (vec![], (vec![], vec![])));
}

/// The same by a slice, by a `Vec` and by an array.
#[differentiable]
fn valley(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}
#[differentiable]
fn valley_of_vec(x: Vec<f64>) -> f64 {
    valley(&x)
}
#[differentiable]
fn valley_of_array(x: &[f64; 5]) -> f64 {
    valley(x)
}

#[derive(Differentiable, Clone, Debug)]
struct Layer {
    weights: Vec<f64>,
    rows: Vec<[f64; 2]>,
    bias: f64,
}

#[differentiable]
fn layer(layer: &Layer, x: [f64; 2]) -> f64 {
    let sum: f64 = layer.weights.iter().zip(&layer.rows).map(|(w, r)| w * w * (r[0] * x[0] + r[1] * x[1]).sin()).sum();
    sum * layer.bias
}

#[test]
fn the_hessians_of_lists() {
    let x = [0.5, -0.3, 0.7, 1.1, 0.2];
    let of_array = valley_of_array::at(&x).hessian();
    let rows = |hessian: Vec<Vec<f64>>| hessian.into_iter().flatten().collect::<Vec<f64>>();
    assert_eq!(rows(valley::at(&x).hessian()), of_array.as_flattened());
    assert_eq!(rows(valley_of_vec::at(x.to_vec()).hessian()), of_array.as_flattened());
    let (_, gradient, _) = valley::at(&x).value_grad_and_hessian();
    let close = |(a, b): (&f64, f64)| (a - b).abs() < 1e-13 * b.abs();
    assert!(gradient.iter().zip(valley::at(&x).grad()).all(close), "{gradient:?}");

    let model = Layer { weights: vec![0.3, -0.4, 0.9], rows: vec![[0.1, 0.2], [0.7, -0.5], [1.1, 0.4]], bias: 1.5 };
    let (by_model, by_x) = layer::at(&model, [0.6, 0.8]).hessian();
    let numbers = |(model, x): &(LayerTangent, [f64; 2])| {
        let rows = model.rows.as_flattened().iter();
        model.weights.iter().chain(rows).chain([&model.bias]).chain(x).copied().collect::<Vec<f64>>()
    };
    let mut all: Vec<_> = by_model.weights.iter().map(numbers).collect();
    all.extend(by_model.rows.as_flattened().iter().map(numbers));
    all.push(numbers(&by_model.bias));
    all.extend(by_x.iter().map(numbers));
    assert_eq!(all.len(), 12);
    let along: [f64; 12] = core::array::from_fn(|i| 0.3 - 0.1 * i as f64);
    let v = LayerTangent { weights: along[..3].to_vec(), rows: along[3..9].as_chunks().0.to_vec(), bias: along[9] };
    let product = numbers(&layer::at(&model, [0.6, 0.8]).hvp((v, [along[10], along[11]])));
    for i in 0..12 {
        let expected: f64 = (0..12).map(|j| along[j] * all[j][i]).sum();
        assert!((product[i] - expected).abs() < 1e-14, "{i}: {} is not {expected}", product[i]);
        (0..12).for_each(|j| assert!((all[i][j] - all[j][i]).abs() < 1e-15));
    }
    layer::at(&model, [0.6, 0.8]).check_hvp().unwrap();
}
