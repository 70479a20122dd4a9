package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.prior.MixtureEvidence;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.internal.select.prior.PriorOfG;
import dev.lbp.select.prior.Evidence;
import dev.lbp.select.prior.Inclusion;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.junit.jupiter.api.Test;

/** The robust prior of g, and the g of the largest evidence of all models, from their definitions. */
class GlobalAndRobustPriorTest {

    private static final int N = 40;
    private static final int P = 5;
    private static final Regressions DATA = Regressions.autoregressive(N, P, 0.7, 11L);
    private static final Inclusion MODELS = Inclusion.betaBinomial(1, 2);

    /**
     * Under the robust prior {@code v = ((1 + least) / (1 + g))^(1/2)} is uniform in (0, 1). The evidence is then the
     * integral of {@code (1 + least)^((nu - k)/2) v^k ((1 - rss) v^2 + rss (1 + least))^(-nu/2)}, by 20 points in
     * each 32nd of an octave.
     */
    private record Robust(int nu, int k, double rss, double scale) {

        private static final GaussIntegrator[] RULES = new GaussIntegrator[32 * 70];

        static {
            for (int i = 0; i < RULES.length; i++) {
                RULES[i] = new GaussIntegratorFactory()
                        .legendre(20, Math.pow(2.0, -(i + 1) / 32.0), Math.pow(2.0, -i / 32.0));
            }
        }

        private double log(double v) {
            return 0.5 * (nu - k) * Math.log(scale)
                    + k * Math.log(v)
                    - 0.5 * nu * Math.log((1 - rss) * v * v + rss * scale);
        }

        /** The logarithm of the integral of a function of 1 + g. */
        double log(DoubleUnaryOperator of) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < RULES.length; i++) {
                largest = Math.max(largest, log(Math.pow(2.0, -i / 32.0)));
            }
            double sum = 0;
            for (GaussIntegrator rule : RULES) {
                double shift = largest;
                sum += rule.integrate(v -> Math.exp(log(v) - shift) * of.applyAsDouble(scale / (v * v)));
            }
            return largest + Math.log(sum);
        }

        double log() {
            return log(g -> 1);
        }

        double mean(DoubleUnaryOperator of) {
            return Math.exp(log(of) - log());
        }
    }

    /** As the tables of other priors, from R^2 = 0 to 1 - 1e-12. */
    @Test
    void robustEvidence_isExact_toTenDigits() {
        Random random = new Random(1L);
        for (int n : new int[] {4, 12, 47, 1_000}) {
            for (int common : new int[] {1, 2}) {
                int nu = n - common;
                Evidence evidence = new MixtureEvidence(new PriorOfG.Robust(n, common, 1), nu);
                for (int k : new int[] {1, 2, n / 2, nu - 1}) {
                    if (k > nu - 1 || k < 1) {
                        continue;
                    }
                    for (double rss : new double[] {
                        1, 0.99, random.nextDouble(), random.nextDouble(), 1e-3 * random.nextDouble(), 1e-7, 1e-12
                    }) {
                        Robust naive = new Robust(nu, k, rss, (n + 1.0) / (common + k));
                        double expected = naive.log();
                        assertThat(evidence.logEvidence(k, rss, 0))
                                .as("n=%d common=%d k=%d rss=%s", n, common, k, rss)
                                .isCloseTo(expected, within(1e-10 * Math.max(1, Math.abs(expected))));
                    }
                }
            }
        }
    }

    @Test
    void robustMoments_areThoseOfThePosteriorOfG() {
        for (int k : new int[] {1, 4, 9}) {
            MixtureEvidence evidence = new MixtureEvidence(new PriorOfG.Robust(12, 1, 1), 11);
            for (double rss : new double[] {1, 0.4, 1e-3}) {
                Robust naive = new Robust(11, k, rss, 13.0 / (1 + k));
                double shrinkage = naive.mean(g -> 1 - 1 / g);
                assertThat(evidence.shrinkage(k, rss)).isCloseTo(shrinkage, within(1e-9));
                assertThat(evidence.shrinkageVariance(k, rss))
                        .isCloseTo(naive.mean(g -> Math.pow(1 - 1 / g - shrinkage, 2)), within(1e-9));
                double sum = 0;
                for (PosteriorPart part : evidence.parts(k, rss)) {
                    sum += part.weight() * part.shrinkage();
                }
                assertThat(sum).isCloseTo(shrinkage, within(1e-6));
            }
        }
    }

    private static byte[] state(int bits) {
        byte[] state = new byte[P];
        for (int j = 0; j < P; j++) {
            state[j] = (byte) (bits >> j & 1);
        }
        return state;
    }

    private static double[] inclusion(ToDoubleFunction<byte[]> logEvidence) {
        double[] sums = new double[P];
        double total = 0;
        for (int bits = 0; bits < 1 << P; bits++) {
            double weight =
                    Math.exp(logEvidence.applyAsDouble(state(bits)) + MODELS.logPrior(Integer.bitCount(bits), P));
            total += weight;
            for (int j = 0; j < P; j++) {
                sums[j] += (bits >> j & 1) * weight;
            }
        }
        for (int j = 0; j < P; j++) {
            sums[j] /= total;
        }
        return sums;
    }

    private static void check(SelectionResult result, double[] expected) {
        for (int j = 0; j < P; j++) {
            assertThat(result.inclusion().get(j).probability()).isCloseTo(expected[j], within(1e-8));
        }
    }

    private static VariableSelection selection() {
        return VariableSelection.linear(DATA.x(), DATA.y()).inclusion(MODELS);
    }

    @Test
    void robustProbabilities_areThoseOfAnEnumeration() {
        NaiveEvidence naive = new NaiveEvidence(DATA.x(), DATA.y(), 1e-9);
        check(selection().robustPrior().run(), inclusion(state -> {
            NaiveEvidence.Regression r = naive.regression(state, 0);
            return r.k() == 0 ? 0 : new Robust(N - 1, r.k(), r.rss() / r.yy(), (N + 1.0) / (1 + r.k())).log();
        }));
    }

    private static double total(NaiveEvidence naive, double logG) {
        double total = 0;
        for (int bits = 0; bits < 1 << P; bits++) {
            total += Math.exp(naive.gPrior(state(bits), Math.exp(logG)) + MODELS.logPrior(Integer.bitCount(bits), P));
        }
        return Math.log(total);
    }

    private static double slope(NaiveEvidence naive, double logG) {
        double h = 1e-2;
        return 8 * (total(naive, logG + h) - total(naive, logG - h))
                - (total(naive, logG + 2 * h) - total(naive, logG - 2 * h));
    }

    /** The g by a grid, then by halving the interval in which the slope changes its sign. */
    @Test
    void globalG_hasTheLargestEvidence() {
        NaiveEvidence naive = new NaiveEvidence(DATA.x(), DATA.y(), 1e-9);
        double best = 0;
        for (double t = -10; t < 20; t += 0.1) {
            best = total(naive, t) > total(naive, best) ? t : best;
        }
        double low = best - 0.2;
        double high = best + 0.2;
        while (high - low > 1e-11) {
            double middle = 0.5 * (low + high);
            if (slope(naive, middle) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double g = Math.exp(low);
        SelectionResult result = selection().globalEmpiricalBayes().run();
        check(result, inclusion(state -> naive.gPrior(state, g)));
        assertThat(result.summary()).contains("coefficients: global empirical Bayes, g = " + "%.1f".formatted(g));
        assertThat(result.coefficients().get(0).mean())
                .isCloseTo(selection().gPrior(g).run().coefficients().get(0).mean(), within(1e-8));
    }

    /** Chains take the g that an enumeration finds, before they begin. */
    @Test
    void sampledModels_haveTheSameG() {
        String exact = selection().globalEmpiricalBayes().run().facts().priors();
        SelectionResult sampled = selection()
                .globalEmpiricalBayes()
                .enumerateUpTo(0)
                .sampling(run -> run.warmup(10).draws(20))
                .run();
        assertThat(sampled.facts().priors()).isEqualTo(exact);
        PriorSensitivity table = selection()
                .underPriors(
                        selection().run(),
                        List.of(VariableSelection::globalEmpiricalBayes, VariableSelection::robustPrior));
        assertThat(table.priors())
                .extracting(PriorSensitivity.Prior::label)
                .containsExactly("g=n", "eb-global", "robust");
    }

    /** Noise alone: the evidence falls with g, which becomes 0, and the data change no probability. */
    @Test
    void noEffects_haveNoG() {
        double[][] x = new double[20][1];
        double[] y = new double[20];
        for (int t = 0; t < 20; t++) {
            x[t][0] = t / 2;
            y[t] = t % 2;
        }
        SelectionResult result =
                VariableSelection.linear(x, y).globalEmpiricalBayes().run();
        assertThat(result.inclusion("x1").probability()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void otherRegressions_areRefused() {
        double[] bits = GlmSelectionTest.bits(DATA.x(), 0.8, 3L);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        VariableSelection.logistic(DATA.x(), bits).robustPrior().run())
                .withMessage("must not be robust in a regression that is not linear");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        selection().noiseVariance(1).globalEmpiricalBayes().run())
                .withMessageStartingWith("must be gPrior, ridge or bic with noiseVariance");
        Regressions wide = Regressions.autoregressive(N, 21, 0.1, 1L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(wide.x(), wide.y())
                        .globalEmpiricalBayes()
                        .run())
                .withMessage("must be at most 20 for globalEmpiricalBayes, or 64 of which heredity allows at most 2^20"
                        + " models: number of candidates=21");
    }
}
