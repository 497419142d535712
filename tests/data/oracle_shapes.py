"""Values and gradients of every operation on tensors at random shapes, from PyTorch, for tests/oracle.

    pip install torch && python tests/data/oracle_shapes.py

It writes the Rust code beside it: shapes are types, so a case is a line of code that names the rule, the operands and what PyTorch
gives for them on the CPU in double precision: for the value and for each gradient its sum with fixed weights. Both sides compute
operands and weights from the number of the case. `oracle_shapes.rs` has random shapes, with 20 cases for each operation.
"""

import math
import random
from pathlib import Path

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)
random.seed(31)
MASK = (1 << 64) - 1


def uniform(stream, i):
    """Between -2 and 2, in steps of 2⁻¹⁸, and never an integer."""
    z = (stream * 0x9E3779B97F4A7C15 + i * 0xD1B54A32D192ED03 + 0x632BE59BD9B4E019) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) >> 44) / 2**18 - 2 + 2**-19


DOMAINS = {
    "ALL": lambda u: u, "POSITIVE": lambda u: abs(u) + 0.0625, "NEGATIVE": lambda u: -abs(u) - 0.0625, "UNIT": lambda u: u * 0.4375,
    "SHARE": lambda u: abs(u) * 0.4375 + 0.0625, "ABOVE_ONE": lambda u: abs(u) + 1.0625, "TIES": lambda u: float(round(u)),
    "SIGN": lambda u: math.copysign(1.0, u), "MASK": lambda u: float(u > 0), "WIDE": lambda u: u * 4,
}


def numbers(shape, stream, domain="ALL"):
    n = math.prod(shape)
    return torch.tensor([DOMAINS[domain](uniform(stream, i)) for i in range(n)]).reshape(shape)


class Axes(list):
    """A shape: a length, or "O" for an axis that stretches."""

    def lengths(self):
        return [1 if n == "O" else n for n in self]

    def __str__(self):
        axes = ["O" if n == "O" else f"D<{n}>" for n in self]
        return f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"


class Operand:
    """Code that makes an operand, and the operand; `x` is None if it has no derivative."""

    def __init__(self, code, x, kind=None, domain=None):
        self.code, self.x, self.kind, self.domain = code, x, kind, domain


cases = 0
tests = {}
counts = {}


def of(axes, domain="ALL", place=0):
    """A tensor, or a number for `None`."""
    stream = 10 * cases + place
    kind = "f64" if axes is None else f"T<{axes}>"
    x = numbers([] if axes is None else axes.lengths(), stream, domain)
    return Operand(f"of::<{kind}>({domain}, {stream})", x, kind, domain)


def several(axes, count):
    """An array of tensors."""
    stream = 10 * cases
    parts = [numbers(axes.lengths(), stream + i) for i in range(count)]
    return Operand(f"of::<[T<{axes}>; {count}]>(ALL, {stream})", parts)


def constant(code):
    return Operand(code, None)


def parts(x):
    return list(x) if isinstance(x, (list, tuple)) else [x]


def weighted(xs, stream):
    return sum((float((x.detach().double() * numbers(x.shape, stream + i)).sum()) for i, x in enumerate(xs)), 0.0)


def results(f, operands):
    """The value and the gradients, each summed with weights."""
    moving = [[x.clone().requires_grad_() for x in parts(o.x)] for o in operands if o.x is not None]
    places = [i for i, o in enumerate(operands) if o.x is not None]
    given = iter([xs if isinstance(o.x, list) else xs[0] for xs, o in zip(moving, [o for o in operands if o.x is not None])])
    ys = parts(f(*[next(given) for o in operands if o.x is not None]))
    sums = [weighted(ys, 1000)]
    seeds = [numbers(y.shape, 1000 + i).to(y.dtype) for i, y in enumerate(ys)]
    flat = [x for xs in moving for x in xs]
    pairs = [(y, s) for y, s in zip(ys, seeds) if y.requires_grad]
    if pairs:
        bars = torch.autograd.grad([y for y, _ in pairs], flat, [s for _, s in pairs], allow_unused=True)
    else:
        bars = [None] * len(flat)
    bars = iter([torch.zeros_like(x) if bar is None else bar for x, bar in zip(flat, bars)])
    for place, xs in zip(places, moving):
        sums.append(weighted([next(bars).detach() for _ in xs], 2000 + 100 * place))
    return sums


def show(x):
    if x != x:
        return "NAN"
    if math.isinf(x):
        return "INF" if x > 0 else "-INF"
    return repr(float(f"{x + 0.0:.10g}"))


def put(head, exact, count):
    """A call, in lines of at most 130 columns, for the last test."""
    rows, line = [], f"    {head}, &[{', '.join(map(show, exact))}]);"
    while len(line) > 130:
        cut = line.rindex(", ", 0, 130) + 1
        rows.append(line[:cut])
        line = "       " + line[cut:]
    name = list(tests)[-1]
    tests[name].append("\n".join([*rows, line]))
    counts[name] = counts.get(name, 0) + count


def case(rule, f, *operands):
    """One line. `f` maps the operands with derivatives to the value or values."""
    global cases
    tuple_ = ", ".join(o.code for o in operands) + ("," if len(operands) == 1 else "")
    put(f"agrees::<{rule}, _>(({tuple_})", results(f, operands), 1)
    cases += 1


def draws(rule, f, times, *operands):
    """One line for several cases with the same types."""
    global cases
    first, exact = cases, []
    for _ in range(times):
        drawn = [Operand(None, numbers(o.x.shape, 10 * cases + i, o.domain)) for i, o in enumerate(operands)]
        exact += results(f, drawn)
        cases += 1
    kinds = ", ".join(o.kind for o in operands) + ("," if len(operands) == 1 else "")
    domains = ", ".join(o.domain for o in operands)
    put(f"draws::<{rule}, ({kinds})>(&[{domains}], {10 * first}", exact, times)


def test(name):
    tests[name] = []


def shape(low=1, high=4, least=1, one=True):
    """Of a random rank; long axes in low ranks only. Every fourth axis has length 1."""
    rank = random.randint(low, high)
    longest = {1: 11, 2: 6, 3: 4}.get(rank, 3)
    axes = Axes(1 if random.random() < 0.25 else random.randint(2, longest) for _ in range(rank))
    return Axes(("O" if one and n == 1 and random.random() < 0.4 else max(n, least)) for n in axes)


def axis_of(axes):
    """A position, counted from the end in half of the cases, and the same as PyTorch wants it."""
    i = random.randrange(len(axes))
    return i - len(axes) if random.random() < 0.5 else i


def replaced(axes, axis, n):
    new = Axes(axes)
    new[axis] = n
    return new


def broadcast():
    """Shapes of two operands, and the shape of the result."""
    whole = shape(one=False)

    def part():
        if random.random() < 0.3:
            return Axes(whole)
        cut = Axes("O" if random.random() < 0.4 else n for n in whole)
        return Axes(cut[random.randrange(len(cut)):]) if random.random() < 0.4 else cut

    a, b = part(), part()
    return a, b


def kept(axes):
    """A shape that sums some axes away: what a sum down to it gives, as axes of PyTorch."""
    start = random.choice([0, 0, random.randrange(len(axes))])
    to = Axes("O" if random.random() < 0.5 else n for n in axes[start:])
    return to


def reduced(x, to, f):
    """`f(x, axes)` with the axes that are summed away, in the shape `to`."""
    start = x.dim() - len(to)
    gone = list(range(start)) + [start + i for i, n in enumerate(to) if n == "O"]
    return (f(x, gone) if gone else f(x.unsqueeze(-1), [x.dim()])).reshape(to.lengths())


# Elementwise functions, composed where PyTorch has less than double precision: `F.hardsigmoid` has a derivative of 1/6 in single
# precision. The code of a row does not depend on the shape, so there are few shapes, with several draws each.

def away(x):
    return torch.sign(x) * torch.floor(torch.abs(x) + 0.5)


def softplus(x):
    return torch.logaddexp(x, torch.zeros_like(x))


UNARY = {
    "neg": (torch.neg, "ALL"), "exp": (torch.exp, "ALL"), "exp2": (torch.exp2, "ALL"), "exp_m1": (torch.expm1, "ALL"),
    "ln": (torch.log, "POSITIVE"), "ln_1p": (torch.log1p, "UNIT"), "log2": (torch.log2, "POSITIVE"), "log10": (torch.log10, "POSITIVE"),
    "sqrt": (torch.sqrt, "POSITIVE"), "rsqrt": (torch.rsqrt, "POSITIVE"), "cbrt": (lambda x: torch.sign(x) * torch.abs(x) ** (1 / 3), "ALL"),
    "recip": (torch.reciprocal, "ALL"), "square": (torch.square, "ALL"), "xlogx": (lambda x: torch.xlogy(x, x), "POSITIVE"),
    "sin": (torch.sin, "WIDE"), "cos": (torch.cos, "WIDE"), "tan": (torch.tan, "ALL"), "asin": (torch.asin, "UNIT"),
    "acos": (torch.acos, "UNIT"), "atan": (torch.atan, "ALL"), "sinh": (torch.sinh, "ALL"), "cosh": (torch.cosh, "ALL"),
    "tanh": (torch.tanh, "ALL"), "asinh": (torch.asinh, "ALL"), "acosh": (torch.acosh, "ABOVE_ONE"), "atanh": (torch.atanh, "UNIT"),
    "to_degrees": (torch.rad2deg, "ALL"), "to_radians": (torch.deg2rad, "ALL"), "erf": (torch.erf, "ALL"), "erfc": (torch.erfc, "ALL"),
    "abs": (torch.abs, "TIES"), "signum": (lambda x: torch.copysign(torch.ones_like(x), x), "ALL"), "sign": (torch.sign, "TIES"),
    "floor": (torch.floor, "WIDE"), "ceil": (torch.ceil, "WIDE"), "round": (away, "WIDE"), "round_ties_even": (torch.round, "WIDE"),
    "trunc": (torch.trunc, "WIDE"), "fract": (torch.frac, "WIDE"),
    "relu": (F.relu, "TIES"), "relu6": (F.relu6, "WIDE"), "hard_tanh": (F.hardtanh, "TIES"), "hard_sigmoid": (lambda x: F.relu6(x + 3) / 6, "WIDE"),
    "selu": (F.selu, "ALL"), "sigmoid": (torch.sigmoid, "WIDE"), "log_sigmoid": (F.logsigmoid, "WIDE"), "softplus": (softplus, "WIDE"),
    "softsign": (F.softsign, "WIDE"), "gelu": (F.gelu, "WIDE"), "gelu_tanh": (lambda x: F.gelu(x, approximate="tanh"), "WIDE"),
    "silu": (F.silu, "WIDE"), "mish": (F.mish, "WIDE"),
}
FAST = ["exp", "exp2", "exp_m1", "ln", "ln_1p", "log2", "log10", "sin", "cos", "tanh", "erf", "erfc", "sigmoid", "log_sigmoid", "softplus",
        "gelu", "gelu_tanh", "silu"]
for name, (f, domain) in UNARY.items():
    test(name)
    for rank in (1, 2, 3, 4):
        draws(name, f, 5, of(shape(rank, rank), domain))
for name in FAST:
    f, domain = UNARY[name]
    test(f"fast_{name}")
    for rank in (1, 3):
        draws(f"fast_{name}", f, 10, of(shape(rank, rank), domain))


def nothing(f):
    """A function without derivative."""
    return lambda *operands: f(*[x.detach() for x in operands])


def power(rule):
    def of_exponent(n):
        return lambda x: x**n
    test(rule)
    for i in range(20):
        n = random.choice([-3, -2, -1, 0, 1, 2, 3, 4, 7])
        case(rule, of_exponent(n), of(shape(), "POSITIVE" if n < 0 else "TIES"), constant(f"{n}"))


power("powi")


def euclid(a, b):
    return torch.where(b > 0, torch.floor(a / b), torch.ceil(a / b))


BINARY = {
    "add": (torch.add, "ALL", "ALL"), "sub": (torch.sub, "ALL", "ALL"), "mul": (torch.mul, "ALL", "ALL"), "div": (torch.div, "ALL", "ALL"),
    "rem": (torch.fmod, "WIDE", "ALL"), "hypot": (torch.hypot, "ALL", "ALL"), "atan2": (torch.atan2, "ALL", "ALL"),
    "powf": (torch.pow, "POSITIVE", "ALL"), "fast_powf": (torch.pow, "POSITIVE", "ALL"),
    "log": (lambda x, b: torch.log(x) / torch.log(b), "POSITIVE", "ABOVE_ONE"), "copysign": (torch.copysign, "ALL", "ALL"),
    "midpoint": (lambda a, b: (a + b) / 2, "ALL", "ALL"), "maximum": (torch.maximum, "TIES", "TIES"), "minimum": (torch.minimum, "TIES", "TIES"),
    "rem_euclid": (lambda a, b: torch.remainder(a, torch.abs(b)), "WIDE", "ALL"), "div_euclid": (nothing(euclid), "WIDE", "ALL"),
    "floor_div": (lambda a, b: torch.div(a, b, rounding_mode="floor"), "WIDE", "ALL"),
    "prelu": (lambda x, s: torch.where(x > 0, x, s * x), "TIES", "ALL"), "leaky_relu": (lambda x, s: torch.where(x > 0, x, s * x), "ALL", "ALL"),
    "elu": (lambda x, a: torch.where(x > 0, x, a * torch.expm1(x)), "TIES", "ALL"),
    "ln_eps": (lambda x, e: torch.log(x + e), "POSITIVE", "POSITIVE"), "log2_eps": (lambda x, e: torch.log2(x + e), "POSITIVE", "POSITIVE"),
    "log10_eps": (lambda x, e: torch.log10(x + e), "POSITIVE", "POSITIVE"), "sqrt_eps": (lambda x, e: torch.sqrt(x + e), "POSITIVE", "POSITIVE"),
    "away_from_zero": (lambda b, e: torch.where(b >= 0, b + e, b - e), "TIES", "ALL"),
    "greater": (lambda a, b: torch.gt(a, b).double(), "TIES", "TIES"), "greater_equal": (lambda a, b: torch.ge(a, b).double(), "TIES", "TIES"),
    "less": (lambda a, b: torch.lt(a, b).double(), "TIES", "TIES"), "less_equal": (lambda a, b: torch.le(a, b).double(), "TIES", "TIES"),
    "equal": (lambda a, b: torch.eq(a, b).double(), "TIES", "TIES"), "not_equal": (lambda a, b: torch.ne(a, b).double(), "TIES", "TIES"),
}
for name, (f, first, second) in BINARY.items():
    test(name)
    many = name in ("add", "sub", "mul", "div", "rem", "hypot", "maximum")
    for i in range(18 if many else 6):
        a, b = broadcast()
        draws(name, f, 1 if many else 3, of(a, first), of(b, second))
    draws(name, f, 1, of(shape(), first), of(None, second))
    draws(name, f, 1, of(None, first), of(shape(), second))
TERNARY = {
    "clamp": (lambda x, low, high: torch.minimum(torch.maximum(x, low), high), "ALL", "NEGATIVE", "POSITIVE"),
    "lerp": (lambda a, b, t: a + t * (b - a), "ALL", "ALL", "ALL"), "affine": (lambda x, s, t: s * x + t, "ALL", "ALL", "ALL"),
    "mul_add": (lambda x, a, b: x * a + b, "ALL", "ALL", "ALL"),
    "select": (lambda m, a, b: torch.where(m.detach() != 0, a, b) + 0 * m, "MASK", "ALL", "ALL"),
}
for name, (f, *domains) in TERNARY.items():
    test(name)
    for rank in (1, 2, 2, 3, 3, 4):
        whole = shape(rank, rank, one=False)
        others = [Axes("O" if random.random() < 0.4 else n for n in whole)[random.randrange(rank):] for _ in range(2)]
        draws(name, f, 3, *(of(axes, domain) for axes, domain in zip([whole, *map(Axes, others)], domains)))
    draws(name, f, 2, of(shape(), domains[0]), of(None, domains[1]), of(None, domains[2]))

# Reductions: of all elements, along an axis, along an axis that is kept, down to a shape.


def product(x, axes):
    for axis in axes:
        x = torch.prod(x, axis, keepdim=True)
    return x


REDUCTIONS = {
    "sum": (lambda x, axes: torch.sum(x, axes, keepdim=True), "ALL"), "mean": (lambda x, axes: torch.mean(x, axes, keepdim=True), "ALL"),
    "max": (lambda x, axes: torch.amax(x, axes, keepdim=True), "TIES"), "min": (lambda x, axes: torch.amin(x, axes, keepdim=True), "TIES"),
    "prod": (product, "TIES"), "var": (lambda x, axes: torch.var(x, axes, correction=0, keepdim=True), "ALL"),
    "std": (lambda x, axes: torch.sqrt(torch.var(x, axes, correction=0, keepdim=True)), "ALL"),
    "norm": (lambda x, axes: torch.linalg.vector_norm(x, 2, axes, keepdim=True), "TIES"),
    "logsumexp": (lambda x, axes: torch.logsumexp(x, axes, keepdim=True), "WIDE"),
}
for name, (f, domain) in REDUCTIONS.items():
    least = 2 if name == "std" else 1  # a deviation of one number is 0, where PyTorch has NaN
    test(name)
    for i in range(20):
        at = domain if i % 2 else "ALL"
        axes = shape(least=least, one=least == 1)
        axis = axis_of(axes)
        rest = Axes(axes[:axis % len(axes)] + axes[axis % len(axes) + 1:])
        if i < 4:
            case(name, lambda x: f(x, list(range(x.dim()))).sum(), of(axes, at))
        elif i < 10:
            case(f"{name}_axis<{axis}>", lambda x: f(x, [axis]).squeeze(axis), of(axes, at))
        elif i < 14:
            case(f"{name}_keep<{axis}>", lambda x: f(x, [axis]), of(axes, at))
        else:
            to = kept(axes)
            while least == 2 and "O" not in to:
                to = kept(axes)
            case(f"{name}_to<{to}>", lambda x: reduced(x, to, f), of(axes, at))


def descending(x, axis, k):
    return torch.sort(x, dim=axis, descending=True, stable=True)[0].narrow(axis, 0, k)


ALONG = {
    "softmax": torch.softmax, "log_softmax": torch.log_softmax, "cumsum": torch.cumsum, "cumprod": torch.cumprod,
    "sort": lambda x, axis: torch.sort(x, dim=axis, stable=True)[0],
}
for name, f in ALONG.items():
    test(name)
    for i in range(20):
        axes = shape()
        axis = axis_of(axes)
        at = "TIES" if i % 2 and name in ("cumprod", "sort") else "WIDE"
        case(f"{name}<{axis}>", lambda x: f(x, axis), of(axes, at))
test("topk")
for i in range(20):
    axes = shape()
    axis = axis_of(axes)
    k = random.randint(1, axes.lengths()[axis])
    case(f"topk<{axis}, {k}>", lambda x: descending(x, axis, k), of(axes, "TIES" if i % 2 else "ALL"))

# Normalisations, by ε too.


def normalised(x, axes, eps, centred=True):
    x = x - torch.mean(x, axes, keepdim=True) if centred else x
    return x / torch.sqrt(torch.mean(x * x, axes, keepdim=True) + eps)


def batch(x, eps):
    axes = [i for i in range(x.dim()) if i != 1]
    return normalised(x, axes, eps), torch.mean(x, axes), torch.var(x, axes, correction=0)


for name, centred in (("layer_norm", True), ("rms_norm", False)):
    test(name)
    for i in range(20):
        case(name, lambda x, eps: normalised(x, [-1], eps, centred), of(shape()), of(None, "POSITIVE", 1))
test("group_norm")
for i in range(20):
    axes, groups = shape(2, 4, one=False), random.choice([1, 2, 3])
    axes[1] = groups * random.choice([1, 2])
    case(f"group_norm<{groups}>", lambda x, eps: normalised(x.reshape(x.shape[0], groups, -1), [2], eps).reshape(x.shape),
         of(axes), of(None, "POSITIVE", 1))
test("batch_norm")
for i in range(20):
    case("batch_norm", batch, of(shape(2, 4, one=False)), of(None, "POSITIVE", 1))

# Losses.

LOSSES = {
    "mse": (lambda x, t: (x - t) ** 2, "ALL", "ALL"), "mae": (lambda x, t: torch.abs(x - t), "TIES", "TIES"),
    "bce": (lambda x, t: -torch.xlogy(t, x) - torch.xlogy(1 - t, 1 - x), "SHARE", "SHARE"),
    "bce_with_logits": (lambda x, t: softplus(x) - t * x, "WIDE", "SHARE"),
    "kl_div": (lambda x, t: torch.xlogy(t, t) - t * x, "ALL", "POSITIVE"),
    "hinge": (lambda x, t: F.relu(1 - t * x), "TIES", "SIGN"),
    "huber": (lambda x, t, d: torch.where(torch.abs(x - t) <= d, (x - t) ** 2 / 2, d * (torch.abs(x - t) - d / 2)), "ALL", "ALL"),
}
for name, (f, first, second) in LOSSES.items():
    test(name)
    for i in range(20):
        axes = shape()
        operands = [of(axes, first), of(axes, second, 1)] + ([of(None, "POSITIVE", 2)] if name == "huber" else [])
        if i % 2 == 0:
            case(name, lambda *at: torch.mean(f(*at)), *operands)
        elif name != "mse":
            case(f"{name}_sum", lambda *at: torch.sum(f(*at)), *operands)
        else:
            case(name, lambda *at: torch.mean(f(*at)), *operands)
test("cross_entropy")
for i in range(20):
    axes = shape(2, 2, one=False)
    total = lambda x, t: -(t * torch.log_softmax(x, 1)).sum()
    operands = of(axes, "WIDE"), of(axes, "SHARE", 1)
    if i % 2:
        case("cross_entropy_sum", total, *operands)
    else:
        case("cross_entropy", lambda x, t: total(x, t) / axes[0], *operands)
for name, f in (("nll", F.nll_loss), ("softmax_cross_entropy", F.cross_entropy)):
    test(name)
    for i in range(20):
        axes = shape(2, 2, one=False)
        labels = [random.randrange(axes[1]) for _ in range(axes[0])]
        kind, how = (f"{name}_sum", "sum") if i % 2 else (name, "mean")
        case(kind, lambda x: f(x, torch.tensor(labels), reduction=how), of(axes, "WIDE"), constant(f"{labels}"))

# Products.

test("matmul")
for i in range(20):
    n, k, m = (random.choice([1, 2, 3, 5, 7]) for _ in range(3))
    stack = shape(1, 2, one=False)
    left = Axes("O" if random.random() < 0.3 else n for n in stack)[random.choice([0, 0, len(stack) - 1, len(stack)]):]
    right = Axes("O" if random.random() < 0.3 else n for n in stack)[random.choice([0, 0, len(stack) - 1, len(stack)]):]
    a, b = Axes([*left, n, k]), Axes([*right, k, m])
    if i % 5 == 1:
        a = Axes([k])
    if i % 5 == 2:
        b = Axes([k])
    if i == 19:
        a, b = Axes([k]), Axes([k])
    case("matmul", torch.matmul, of(a), of(b, place=1))
test("linear")
for i in range(20):
    k, m = (random.choice([1, 2, 3, 5, 7]) for _ in range(2))
    x = shape(one=False)
    x[-1] = k
    case("linear", lambda x, w, b: x @ w + b, of(x), of(Axes([k, m]), place=1), of(Axes([m]), place=2))
test("cross")
for i in range(20):
    axes = shape(one=False)
    axes[-1] = 3
    case("cross", lambda a, b: torch.linalg.cross(a, b), of(axes), of(axes, place=1))

# Moves.

test("broadcast_to")
for i in range(20):
    whole = shape(one=False)
    part = Axes("O" if random.random() < 0.5 else n for n in whole)[random.choice([0, random.randrange(len(whole))]):]
    case(f"broadcast_to<{whole}>", lambda x: x.broadcast_to(whole.lengths()), of(Axes(part)))
test("concat")
for i in range(20):
    axes = shape(one=False)
    axis, a, b = axis_of(axes), random.randint(1, 4), random.randint(1, 4)
    whole = replaced(axes, axis, a + b)
    case(f"concat_to<{axis}, _, {whole}>", lambda x, y: torch.cat([x, y], axis), of(replaced(axes, axis, a)), of(replaced(axes, axis, b), place=1))
test("split")
for i in range(10):
    axes = shape(one=False)
    axis, n, length = axis_of(axes), random.randint(1, 3), random.randint(1, 3)
    case(f"split<{axis}, {length}, {n}>", lambda x: torch.split(x, length, axis), of(replaced(axes, axis, n * length)))
for i in range(10):
    axes = shape(one=False)
    axis, a, b = axis_of(axes), random.randint(1, 4), random.randint(1, 4)
    types = f"{replaced(axes, axis, a)}, {replaced(axes, axis, b)}"
    case(f"split_to<{axis}, {types}>", lambda x: torch.split(x, [a, b], axis), of(replaced(axes, axis, a + b)))
test("stack")
for i in range(20):
    axes, n = shape(1, 3), random.randint(1, 3)
    axis = random.randrange(-len(axes) - 1, len(axes) + 1)
    case(f"stack<{axis}>", lambda xs: torch.stack(xs, axis), several(axes, n))
test("squeeze")
for i in range(20):
    axes = shape(1, 4)
    axis = axis_of(axes)
    case(f"squeeze<{axis}>", lambda x: x.squeeze(axis), of(replaced(axes, axis, random.choice([1, "O"]))))
test("unsqueeze")
for i in range(20):
    axes = shape(1, 3)
    axis = random.randrange(-len(axes) - 1, len(axes) + 1)
    case(f"unsqueeze<{axis}>", lambda x: x.unsqueeze(axis), of(axes))
test("stretch_and_fixed")
for i in range(20):
    axes = shape(1, 4)
    axis = axis_of(axes)
    name, n = ("stretch", 1) if i % 2 else ("fixed", "O")
    case(f"{name}<{axis}>", lambda x: x + 0, of(replaced(axes, axis, n)))
test("narrow")
for i in range(20):
    axes = shape()
    axis = axis_of(axes)
    n = axes.lengths()[axis]
    start = random.randrange(n)
    length = random.randint(1, n - start)
    case(f"narrow<{axis}, {start}, {length}>", lambda x: x.narrow(axis, start, length), of(axes))
test("flip")
for i in range(20):
    axes = shape()
    axis = axis_of(axes)
    case(f"flip<{axis}>", lambda x: x.flip(axis), of(axes))
test("repeat")
for i in range(20):
    axes = shape()
    axis, n = axis_of(axes), random.randint(1, 3)
    case(f"repeat<{axis}, {n * axes.lengths()[axis]}>", lambda x: torch.cat([x] * n, axis), of(axes))
test("pad")
for i in range(20):
    axes = shape()
    axis, before, after = axis_of(axes), random.randint(0, 2), random.randint(0, 2)
    n = axes.lengths()[axis]

    def padded(x, value):
        around = [value.expand(replaced(Axes(x.shape), axis, k)) for k in (before, after)]
        return torch.cat([around[0], x, around[1]], axis)
    case(f"pad<{axis}, {before}, {before + n + after}>", padded, of(axes), of(None, place=1))
test("index_select")
for i in range(20):
    axes = shape()
    axis, k = axis_of(axes), random.randint(1, 5)
    indices = [random.randrange(axes.lengths()[axis]) for _ in range(k)]
    case(f"index_select<{axis}, {k}>", lambda x: x.index_select(axis, torch.tensor(indices)), of(axes), constant(f"{indices}"))


def positions(axes, axis, k, place=1):
    """Indices of an axis, the shape of them and the code that makes them."""
    places, stream, n = replaced(axes, axis, k), 10 * cases + place, axes.lengths()[axis]
    indices = [int((uniform(stream, i) + 2) / 4 * n) for i in range(math.prod(places.lengths()))]
    return places, torch.tensor(indices).reshape(places.lengths()), constant(f"at::<{places}>({n}, {stream})")


test("gather")
for i in range(20):
    axes = shape()
    axis, k = axis_of(axes), random.randint(1, 4)
    _, indices, code = positions(axes, axis, k)
    case(f"gather<{axis}, {k}>", lambda x: torch.gather(x, axis, indices), of(axes), code)
test("scatter_add")
for i in range(20):
    axes = shape()
    axis, k = axis_of(axes), random.randint(1, 4)
    places, indices, code = positions(axes, axis, k)
    case(f"scatter_add<{axis}, {k}>", lambda x, values: torch.scatter_add(x, axis, indices, values), of(axes), code, of(places, place=2))
test("reshape")
for i in range(20):
    axes = shape()
    left, new = math.prod(axes.lengths()), Axes()
    while left > 1:
        n = random.choice([n for n in range(2, left + 1) if left % n == 0])
        new.append(n)
        left //= n
        if random.random() < 0.2:
            new.append(random.choice([1, "O"]))
    new = new or Axes([1])
    case(f"reshape<{new}>", lambda x: x.reshape(new.lengths()), of(axes))
test("transpose")
for i in range(20):
    case("transpose", lambda x: x.transpose(-1, -2), of(shape(2, 4)))
test("swap_axes")
for i in range(20):
    axes = shape(2, 4)
    a, b = random.sample(range(len(axes)), 2)
    case(f"swap_axes<{a}, {b}>", lambda x: x.transpose(a, b), of(axes))
test("permute")
for i in range(20):
    axes = shape(2, 4)
    order = random.sample(range(len(axes)), len(axes))
    case(f"permute<Perm{len(axes)}<{', '.join(map(str, order))}>>", lambda x: x.permute(order), of(axes))
test("cast")
for i in range(20):
    case("cast<f32>", lambda x: x.float(), of(shape()))

# Convolutions and poolings.


def steps(s, p, d, g):
    return f"Steps<{s}, {p}, {d}" + (f", Groups<{g}>>" if g > 1 else ">")


def window_sizes(axes):
    """For each axis: kernel, stride, padding, dilation."""
    return [(random.randint(1, 3), random.randint(1, 3), random.randint(0, 2), random.randint(1, 2)) for _ in range(axes)]


for axes in (2, 1):
    test(f"conv{axes}d")
    f = {1: F.conv1d, 2: F.conv2d}[axes]
    for i in range(20):
        groups, sizes = random.choice([1, 1, 2, 3]), window_sizes(axes)
        n, c, o = random.randint(1, 2), random.randint(1, 3), random.randint(1, 3)
        lengths = [max(random.randint(3, 7), d * (k - 1) + 1 - 2 * p) for k, s, p, d in sizes]
        out = [(length + 2 * p - d * (k - 1) - 1) // s + 1 for length, (k, s, p, d) in zip(lengths, sizes)]
        rule = [steps(s, p, d, groups) for k, s, p, d in sizes]
        rule = rule[0] if axes == 1 else f"({', '.join(rule)})"
        stride, padding, dilation = ([size[i] for size in sizes] for i in (1, 2, 3))
        case(f"conv{axes}d<{rule}, {Axes([n, o * groups, *out])}>",
             lambda x, w: f(x, w, None, stride, padding, dilation, groups),
             of(Axes([n, c * groups, *lengths])), of(Axes([o * groups, c, *(size[0] for size in sizes)]), place=1))
for axes in (2, 1):
    test(f"conv_transpose{axes}d")
    f = {1: F.conv_transpose1d, 2: F.conv_transpose2d}[axes]
    for i in range(20):
        groups, sizes = random.choice([1, 1, 2, 3]), window_sizes(axes)
        n, c, o = random.randint(1, 2), random.randint(1, 3), random.randint(1, 3)
        more = [random.randrange(s) for k, s, p, d in sizes]
        lengths = [random.randint(3, 5) for _ in sizes]
        out = [(length - 1) * s - 2 * p + d * (k - 1) + 1 + m for length, (k, s, p, d), m in zip(lengths, sizes, more)]
        if min(out) < 1:
            lengths = [length + 3 for length in lengths]
            out = [n + 3 * size[1] for n, size in zip(out, sizes)]
        rule = [steps(s, p, d, groups) for k, s, p, d in sizes]
        rule = rule[0] if axes == 1 else f"({', '.join(rule)})"
        stride, padding, dilation = ([size[i] for size in sizes] for i in (1, 2, 3))
        case(f"conv_transpose{axes}d<{rule}, {Axes([n, o * groups, *out])}>",
             lambda x, w: f(x, w, None, stride, padding, more, groups, dilation),
             of(Axes([n, c * groups, *lengths])), of(Axes([c * groups, o, *(size[0] for size in sizes)]), place=1))
POOLS = {
    "max_pool1d": (1, lambda x, *steps: F.max_pool1d(x, *steps)), "max_pool2d": (2, lambda x, *steps: F.max_pool2d(x, *steps)),
    "avg_pool1d": (1, lambda x, *steps: F.avg_pool1d(x, *steps, count_include_pad=False)),
    "avg_pool2d": (2, lambda x, *steps: F.avg_pool2d(x, *steps, count_include_pad=False)),
    "avg_pool1d_count_padding": (1, F.avg_pool1d), "avg_pool2d_count_padding": (2, F.avg_pool2d),
}
for name, (axes, f) in POOLS.items():
    test(name)
    for i in range(20):
        sizes = [(k, s, min(p, k // 2)) for k, s, p, _ in window_sizes(axes)]
        lengths = [random.randint(3, 6) for _ in sizes]
        out = [(length + 2 * p - k) // s + 1 for length, (k, s, p) in zip(lengths, sizes)]
        rule = [f"Window<{k}, {s}, {p}>" for k, s, p in sizes]
        rule = rule[0] if axes == 1 else f"({', '.join(rule)})"
        n, c = random.randint(1, 2), random.randint(1, 2)
        of_steps = [[size[i] for size in sizes] for i in range(3)]
        case(f"{name}<{rule}, {Axes([n, c, *out])}>", lambda x: f(x, *of_steps), of(Axes([n, c, *lengths]), "TIES" if i % 2 else "ALL"))
test("global_avg_pool")
for i in range(20):
    axes = shape(3, 4, one=False)
    case("global_avg_pool", lambda x: x.mean(list(range(2, len(axes)))), of(axes))

# Axes without positions.

test("without_positions")
EMPTY = [Axes([0]), Axes([0, 3]), Axes([3, 0]), Axes([2, 0, 2])]
for axes in EMPTY:
    axis = axes.index(0)
    for name in ("sum", "mean", "prod", "norm", "logsumexp"):
        f = REDUCTIONS[name][0]
        case(f"{name}_axis<{axis}>", lambda x: f(x, [axis]).squeeze(axis), of(axes))
    case("cumsum<0>", lambda x: torch.cumsum(x, 0), of(axes))
    case("cumprod<-1>", lambda x: torch.cumprod(x, -1), of(axes))
    case("sort<-1>", lambda x: torch.sort(x, -1)[0], of(axes))
    case("flip<0>", lambda x: x.flip(0), of(axes))
    case("exp", torch.exp, of(axes))
    case("add", torch.add, of(axes), of(None, place=1))
    case("mae_sum", lambda x, t: torch.abs(x - t).sum(), of(axes), of(axes, place=1))
case("matmul", torch.matmul, of(Axes([2, 0])), of(Axes([0, 3]), place=1))
case("matmul", torch.matmul, of(Axes([0, 2])), of(Axes([2, 3]), place=1))
case("linear", lambda x, w, b: x @ w + b, of(Axes([2, 0])), of(Axes([0, 3]), place=1), of(Axes([3]), place=2))
case("concat_to<0, _, (D<3>, D<2>)>", lambda x, y: torch.cat([x, y]), of(Axes([0, 2])), of(Axes([3, 2]), place=1))
case("softmax<0>", lambda x: torch.softmax(x, 0), of(Axes([3, 0])))
case("layer_norm", lambda x, eps: normalised(x, [-1], eps), of(Axes([0, 3])), of(None, "POSITIVE", 1))
case("transpose", lambda x: x.T, of(Axes([0, 3])))
case("broadcast_to<(D<0>, D<3>)>", lambda x: x.broadcast_to([0, 3]), of(Axes([3])))

# Later operations, whose cases leave those before as they are.

test("rotate_pairs")
for i in range(20):
    axes = shape(2, 4, one=False)
    axes[-1] = 2 * random.randint(1, 3)
    case("rotate_pairs", lambda x, t: torch.view_as_real(torch.view_as_complex(x.unflatten(-1, (-1, 2))) * torch.view_as_complex(
        t.unflatten(-1, (-1, 2)))).flatten(-2), of(axes), of(Axes(axes[-2:]), place=1))
RESAMPLED = {
    "upsample_nearest": F.interpolate, "upsample_linear": lambda x, n: F.interpolate(x, n, mode="linear"),
    "adaptive_avg_pool": F.adaptive_avg_pool1d,
}
for name, f in RESAMPLED.items():
    test(name)
    for i in range(20):
        axes = shape()
        axis, n = axis_of(axes), random.randint(1, 9)

        def resampled(x):
            lines = x.movedim(axis, -1)
            return f(lines.reshape(1, -1, lines.shape[-1]), n).reshape(*lines.shape[:-1], n).movedim(-1, axis)
        case(f"{name}<{axis}, {n}>", resampled, of(axes))


def focal(x, t, gamma):
    mistake = t * torch.sigmoid(-x) + (1 - t) * torch.sigmoid(x)
    return F.binary_cross_entropy_with_logits(x, t, reduction="none") * mistake**gamma


test("focal_with_logits")
for i in range(20):
    axes = shape()
    rule, total = ("focal_with_logits_sum", torch.sum) if i % 2 else ("focal_with_logits", torch.mean)
    case(rule, lambda x, t, gamma: total(focal(x, t, gamma)), of(axes, "WIDE"), of(axes, "SHARE", 1), of(None, "POSITIVE", 2))
for name, (axes, f) in POOLS.items():
    test(f"{name}_rounded_up")
    for i in range(20):
        sizes = [(k, s, min(p, k // 2)) for k, s, p, _ in window_sizes(axes)]
        lengths = [random.randint(3, 6) for _ in sizes]
        n, c = random.randint(1, 2), random.randint(1, 2)
        of_steps = [[size[i] for size in sizes] for i in range(3)]
        if "max" in name:
            pooled = lambda x: {1: F.max_pool1d, 2: F.max_pool2d}[axes](x, *of_steps, ceil_mode=True)
        else:
            pooled = lambda x: {1: F.avg_pool1d, 2: F.avg_pool2d}[axes](x, *of_steps, True, "padding" in name)
        out = pooled(torch.zeros(1, 1, *lengths)).shape[2:]
        rule = [f"Ceil<Window<{k}, {s}, {p}>>" for k, s, p in sizes]
        rule = rule[0] if axes == 1 else f"({', '.join(rule)})"
        case(f"{name}<{rule}, {Axes([n, c, *out])}>", pooled, of(Axes([n, c, *lengths]), "TIES" if i % 2 else "ALL"))
test("adaptive_max_pool")
for i in range(20):
    axes = shape()
    axis, n = axis_of(axes), random.randint(1, 9)

    def largest(x):
        lines = x.movedim(axis, -1)
        return F.adaptive_max_pool1d(lines.reshape(1, -1, lines.shape[-1]), n).reshape(*lines.shape[:-1], n).movedim(-1, axis)
    case(f"adaptive_max_pool<{axis}, {n}>", largest, of(axes, "TIES" if i % 2 else "ALL"))
for axes in (1, 2):
    for name in (f"unfold{axes}d", f"fold{axes}d"):
        test(name)
        for i in range(20):
            sizes = [(k, s, p) for k, s, p, _ in window_sizes(axes)]
            lengths = [max(random.randint(2, 6), k - 2 * p) for k, s, p in sizes]
            n, c = random.randint(1, 2), random.randint(1, 2)
            image, of_steps = Axes([n, c, *lengths]), [[size[i] for size in sizes] for i in range(3)]
            planes = [1, *lengths][-2:]
            kernel, stride, padding = ([*([1, 1, 0][j:j + 1] * (2 - axes)), *of_steps[j]] for j in range(3))

            def unfolded(x):
                return F.unfold(x.reshape(n, c, *planes), kernel, padding=padding, stride=stride)

            def folded(x):
                return F.fold(x, planes, kernel, padding=padding, stride=stride).reshape(image.lengths())
            columns = Axes(unfolded(torch.zeros(image.lengths())).shape)
            rule = [f"Window<{k}, {s}, {p}>" for k, s, p in sizes]
            rule = rule[0] if axes == 1 else f"({', '.join(rule)})"
            if name.startswith("un"):
                case(f"{name}<{rule}, {columns}>", unfolded, of(image))
            else:
                case(f"{name}<{rule}, {image}>", folded, of(columns))


def spectrum(x, axis):
    y = torch.fft.rfft(x, dim=axis)
    return [y.real, y.imag]


test("rfft")
for i in range(20):
    axes = shape()
    axis = axis_of(axes)
    n = i + 1 if i < 12 else random.randint(13, 30)
    axes = replaced(axes, axis, n)
    case(f"rfft<{axis}, {n // 2 + 1}>", lambda x: spectrum(x, axis), of(axes))
test("irfft")
for i in range(20):
    axes = shape()
    axis = axis_of(axes)
    n = i + 1 if i < 12 else random.randint(13, 30)
    axes = replaced(axes, axis, n // 2 + 1)
    case(f"irfft<{axis}, {n}>", lambda re, im: torch.fft.irfft(torch.complex(re, im), n, dim=axis), of(axes), of(axes, place=1))


def written():
    """A function for each test; three quarters of its cases are in `every!`."""
    for i, (name, calls) in enumerate(tests.items()):
        few = calls[i % 4::4]
        rest = [call for call in calls if call not in few]
        yield "\n".join(["#[test]", f"fn {name}() {{", *few, "    every! {", *rest, "    }", "}"])


if __name__ == "__main__":
    short = {name: n for name, n in counts.items() if n < 20}
    assert not short, short
    text = "// Made by oracle_shapes.py.\n\n" + "\n\n".join(written()) + "\n"
    (Path(__file__).parent / "oracle_shapes.rs").write_text(text)
    print(f"{sum(counts.values())} cases of {len(counts)} operations, {len(text)} bytes")
