"""Layers of PyTorch: weights, inputs, outputs, cotangents and gradients, as `layers.safetensors` for tests/nn/layers.rs.

    pip install torch safetensors numpy
    python tests/data/layers.py

Recorded with PyTorch 2.15.0 on a CPU, in double precision.
"""

from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn

torch.manual_seed(2)
torch.set_default_dtype(torch.float64)
file = {}


def record(name, layer, x, forward=None):
    """The layer with weights of its own, at `x`. Names: `linear.w.weight`, `linear.d.weight` (its gradient), `linear.x`, .."""
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.copy_(torch.randn_like(parameter) / 2)
        if isinstance(layer, nn.TransformerEncoderLayer):
            layer.self_attn.in_proj_bias.zero_()
            layer.self_attn.out_proj.bias.zero_()
    if x.is_floating_point():
        x.requires_grad_()
    y = (forward or layer)(x)
    seed = torch.randn_like(y)
    y.backward(seed)
    tensors = {"x": x, "y": y, "seed": seed}
    if x.is_floating_point():
        tensors["by_x"] = x.grad
    for key, parameter in layer.named_parameters():
        tensors |= {"w." + key: parameter, "d." + key: parameter.grad}
    for key, buffer in layer.named_buffers():
        tensors["b." + key] = buffer
    file.update({f"{name}.{key}": tensor.detach().contiguous() for key, tensor in tensors.items()})


record("linear", nn.Linear(3, 4), torch.randn(5, 3))
record("embedding", nn.Embedding(5, 3), torch.tensor([1, 4, 0, 1]))
record("conv2d", nn.Conv2d(2, 3, 3, stride=2, padding=1), torch.randn(2, 2, 5, 6))
record("layer_norm", nn.LayerNorm(4), torch.randn(2, 3, 4))
record("rms_norm", nn.RMSNorm(4, eps=1e-6), torch.randn(2, 3, 4))
record("group_norm", nn.GroupNorm(2, 4), torch.randn(3, 4, 2, 2))
record("batch_norm", nn.BatchNorm2d(3), torch.randn(4, 3, 2, 2))
# Sequences are positions × samples × numbers.
for name, kind in [("rnn", nn.RNN), ("gru", nn.GRU), ("lstm", nn.LSTM)]:
    layer = kind(2, 3)
    record(name, layer, torch.randn(4, 2, 2), lambda x: layer(x)[0])
block = nn.TransformerEncoderLayer(8, 2, 12, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
later = torch.triu(torch.full((3, 3), float("-inf")), diagonal=1)
record("block", block, torch.randn(2, 3, 8), lambda x: block(x, src_mask=later))
record("conv1d", nn.Conv1d(2, 3, 3, stride=2, padding=1), torch.randn(2, 2, 6))
record("conv2d_dilated", nn.Conv2d(4, 6, 3, stride=(2, 1), padding=(0, 2), dilation=(1, 2), groups=2), torch.randn(2, 4, 5, 6))
record("conv_transpose2d", nn.ConvTranspose2d(2, 3, 3, stride=2, padding=1, output_padding=1), torch.randn(2, 2, 3, 4))


class Rotary(nn.Module):
    """Causal heads whose queries and keys are turned: pairs of neighbours are complex numbers. A matrix for each head."""

    def __init__(self, width, heads, head):
        super().__init__()
        self.query, self.key, self.value = [nn.Parameter(torch.empty(heads, width, head)) for _ in range(3)]
        self.output = nn.Parameter(torch.empty(heads, head, width))

    def forward(self, x):
        x = x.unsqueeze(1)
        length, head = x.shape[2], self.query.shape[2]
        angles = torch.outer(torch.arange(length).double(), 10_000.0 ** -(torch.arange(0, head, 2).double() / head))
        turns = torch.polar(torch.ones_like(angles), angles)
        turned = lambda x: torch.view_as_real(torch.view_as_complex(x.unflatten(-1, (-1, 2))) * turns).flatten(-2)
        q, k, v = turned(x @ self.query), turned(x @ self.key), x @ self.value
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return (y @ self.output).sum(1)


record("rotary", Rotary(8, 2, 4), torch.randn(2, 3, 8))
save_file(file, Path(__file__).parent / "layers.safetensors")
