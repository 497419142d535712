"""The training steps T1 to T5 in JAX and here, in turn, on one thread of the same machine.

    cargo build --release -p cotangent-benches
    python3 -m venv /tmp/jax && /tmp/jax/bin/pip install jax
    /tmp/jax/bin/python benches/peers/python/compare.py target/release/compare

Both take the same numbers (`benches/workloads.rs`) and must have the same losses after 0, 1 and 9 updates. The best time of each of
several rounds counts. `call` is a step for each call from Python, `scan` one of fifty steps that JAX compiles as one program.
"""

import os
import subprocess
import sys
import time

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
os.environ["OMP_NUM_THREADS"] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

MASK = np.uint64(0xFFFFFFFF)


def numbers(seed, n):
    x = (np.arange(n, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(seed * 40503 + 1)) & MASK
    x ^= x >> np.uint64(15)
    x = (x * np.uint64(2246822519)) & MASK
    x ^= x >> np.uint64(13)
    x = (x * np.uint64(3266489917)) & MASK
    return x ^ (x >> np.uint64(16))


def symmetric(seed, shape, e):
    x = (numbers(seed, int(np.prod(shape))) >> np.uint64(8)).astype(np.int64) - (1 << 23)
    return (x * 2.0 ** (e - 23)).astype(np.float32).reshape(shape)


def unit(seed, shape):
    return ((numbers(seed, int(np.prod(shape))) >> np.uint64(8)) * 2.0**-24).astype(np.float32).reshape(shape)


def labels(seed, n):
    return (numbers(seed, n) % np.uint64(10)).astype(np.int32)


def zeros(*shape):
    return np.zeros(shape, np.float32)


def ones(*shape):
    return np.ones(shape, np.float32)


def cross_entropy(z, y):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(z), y[:, None], 1))


def tiny(p, d):
    (w1, b1, w2, b2), (x, t) = p, d
    return jnp.mean((jnp.tanh(x @ w1 + b1) @ w2 + b2 - t) ** 2)


def mnist(p, d):
    (w1, b1, w2, b2), (x, y) = p, d
    return cross_entropy(jax.nn.relu(x @ w1 + b1) @ w2 + b2, y)


def cnn(p, d):
    (k1, b1, k2, b2, w, b), (x, y) = p, d

    def layer(h, k, b):
        axes = ("NHWC", "HWIO", "NHWC")  # the fastest order here
        h = lax.conv_general_dilated(h, k.transpose(2, 3, 1, 0), (1, 1), "VALID", dimension_numbers=axes)
        return lax.reduce_window(jax.nn.relu(h + b), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    h = layer(layer(x.reshape(32, 28, 28, 1), k1, b1), k2, b2)
    return cross_entropy(h.transpose(0, 3, 1, 2).reshape(32, -1) @ w + b, y)


def normed(x, g, c):
    m = x.mean(-1, keepdims=True)
    return (x - m) * lax.rsqrt(((x - m) ** 2).mean(-1, keepdims=True) + 1e-5) * g + c


def transformer(p, d):
    (g1, c1, wqkv, bqkv, wo, bo, g2, c2, w1, b1, w2, b2), (x,) = p, d
    qkv = (normed(x, g1, c1) @ wqkv + bqkv).reshape(4, 64, 3, 4, 32)
    q, k, v = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
    a = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) * np.float32(32**-0.5), -1)
    h = x + jnp.einsum("bhqk,bkhd->bqhd", a, v).reshape(4, 64, 128) @ wo + bo
    y = h + jax.nn.gelu(normed(h, g2, c2) @ w1 + b1, approximate=True) @ w2 + b2
    return jnp.mean(y * y)


def rnn(p, d):
    (wx, wh, b), (x,) = p, d
    # What does not depend on the state is one product: faster here than a product for each position.
    h, _ = lax.scan(lambda h, z: (jnp.tanh(z + h @ wh), None), jnp.zeros((16, 64), jnp.float32), x @ wx + b)
    return jnp.mean(h * h)


def mnist_data(batch):
    weights = (symmetric(202, (784, 128), -5), zeros(128), symmetric(203, (128, 10), -3), zeros(10))
    return weights, (unit(201, (batch, 784)), labels(204, batch)), 0.1


# name: loss, parameters, data, rate; losses after 0, 1 and 9 updates
STEPS = {
    "T1": (
        tiny,
        (symmetric(103, (4, 16), -1), symmetric(104, (16,), -3), symmetric(105, (16, 3), -2), zeros(3)),
        (symmetric(101, (1, 4), 0), symmetric(102, (1, 3), 0)),
        0.05,
        (0.0452263, 0.0404898, 0.0168568),
    ),
    "T2 b32": (mnist, *mnist_data(32), (2.3194642, 2.1839700, 1.6167288)),
    "T2 b64": (mnist, *mnist_data(64), (2.3093510, 2.2264328, 1.9091878)),
    "T3": (
        cnn,
        (
            symmetric(302, (8, 1, 5, 5), -2),
            zeros(8),
            symmetric(303, (16, 8, 5, 5), -4),
            zeros(16),
            symmetric(304, (256, 10), -4),
            zeros(10),
        ),
        (unit(301, (32, 1, 28, 28)), labels(305, 32)),
        0.05,
        (2.3112159, 2.2895412, 2.1434658),
    ),
    "T4": (
        transformer,
        (
            ones(128),
            zeros(128),
            symmetric(402, (128, 384), -3),
            zeros(384),
            symmetric(405, (128, 128), -3),
            zeros(128),
            ones(128),
            zeros(128),
            symmetric(406, (128, 512), -3),
            zeros(512),
            symmetric(407, (512, 128), -4),
            zeros(128),
        ),
        (symmetric(401, (4, 64, 128), 0),),
        0.01,
        (0.5173750, 0.5168305, 0.5125875),
    ),
    "T5": (
        rnn,
        (symmetric(502, (32, 64), -2), symmetric(503, (64, 64), -3), zeros(64)),
        (symmetric(501, (50, 16, 32), 0),),
        0.01,
        (0.1931514, 0.1930260, 0.1920261),
    ),
}


class Jax:
    """A training step that JAX has compiled, alone and fifty at once."""

    FIFTY = 50

    def __init__(self, loss, parameters, data, rate, expected):
        self.parameters, self.data = parameters, tuple(map(jnp.asarray, data))
        rate = np.float32(rate)

        def step(p, d):
            value, gradient = jax.value_and_grad(loss)(p, d)
            return tuple(a - rate * g for a, g in zip(p, gradient)), value

        def fifty(p, d):
            return lax.scan(lambda p, _: step(p, d), p, None, length=self.FIFTY)

        self.step, self.fifty = jax.jit(step, donate_argnums=0), jax.jit(fifty, donate_argnums=0)
        p, losses = self.first(), []
        for _ in range(10):
            p, value = self.step(p, self.data)
            losses.append(float(value))
        for i, known in zip((0, 1, 9), expected):
            assert abs(losses[i] - known) < 1e-6 * max(1, known), (losses, expected)

    def first(self):
        return tuple(jnp.array(a) for a in self.parameters)

    def time(self, run, steps, seconds):
        """Microseconds of a step, the best of many rounds of a few milliseconds."""
        best, calls, end = float("inf"), 1, time.perf_counter() + seconds
        while time.perf_counter() < end:
            p = jax.block_until_ready(self.first())
            start = time.perf_counter()
            for _ in range(calls):
                p, value = run(p, self.data)
            jax.block_until_ready((p, value))
            taken = time.perf_counter() - start
            best = min(best, taken / calls / steps * 1e6)
            if taken < 2e-3:
                calls *= 2
        return best

    def times(self, seconds):
        return self.time(self.step, 1, seconds), self.time(self.fifty, self.FIFTY, seconds)


def ours(program, name, seconds):
    """Microseconds of a step of the generated code: a column of the table that the program prints."""
    output = subprocess.run([program, "--seconds", str(seconds), name], capture_output=True, text=True, check=True).stdout
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in output.splitlines() if line.startswith("|")]
    column = rows[0].index("generated")
    amount, unit = next(row for row in rows if row[0] == name)[column].split()
    return float(amount) * {"ns": 1e-3, "µs": 1, "ms": 1e3}[unit]


def main():
    program, rounds, seconds = sys.argv[1], 4, 1.0
    print(f"JAX {jax.__version__}, one thread; microseconds for a step, best of {rounds} rounds in turn")
    print("| | JAX, call | JAX, scan | cotangent | the better of JAX / cotangent |\n|---|---|---|---|---|")
    for name, parts in STEPS.items():
        peer = Jax(*parts)
        best = [float("inf")] * 3
        for _ in range(rounds):
            best = list(map(min, best, (*peer.times(seconds), ours(program, name, 3 * seconds))))
        call, scan, made = best
        print(f"| {name} | {call:.2f} | {scan:.2f} | {made:.2f} | {min(call, scan) / made:.2f} |", flush=True)


main()
