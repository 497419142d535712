"""The polynomials of `cotangent::math`: minimax, by the exchange algorithm of Remez, with the coefficients rounded one after the other.

    pip install mpmath && python tests/data/minimax.py

prints each as it stands in core/src/scalar/math/, lowest power first, and its largest error in units of 2^-53 or 2^-24. The error is that of
the whole function, relative, with `weight` as what an error of the polynomial is multiplied by.
"""

import struct
import sys

import mpmath as mp

mp.mp.dps = 90


def rounded(x, bits):
    return mp.mpf(float(x)) if bits == 53 else mp.mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def nearest(f, weight, low, high, powers):
    """The polynomial with these powers that is closest to `f` at Chebyshev points, in weighted least squares."""
    m = 12 * len(powers) + 30
    points = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * m)) for i in range(m)]
    rows = mp.matrix([[weight(x) * x**p for p in powers] for x in points])
    values = mp.matrix([weight(x) * f(x) for x in points])
    solution = mp.lu_solve(rows.T * rows, rows.T * values)
    return [solution[i] for i in range(len(powers))]


def fit(name, f, weight, low, high, n, bits):
    """Rounds the lowest coefficient, fits the others to what is left, and so on."""
    low, high = mp.mpf(low), mp.mpf(high)
    done, values = [], {}

    def known(x):
        if x not in values:
            values[x] = f(x)
        return values[x]

    for i in range(n):
        rest = lambda x, done=tuple(done): known(x) - sum(a * x**p for p, a in enumerate(done))
        c = nearest(rest, weight, low, high, list(range(i, n)))
        done.append(rounded(c[0], bits))
    grid = [low + (high - low) * i / 2000 for i in range(2001)]
    error = max(abs(weight(x) * (f(x) - sum(a * x**p for p, a in enumerate(done)))) for x in grid)
    print(f"{name} f{64 if bits == 53 else 32}: {n} coefficients, error {mp.nstr(error * 2**bits, 3)}")
    for a in done:
        print(f"    {float(a)!r}," if bits == 53 else f"    {shortest(a)},")
    sys.stdout.flush()
    return done


def quotient(f, points, fixed, m, n, rounds=12):
    """The coefficients of `P / Q` that is closest to `f`, relatively, with those that are fixed: `Q` by weighted least squares with the last
    `Q` as divisor, and weights that grow where the error is large (Lawson)."""
    values, weights, divisor = [f(x) for x in points], [mp.mpf(1)] * len(points), [mp.mpf(1)] * len(points)
    free = [key for i in range(n + 1) for key in (("p", i), ("q", i)) if key not in fixed and (key[0] == "q" or i <= m)]
    for _ in range(rounds):
        matrix, right = mp.matrix(len(free)), mp.matrix(len(free), 1)
        for x, y, w, d in zip(points, values, weights, divisor):
            scale = mp.sqrt(w) / (y * d)
            column = lambda key: scale * x ** key[1] * (1 if key[0] == "p" else -y)
            row, rest = [column(key) for key in free], -sum(a * column(key) for key, a in fixed.items())
            for i, a in enumerate(row):
                right[i] += a * rest
                for j, b in enumerate(row):
                    matrix[i, j] += a * b
        found = {**fixed, **dict(zip(free, mp.lu_solve(matrix, right)))} if free else fixed
        p, q = ([found[k, i] for i in range(d, -1, -1)] for k, d in (("p", m), ("q", n)))
        divisor = [mp.polyval(q, x) for x in points]
        errors = [abs(mp.polyval(p, x) / d / y - 1) for x, y, d in zip(points, values, divisor)]
        total = sum(w * e for w, e in zip(weights, errors)) / len(points)
        weights = [w * e / total for w, e in zip(weights, errors)]
    return found, max(errors)


def fit_quotient(name, f, high, middle, n, bits):
    """Rounds one coefficient after the other, and fits the others to what is left."""
    ends = (mp.mpf(-1), (high - middle) / (high + middle))
    m = 12 * n + 30
    ts = [sum(ends) / 2 - (ends[1] - ends[0]) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * m)) for i in range(m)]
    points = [middle * (1 + t) / (1 - t) for t in ts]
    fixed = {("q", 0): mp.mpf(1)}
    for key in [key for i in range(n + 1) for key in (("p", i), ("q", i + 1)) if key[1] <= n and key != ("p", n)]:
        found, _ = quotient(f, points, fixed, n - 1, n)
        fixed[key] = rounded(found[key], bits)
    _, error = quotient(f, points, fixed, n - 1, n, 1)
    print(f"{name} f{64 if bits == 53 else 32}: {n} and {n + 1} coefficients, error {mp.nstr(error * 2**bits, 3)}")
    for kind, last in (("p", n - 1), ("q", n)):
        print("   ", ", ".join(repr(float(a)) if bits == 53 else shortest(a) for a in (fixed[kind, i] for i in range(last + 1))))
    sys.stdout.flush()


def shortest(a):
    """The shortest decimal that is this f32."""
    for digits in range(1, 12):
        text = f"{float(a):.{digits}e}"
        if rounded(mp.mpf(text), 24) == a:
            mantissa, exponent = text.split("e")
            return text if -4 > int(exponent) else repr(float(text))
    raise ValueError(a)


def series(term, start=0):
    def f(x):
        return mp.nsum(lambda n: term(x, n), [start, mp.inf])
    return f


def at_zero(f, limit):
    """Continued at 0."""
    return lambda x: limit if x == 0 else f(x)


HALF_LN2 = mp.log(2) / 2 * mp.mpf("1.0001")
# e^r = 1 + r + r² q(r): relative to e^r - 1.
EXP = (at_zero(lambda r: (mp.expm1(r) - r) / r**2, mp.mpf(1) / 2), at_zero(lambda r: abs(r**2 / mp.expm1(r)) , mp.mpf(0)), -HALF_LN2, HALF_LN2)
# ln((1 + s) / (1 - s)) = 2 s + s z p(z), z = s².
LN_END = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * mp.mpf("1.0001")


def atanh_rest(z):
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) / s - 2) / z


LN = (at_zero(atanh_rest, mp.mpf(2) / 3), lambda z: z / 2, 0, LN_END)


def tanh_rest(z):
    x = mp.sqrt(z)
    return (mp.tanh(x) / x - 1) / z


TANH = (at_zero(tanh_rest, -mp.mpf(1) / 3), lambda z: z, 0, mp.mpf("0.5625") ** 2)
QUARTER = (mp.pi / 4 * mp.mpf("1.0001")) ** 2


def sin_rest(z):
    x = mp.sqrt(z)
    return (mp.sin(x) / x - 1) / z


def cos_rest(z):
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2


SIN = (at_zero(sin_rest, -mp.mpf(1) / 6), lambda z: z, 0, QUARTER)
COS = (at_zero(cos_rest, mp.mpf(1) / 24), lambda z: z**2, 0, QUARTER)


def erf_rest(z):
    x = mp.sqrt(z)
    return mp.erf(x) / x - 1


ERF = (at_zero(erf_rest, 2 / mp.sqrt(mp.pi) - 1), lambda z: 1, 0, 1)


def scaled_erfc(x):
    """(1 + 2 x) e^(x²) erfc(x)"""
    return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)


def erfc_of(high, middle):
    """Of t = (x - middle) / (x + middle), up to x = `high`."""
    back = lambda t: middle * (1 + t) / (1 - t)
    there = lambda x: (x - middle) / (x + middle)
    return lambda t: scaled_erfc(back(t)), lambda t: 1 / scaled_erfc(back(t)), there(mp.mpf("0.449")), there(mp.mpf(high))


ERFC64 = erfc_of("27.3", 3.5)
ERFC32 = erfc_of("10.1", 2)


def mills(x):
    """e^(x²/2) (1 - Φ(x))"""
    return mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2)) / 2


def power_rest(z):
    """3 artanh(s) / s = 3 + z + z² p(z), z = s²."""
    s = mp.sqrt(z)
    return (3 * mp.atanh(s) / s - 3 - z) / z**2


POWER = (at_zero(power_rest, mp.mpf(3) / 5), lambda z: z**2 / 3, 0, LN_END)


def parts(name, x, digits, bits):
    """`x` as a sum of numbers with so many digits, and what is left of it."""
    done = []
    for d in digits:
        e = mp.floor(mp.log(abs(x), 2)) + 1 - d
        done.append(mp.nint(x / mp.mpf(2) ** e) * mp.mpf(2) ** e)
        x -= done[-1]
    done.append(rounded(x, bits))
    print(f"{name} f{64 if bits == 53 else 32}: {[float(a) if bits == 53 else shortest(a) for a in done]}")


def constants():
    for bits, few, half in ((53, 33, 21), (24, 15, 12)):
        parts("LN_2", mp.log(2), [few], bits)
        parts("LOG2_E", 1 / mp.log(2), [half], bits)
        parts("LOG10_E", 1 / mp.log(10), [half], bits)
        parts("POWER", 2 / (3 * mp.log(2)), [half], bits)
        parts("LOG10_2", mp.log(2) / mp.log(10), [few], bits)
    parts("FRAC_PI_2", mp.pi / 2, [22, 22, 22], 53)
    parts("FRAC_PI_2 for f32", mp.pi / 2, [27], 53)


COUNTS = {"EXP": (10, 5), "LN": (7, 3), "TANH": (11, 5), "SIN": (6, 4), "COS": (6, 3), "ERF": (12, 7), "ERFC": (20, 9), "POWER": (8, 3)}
if __name__ == "__main__":
    for name, counts in COUNTS.items():
        if len(sys.argv) == 1 or name in sys.argv:
            for bits, n in zip((53, 24), counts):
                fit(name, *globals().get(name, globals().get(name + ("64" if bits == 53 else "32"))), n, bits)
    if len(sys.argv) == 1 or "NORMAL" in sys.argv:
        fit_quotient("NORMAL", mills, mp.mpf("38.7"), 3, 11, 53)
        fit_quotient("NORMAL", mills, mp.mpf("14.5"), 2, 5, 24)
    if len(sys.argv) == 1 or "PARTS" in sys.argv:
        constants()
