//! ADBench's `lstm`: the negative log likelihood of a text under long short-term memory with diagonal weights.

use cotangent::prelude::*;

/// One number for each bit of a character, at the gates of a cell.
#[derive(Clone, Debug, Differentiable)]
#[allow(missing_docs)]
pub struct Gates<const B: usize> {
    pub forget: [f64; B],
    pub input: [f64; B],
    pub output: [f64; B],
    pub change: [f64; B],
}

/// A layer of cells.
#[derive(Clone, Debug, Differentiable)]
#[allow(missing_docs)]
pub struct Layer<const B: usize> {
    pub weight: Gates<B>,
    pub bias: Gates<B>,
}

/// Everything that is learnt.
#[derive(Clone, Debug, Differentiable)]
#[allow(missing_docs)]
pub struct Model<const L: usize, const B: usize> {
    pub layers: [Layer<B>; L],
    pub input_weight: [f64; B],
    pub output_weight: [f64; B],
    pub output_bias: [f64; B],
}

/// What the cells remember.
#[derive(Clone, Debug, Differentiable)]
#[allow(missing_docs)]
pub struct State<const L: usize, const B: usize> {
    pub hidden: [[f64; B]; L],
    pub cell: [[f64; B]; L],
}

/// The mean over all bits of all characters but the first, each predicted from those before.
#[differentiable]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "small counts")]
pub fn loss<const L: usize, const B: usize>(
    model: &Model<L, B>,
    #[constant] start: &State<L, B>,
    #[constant] text: &[[f64; B]],
) -> f64 {
    let mut hidden = start.hidden;
    let mut cell = start.cell;
    let mut total = 0.0;
    for t in 0..text.len() - 1 {
        let mut x = [0.0; B];
        for i in 0..B {
            x[i] = text[t][i] * model.input_weight[i];
        }
        for j in 0..L {
            let weight = &model.layers[j].weight;
            let bias = &model.layers[j].bias;
            for i in 0..B {
                let forget = (x[i] * weight.forget[i] + bias.forget[i]).sigmoid();
                let input = (hidden[j][i] * weight.input[i] + bias.input[i]).sigmoid();
                let output = (x[i] * weight.output[i] + bias.output[i]).sigmoid();
                let change = (hidden[j][i] * weight.change[i] + bias.change[i]).tanh();
                cell[j][i] = cell[j][i] * forget + input * change;
                hidden[j][i] = output * cell[j][i].tanh();
                x[i] = hidden[j][i];
            }
        }
        let mut sum = 2.0;
        for i in 0..B {
            x[i] = x[i] * model.output_weight[i] + model.output_bias[i];
            sum += x[i].exp();
        }
        let ln_sum = sum.ln();
        for i in 0..B {
            total += text[t + 1][i] * (x[i] - ln_sum);
        }
    }
    -total / ((text.len() - 1) * B) as f64
}

impl<const B: usize> Gates<B> {
    fn from_slice(row: &[f64]) -> Self {
        let chunk = |i: usize| row[i * B..(i + 1) * B].try_into().expect("B numbers");
        Self { forget: chunk(0), input: chunk(1), output: chunk(2), change: chunk(3) }
    }
}

/// Reads a file of ADBench: model, state and text.
///
/// # Panics
/// If the sizes in the file are not these.
#[must_use]
pub fn read<const L: usize, const B: usize>(file: &str) -> (Model<L, B>, State<L, B>, Vec<[f64; B]>) {
    let numbers = super::reference::numbers(file.split_whitespace());
    assert_eq!((numbers[0], numbers[2]), (L as f64, B as f64));
    let (main, rest) = numbers[3..].split_at(2 * L * 4 * B);
    let (extra, rest) = rest.as_chunks::<B>().0.split_at(3);
    let (state, text) = rest.split_at(2 * L);
    let rows: Vec<&[f64]> = main.chunks_exact(4 * B).collect();
    let layers = std::array::from_fn(|j| Layer {
        weight: Gates::from_slice(rows[2 * j]),
        bias: Gates::from_slice(rows[2 * j + 1]),
    });
    let model = Model { layers, input_weight: extra[0], output_weight: extra[1], output_bias: extra[2] };
    let state =
        State { hidden: std::array::from_fn(|j| state[2 * j]), cell: std::array::from_fn(|j| state[2 * j + 1]) };
    (model, state, text.to_vec())
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    fn check<const L: usize>(file: &str, rows: usize, reference: &Reference) {
        let (model, start, text) = read::<L, 14>(file);
        let (value, gradient) = loss::value_and_grad(&model, &start, &text[..rows]);
        assert_close("value", &[value], &reference.get("objective"));
        let (mut main, mut extra) = (Vec::new(), Vec::new());
        gradient.for_each_leaf(|name, leaf| {
            if name.to_string().starts_with("layers") { &mut main } else { &mut extra }.extend_from_slice(leaf.f64());
        });
        assert_close("main", &main, &reference.get("grad_main"));
        assert_close("extra", &extra, &reference.get("grad_extra"));
    }

    #[test]
    fn references() {
        let (l2, l4) = (include_str!("data/lstm_l2_c1024.txt"), include_str!("data/lstm_l4_c1024.txt"));
        check::<2>(l2, 4, &Reference::new(include_str!("data/lstm_l2_c1024_first4_ref.txt")));
        check::<2>(l2, 1024, &Reference::new(include_str!("data/lstm_l2_c1024_ref.txt")));
        check::<4>(l4, 1024, &Reference::new(include_str!("data/lstm_l4_c1024_ref.txt")));
    }
}
