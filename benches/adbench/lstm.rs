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
            let (weight, bias) = (&model.layers[j].weight, &model.layers[j].bias);
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

/// What the reverse half of [`by_hand`] reads of one cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    x: f64,
    hidden: f64,
    cell: f64,
    forget: f64,
    input: f64,
    output: f64,
    change: f64,
    squashed: f64,
}

/// Value; the gradient is added to `bar`. `kept` and `ends`, the last hidden values and the softmax, have
/// a row for each character but the last.
pub fn by_hand<const L: usize, const B: usize>(
    model: &Model<L, B>,
    start: &State<L, B>,
    text: &[[f64; B]],
    bar: &mut ModelTangent<L, B>,
    kept: &mut [[[Kept; B]; L]],
    ends: &mut [([f64; B], [f64; B])],
) -> f64 {
    let State { mut hidden, mut cell } = *start;
    let steps = text.len() - 1;
    let mut total = 0.0;
    for t in 0..steps {
        let mut x: [f64; B] = std::array::from_fn(|i| text[t][i] * model.input_weight[i]);
        for j in 0..L {
            let Layer { weight, bias } = &model.layers[j];
            for i in 0..B {
                let forget = (x[i] * weight.forget[i] + bias.forget[i]).sigmoid();
                let input = (hidden[j][i] * weight.input[i] + bias.input[i]).sigmoid();
                let output = (x[i] * weight.output[i] + bias.output[i]).sigmoid();
                let change = (hidden[j][i] * weight.change[i] + bias.change[i]).tanh();
                let new = cell[j][i] * forget + input * change;
                let squashed = new.tanh();
                kept[t][j][i] =
                    Kept { x: x[i], hidden: hidden[j][i], cell: cell[j][i], forget, input, output, change, squashed };
                cell[j][i] = new;
                hidden[j][i] = output * squashed;
                x[i] = hidden[j][i];
            }
        }
        let mut sum = 2.0;
        let mut y = [0.0; B];
        let mut exp = [0.0; B];
        for i in 0..B {
            y[i] = x[i] * model.output_weight[i] + model.output_bias[i];
            exp[i] = y[i].exp();
            sum += exp[i];
        }
        let ln_sum = sum.ln();
        ends[t] = (x, exp.map(|e| e / sum));
        for i in 0..B {
            total += text[t + 1][i] * (y[i] - ln_sum);
        }
    }

    let scale = -1.0 / (steps * B) as f64;
    let (mut hidden_bar, mut cell_bar) = ([[0.0; B]; L], [[0.0; B]; L]);
    for t in (0..steps).rev() {
        let (x, softmax) = &ends[t];
        let set: f64 = text[t + 1].iter().sum();
        let mut x_bar = [0.0; B];
        for i in 0..B {
            let y_bar = scale * (text[t + 1][i] - set * softmax[i]);
            bar.output_weight[i] += y_bar * x[i];
            bar.output_bias[i] += y_bar;
            x_bar[i] = y_bar * model.output_weight[i];
        }
        for j in (0..L).rev() {
            let weight = &model.layers[j].weight;
            let LayerTangent { weight: weight_bar, bias: bias_bar } = &mut bar.layers[j];
            for i in 0..B {
                let k = &kept[t][j][i];
                let h_bar = hidden_bar[j][i] + x_bar[i];
                let c_bar = cell_bar[j][i] + h_bar * k.output * (1.0 - k.squashed * k.squashed);
                let output = h_bar * k.squashed * k.output * (1.0 - k.output);
                let forget = c_bar * k.cell * k.forget * (1.0 - k.forget);
                let input = c_bar * k.change * k.input * (1.0 - k.input);
                let change = c_bar * k.input * (1.0 - k.change * k.change);
                bias_bar.output[i] += output;
                bias_bar.forget[i] += forget;
                bias_bar.input[i] += input;
                bias_bar.change[i] += change;
                weight_bar.output[i] += output * k.x;
                weight_bar.forget[i] += forget * k.x;
                weight_bar.input[i] += input * k.hidden;
                weight_bar.change[i] += change * k.hidden;
                cell_bar[j][i] = c_bar * k.forget;
                hidden_bar[j][i] = input * weight.input[i] + change * weight.change[i];
                x_bar[i] = output * weight.output[i] + forget * weight.forget[i];
            }
        }
        for i in 0..B {
            bar.input_weight[i] += x_bar[i] * text[t][i];
        }
    }
    total * scale
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
        let mut gradient = Model::zero_tangent();
        let mut kept = vec![[[Kept::default(); 14]; L]; rows - 1];
        let mut ends = vec![([0.0; 14], [0.0; 14]); rows - 1];
        let value = by_hand(&model, &start, &text[..rows], &mut gradient, &mut kept, &mut ends);
        for (value, gradient) in [(value, gradient), loss::value_and_grad(&model, &start, &text[..rows])] {
            assert_close("value", &[value], &reference.get("objective"));
            let (mut main, mut extra) = (Vec::new(), Vec::new());
            gradient.for_each_leaf(|name, leaf| {
                let of = if name.to_string().starts_with("layers") { &mut main } else { &mut extra };
                of.extend_from_slice(leaf.f64());
            });
            assert_close("main", &main, &reference.get("grad_main"));
            assert_close("extra", &extra, &reference.get("grad_extra"));
        }
    }

    #[test]
    fn references() {
        let (l2, l4) = (include_str!("data/lstm_l2_c1024.txt"), include_str!("data/lstm_l4_c1024.txt"));
        check::<2>(l2, 4, &Reference::new(include_str!("data/lstm_l2_c1024_first4_ref.txt")));
        check::<2>(l2, 1024, &Reference::new(include_str!("data/lstm_l2_c1024_ref.txt")));
        check::<4>(l4, 1024, &Reference::new(include_str!("data/lstm_l4_c1024_ref.txt")));
    }
}
