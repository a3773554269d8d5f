"""Coefficients of the polynomials in package gauss, by the Remez exchange.

Run with python3 and mpmath:  python3 coefficients.py
It prints, for each polynomial, the coefficients as hexadecimal doubles and the
largest relative error of the rounded polynomial in exact arithmetic.
"""
import mpmath as m

m.mp.dps = 60


def remez(f, weight, first, last, a, b, grid=4000, rounds=30):
    """Minimise max |weight(x) (P(x) - f(x))|, P = sum_{j=first}^{last} c_j x^j, on [a, b]."""
    n = last - first + 1
    xs = [a + (b - a) * (1 - m.cos(m.pi * i / grid)) / 2 for i in range(grid + 1)]
    fw = [f(x) * weight(x) for x in xs]
    ws = [weight(x) for x in xs]
    # start: extrema of T_n
    idx = [int(round(grid * i / n)) for i in range(n + 1)]
    best = None
    for _ in range(rounds):
        A = m.matrix(n + 1, n + 1)
        r = m.matrix(n + 1, 1)
        sgn = 1
        for i, k in enumerate(idx):
            x = xs[k]
            s = 1 if (i % 2 == 0) else -1
            if first % 2 and x < 0:
                s = -s
            for j in range(n):
                A[i, j] = ws[k] * x ** (first + j)
            A[i, n] = s
            r[i] = fw[k]
        sol = m.lu_solve(A, r)
        c = [sol[j] for j in range(n)]
        e = []
        for k, x in enumerate(xs):
            p = m.mpf(0)
            for cc in reversed(c):
                p = p * x + cc
            e.append(ws[k] * p * x ** first - fw[k])
        big = max(abs(v) for v in e)
        if best is None or big < best[0]:
            best = (big, c)
        if big < abs(sol[n]) * (1 + m.mpf(10) ** -4):
            break
        # one extremum for each run of one sign, then drop the smallest until n + 1 are left
        sig = [v if not (first % 2 and x < 0) else -v for v, x in zip(e, xs)]
        runs = []
        for k, v in enumerate(sig):
            if v == 0:
                continue
            if runs and (sig[runs[-1]] > 0) == (v > 0):
                if abs(v) > abs(sig[runs[-1]]):
                    runs[-1] = k
            else:
                runs.append(k)
        while len(runs) > n + 1:
            k = min(range(len(runs)), key=lambda q: abs(sig[runs[q]]))
            if k in (0, len(runs) - 1):
                runs.pop(k)
            elif len(runs) - (n + 1) == 1:
                runs.pop(0 if abs(sig[runs[0]]) < abs(sig[runs[-1]]) else -1)
            else:
                # remove the smaller of the neighbours too, keeping alternation
                q = k - 1 if abs(sig[runs[k - 1]]) < abs(sig[runs[k + 1]]) else k + 1
                for z in sorted((k, q), reverse=True):
                    runs.pop(z)
        if len(runs) < n + 1:
            break
        idx = runs
    return best[1], best[0]


def show(name, fixed, c, first, value, weight, a, b, grid=2000):
    d = [float(x) for x in c]
    worst = m.mpf(0)
    for i in range(grid + 1):
        x = a + (b - a) * m.mpf(i) / grid
        p = sum(m.mpf(v) * x ** j for j, v in enumerate(fixed))
        p += sum(m.mpf(v) * x ** (first + j) for j, v in enumerate(d))
        worst = max(worst, abs(weight(x) * (p - value(x))))
    print(f"// {name}: largest relative error {m.nstr(worst, 3)}")
    for j, v in enumerate(list(fixed) + d):
        print(f"\t{name}{j} = {v.hex()} // {v!r}")


def exp_polynomial():
    # 1 + r + r^2/2 are held fixed, so that small arguments are as good as Taylor
    half = m.log(2) / 2 * (1 + m.mpf(2) ** -40)
    fixed = [1.0, 1.0, 0.5]
    rest = lambda x: m.exp(x) - sum(v * x ** j for j, v in enumerate(fixed))
    w = lambda x: m.exp(-x)
    c, _ = remez(rest, w, 3, 11, -half, half)
    show("ExpC", fixed, c, 3, m.exp, w, -half, half)


def log_polynomial():
    # 2 atanh s = 2s + s z Q(z), z = s^2, |s| <= (sqrt 2 - 1)/(sqrt 2 + 1); error relative to 2 atanh s
    top = ((m.sqrt(2) - 1) / (m.sqrt(2) + 1)) ** 2 * (1 + m.mpf(2) ** -40)

    def q(z):
        if z < m.mpf(10) ** -8:
            return m.mpf(2) / 3 + m.mpf(2) / 5 * z + m.mpf(2) / 7 * z * z + m.mpf(2) / 9 * z ** 3
        s = m.sqrt(z)
        return (2 * m.atanh(s) - 2 * s) / (s * z)

    def w(z):
        if z < m.mpf(10) ** -30:
            return z / 2
        s = m.sqrt(z)
        return s * z / (2 * m.atanh(s))

    low = top / 10 ** 6  # the weight vanishes at 0: the exchange needs a positive end
    c, _ = remez(q, w, 0, 6, low, top)
    show("logC", [], c, 0, q, w, m.mpf(0), top)


def erfcx(y):
    if y < 40:
        return m.erfc(y) * m.exp(y * y)
    total, term, n = m.mpf(0), m.mpf(1), 1
    while abs(term) > m.mpf(10) ** -45 and n < 700:
        total, term, n = total + term, -term * (2 * n - 1) / (2 * y * y), n + 1
    return total / (y * m.sqrt(m.pi))


def tail_polynomial(terms=24, nodes=64):
    # (1 + x) erfcx(x/sqrt 2) is a smooth function of u = (x - 5)/(x + 5) on all x >= 0
    def value(u):
        if u == 1:
            return m.sqrt(2 / m.pi)
        x = 5 * (1 + u) / (1 - u)
        return (1 + x) * erfcx(x / m.sqrt(2))

    angle = [m.pi * (j + m.mpf(1) / 2) / nodes for j in range(nodes)]
    f = [value(m.cos(a)) for a in angle]
    cheb = [2 * sum(v * m.cos(i * a) for v, a in zip(f, angle)) / nodes for i in range(terms)]
    cheb[0] /= 2
    c = [m.mpf(0)] * terms
    before, now = [m.mpf(1)], [m.mpf(0), m.mpf(1)]  # T_0, T_1
    for i, a in enumerate(cheb):
        t = before
        for j, v in enumerate(t):
            c[j] += a * v
        after = [m.mpf(0)] + [2 * v for v in now]
        for j, v in enumerate(before):
            after[j] -= v
        before, now = now, after
    low = c[0] - m.mpf(float(c[0]))  # the rounding of the constant term would be the largest error
    print("\ttailC0Lo =", float(low).hex())
    show("tailC", [], c, 0, lambda u: value(u) - low, lambda u: 1 / value(u), m.mpf(-1), m.mpf(1), 400)


if __name__ == "__main__":
    exp_polynomial()
    log_polynomial()
    tail_polynomial()
