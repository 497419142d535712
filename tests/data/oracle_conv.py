"""Convolutions and poolings as JAX computes them, for tests/ops/conv_oracle.rs.

    pip install jax && python tests/data/oracle_conv.py > tests/data/oracle_conv.txt

On the CPU in double precision, gradients by `jax.vjp`. One line for a case: its name, the operands, the value, a cotangent, one
gradient for each operand.
"""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
random = np.random.RandomState(6)


def numbers(*shape):
    return np.round(random.uniform(-2, 2, shape), 3)


def show(x):
    return repr(float(x))


def case(name, f, *operands):
    y, vjp = jax.vjp(f, *operands)
    c = np.round(random.uniform(-1, 1, np.shape(y)), 3)
    fields = [*operands, y, c, *vjp(jnp.asarray(c))]
    print(name, "|", " | ".join(" ".join(map(show, np.ravel(field))) for field in fields))


def conv(stride, padding, dilation, groups=1):
    """Each a tuple with a number for each axis."""
    around = [(p, p) for p in padding]
    return lambda x, w: jax.lax.conv_general_dilated(
        x, w, stride, around, rhs_dilation=dilation, feature_group_count=groups
    )


def back(shape, stride, padding, dilation, groups=1):
    """To `shape`: the gradient of the convolution by its input, which is what a transposed convolution is."""
    def f(x, w):
        _, vjp = jax.vjp(lambda y: conv(stride, padding, dilation, groups)(y, w), jnp.zeros(shape))
        return vjp(x)[0]
    return f


def windows(x, start, f, kernel, stride, padding):
    around = [(0, 0), (0, 0)] + [(p, p) for p in padding]
    return jax.lax.reduce_window(x, start, f, (1, 1) + kernel, (1, 1) + stride, around)


def largest(*steps):
    return lambda x: windows(x, -jnp.inf, jax.lax.max, *steps)


def mean(*steps):
    return lambda x: windows(x, 0.0, jax.lax.add, *steps) / windows(jnp.ones_like(x), 0.0, jax.lax.add, *steps)


def mean_padded(*steps):
    return lambda x: windows(x, 0.0, jax.lax.add, *steps) / np.prod(steps[0])


case("conv2d", conv((1, 1), (0, 0), (1, 1)), numbers(2, 3, 5, 6), numbers(4, 3, 3, 2))
case("conv2d_steps", conv((2, 2), (1, 1), (2, 2)), numbers(2, 2, 7, 8), numbers(3, 2, 3, 3))
case("conv2d_groups", conv((1, 1), (1, 1), (1, 1), 2), numbers(1, 4, 5, 5), numbers(6, 2, 3, 3))
case("conv2d_pair", conv((2, 1), (0, 2), (1, 3)), numbers(1, 2, 7, 7), numbers(2, 2, 2, 3))
case("conv2d_many", conv((1, 1), (1, 1), (1, 1)), numbers(1, 17, 3, 3), numbers(9, 17, 3, 3))
case("conv1d", conv((1,), (0,), (1,)), numbers(2, 3, 7), numbers(4, 3, 3))
case("conv1d_steps", conv((3,), (2,), (2,), 3), numbers(2, 3, 11), numbers(6, 1, 3))
case("conv_transpose2d", back((2, 2, 5, 4), (1, 1), (0, 0), (1, 1)), numbers(2, 3, 3, 3), numbers(3, 2, 3, 2))
case("conv_transpose2d_steps", back((1, 4, 7, 8), (2, 2), (1, 1), (2, 2), 2), numbers(1, 4, 3, 3), numbers(4, 2, 3, 3))
case("conv_transpose1d", back((2, 2, 9), (2,), (0,), (1,)), numbers(2, 3, 4), numbers(3, 2, 3))
case("max_pool2d", largest((2, 2), (2, 2), (0, 0)), numbers(2, 2, 5, 6))
case("max_pool2d_edges", largest((3, 2), (2, 1), (1, 1)), numbers(1, 2, 5, 5))
case("max_pool1d", largest((3,), (2,), (1,)), numbers(2, 3, 7))
case("avg_pool2d", mean((2, 2), (2, 2), (0, 0)), numbers(2, 2, 5, 6))
case("avg_pool2d_edges", mean((3, 2), (2, 1), (1, 1)), numbers(1, 2, 5, 5))
case("avg_pool2d_padded", mean_padded((3, 2), (2, 1), (1, 1)), numbers(1, 2, 5, 5))
case("avg_pool1d", mean((3,), (2,), (2,)), numbers(2, 3, 7))
case("avg_pool1d_padded", mean_padded((3,), (2,), (2,)), numbers(2, 3, 7))
case("global_avg_pool", lambda x: jnp.mean(x, (2, 3)), numbers(2, 3, 5, 7))
