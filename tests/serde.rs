//! Tensors and layers in the formats of serde, and settings of optimizers by name.

use std::collections::BTreeMap;
use std::fmt::Debug;

use cotangent::optim::{
    Adagrad, Adam, AdamW, FusedMomentum, Lamb, Lion, Momentum, RmsProp, SettingError, Settings, Sgd,
};
use cotangent::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};

#[track_caller]
fn there_and_back<X: Serialize + DeserializeOwned + PartialEq + Debug>(x: &X, text: &str) {
    assert_eq!(to_string(x).unwrap(), text);
    assert_eq!(from_str::<X>(text).unwrap(), *x);
}

#[test]
fn tensors_are_nested_lists() {
    there_and_back(&Tensor::<f64, ()>::from(0.1), "0.1");
    there_and_back(&tensor([1.0_f32, -0.0]), "[1.0,-0.0]");
    there_and_back(&tensor([[1_usize, 2, 3], [4, 5, 6]]), "[[1,2,3],[4,5,6]]");
    there_and_back(&Tensor::<f64, (One, Dim<2>, One)>::full(1.5), "[[[1.5],[1.5]]]");
    there_and_back(&Matrix::<f64, 2, 0>::zeros(), "[[],[]]");
    there_and_back(&Matrix::<f64, 0, 2>::zeros(), "[]");
    there_and_back(&Tensor::<f64, (Dim<1>, Dim<1>, Dim<1>, Dim<1>, Dim<1>, Dim<2>)>::full(1.0), "[[[[[[1.0,1.0]]]]]]");
    there_and_back(&Batch::of_rows([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), "[[1.0,2.0],[3.0,4.0],[5.0,6.0]]");
    there_and_back(&Tensor::<usize, (Dyn,)>::from(vec![7, 8]), "[7,8]");
    there_and_back(&Batch::<f64, 2>::zeros_in(0), "[]");
    let exact = [1.0 / 3.0, 5e-324, f64::MAX, 1e-7];
    assert_eq!(from_str::<Vector<f64, 4>>(&to_string(&tensor(exact)).unwrap()).unwrap(), tensor(exact));
}

#[cfg(feature = "half")]
#[test]
fn numbers_of_16_bits() {
    let x = tensor([f16::lit(0.1), f16::lit(-2.0)]);
    assert_eq!(from_str::<Vector<f16, 2>>(&to_string(&x).unwrap()).unwrap(), x);
}

#[track_caller]
fn refused<X: DeserializeOwned + Debug>(text: &str, message: &str) {
    let error = from_str::<X>(text).unwrap_err().to_string();
    assert!(error.starts_with(message), "{error}");
}

#[test]
fn other_shapes_are_refused() {
    type M = Matrix<f64, 2, 3>;
    refused::<M>("[[1,2,3]]", "invalid length 1, expected a list of 2 along axis 0 of shape [2, 3]");
    refused::<M>("[[1,2,3],[4,5]]", "invalid length 2, expected a list of 3 along axis 1 of shape [2, 3]");
    refused::<M>("[[1,2,3],[4,5,6,7]]", "invalid length 4, expected a list of 3 along axis 1");
    refused::<M>("[[1,2,3],[4,5,6],[7,8,9]]", "invalid length 3, expected a list of 2 along axis 0");
    refused::<M>("[1,2]", "invalid type: integer `1`, expected a list of 3 along axis 1");
    refused::<M>("[[[1],2,3],[4,5,6]]", "invalid type: sequence, expected f64");
    refused::<M>("[[null,2,3],[4,5,6]]", "invalid type: null, expected f64");
    refused::<M>("{}", "invalid type: map, expected a list of 2 along axis 0");
    refused::<Batch<f64, 2>>("[[1,2],[3]]", "invalid length 1, expected a list of 2 along axis 1");
    refused::<Batch<f64, 2>>("3", "invalid type: integer `3`, expected a list of rows");
}

#[cfg(feature = "layers")]
#[test]
fn layers_and_models() {
    use cotangent::nn::{BatchNorm, LayerNorm, Linear, Relu};

    let net = (Linear { weight: tensor([[1.0], [2.0]]), bias: tensor([0.5]) }, Relu, LayerNorm::<f64, 1>::new());
    let text = to_string(&net).unwrap();
    assert!(text.starts_with(r#"[{"weight":[[1.0],[2.0]],"bias":[0.5]},null,{"#), "{text}");
    assert_eq!(from_str::<(Linear<f64, 2, 1>, Relu, LayerNorm<f64, 1>)>(&text).unwrap(), net);
    let norm = BatchNorm::<f32, 2>::new();
    assert_eq!(from_str::<BatchNorm<f32, 2>>(&to_string(&norm).unwrap()).unwrap(), norm);
}

/// What is written is read, and every name is one of the fields.
#[track_caller]
fn settings_of<O: Settings>(mut optimizer: O) {
    let written = to_string(&optimizer.settings()).unwrap();
    let mut settings: BTreeMap<String, f64> = from_str(&written).unwrap();
    assert!(settings.len() == O::NAMES.len() && O::NAMES.iter().all(|name| settings.contains_key(*name)));
    settings.values_mut().for_each(|value| *value = 0.25);
    optimizer.set_settings(&settings).unwrap();
    assert!(optimizer.settings().values().all(|value| *value == 0.25));

    let before = optimizer.settings();
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        for name in O::NAMES {
            let mut settings = settings.clone();
            settings.values_mut().for_each(|value| *value = 0.5);
            settings.insert((*name).into(), bad);
            let error = optimizer.set_settings(&settings).unwrap_err();
            assert!(matches!(&error, SettingError::Range { name: found, .. } if found == name), "{error}");
            assert_eq!(optimizer.settings(), before);
        }
    }
    let unknown = optimizer.set_settings(&[("speed".to_string(), 0.1)].into()).unwrap_err();
    assert_eq!(unknown, SettingError::Unknown { name: "speed".into(), known: O::NAMES });
}

#[test]
fn settings_of_all_optimizers() {
    let x = 0.0_f64;
    settings_of(Sgd::new(0.1));
    settings_of(Sgd::new(0.1_f32));
    settings_of(Momentum::new(&x, 0.1, 0.9));
    settings_of(FusedMomentum::new(&x, 0.1, 0.9));
    settings_of(Adam::new(&x, 0.1));
    settings_of(AdamW::new(&x, 0.1_f32));
    settings_of(Lamb::new(&x, 0.1));
    settings_of(Lion::new(&x, 0.1));
    settings_of(RmsProp::new(&x, 0.1));
    settings_of(Adagrad::new(&x, 0.1));
}

#[test]
fn a_number_that_single_precision_rounds_out_of_its_range() {
    let mut optimizer = Adam::new(&0.0, 0.1_f32);
    let error = optimizer.set_settings(&[("beta2".to_string(), 1.0 - 1e-12)].into()).unwrap_err();
    assert_eq!(error.to_string(), "`beta2` must be at least 0 and less than 1, it is 1");
}
