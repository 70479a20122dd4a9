"""The evidence of models from their definitions: integrals over g to 14 digits, and inclusion probabilities of twelve
tables of R. Written apart from the Java, with NumPy's least squares, SciPy's adaptive quadrature and mpmath.

To rerun in this folder: python3 evidence.py integrals > integrals.csv
                         mkdir /tmp/r; (cd /tmp/r; Rscript "$OLDPWD/tables.R"); python3 evidence.py /tmp/r > tables.csv
"""

import itertools
import math
import sys

import mpmath as mp
import numpy as np
from scipy import integrate, optimize, special

MIXTURES = {
    # logarithm of the density of g, and the least g
    "hyper-g": (lambda g, n, k: math.log(0.5) - 1.5 * np.log1p(g), lambda n, k: 0.0),
    "hyper-g-n": (lambda g, n, k: math.log(0.5 / n) - 1.5 * np.log1p(g / n), lambda n, k: 0.0),
    "zellner-siow": (
        lambda g, n, k: 0.5 * math.log(n / (2 * math.pi)) - 1.5 * np.log(g) - n / (2 * g), lambda n, k: 0.0),
    "robust": (
        lambda g, n, k: math.log(0.5) + 0.5 * math.log((1 + n) / (1 + k)) - 1.5 * np.log1p(g),
        lambda n, k: (1 + n) / (1 + k) - 1),
}


def exact_integral(prior, n, k, linear, value):
    """By mpmath: log of the integral of pi(g) times the Bayes factor given g."""
    n, k, value = mp.mpf(n), mp.mpf(k), mp.mpf(value)
    density, least = {
        "hyper-g": (lambda g: mp.mpf(0.5) * (1 + g) ** -1.5, 0),
        "hyper-g-n": (lambda g: mp.mpf(0.5) / n * (1 + g / n) ** -1.5, 0),
        "zellner-siow": (lambda g: mp.sqrt(n / (2 * mp.pi)) * g ** -1.5 * mp.exp(-n / (2 * g)), 0),
        "robust": (lambda g: mp.sqrt((1 + n) / (1 + k)) / 2 * (1 + g) ** -1.5, (1 + n) / (1 + k) - 1),
    }[prior]

    def integrand(t):
        g = least + mp.exp(t)
        if linear:  # value is 1 - R^2
            log = (n - 1 - k) / 2 * mp.log1p(g) - (n - 1) / 2 * mp.log1p(g * value)
        else:  # value is the Wald statistic
            log = -k / 2 * mp.log1p(g) - value / (2 * (1 + g))
        return density(g) * mp.exp(log + t)

    top = max(range(-60, 100), key=lambda t: integrand(mp.mpf(t)))
    peak = integrand(mp.mpf(top))
    ends = [top + e for e in (-60, -20, -6, -2, -0.5, 0.5, 2, 6, 20, 60, 120)]
    found, error = mp.quad(lambda t: integrand(t) / peak, ends, error=True, maxdegree=10)
    assert error < mp.mpf(10) ** -14, (prior, n, k, value, error)
    return mp.log(found) + mp.log(peak)


def integrals():
    mp.mp.dps = 20
    print("# Made by evidence.py with mpmath", mp.__version__)
    print("regression,prior,n,k,value,log")
    for n, k in ((12, 3), (30, 28), (47, 15), (200, 1), (1000, 40), (100000, 5)):
        for rss in ("1", "0.7", "0.02", "1e-6"):
            for prior in MIXTURES:
                found = exact_integral(prior, n, k, True, rss)
                print("linear", prior, n, k, rss, mp.nstr(found, 16), sep=",")
        for wald in ("0.01", "7", "900", "1e5"):
            for prior in ("hyper-g", "hyper-g-n", "zellner-siow"):
                found = exact_integral(prior, n, k, False, wald)
                print("other", prior, n, k, wald, mp.nstr(found, 16), sep=",")


def integral(prior, n, k, log_factor):
    """By SciPy: log of the integral of pi(g) exp(log_factor(g)) over g."""
    density, least = MIXTURES[prior]
    low = least(n, k)

    def log(t):
        g = low + np.exp(t)
        return density(g, n, k) + log_factor(g) + t

    grid = np.arange(-80.0, 120.0, 0.1)
    with np.errstate(over="ignore"):
        values = log(grid)
    top = grid[np.argmax(values)]
    peak = values.max()
    ends = top + np.array([-80, -20, -5, -1, 0, 1, 5, 20, 90])
    sum = 0.0
    for a, b in zip(ends, ends[1:]):
        sum += integrate.quad(lambda t: math.exp(log(t) - peak), a, b, epsabs=1e-17, epsrel=1e-13, limit=200)[0]
    return peak + math.log(sum)


def read(folder, name):
    data = np.genfromtxt(f"{folder}/{name}.csv", delimiter=",", skip_header=1)
    assert not np.isnan(data).any()
    return data


def subsets(p):
    return [list(s) for k in range(p + 1) for s in itertools.combinations(range(p), k)]


def log_prior(k, p):
    """All sizes are equally probable."""
    return -math.log(p + 1) - math.log(special.comb(p, k, exact=True))


def show(table, family, prior, p, logs):
    """The log Bayes factor of the full model, and the inclusion probabilities."""
    models = subsets(p)
    weights = np.array([log + log_prior(len(m), p) for m, log in zip(models, logs)])
    weights = np.exp(weights - special.logsumexp(weights))
    inclusion = [math.fsum(w for m, w in zip(models, weights) if j in m) for j in range(p)]
    numbers = [logs[-1] - logs[0]] + inclusion
    print(table, family, prior, *(f"{number:.15g}" for number in numbers), sep=",", flush=True)


# Linear regressions


def linear(table, y, x, sigma2):
    n, p = x.shape
    y = y - y.mean()
    x = x - x.mean(axis=0)
    scaled = x / x.std(axis=0, ddof=1)
    tss = y @ y
    models = subsets(p)
    rss = []
    for m in models:
        basis = np.linalg.qr(scaled[:, m])[0]
        left = y - basis @ (basis.T @ y)
        left = left - basis @ (basis.T @ left)
        rss.append(left @ left)
    rest = np.array(rss) / tss
    size = np.array([len(m) for m in models])
    nu = n - 1

    def given(g):
        return (nu - size) / 2 * np.log1p(g) - nu / 2 * np.log1p(g * rest)

    def ridge(m, tau2):
        v = np.eye(n) + tau2 * scaled[:, m] @ scaled[:, m].T
        half = -0.5 * np.linalg.slogdet(v)[1]
        form = y @ np.linalg.solve(v, y)
        return half, form

    show(table, "linear", "g", p, given(n))
    show(table, "linear", "g:7.5", p, given(7.5))
    show(table, "linear", "g=max", p, given(max(n, p * p)))
    show(table, "linear", "bic", p, -size / 2 * math.log(n) - n / 2 * np.log(rest))
    parts = [ridge(m, 0.7) for m in models]
    show(table, "linear", "ridge:0.7", p, [half - nu / 2 * math.log(form / tss) for half, form in parts])
    for prior in MIXTURES:
        logs = []
        for r, k in zip(rest, size):
            factor = lambda g, r=r, k=k: (nu - k) / 2 * np.log1p(g) - nu / 2 * np.log1p(g * r)
            logs.append(0.0 if k == 0 else integral(prior, n, k, factor))
        show(table, "linear", prior, p, logs)
    f = np.where(size > 0, (1 - rest) / np.maximum(size, 1) / (rest / (nu - size)), 0.0)
    g = np.maximum(f - 1, 0.0)
    show(table, "linear", "eb-local", p, (nu - size) / 2 * np.log1p(g) - nu / 2 * np.log1p(g * rest))
    priors = np.array([log_prior(k, p) for k in size])

    def slope(t):
        g = math.exp(t)
        weights = given(g) + priors
        weights = np.exp(weights - special.logsumexp(weights))
        return weights @ ((nu - size) / 2 / (1 + g) - nu / 2 * rest / (1 + g * rest))

    grid = np.arange(-8.0, 16.0, 0.05)
    best = grid[np.argmax([special.logsumexp(given(math.exp(t)) + priors) for t in grid])]
    g = math.exp(optimize.brentq(slope, best - 0.1, best + 0.1, xtol=1e-13, rtol=1e-14))
    show(table, "linear", "eb-global", p, given(g))
    family = f"linear:{sigma2:g}"
    explained = (1 - rest) * tss / (2 * sigma2)
    show(table, family, "g", p, -size / 2 * math.log1p(n) + n / (1 + n) * explained)
    show(table, family, "bic", p, -size / 2 * math.log(n) + explained)
    show(table, family, "ridge:0.7", p, [half + (tss - form) / (2 * sigma2) for half, form in parts])


# Other regressions: log-likelihood of the linear predictor, its gradient, and minus its second derivatives for a design


def rows(value, first, second):
    def of(eta):
        w = second(eta)
        return math.fsum(value(eta)), first(eta), lambda z: z.T @ (w[:, None] * z)

    return of


def logistic(y, trials):
    mean = special.expit
    return rows(
        lambda e: y * e - trials * np.logaddexp(0, e),
        lambda e: y - trials * mean(e),
        lambda e: trials * mean(e) * mean(-e))


def probit(y):
    sign = 2 * y - 1

    def mills(z):
        return np.exp(-z * z / 2 - special.log_ndtr(z)) / math.sqrt(2 * math.pi)

    return rows(
        lambda e: special.log_ndtr(sign * e),
        lambda e: sign * mills(sign * e),
        lambda e: mills(sign * e) * (sign * e + mills(sign * e)))


def poisson(y):
    return rows(lambda e: y * e - np.exp(e), lambda e: y - np.exp(e), np.exp)


def negative_binomial(y, size):
    part = lambda e: np.exp(e) / (size + np.exp(e))
    return rows(
        lambda e: y * e - (y + size) * np.log(size + np.exp(e)),
        lambda e: y - (y + size) * part(e),
        lambda e: (y + size) * part(e) * (1 - part(e)))


def cox(times, events, strata, efron):
    """The partial likelihood: a row of masks for each event, those at risk less what Efron's formula takes off."""
    dead_rows, masks = np.zeros(len(times)), []
    for stratum, time in sorted(set(zip(strata[events == 1], times[events == 1]))):
        dead = (strata == stratum) & (times == time) & (events == 1)
        risk = (strata == stratum) & (times >= time)
        dead_rows += dead
        for m in range(dead.sum()):
            masks.append(risk - (m / dead.sum() * dead if efron else 0.0))
    masks = np.array(masks)

    def of(eta):
        weights = masks * np.exp(eta)
        totals = weights.sum(axis=1)
        parts = weights / totals[:, None]
        sums = parts.sum(axis=0)
        value = dead_rows @ eta - math.fsum(np.log(totals))
        return value, dead_rows - sums, lambda z: z.T @ (sums[:, None] * z) - (parts @ z).T @ (parts @ z)

    return of


def fit(likelihood, z, precision):
    """The mode, with the log-likelihood and minus the second derivatives of the log-density there."""
    b = np.zeros(z.shape[1])
    if not len(b):
        return b, likelihood(np.zeros(len(z)))[0], np.zeros((0, 0)), np.zeros((0, 0))
    for _ in range(100):
        value, gradient, information = likelihood(z @ b)
        hessian = information(z) + precision
        step = np.linalg.solve(hessian, z.T @ gradient - precision @ b)
        if np.abs(step).max() < 1e-13 * (1 + np.abs(b).max()):
            return b, value, information(z), hessian
        density = value - 0.5 * b @ precision @ b
        part = 1.0
        while part > 1e-4:
            trial = b + part * step
            if likelihood(z @ trial)[0] - 0.5 * trial @ precision @ trial >= density - 1e-9:
                break
            part /= 2
        b = b + part * step
    return b, value, information(z), hessian


def other(table, family, likelihood, x, weights, n, constant):
    rows, p = x.shape
    mean = weights @ x / weights.sum()
    scaled = (x - mean) / np.sqrt(weights @ (x - mean) ** 2 / (weights.sum() - 1))
    base = np.ones((rows, 1)) if constant else np.zeros((rows, 0))
    c = base.shape[1]
    models = subsets(p)
    size = [len(m) for m in models]
    designs = [np.hstack([base, scaled[:, m]]) for m in models]

    def log_det(a):
        return np.linalg.slogdet(a)[1] if len(a) else 0.0

    # without variables
    start = fit(likelihood, base, np.zeros((c, c)))[0] if c else np.zeros(0)
    information = likelihood(base @ start if c else np.zeros(rows))[2]
    whole = information(np.hstack([base, scaled]))
    at_null = whole[c:, c:] - whole[c:, :c] @ np.linalg.solve(whole[:c, :c], whole[:c, c:]) if c else whole

    def laplace(precision):
        logs = []
        for m, z in zip(models, designs):
            own = precision[np.ix_(m, m)]
            padded = np.zeros((c + len(m), c + len(m)))
            padded[c:, c:] = own
            b, value, _, hessian = fit(likelihood, z, padded)
            logs.append(value - 0.5 * b @ padded @ b + 0.5 * log_det(own) - 0.5 * log_det(hessian))
        return logs

    for label, g in (("g", n), ("g:7.5", 7.5), ("g=max", max(n, p * p))):
        show(table, family, label, p, laplace(at_null / g))
    show(table, family, "ridge:0.7", p, laplace(np.eye(p) / 0.7))
    largest = []
    for m, z in zip(models, designs):
        b, value, s, _ = fit(likelihood, z, np.zeros((z.shape[1], z.shape[1])))
        left = s[c:, c:] - s[c:, :c] @ np.linalg.solve(s[:c, :c], s[:c, c:]) if c else s
        largest.append((value, value - 0.5 * log_det(s[:c, :c]), b[c:] @ left @ b[c:]))
    show(table, family, "bic", p, [value - k / 2 * math.log(n) for (value, _, _), k in zip(largest, size)])

    def local(factor):
        return [log + factor(k, q) for (_, log, q), k in zip(largest, size)]

    def fixed(g):
        return lambda k, q: -k / 2 * math.log1p(g) - q / (2 * (1 + g))

    for label, g in (("local-g", n), ("local-g:7.5", 7.5), ("local-g=max", max(n, p * p))):
        show(table, family, label, p, local(fixed(g)))
    show(table, family, "eb-local", p, local(lambda k, q: fixed(max(q / k - 1, 0))(k, q) if k else 0.0))
    for prior in ("hyper-g", "hyper-g-n", "zellner-siow"):
        factor = lambda k, q: integral(prior, n, k, lambda g: -k / 2 * np.log1p(g) - q / (2 * (1 + g))) if k else 0.0
        show(table, family, prior, p, local(factor))


def tables(folder):
    print("# Made by evidence.py with NumPy", np.__version__)
    print("# table, family, prior, log Bayes factor of the full model, inclusion probabilities")
    for table, sigma2 in (("stackloss", 10), ("longley", 0.1), ("swiss", 50), ("attitude", 50), ("mtcars", 7)):
        data = read(folder, table)
        linear(table, data[:, 0], data[:, 1:], sigma2)
    for table in ("birthwt", "pima"):
        data = read(folder, table)
        y, x = data[:, 0], data[:, 1:]
        ones = np.ones(len(y))
        other(table, "logistic", logistic(y, ones), x, ones, len(y), True)
        other(table, "probit", probit(y), x, ones, len(y), True)
    data = read(folder, "esoph")
    trials = data[:, 1]
    other("esoph", "binomial", logistic(data[:, 0], trials), data[:, 2:], trials, trials.sum(), True)
    for table in ("quine", "epil"):
        data = read(folder, table)
        y, x = data[:, 0], data[:, 1:]
        ones = np.ones(len(y))
        other(table, "poisson", poisson(y), x, ones, len(y), True)
        other(table, "negative-binomial:1.5", negative_binomial(y, 1.5), x, ones, len(y), True)
    for table in ("veteran", "lung"):
        data = read(folder, table)
        times, events, x = data[:, 0], data[:, 1], data[:, 2:]
        ones = np.ones(len(times))
        other(table, "cox", cox(times, events, 0 * ones, False), x, ones, events.sum(), False)
        other(table, "cox-efron", cox(times, events, 0 * ones, True), x, ones, events.sum(), False)
        rest = np.delete(x, 0 if table == "veteran" else 1, axis=1)
        strata = x[:, 0 if table == "veteran" else 1]
        other(table, "cox-strata", cox(times, events, strata, False), rest, ones, events.sum(), False)


if sys.argv[1] == "integrals":
    integrals()
else:
    tables(sys.argv[1])
