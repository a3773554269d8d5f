#!/usr/bin/env python3
"""SBPI outside of fbp: a solver of your own, with nothing but Python's standard library.

    [[variant]]
    name      = "SBPI in Python"
    algorithm = { kind = "command", run = ["python3", "scripts/sbpi.py", "{patterns}", "{weights}", "{seed}"] }

sbpi.py PATTERNS WEIGHTS [SEED] reads patterns, one per line, labels multiplied in, and writes
the weights +1 and -1, one per line. Weights with errors count as unsolved. Of a folder of
patterns, as fbp plan --write-patterns makes it, it writes a folder of weights, for kind "file".
"""
import math
import os
import random
import sys


def sbpi(patterns, seed, epochs=1000, ps=0.3):
    """Weights as list of +1 and -1: hidden states, the rule of dynamics/sbpi.go."""
    n = len(patterns[0])
    most = 2 * max(1, round(math.sqrt(n))) - 1  # K states, K the even number next to 2 sqrt(n)
    rng = random.Random(seed)
    h = [rng.choice((-1, 1)) for _ in range(n)]
    rows = [sum((x > 0) << i for i, x in enumerate(xi)) for xi in patterns]
    w = sum((x > 0) << i for i, x in enumerate(h))
    order = list(range(len(rows)))
    for _ in range(epochs):
        rng.shuffle(order)
        wrong = 0
        for mu in order:
            total = n - 2 * bin(w ^ rows[mu]).count("1")
            if total < 0:
                wrong += 1
                h = [max(-most, min(most, a + 2 * x)) for a, x in zip(h, patterns[mu])]
                w = sum((a > 0) << i for i, a in enumerate(h))
            elif total <= 1 and rng.random() < ps:
                h = [max(-most, min(most, a + 2 * x)) if a * x > 0 else a for a, x in zip(h, patterns[mu])]
        if not wrong:
            break
    return [1 if a > 0 else -1 for a in h]


def solve(patterns, weights, seed):
    with open(patterns) as file:
        found = sbpi([[int(x) for x in line.split()] for line in file], seed)
    with open(weights, "w") as file:
        file.writelines(f"{x}\n" for x in found)


def main(patterns, weights, seed=None):
    if not os.path.isdir(patterns):
        return solve(patterns, weights, seed or os.path.basename(patterns))
    os.makedirs(weights, exist_ok=True)
    for name in sorted(os.listdir(patterns)):
        solve(os.path.join(patterns, name), os.path.join(weights, name), name)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
