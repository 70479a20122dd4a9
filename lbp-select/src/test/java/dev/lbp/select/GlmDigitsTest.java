package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.internal.select.likelihood.LogisticLikelihood;
import dev.lbp.internal.select.likelihood.NegativeBinomialLikelihood;
import dev.lbp.internal.select.likelihood.PoissonLikelihood;
import dev.lbp.internal.select.likelihood.RowLikelihood;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log-likelihoods of large counts, trials and weights, against arithmetic of 60 digits. */
class GlmDigitsTest {

    private static final int N = 40;
    private static final MathContext DIGITS = new MathContext(60);
    private static final BigDecimal ONE = BigDecimal.ONE;

    private static BigDecimal exp(BigDecimal x) {
        int halvings = Math.max(0, Math.getExponent(x.doubleValue()) + 8);
        BigDecimal small = x.divide(BigDecimal.valueOf(2).pow(halvings), DIGITS);
        BigDecimal sum = ONE;
        BigDecimal term = ONE;
        for (int k = 1; k < 40; k++) {
            term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        for (int k = 0; k < halvings; k++) {
            sum = sum.multiply(sum, DIGITS);
        }
        return sum;
    }

    /** By Newton's method. */
    private static BigDecimal log(BigDecimal x) {
        BigDecimal log = new BigDecimal(Math.log(x.doubleValue()));
        for (int k = 0; k < 3; k++) {
            log = log.add(x.divide(exp(log), DIGITS).subtract(ONE), DIGITS);
        }
        return log;
    }

    /** The log-likelihood of one count or number of successes, up to a constant. */
    private static BigDecimal exact(String family, BigDecimal y, BigDecimal size, double eta) {
        BigDecimal at = new BigDecimal(eta);
        BigDecimal odds = exp(at);
        BigDecimal linear = y.multiply(at);
        return switch (family) {
            case "poisson" -> linear.subtract(odds);
            case "negative" -> linear.subtract(y.add(size).multiply(log(size.add(odds)), DIGITS));
            default -> linear.subtract(size.multiply(log(ONE.add(odds)), DIGITS));
        };
    }

    private static RowLikelihood likelihood(String family, double[] y, double size) {
        double[] none = new double[N];
        double[] ones = new double[N];
        Arrays.fill(ones, 1.0);
        return switch (family) {
            case "poisson" -> new PoissonLikelihood(new RowLikelihood.Rows(y, ones, none));
            case "negative" -> new NegativeBinomialLikelihood(new RowLikelihood.Rows(y, ones, none), size);
            default -> {
                double[] trials = new double[N];
                Arrays.fill(trials, size);
                double[] parts = Arrays.stream(y).map(count -> count / size).toArray();
                yield new LogisticLikelihood(new RowLikelihood.Rows(parts, trials, none));
            }
        };
    }

    /**
     * Exchanging successes and failures, and the sign of the predictor, changes no likelihood: 2^37 trials, whose parts
     * are exact in double precision, with predictors near the fit of the row and far from it.
     */
    @Test
    void manyTrials_mirrored_haveTheSameLikelihood() {
        double trials = 0x1p37;
        double[] failures = new double[N];
        double[] successes = new double[N];
        double[] eta = new double[N];
        for (int t = 0; t < N; t++) {
            failures[t] = t + 1;
            successes[t] = trials - failures[t];
            eta[t] = Math.log(failures[t] / successes[t]) + (t % 2 == 0 ? 2.0 : 0.01);
        }
        double[] score = new double[N];
        double[] mirrored = new double[N];
        double rare = likelihood("binomial", failures, trials).evaluate(eta, score, new double[N]);
        double common = likelihood("binomial", successes, trials)
                .evaluate(Arrays.stream(eta).map(at -> -at).toArray(), mirrored, new double[N]);
        assertThat(common).isCloseTo(rare, offset(1e-11 * Math.abs(rare)));
        for (int t = 0; t < N; t++) {
            assertThat(mirrored[t]).isCloseTo(-score[t], offset(1e-11 * Math.abs(score[t]) + 1e-12));
        }
    }

    private static double predictor(String family, double y, double size) {
        return Math.log(family.equals("binomial") ? y / (size - y) : y);
    }

    /**
     * Differences between predictors that are some standard deviations from the counts, and, in every fourth row, far
     * from them. Sums of the terms of the definition are wrong by 1e-5 at 1e11.
     */
    @ParameterizedTest
    @CsvSource({
        "poisson, 3, 0",
        "poisson, 1e9, 0",
        "poisson, 1e12, 0",
        "negative, 3, 1.5",
        "negative, 1e11, 2",
        "negative, 1e11, 1e11",
        "negative, 1e9, 1e15",
        "binomial, 4, 12",
        "binomial, 4e11, 1e12",
        "binomial, 6e11, 1e12",
        "binomial, 1e4, 1e9"
    })
    void differences_ofLogLikelihoods_areExact(String family, double mean, double size) {
        Random random = new Random(7L);
        double[] y = new double[N];
        double[][] etas = new double[2][N];
        double error = 0; // of eta, in log-likelihood
        for (int t = 0; t < N; t++) {
            y[t] = t % 8 == 5 && mean < 10 ? 0 : Math.rint(mean * (1 + 0.1 * random.nextDouble()));
            double deviation = 1 / Math.sqrt(mean) + (family.equals("negative") ? 1 / Math.sqrt(size) : 0);
            double own = predictor(family, Math.max(y[t], 1), size);
            for (double[] eta : etas) {
                eta[t] = own + random.nextGaussian() * (t % 4 == 3 ? 0.01 : deviation);
            }
            error += 2e-15
                    * Math.max(Math.abs(own), 1)
                    * mean
                    * Math.max(Math.abs(etas[0][t] - own), Math.abs(etas[1][t] - own));
        }
        RowLikelihood likelihood = likelihood(family, y, size);
        double[] score = new double[N];
        double[] curvature = new double[N];
        double[] found = new double[2];
        BigDecimal difference = BigDecimal.ZERO;
        for (int k = 0; k < 2; k++) {
            found[k] = likelihood.evaluate(etas[k], score, curvature);
            for (int t = 0; t < N; t++) {
                BigDecimal value = exact(family, new BigDecimal(y[t]), new BigDecimal(size), etas[k][t]);
                difference = k == 0 ? difference.subtract(value) : difference.add(value);
            }
        }
        assertThat(found[1] - found[0]).isEqualTo(difference.doubleValue(), offset(error + 1e-11));
        double h = 1e-12;
        for (int t = 0; t < N; t++) {
            BigDecimal count = new BigDecimal(y[t]);
            BigDecimal dispersion = new BigDecimal(size);
            double up = etas[1][t] + h;
            double down = etas[1][t] - h;
            double slope = exact(family, count, dispersion, up)
                    .subtract(exact(family, count, dispersion, down))
                    .divide(new BigDecimal(up).subtract(new BigDecimal(down)), DIGITS)
                    .doubleValue();
            assertThat(score[t])
                    .as("score of row %d", t)
                    .isEqualTo(slope, offset(1e-14 * Math.abs(etas[1][t]) * mean + 1e-9 * Math.abs(slope) + 1e-11));
        }
    }

    /**
     * Two groups of rows: the largest log-likelihoods are those of the groups' means. Sums of the terms of the
     * definition give probabilities that are wrong by 1e-4 at 1e9, and no fit at 1e13.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e9, 1e11, 9e11})
    void inclusion_ofLargeCounts_isExact(double mean) {
        Random random = new Random(11L);
        double[][] x = IntStream.range(0, N).mapToObj(t -> new double[] {t % 2}).toArray(double[][]::new);
        double[] y = IntStream.range(0, N)
                .mapToDouble(t -> Math.rint(mean + Math.sqrt(mean) * (random.nextGaussian() + 0.55 * (t % 2))))
                .toArray();
        BigDecimal[] sums = {BigDecimal.ZERO, BigDecimal.ZERO};
        for (int t = 0; t < N; t++) {
            sums[t % 2] = sums[t % 2].add(new BigDecimal(y[t]));
        }
        BigDecimal total = sums[0].add(sums[1]);
        BigDecimal rise = term(sums[0], N / 2).add(term(sums[1], N / 2)).subtract(term(total, N));
        double odds = Math.exp(rise.doubleValue() - 0.5 * Math.log(N));
        double found = VariableSelection.poisson(x, y)
                .bic()
                .inclusion(Inclusion.bernoulli(0.5))
                .run()
                .inclusion("x1")
                .probability();
        assertThat(found).isBetween(0.02, 0.98).isEqualTo(odds / (1 + odds), offset(1e-7));
    }

    private static BigDecimal term(BigDecimal sum, int rows) {
        return sum.multiply(log(sum.divide(BigDecimal.valueOf(rows), DIGITS)), DIGITS);
    }

    /** Rounding errors of the gradient do not shrink with further steps. */
    @Test
    void fitsOfManyColumns_andTheLargestCounts_converge() {
        int rows = 200;
        int p = 80;
        double[][] x = Regressions.autoregressive(rows, p, 0.5, 3L).x();
        Random random = new Random(3L);
        double[] y = IntStream.range(0, rows)
                .mapToDouble(t -> Math.rint(9e11 + 9e5 * (x[t][0] + 3 * random.nextGaussian())))
                .toArray();
        LocalEnergyModel.Tracker tracker =
                VariableSelection.poisson(x, y).bic().model().newTracker();
        byte[] state = new byte[p];
        for (int size = 10; size <= p; size++) {
            Arrays.fill(state, 0, size, (byte) 1);
            tracker.reset(state);
            assertThat(tracker.logProb()).isFinite();
        }
    }
}
