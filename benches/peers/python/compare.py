"""The training steps T1 to T5 in JAX, in PyTorch and here, in turn, on one thread of the same machine.

    cargo build --release -p cotangent-benches
    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install jax torch
    /tmp/peers/bin/python benches/peers/python/compare.py target/release/compare

All take the same numbers (`benches/workloads.rs`) and must have the same losses after 0, 1 and 9 updates. The best time of each of
several rounds counts. A system that is not installed is left out.
"""

import os
import subprocess
import sys

os.environ["OMP_NUM_THREADS"] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

from workloads import STEPS

PEERS = []
try:
    from in_jax import Jax

    PEERS.append(Jax)
except ModuleNotFoundError as missing:
    print(f"without JAX: {missing}", file=sys.stderr)
try:
    from in_torch import Torch

    PEERS.append(Torch)
except ModuleNotFoundError as missing:
    print(f"without PyTorch: {missing}", file=sys.stderr)


def ours(program, name, seconds):
    """Microseconds of a step of the generated code: a column of the table that the program prints."""
    output = subprocess.run([program, "--seconds", str(seconds), name], capture_output=True, text=True, check=True).stdout
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in output.splitlines() if line.startswith("|")]
    column = rows[0].index("generated")
    amount, unit = next(row for row in rows if row[0] == name)[column].split()
    return float(amount) * {"ns": 1e-3, "µs": 1, "ms": 1e3}[unit]


def main():
    program, rounds, seconds = sys.argv[1], 4, 1.0
    ways = [way for peer in PEERS for way in peer.WAYS]
    print(f"{', '.join(peer.VERSION for peer in PEERS)}; one thread; microseconds for a step, best of {rounds} rounds in turn")
    print(f"| | {' | '.join(ways)} | cotangent | the best of them / cotangent |")
    print("|---" * (len(ways) + 3) + "|")
    for name in STEPS:
        peers = [peer(name) for peer in PEERS]
        best = [float("inf")] * (len(ways) + 1)
        for _ in range(rounds):
            times = [time for peer in peers for time in peer.times(seconds)]
            best = list(map(min, best, (*times, ours(program, name, 3 * seconds))))
        *theirs, made = best
        cells = " | ".join(f"{time:.2f}" for time in (*theirs, made))
        print(f"| {name} | {cells} | {min(theirs) / made:.2f} |", flush=True)


main()
