"""What PyTorch gives at kinks, infinities, zeros and NaN, for tests/oracle/special.rs.

    pip install torch && python tests/data/oracle_special.py > tests/data/oracle_special.txt

On the CPU in double precision. A line of text for each function: its name, the values, the derivatives.
"""

import itertools

import torch

from oracle_shapes import ALONG, BINARY, REDUCTIONS, UNARY

INF, NAN = float("inf"), float("nan")
ONE = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.5, -2.5, 3.0, -3.0, 6.0, 1e-300, -1e-300, 1e300, -1e300, INF, -INF, NAN]
TWO = [0.0, -0.0, 1.0, -1.0, 2.5, INF, -INF, NAN]
LINES = [
    [1, INF, 2], [1, -INF, 2], [INF, INF, 1], [INF, -INF, 0], [-INF, -INF, -INF], [-INF, -INF, 1], [NAN, 1, 2], [1, NAN, 2],
    [NAN, INF, 1], [NAN, NAN, NAN], [0, 0, 0], [2, 2, 1], [1, 2, 2], [0, 3, 0], [0, 3, 5], [-1, 0, 2], [1e200, 1e200, -1e200],
    [1e-200, -1e-200, 1e-200], [800, 0, -800],
]


def show(xs):
    return " ".join("NaN" if x != x else repr(float(f"{x:.14g}")) for x in xs)


def line(kind, name, f, operands, seed):
    operands = [torch.tensor(x, dtype=torch.float64).requires_grad_() for x in operands]
    y = f(*operands)
    seed = torch.tensor(seed, dtype=torch.float64) if isinstance(seed, list) else torch.full_like(y, seed)
    bars = torch.autograd.grad(y, operands, seed, allow_unused=True) if y.requires_grad else [None] * len(operands)
    bars = [torch.zeros_like(x) if bar is None else bar for x, bar in zip(operands, bars)]
    print(kind, name, "|", " | ".join(show(x.detach().reshape(-1).tolist()) for x in (y, *bars)))


for name, (f, _) in UNARY.items():
    line("one", name, f, [ONE], 1.0)
first, second = zip(*itertools.product(TWO, TWO))
for name, (f, *_) in BINARY.items():
    line("two", name, f, [list(first), list(second)], 1.0)
for name, (f, _) in REDUCTIONS.items():
    line("along", name, lambda x: f(x, [1]).squeeze(1), [LINES], 1.0)
for name, f in ALONG.items():
    line("along", name, lambda x: f(x, 1), [LINES], [[1.0, 2.0, 4.0]] * len(LINES))
POSITIONS = {
    "argmax": lambda x: torch.argmax(x, 1), "argmin": lambda x: torch.argmin(x, 1),
    "argsort": lambda x: torch.argsort(x, dim=1, stable=True),
}
for name, f in POSITIONS.items():
    print("positions", name, "|", " ".join(map(str, f(torch.tensor(LINES, dtype=torch.float64)).reshape(-1).tolist())))
