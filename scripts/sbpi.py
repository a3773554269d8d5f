#!/usr/bin/env python3
"""SBPI outside of fbp: a solver of your own, with nothing but Python's standard library.

    fbp plan configs/benchmark.toml --write-patterns patterns
    scripts/sbpi.py patterns weights
    # and in the config, behind the other variants:
    [[variant]]
    name      = "SBPI in Python"
    algorithm = { kind = "file", path = "weights/{instance}.txt" }

Each file of patterns has one pattern per line, labels multiplied in; the weights +1 and -1,
one per line, go to a file of the same name. Weights with errors count as unsolved.
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


def main(patterns, weights):
    os.makedirs(weights, exist_ok=True)
    for name in sorted(os.listdir(patterns)):
        with open(os.path.join(patterns, name)) as file:
            found = sbpi([[int(x) for x in line.split()] for line in file], seed=name)
        with open(os.path.join(weights, name), "w") as file:
            file.writelines(f"{x}\n" for x in found)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
