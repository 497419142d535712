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
save_file(file, Path(__file__).parent / "layers.safetensors")
