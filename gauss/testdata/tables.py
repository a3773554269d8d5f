"""Reference values of the functions in package gauss, by mpmath at 50 digits.

Run with python3 and mpmath, in this folder:  python3 tables.py [points]
It writes one <function>.tsv each: arguments as shortest decimals that read back
to the same double, values with 30 digits.
"""
import random
import statistics
import sys

import mpmath as m

m.mp.dps = 50
POINTS = int(sys.argv[1]) if len(sys.argv) > 1 else 120


def erfc(y):
    """mpmath's erfc, whose complement would lose digits on the far left."""
    return m.erfc(y) if y > -1 else 2 - m.erfc(-y)


def erfcx(y):
    if y < 40:
        return erfc(y) * m.exp(y * y)
    total, term, n = m.mpf(0), m.mpf(1), 1
    while abs(term) > m.mpf(10) ** -48 and n < 700:
        total, term, n = total + term, -term * (2 * n - 1) / (2 * y * y), n + 1
    return total / (y * m.sqrt(m.pi))


def tail(x):
    return erfc(x / m.sqrt(2)) / 2


def log_tail(x):
    if x < 0:
        return m.log1p(-tail(-x))
    return m.log(erfcx(x / m.sqrt(2)) / 2) - x * x / 2


def density(x):
    return m.exp(-x * x / 2) / m.sqrt(2 * m.pi)


def mills(x):
    if x > 0:
        return m.sqrt(2 / m.pi) / erfcx(x / m.sqrt(2))
    return density(x) / (1 - tail(-x))


def inverse_tail(p):
    """x with tail(x) = p, by Newton's method."""
    p = m.mpf(p)
    if p > 0.5:
        return -inverse_tail(1 - p)
    x = m.mpf(-statistics.NormalDist().inv_cdf(float(p)))
    for _ in range(8):
        x += (log_tail(x) - m.log(p)) * mills(x) ** -1
    return x


def uniform(a, b):
    return lambda r: r.uniform(a, b)


def scale(a, b, signs=(1, -1)):
    """Both signs of 10^a … 10^b."""
    return lambda r: r.choice(signs) * 10 ** r.uniform(a, b)


ONE = {
    "exp": (m.exp, [uniform(-745, 709.7), uniform(-2, 2), scale(-18, 0)], [0, 1, -1, -708.4, -745, 709.7]),
    "log": (m.log, [scale(-307, 308, (1,)), uniform(0.5, 2), scale(-323, -308, (1,))], [1, 2, 5e-324, 1 - 2**-53, 1 + 2**-52]),
    "log1p": (m.log1p, [scale(-18, 0), uniform(-1, 3), scale(0, 300, (1,))], [0, -1 + 2**-53, 2.0**53, 2.0**54]),
    "expm1": (m.expm1, [scale(-18, 0), uniform(-3, 3), uniform(-40, 709)], [0, 0.3465735902799726, 0.3465735902799727]),
    "tanh": (m.tanh, [scale(-18, 0), uniform(-3, 3), uniform(-25, 25)], [0, 19.99, 20]),
    "atanh": (m.atanh, [scale(-18, -1), uniform(-1, 1), lambda r: 1 - 10 ** r.uniform(-15.5, -1)], [0, 0.17, 0.5, 1 - 2**-53]),
    "erfcx": (erfcx, [uniform(-26, 0), uniform(0, 12), scale(-18, 0), scale(0, 300, (1,))], [0, 3.5, -26.6]),
    "erfc": (erfc, [uniform(-6, 6), uniform(0, 26.5), scale(-18, 0)], [0, 26.5, -6]),
    "density": (density, [uniform(-10, 10), uniform(-37.4, 37.4), scale(-18, 0)], [0, 37.4]),
    "tail": (tail, [uniform(-10, 10), uniform(0, 37.4), scale(-18, 0)], [0, 37.4, -9]),
    "log_tail": (log_tail, [uniform(-9, 8), uniform(-37.4, 40), scale(-18, 0), scale(1, 150, (1,))], [0, 8, -9, -0.0625, 0.0625]),
    "inverse_tail": (inverse_tail, [uniform(0, 1), scale(-307, 0, (1,)), lambda r: 0.5 + r.choice((1, -1)) * 10 ** r.uniform(-16, -1), lambda r: 1 - 10 ** r.uniform(-16, -1)], [0.5, 0.075, 0.925, 1e-307, 1 - 2**-53]),
    "mills": (mills, [uniform(-10, 10), uniform(-37.4, 40), scale(-18, 0), scale(1, 300, (1,))], [0, 37.4, -37.4]),
    "log2cosh": (lambda x: m.log(2 * m.cosh(x)) if abs(x) < 200 else abs(x), [uniform(-3, 3), uniform(-25, 25), scale(-18, 0), scale(1, 300)], [0, 20]),
    "sech2": (lambda x: m.sech(x) ** 2, [uniform(-3, 3), uniform(-350, 350), scale(-18, 0)], [0, 350]),
}


def pairs(r):
    """Arguments of a message: close, not close, on the far left, unrelated."""
    for n in range(2 * POINTS):
        kind = n % 4
        if kind == 0:
            a = r.uniform(-11, 11)
            yield a, a + r.choice((1, -1)) * 10 ** r.uniform(-9, -1.2)
        elif kind == 1:
            a = r.uniform(-8, 12)
            yield a, a + 2 / r.uniform(8, 1200) ** 0.5
        elif kind == 2:
            a = r.uniform(-12, -5)
            yield a, a + r.uniform(0.01, 3)
        else:
            yield r.uniform(-14, 40), r.uniform(-14, 40)


def write(name, columns, what, rows):
    with open(name + ".tsv", "w") as f:
        f.write(f"# {what}\n# mpmath {m.__version__} at {m.mp.dps} digits, testdata/tables.py; seed = name of the table\n")
        f.write("\t".join(columns) + "\n")
        for row in rows:
            f.write("\t".join(row) + "\n")


def main():
    for name, (f, ranges, special) in ONE.items():
        r = random.Random(name)
        xs = [float(x) for x in special] + [float(ranges[n % len(ranges)](r)) for n in range(POINTS)]
        rows = [(repr(x), m.nstr(f(m.mpf(x)), 30)) for x in sorted(xs)]
        write(name, ("x", "value"), f"{name}(x)", rows)
    rows = [(repr(a), repr(b), m.nstr(log_tail(m.mpf(a)) - log_tail(m.mpf(b)), 30)) for a, b in pairs(random.Random("log_ratio"))]
    write("log_ratio", ("a", "b", "value"), "ln H(a) - ln H(b)", rows)


if __name__ == "__main__":
    main()
