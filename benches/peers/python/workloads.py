"""The numbers of the training steps T1 to T5, as in `benches/workloads.rs`, and the losses that all must have."""

import time

import numpy as np

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


def mnist_data(batch):
    weights = (symmetric(202, (784, 128), -5), zeros(128), symmetric(203, (128, 10), -3), zeros(10))
    return weights, (unit(201, (batch, 784)), labels(204, batch)), 0.1


# name: parameters, data, rate; losses after 0, 1 and 9 updates
STEPS = {
    "T1": (
        (symmetric(103, (4, 16), -1), symmetric(104, (16,), -3), symmetric(105, (16, 3), -2), zeros(3)),
        (symmetric(101, (1, 4), 0), symmetric(102, (1, 3), 0)),
        0.05,
        (0.0452263, 0.0404898, 0.0168568),
    ),
    "T2 b32": (*mnist_data(32), (2.3194642, 2.1839700, 1.6167288)),
    "T2 b64": (*mnist_data(64), (2.3093510, 2.2264328, 1.9091878)),
    "T3": (
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
        (symmetric(502, (32, 64), -2), symmetric(503, (64, 64), -3), zeros(64)),
        (symmetric(501, (50, 16, 32), 0),),
        0.01,
        (0.1931514, 0.1930260, 0.1920261),
    ),
}


class Peer:
    """A training step in another system, in one or more `ways`: what is run, and how many steps that is."""

    def __init__(self, name):
        """The first ten losses must be right, in each way that takes single steps."""
        expected = STEPS[name][3]
        for step, steps in self.ways:
            if steps != 1:
                continue
            p, losses = self.first(), []
            for _ in range(10):
                p, value = self.run(step, p)
                losses.append(float(value))
            for i, known in zip((0, 1, 9), expected):
                assert abs(losses[i] - known) < 1e-6 * max(1, known), (name, losses, expected)

    def times(self, seconds):
        """Microseconds of a step in each way, the best of many rounds of a few milliseconds."""
        return [self.time(step, steps, seconds) for step, steps in self.ways]

    def time(self, step, steps, seconds):
        best, calls, end = float("inf"), 1, time.perf_counter() + seconds
        while time.perf_counter() < end:
            p = self.first()
            start = time.perf_counter()
            for _ in range(calls):
                p, value = self.run(step, p)
            self.wait((p, value))
            taken = time.perf_counter() - start
            best = min(best, taken / calls / steps * 1e6)
            if taken < 2e-3:
                calls *= 2
        return best
