"""The training steps in JAX: `call` is a step for each call from Python, `scan` one of fifty that are compiled as one program."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from workloads import STEPS, Peer


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


LOSSES = {"T1": tiny, "T2 b32": mnist, "T2 b64": mnist, "T3": cnn, "T4": transformer, "T5": rnn}


class Jax(Peer):
    """A training step that JAX has compiled, alone and fifty at once."""

    VERSION = f"JAX {jax.__version__}"
    WAYS = ("JAX, call", "JAX, scan")
    FIFTY = 50

    def __init__(self, name):
        loss, (parameters, data, rate, _) = LOSSES[name], STEPS[name]
        self.parameters, self.data = parameters, tuple(map(jnp.asarray, data))
        rate = np.float32(rate)

        def step(p, d):
            value, gradient = jax.value_and_grad(loss)(p, d)
            return tuple(a - rate * g for a, g in zip(p, gradient)), value

        def fifty(p, d):
            return lax.scan(lambda p, _: step(p, d), p, None, length=self.FIFTY)

        step, fifty = jax.jit(step, donate_argnums=0), jax.jit(fifty, donate_argnums=0)
        self.ways = ((step, 1), (fifty, self.FIFTY))
        super().__init__(name)

    def first(self):
        return jax.block_until_ready(tuple(jnp.array(a) for a in self.parameters))

    def run(self, step, p):
        return step(p, self.data)

    def wait(self, result):
        jax.block_until_ready(result)
