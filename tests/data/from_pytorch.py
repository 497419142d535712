"""Layers of PyTorch, saved as their users save them, with an input and the output: `from_pytorch.safetensors`.

    pip install torch safetensors numpy
    python tests/data/from_pytorch.py

Recorded with PyTorch 2.15.0 on a CPU.
"""

from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn

torch.manual_seed(1)
SAMPLES, LENGTH, WIDTH, HEADS = 2, 3, 8, 2


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.heads = nn.MultiheadAttention(WIDTH, HEADS, bias=False, batch_first=True)
        self.head = nn.Linear(WIDTH, 5)

    def forward(self, x):
        y = self.norm(x)
        later = torch.triu(torch.ones(LENGTH, LENGTH, dtype=torch.bool), diagonal=1)
        taken, _ = self.heads(y, y, y, attn_mask=later, need_weights=False)
        return self.head(x + taken)


block = Block().double()
with torch.no_grad():
    for parameter in block.parameters():
        parameter.copy_(torch.randn_like(parameter))
x = torch.randn(SAMPLES, LENGTH, WIDTH, dtype=torch.float64)
with torch.no_grad():
    y = block(x)
tensors = {name: tensor.contiguous() for name, tensor in block.state_dict().items()}
tensors |= {"x": x, "y": y, "steps": torch.tensor([7])}
# Every number of 16 bits that is no NaN, and what it is.
for name, dtype in [("f16", torch.float16), ("bf16", torch.bfloat16)]:
    bits = torch.arange(-(1 << 15), 1 << 15, 37, dtype=torch.int16)
    numbers = bits.view(dtype)
    numbers = numbers[~numbers.isnan()]
    tensors |= {name: numbers, name + ".exact": numbers.double()}
save_file(tensors, Path(__file__).parent / "from_pytorch.safetensors")
