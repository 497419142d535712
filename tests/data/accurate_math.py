"""Exact values of the functions of `cotangent::math`, for tests/math.rs.

    pip install mpmath && python tests/data/accurate_math.py > tests/data/math.txt

A line has the function, its arguments, the nearest f64 to its value, and what is left, in units in the last place of that (mpmath with
60 digits). Arguments are f64: spread over what each function takes, near 0, near 1, and close to where it changes its method.
"""

import math
import random

import mpmath as mp

mp.mp.dps = 60
random.seed(1)


def spread(n, *ranges):
    return [random.uniform(low, high) for low, high in ranges for _ in range(n)]


def logarithmic(n, low, high, signs=(1,)):
    return [random.choice(signs) * 2.0 ** random.uniform(low, high) for _ in range(n)]


NEAR_1 = [1.0 + s * 2.0**-e for e in (1, 2, 3, 5, 10, 20, 40, 52) for s in (1, -0.5)]
BOTH = (1, -1)
POSITIVE = logarithmic(60, -1022, 1023) + logarithmic(40, -2, 2) + NEAR_1 + [5e-324, 1e-310, 1.7976931348623157e308]
TINY = logarithmic(20, -80, -1, BOTH) + [5e-324, -1e-310, 1e-308]
ANGLES = spread(40, (-1, 1), (-10, 10), (-1e4, 1e4), (-2**31, 2**31)) + [mp.mpf(k) * mp.pi / 2 for k in (1, 2, 3, 7, 1000, 10**8, 1367130551)]
ARGUMENTS = {
    "exp": (mp.exp, spread(60, (-0.5, 0.5), (-10, 10), (-708, 709)) + TINY + [709.78, -708.3, -708.5, -730.1, -745.1]),
    "exp2": (lambda x: mp.mpf(2) ** x, spread(60, (-1, 1), (-1022, 1023)) + TINY + [1023.99, -1030.3, -1074.0, 0.5, -0.5]),
    "exp_m1": (mp.expm1, spread(60, (-0.3, 0.3), (0.34, 0.5), (-2, 2), (-38, 40), (40, 709)) + TINY),
    "ln": (mp.log, POSITIVE),
    "ln_1p": (mp.log1p, spread(60, (-1, 1), (-0.3, 0.5), (1, 100)) + TINY + logarithmic(20, 0, 1000)),
    "log2": (lambda x: mp.log(x, 2), POSITIVE),
    "log10": (mp.log10, POSITIVE),
    "tanh": (mp.tanh, spread(60, (-0.57, 0.57), (0.56, 0.7), (-22, 22)) + TINY),
    "sigmoid": (lambda x: 1 / (1 + mp.exp(-x)), spread(60, (-1, 1), (-40, 40), (-744, 0)) + TINY),
    "sin": (mp.sin, ANGLES + TINY),
    "cos": (mp.cos, ANGLES + TINY),
    "erf": (mp.erf, spread(60, (-1.1, 1.1), (0.8, 1.3), (-6, 6)) + TINY),
    "erfc": (mp.erfc, spread(60, (-1.1, 1.1), (0.4, 2), (-6, 26)) + TINY + [26.6, 27.0]),
}


def show(name, value, *arguments):
    nearest = float(value)
    if nearest == 0 or math.isinf(nearest):
        return
    rest = (value - mp.mpf(nearest)) / mp.mpf(math.ulp(nearest))
    print(name, *(repr(x) for x in arguments), repr(nearest), f"{float(rest):.4f}")


for name, (function, arguments) in ARGUMENTS.items():
    for x in arguments:
        x = float(x)
        show(name, function(mp.mpf(x)), x)
for _ in range(250):
    x = random.choice([random.uniform(0.01, 10), 2.0 ** random.uniform(-1000, 1000), 1 + random.uniform(-1, 1) * 2.0 ** -random.randrange(1, 45)])
    y = random.uniform(-1, 1) * random.choice([3, 1020 / abs(float(mp.log(x, 2)))])
    show("powf", mp.mpf(x) ** mp.mpf(y), x, y)
for x, y in [(-2.0, 3.0), (-1.5, -7.0), (-0.3, 20.0), (5e-324, 0.5), (1e-310, 0.9), (2.0, -1074.0), (10.0, 300.0), (10.0, -320.0)]:
    show("powf", mp.mpf(x) ** mp.mpf(y), x, y)
for x in spread(60, (-38.3, 0), (-5, 5), (-1, 1)) + TINY:
    show("gelu.0", mp.mpf(x) * mp.ncdf(mp.mpf(x)), x)
