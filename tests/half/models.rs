//! Models of halves: their leaves, casts between models, files, optimizers, first weights.

use cotangent::optim::{Adam, AdamW, Momentum, Sgd, clip_global_norm, global_norm};
use cotangent::{leaves, prelude::*};

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Model<T: Real> {
    w: Matrix<T, 2, 3>,
    b: [T; 2],
}

fn model<T: Real>() -> Model<T> {
    Model { w: tensor([[0.1, 0.2, 0.3], [1.0, -2.0, 65_504.0]]).map(T::lit), b: [T::lit(1e-7), T::lit(-0.5)] }
}

#[test]
fn leaves_have_their_type() {
    let mut model = (model::<f16>(), model::<bf16>());
    assert_eq!(model.0.leaf(1), Leaf::F16(&[f16::lit(1e-7), f16::lit(-0.5)]));
    assert_eq!(model.leaf(3).bf16(), [bf16::lit(1e-7), bf16::lit(-0.5)]);
    model.leaf_mut(1).f16()[0] = f16::ONE;
    assert_eq!((model.0.b[0], model.leaf(2).len()), (f16::ONE, 6));
}

#[test]
#[should_panic(expected = "the leaf holds numbers of another type than `f16`")]
fn leaves_are_of_no_other_type() {
    let _ = model::<bf16>().leaf(0).f16();
}

#[test]
fn casts_round_once_and_back_is_exact() {
    let exact = model::<f64>();
    let (mut half, mut single, mut again) = (model::<f16>(), model::<f32>(), model::<f16>());
    half.w.fill(f16::ZERO);
    leaves::cast(&exact, &mut half);
    assert_eq!(half, model::<f16>());
    leaves::cast(&half, &mut single);
    assert_eq!(single.w, half.w.map(f16::to_f32));
    again.w.fill(f16::ZERO);
    leaves::cast(&single, &mut again);
    assert_eq!(again, half);
}

#[test]
#[should_panic(expected = "leaf `b` has shape [2], it is cast to `1` of shape [3]")]
fn casts_to_another_form_are_refused() {
    leaves::cast(&model::<f32>(), &mut (Matrix::<f16, 2, 3>::zeros(), [f16::ZERO; 3]));
}

#[test]
#[should_panic(expected = "cast from 2 leaves to 1")]
fn casts_to_another_number_of_leaves_are_refused() {
    leaves::cast(&model::<f32>(), &mut [f16::ZERO]);
}

#[cfg(feature = "safetensors")]
#[test]
fn files_keep_every_bit() {
    let mut nan = (model::<f16>(), model::<bf16>());
    nan.0.b[0] = f16::from_bits(0x7E01);
    nan.1.b[1] = bf16::from_bits(0x0001);
    let file = cotangent::safetensors::to_bytes(&nan);
    let text = String::from_utf8_lossy(&file).into_owned();
    assert!(
        text.contains(r#""dtype":"F16","shape":[2,3]"#) && text.contains(r#""dtype":"BF16","shape":[2]"#),
        "{text}"
    );
    let mut read = (model::<f16>(), model::<bf16>());
    cotangent::safetensors::load(&mut read, &file).unwrap();
    assert_eq!(read.0.b[0].to_bits(), 0x7E01);
    assert_eq!((read.0.w, read.1), (nan.0.w, nan.1));

    let error = cotangent::safetensors::load(&mut (model::<f32>(), model::<bf16>()), &file).unwrap_err();
    assert_eq!(error.to_string(), "leaf `0.b` holds numbers of type F32, its tensor in the file F16");
}

/// A step is that of `f32` from the same numbers, rounded once; `ε` of Adam is no zero.
#[test]
fn optimizers_compute_in_single_precision() {
    type P<T> = Vector<T, 3>;
    fn step<T: Real + Leaves>(optimizer: &mut impl Optimizer<P<T>>) -> P<T> {
        let mut x: P<T> = tensor([1.0, -2.0, 0.5]).map(T::lit);
        optimizer.step(&mut x, &tensor([0.25, 0.0, -1.0]).map(T::lit));
        x
    }
    let at = (P::<f16>::zeros(), P::<f32>::zeros());
    macro_rules! same {
        ($($half:expr, $single:expr;)*) => {$(
            assert_eq!(step::<f16>(&mut $half), step::<f32>(&mut $single).cast::<f16>());
        )*};
    }
    same! {
        Sgd::new(0.1), Sgd::new(0.1);
        Momentum::new(&at.0, 0.1, 0.9), Momentum::new(&at.1, 0.1, 0.9);
        Adam::new(&at.0, 0.1), Adam::new(&at.1, 0.1);
        AdamW::new(&at.0, 0.1), AdamW::new(&at.1, 0.1);
    }
}

#[test]
fn norms_do_not_overflow() {
    let mut gradient = [f16::lit(60_000.0); 4];
    assert_eq!(global_norm(&gradient), 120_000.0); // `f16` ends at 65,504
    clip_global_norm(&mut gradient, 2.0);
    assert_eq!(gradient, [f16::ONE; 4]);
    assert_eq!(gradient.inner(&gradient), 4.0);
}

#[cfg(feature = "rand")]
#[test]
fn first_weights_are_those_of_f64_rounded() {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    let half: Matrix<f16, 8, 4> = cotangent::init::he_normal(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    let double: Matrix<f64, 8, 4> = cotangent::init::he_normal(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert_eq!(half, double.cast());
}
