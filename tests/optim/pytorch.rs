//! Five steps of `PyTorch` 2.15.0 on a CPU.
//!
//! ```text
//! for make in [
//!     lambda p: SGD([p], lr=0.1, weight_decay=0.05),
//!     lambda p: SGD([p], lr=0.1, momentum=0.9, weight_decay=0.05),
//!     lambda p: SGD([p], lr=0.1, momentum=0.9, weight_decay=0.05, nesterov=True),
//!     lambda p: Adam([p], lr=0.1, betas=(0.8, 0.95), weight_decay=0.05),
//!     lambda p: AdamW([p], lr=0.1, betas=(0.8, 0.95), weight_decay=0.05),
//!     lambda p: Adam([p], lr=0.001),
//!     lambda p: AdamW([p], lr=0.001),
//!     lambda p: RMSprop([p], lr=0.1, alpha=0.9, weight_decay=0.05),
//!     lambda p: RMSprop([p], lr=0.001),
//!     lambda p: Adagrad([p], lr=0.1, weight_decay=0.05),
//!     lambda p: Adagrad([p], lr=0.01),
//! ]:
//!     p = torch.tensor([1.0, -2.0, 0.5], dtype=torch.float64, requires_grad=True)   # and torch.float32
//!     optimizer = make(p)
//!     for g in GRADIENTS:
//!         p.grad = torch.tensor(g, dtype=p.dtype)
//!         optimizer.step()
//!     print(p.tolist())
//! ```

#![allow(clippy::excessive_precision, reason = "as PyTorch prints them")]

use cotangent::optim::{Adagrad, Adam, AdamW, Momentum, RmsProp, Sgd};
use cotangent::prelude::*;

const START: [f64; 3] = [1.0, -2.0, 0.5];
const GRADIENTS: [[f64; 3]; 5] =
    [[0.5, -0.25, 2.0], [0.125, 0.75, -1.0], [-0.5, 0.0, 0.5], [1.0, 1.0, 0.25], [0.0625, -3.0, 0.5]];

/// Each step rounds numbers of 2 at most, and a rate times quotients of at most 5 roundings: 4 units of the last place of 1.
const UNITS: f64 = 4.0 * 5.0;

fn run64(mut optimizer: impl Optimizer<[f64; 3]>, expected: [f64; 3]) {
    let mut p = START;
    for g in GRADIENTS {
        optimizer.step(&mut p, &g);
    }
    for (p, expected) in p.iter().zip(expected) {
        assert!((p - expected).abs() <= UNITS * f64::EPSILON / 2.0, "{p} for {expected}");
    }
}

fn run32(mut optimizer: impl Optimizer<[f32; 3]>, expected: [f32; 3]) {
    let mut p = START.map(|x| x as f32);
    for g in GRADIENTS {
        optimizer.step(&mut p, &g.map(|x| x as f32));
    }
    for (p, expected) in p.iter().zip(expected) {
        assert!((p - expected).abs() <= UNITS as f32 * f32::EPSILON / 2.0, "{p} for {expected}");
    }
}

/// Both number types, the optimizers made alike.
macro_rules! trajectory {
    ($name:ident: $make:expr, $expected64:expr, $expected32:expr) => {
        #[test]
        fn $name() {
            run64($make([0.0_f64; 3]), $expected64);
            run32($make([0.0_f32; 3]), $expected32);
        }
    };
}

trajectory! {
    gradient_descent: |_| Sgd { weight_decay: 0.05, ..Sgd::new(0.1) },
    [0.857_679_092_153_124_9, -1.799_374_384_353_125_4, 0.265_725_713_935_937_5],
    [0.857_679_069_042_205_8, -1.799_374_222_755_432_1, 0.265_725_702_047_348]
}

macro_rules! momentum {
    ($nesterov:expr) => {
        |p| {
            let mut optimizer = Momentum::new(&p, 0.1, 0.9);
            (optimizer.weight_decay, optimizer.nesterov) = (0.05, $nesterov);
            optimizer
        }
    };
}
trajectory! {
    momentum: momentum!(false),
    [0.630_943_140_653_125, -1.913_909_997_603_125, -0.226_939_898_689_062_59],
    [0.630_943_119_525_909_4, -1.913_909_912_109_375, -0.226_939_916_610_717_77]
}
trajectory! {
    nesterov: momentum!(true),
    [0.530_114_429_737_284_7, -1.720_914_364_700_615_8, -0.376_841_568_016_169_1],
    [0.530_114_471_912_384, -1.720_914_602_279_663, -0.376_841_604_709_625_24]
}

macro_rules! adaptive {
    ($Optimizer:ident) => {
        |p| {
            let mut optimizer = $Optimizer::new(&p, 0.1);
            (optimizer.beta1, optimizer.beta2, optimizer.weight_decay) = (0.8, 0.95, 0.05);
            optimizer
        }
    };
}
trajectory! {
    adam: adaptive!(Adam),
    [0.708_509_570_330_555_3, -1.976_132_971_200_604_6, 0.271_971_795_862_137_04],
    [0.708_509_504_795_074_5, -1.976_132_750_511_169_4, 0.271_971_821_784_973_14]
}
trajectory! {
    adamw: adaptive!(AdamW),
    [0.711_688_394_182_582_6, -1.977_767_514_557_540_9, 0.267_926_270_219_915_66],
    [0.711_688_399_314_880_4, -1.977_767_586_708_068_8, 0.267_926_245_927_810_67]
}
trajectory! {
    adam_as_it_comes: |p| Adam::new(&p, 0.001),
    [0.997_241_632_360_917_1, -2.000_238_774_649_963_7, 0.497_655_969_284_579_17],
    [0.997_241_675_853_729_2, -2.000_238_656_997_680_7, 0.497_655_987_739_563]
}
trajectory! {
    adamw_as_it_comes: |p| AdamW::new(&p, 0.001),
    [0.997_191_703_385_854_1, -2.000_138_787_683_654_5, 0.497_631_027_985_814_8],
    [0.997_191_607_952_117_9, -2.000_138_521_194_458, 0.497_631_013_393_402_1]
}
trajectory! {
    rms_prop: |p| {
        let mut optimizer = RmsProp::new(&p, 0.1);
        (optimizer.alpha, optimizer.weight_decay) = (0.9, 0.05);
        optimizer
    },
    [0.513_510_519_074_127_7, -1.877_361_748_528_678_2, 0.129_173_325_547_011_05],
    [0.513_510_465_621_948_2, -1.877_361_655_235_290_5, 0.129_173_338_413_238_53]
}
trajectory! {
    rms_prop_as_it_comes: |p| RmsProp::new(&p, 0.001),
    [0.985_899_533_520_509_2, -1.998_151_678_689_705_3, 0.489_031_987_140_530_1],
    [0.985_899_507_999_420_2, -1.998_151_659_965_515_1, 0.489_032_000_303_268_43]
}
trajectory! {
    adagrad: |p| {
        let mut optimizer = Adagrad::new(&p, 0.1);
        optimizer.weight_decay = 0.05;
        optimizer
    },
    [0.842_566_828_607_607_9, -1.958_279_173_516_894_7, 0.387_453_414_766_070_37],
    [0.842_566_788_196_563_7, -1.958_279_132_843_017_6, 0.387_453_407_049_179_1]
}
trajectory! {
    adagrad_as_it_comes: |p| Adagrad::new(&p, 0.01),
    [0.985_907_960_542_434_1, -1.998_127_898_522_331_2, 0.489_085_309_004_065_8],
    [0.985_908_031_463_623, -1.998_127_818_107_605, 0.489_085_316_658_02]
}
