//! The digits model of `cotangent-benches` in candle: the same weights, data, loss and optimizer. And its workloads, in
//! candle, burn, dfdx and shrew.

pub mod steps;

use candle_core::{Device, Result, Tensor, Var};
use candle_nn::loss::cross_entropy;
use candle_nn::{AdamW, Optimizer, ParamsAdamW};
use cotangent_benches::digits::{self, B, Batch, Mlp};

/// A batch as candle's tensors.
pub struct Digits {
    x: Tensor,
    labels: Tensor,
}

impl Digits {
    /// A copy.
    ///
    /// # Errors
    /// None on a CPU.
    #[expect(clippy::cast_possible_truncation, reason = "ten digits")]
    pub fn new((x, labels): &Batch) -> Result<Self> {
        Ok(Self {
            x: Tensor::from_slice(x.as_slice(), (B, 64), &Device::Cpu)?,
            labels: Tensor::from_slice(&labels.map(|label| label as u32), B, &Device::Cpu)?,
        })
    }
}

/// The model with its optimizer.
pub struct Peer {
    w1: Var,
    b1: Var,
    w2: Var,
    b2: Var,
    optimizer: AdamW,
}

impl Peer {
    /// With the weights of `m`, and the hyperparameters of its optimizer.
    ///
    /// # Errors
    /// None on a CPU.
    pub fn new(m: &Mlp) -> Result<Self> {
        let var = |slice: &[f32], shape: &[usize]| Var::from_tensor(&Tensor::from_slice(slice, shape, &Device::Cpu)?);
        let (w1, b1) = (var(m.w1.as_slice(), &[64, 32])?, var(m.b1.as_slice(), &[32])?);
        let (w2, b2) = (var(m.w2.as_slice(), &[32, 10])?, var(m.b2.as_slice(), &[10])?);
        let ours = digits::optimizer(m);
        let parameters = ParamsAdamW {
            lr: ours.rate,
            beta1: ours.beta1,
            beta2: ours.beta2,
            eps: ours.epsilon,
            weight_decay: ours.weight_decay,
        };
        let optimizer = AdamW::new(vec![w1.clone(), b1.clone(), w2.clone(), b2.clone()], parameters)?;
        Ok(Self { w1, b1, w2, b2, optimizer })
    }

    /// From now on, steps compute the same and change nothing.
    pub fn stand_still(&mut self) {
        self.optimizer.set_learning_rate(0.0);
    }

    /// The loss.
    ///
    /// # Errors
    /// None on a CPU.
    pub fn loss(&self, batch: &Digits) -> Result<Tensor> {
        let h = batch.x.matmul(&self.w1)?.broadcast_add(&self.b1)?.relu()?;
        cross_entropy(&h.matmul(&self.w2)?.broadcast_add(&self.b2)?, &batch.labels)
    }

    /// One training step; the loss before it.
    ///
    /// # Errors
    /// None on a CPU.
    pub fn step(&mut self, batch: &Digits) -> Result<Tensor> {
        let loss = self.loss(batch)?;
        self.optimizer.backward_step(&loss)?;
        Ok(loss)
    }
}
