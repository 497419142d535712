"""Values and gradients from independent systems, for tests/ops/oracle.rs.

    pip install jax mpmath && python tests/data/oracle.py > tests/data/oracle.txt

Operations on numbers: mpmath with 60 digits, derivatives by its numerical differentiation, rounded to the nearest f64. Every
point is an f32, so that both types can be compared. Operations on tensors: JAX on the CPU in double precision, gradients by
`jax.vjp`. The points avoid kinks, whose conventions differ from system to system and are tested by themselves.
"""

import jax
import jax.numpy as jnp
import mpmath as mp
import numpy as np

jax.config.update("jax_enable_x64", True)
mp.mp.dps = 60


def single(x):
    return float(np.float32(x))


def show(x):
    x = float(x)
    return "NaN" if x != x else repr(x)


REAL = [0.0625, 0.3, 0.55, 0.9, 1.0, 1.3, 1.9, 2.6, 3.3, 4.7, 5.2, 7.7, 10.3, 17.0, 30.1, 80.0, 1e-4, 1e-8]
REAL = [single(s * x) for x in REAL for s in (1, -1)]
SMALL = [x for x in REAL if abs(x) < 15]
ANGLES = REAL + [single(1000.7), single(-12345.6)]
POSITIVE = [x for x in REAL if x > 0] + [single(1e10), single(1e-30), single(1e30)]
UNIT = [single(s * x) for x in (1e-8, 1e-4, 0.03, 0.2, 0.5, 0.77, 0.93, 0.999) for s in (1, -1)]
ABOVE = [single(x) for x in (1.0001, 1.03, 1.5, 2.0, 7.3, 99.0, 1e10)]
SHIFTED = UNIT + [x for x in REAL if x > 0]


def sigmoid(x):
    return 1 / (1 + mp.exp(-x))


def gelu_tanh(x):
    return x / 2 * (1 + mp.tanh(mp.sqrt(2 / mp.pi) * (x + mp.mpf("0.044715") * x**3)))


ALPHA, SCALE = mp.mpf("1.6732632423543772848170429916717"), mp.mpf("1.0507009873554804934193349852946")
UNARY = {
    "exp": (mp.exp, REAL), "exp2": (lambda x: mp.mpf(2) ** x, REAL), "exp_m1": (mp.expm1, REAL),
    "ln": (mp.log, POSITIVE), "ln_1p": (mp.log1p, SHIFTED), "log2": (lambda x: mp.log(x, 2), POSITIVE),
    "log10": (mp.log10, POSITIVE), "sqrt": (mp.sqrt, POSITIVE), "rsqrt": (lambda x: 1 / mp.sqrt(x), POSITIVE),
    "cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), REAL), "recip": (lambda x: 1 / x, REAL), "square": (lambda x: x * x, REAL),
    "xlogx": (lambda x: x * mp.log(x), POSITIVE), "abs": (abs, REAL),
    "sin": (mp.sin, ANGLES), "cos": (mp.cos, ANGLES), "tan": (mp.tan, ANGLES), "asin": (mp.asin, UNIT), "acos": (mp.acos, UNIT),
    "atan": (mp.atan, REAL), "sinh": (mp.sinh, REAL), "cosh": (mp.cosh, REAL), "tanh": (mp.tanh, REAL),
    "asinh": (mp.asinh, REAL), "acosh": (mp.acosh, ABOVE), "atanh": (mp.atanh, UNIT),
    "to_degrees": (mp.degrees, REAL), "to_radians": (mp.radians, REAL),
    "erf": (mp.erf, SMALL), "erfc": (mp.erfc, SMALL),
    "relu": (lambda x: max(x, mp.mpf(0)), REAL), "relu6": (lambda x: min(max(x, mp.mpf(0)), mp.mpf(6)), REAL),
    "hard_tanh": (lambda x: min(max(x, mp.mpf(-1)), mp.mpf(1)), [x for x in REAL if abs(x) != 1]),
    "hard_sigmoid": (lambda x: min(max(x / 6 + mp.mpf(1) / 2, mp.mpf(0)), mp.mpf(1)), REAL),
    "selu": (lambda x: SCALE * (x if x > 0 else ALPHA * mp.expm1(x)), REAL),
    "sigmoid": (sigmoid, REAL), "log_sigmoid": (lambda x: -mp.log1p(mp.exp(-x)), REAL),
    "softplus": (lambda x: mp.log1p(mp.exp(x)), REAL), "softsign": (lambda x: x / (1 + abs(x)), REAL),
    "gelu": (lambda x: x * mp.ncdf(x), SMALL), "gelu_tanh": (gelu_tanh, SMALL), "silu": (lambda x: x * sigmoid(x), REAL),
    "mish": (lambda x: x * mp.tanh(mp.log1p(mp.exp(x))), REAL),
}
PAIRS = [(single(a), single(b)) for a in (-3.3, -0.4, 1e-4, 0.7, 2.1, 9.5) for b in (-1.7, -0.2, 1e-3, 0.6, 3.4)]
FIRST = [(a, b) for a, b in PAIRS if a > 0]
BOTH = [(a, b) for a, b in PAIRS if a > 0 and b > 0]
BINARY = {
    "atan2": (mp.atan2, PAIRS), "hypot": (mp.hypot, PAIRS), "powf": (lambda x, p: x**p, FIRST),
    "copysign": (lambda x, s: abs(x) * mp.sign(s), PAIRS), "maximum": (max, PAIRS), "minimum": (min, PAIRS),
    "prelu": (lambda x, s: x if x > 0 else s * x, PAIRS), "elu": (lambda x, a: x if x > 0 else a * mp.expm1(x), PAIRS),
    "ln_eps": (lambda x, e: mp.log(x + e), BOTH), "log2_eps": (lambda x, e: mp.log(x + e, 2), BOTH),
    "log10_eps": (lambda x, e: mp.log10(x + e), BOTH), "sqrt_eps": (lambda x, e: mp.sqrt(x + e), BOTH),
    "away_from_zero": (lambda b, e: b + mp.sign(b) * e, PAIRS),
    "rem_euclid": (lambda a, b: a - b * mp.floor(a / b) if b > 0 else a - b * mp.ceil(a / b),
                   [p for p in PAIRS if abs(p[1]) > 0.1 and (p[0] / p[1]) % 1 != 0]),
}


def partials(f, at):
    order = lambda i: tuple(int(i == j) for j in range(len(at)))
    return [mp.diff(f, at, order(i)) for i in range(len(at))]


for name, (f, points) in UNARY.items():
    for x in points:
        print("op", name, show(x), show(f(mp.mpf(x))), show(mp.diff(f, mp.mpf(x))))
for name, (f, points) in BINARY.items():
    for at in points:
        at = tuple(map(mp.mpf, at))
        print("op", name, *map(show, at), show(f(*at)), *map(show, partials(f, at)))


random = np.random.RandomState(0)


def numbers(*shape):
    return np.round(random.uniform(-2, 2, shape), 3)


def case(name, f, *operands):
    """One line: name, operands, value, cotangent, one gradient for each operand."""
    y, vjp = jax.vjp(f, *operands)
    c = np.round(random.uniform(-1, 1, np.shape(y)), 3)
    fields = [*operands, y, c, *vjp(jnp.asarray(c))]
    print("case", name, "|", " | ".join(" ".join(map(show, np.ravel(field))) for field in fields))


def norm(x, axis=None):
    return jnp.sqrt(jnp.sum(x * x, axis))


x34, x52, x234 = numbers(3, 4), numbers(5, 2), numbers(2, 3, 4)
zeros = x34.copy()
zeros[0, 1] = zeros[1, 0] = zeros[1, 3] = 0.0
REDUCTIONS = {
    "sum": jnp.sum, "mean": jnp.mean, "max": jnp.max, "min": jnp.min, "prod": jnp.prod, "var": jnp.var, "std": jnp.std, "norm": norm,
    "logsumexp": jax.scipy.special.logsumexp,
}
for name, f in REDUCTIONS.items():
    for shape, x in {"34": x34, "52": x52, "234": x234}.items():
        case(f"{name}_{shape}", f, x)
        for axis in range(x.ndim):
            case(f"{name}_{shape}_{axis}", lambda x: f(x, axis=axis), x)
for axis in range(2):
    case(f"prod_zeros_{axis}", lambda x: jnp.prod(x, axis=axis), zeros)
    case(f"cumprod_zeros_{axis}", lambda x: jnp.cumprod(x, axis=axis), zeros)
ALONG = {"cumsum": jnp.cumsum, "cumprod": jnp.cumprod, "sort": jnp.sort, "softmax": jax.nn.softmax, "log_softmax": jax.nn.log_softmax}
for name, f in ALONG.items():
    for shape, x in {"34": x34, "52": x52, "234": x234}.items():
        for axis in range(x.ndim):
            case(f"{name}_{shape}_{axis}", lambda x: f(x, axis=axis), x)
case("topk_34_1_2", lambda x: jax.lax.top_k(x, 2)[0], x34)
case("topk_52_0_3", lambda x: jax.lax.top_k(x.T, 3)[0].T, x52)

a, b = numbers(3, 4), numbers(3, 4)
p, t = 1 / (1 + np.exp(-a)), 1 / (1 + np.exp(-b))
signs = np.sign(b)
TERMS = {
    "mse": (lambda x, t: (x - t) ** 2, a, b), "mae": (lambda x, t: jnp.abs(x - t), a, b),
    "bce": (lambda x, t: -t * jnp.log(x) - (1 - t) * jnp.log(1 - x), p, t),
    "bce_with_logits": (lambda x, t: jnp.logaddexp(0, x) - t * x, a, t),
    "kl_div": (lambda x, t: t * (jnp.log(t) - x), a, t), "hinge": (lambda x, t: jnp.maximum(0, 1 - t * x), a, signs),
}
for name, (f, x, t_) in TERMS.items():
    case(name, lambda x, t: jnp.mean(f(x, t)), x, t_)
    case(f"{name}_sum", lambda x, t: jnp.sum(f(x, t)), x, t_)
case("cross_entropy", lambda x, t: jnp.mean(-jnp.sum(t * jax.nn.log_softmax(x, 1), 1)), a, t)
OPERATORS = {"add": jnp.add, "sub": jnp.subtract, "mul": jnp.multiply, "div": jnp.divide, "hypot": jnp.hypot, "atan2": jnp.arctan2,
             "maximum": jnp.maximum}
for name, f in OPERATORS.items():
    case(f"{name}_34_4", f, x34, numbers(4))
    case(f"{name}_4_34", f, numbers(4), x34)
    case(f"{name}_31_14", f, numbers(3, 1), numbers(1, 4))
case("powf_34_4", jnp.power, np.abs(x34), numbers(4))
case("matmul", jnp.matmul, numbers(3, 4), numbers(4, 2))
case("matmul_batch", jnp.matmul, numbers(2, 3, 4), numbers(4, 2))


def normalised(x, axes, centred=True, eps=0.1):
    x = x - jnp.mean(x, axes, keepdims=True) if centred else x
    return x / jnp.sqrt(jnp.mean(x * x, axes, keepdims=True) + eps)


def grouped(x, groups):
    parts = x.reshape(x.shape[0], groups, -1)
    return normalised(parts, (2,)).reshape(x.shape)


for shape, x in {"34": x34, "52": x52, "234": x234}.items():
    case(f"layer_norm_{shape}", lambda x: normalised(x, (-1,)), x)
    case(f"rms_norm_{shape}", lambda x: normalised(x, (-1,), centred=False), x)
    case(f"batch_norm_{shape}", lambda x: normalised(x, tuple(i for i in range(x.ndim) if i != 1)), x)
case("group_norm_34_2", lambda x: grouped(x, 2), x34)
case("group_norm_234_3", lambda x: grouped(x, 3), x234)
