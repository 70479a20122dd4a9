package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flip probabilities and those of sets of flips, against their definitions in logarithms. */
class FactorisedProbabilityTest {

    /** Log-ratios up to those at which weights are held. */
    private static final double[] LOG_RATIOS = {0.0, -590.0, -300.0, -40.0, -3.0, -0.1, 1e-9, 0.2, 5.0, 36.0, 38.0, 70.0
    };

    private final UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(8L);

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 0.01, 0.5, 3.0, 100.0, 1e6})
    void dlmc_sqrt_isTheJumpProcessOfEachSite(double tau) {
        double[] weights = Arrays.stream(LOG_RATIOS).map(d -> Math.exp(0.5 * d)).toArray();
        FlipProbabilities probabilities = of(new DlmcProposal(Form.SQRT), weights, tau);
        for (int i = 0; i < weights.length; i++) {
            verify(probabilities, i, LOG_RATIOS[i], -tau * (weights[i] + 1.0 / weights[i]));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 0.01, 0.5, 3.0, 100.0})
    void dlmc_barker_isTheJumpProcessOfEachSite(double tau) {
        double[] weights =
                Arrays.stream(LOG_RATIOS).map(d -> 1.0 / (1.0 + Math.exp(-d))).toArray();
        FlipProbabilities probabilities = of(new DlmcProposal(Form.BARKER), weights, tau);
        for (int i = 0; i < 9; i++) { // a weight near 1 has lost 1 - w
            verify(probabilities, i, LOG_RATIOS[i], -tau);
        }
    }

    /**
     * {@code p = nu (1 - e^a)} and {@code 1 - p = (1 + t e^a) / (1 + t)}.
     *
     * @param a minus tau w / nu
     */
    private static void verify(FlipProbabilities probabilities, int site, double logRatio, double a) {
        double logFlip = logRatio - softplus(logRatio) + Math.log(-Math.expm1(a));
        double logStay = softplus(logRatio + a) - softplus(logRatio);
        assertThat(Math.log(probabilities.flip[site])).isCloseTo(logFlip, within(1e-9 + 1e-12 * Math.abs(logFlip)));
        assertThat(Math.log(probabilities.stay[site])).isCloseTo(logStay, within(1e-9 + 1e-12 * Math.abs(logStay)));
        assertThat(probabilities.flip[site] + probabilities.stay[site]).isCloseTo(1.0, within(1e-14));
    }

    private static double softplus(double x) {
        return Math.max(x, 0.0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 0.3, 1e6})
    void dmala_anyWeight_hasOddsOfTauTimesWeight(double tau) {
        double[] weights = Arrays.stream(LOG_RATIOS).map(d -> Math.exp(0.5 * d)).toArray();
        FlipProbabilities probabilities = of(new DmalaProposal(), weights, tau);
        for (int i = 0; i < weights.length; i++) {
            double odds = tau * weights[i];
            assertThat(probabilities.flip[i] / probabilities.stay[i]).isCloseTo(odds, within(1e-12 * odds));
            assertThat(probabilities.flip[i] + probabilities.stay[i]).isCloseTo(1.0, within(1e-14));
        }
    }

    /** A site that may not flip never does; a weight at either end leaves both outcomes possible. */
    @Test
    void weightsAtTheirEnds_zeroNeverFlips_othersMay() {
        double[] weights = {0.0, Math.exp(FlipWeightKernel.LEAST_LOG_WEIGHT), Math.exp(40.0)};
        for (FactorisedProposal proposal :
                new FactorisedProposal[] {new DlmcProposal(Form.SQRT), new DmalaProposal()}) {
            for (double tau : new double[] {1e-6, 1.0, 1e6}) {
                FlipProbabilities probabilities = of(proposal, weights, tau);
                assertThat(probabilities.flip[0]).isZero();
                assertThat(probabilities.stay[0]).isOne();
                assertThat(probabilities.flip[1]).isPositive();
                assertThat(probabilities.stay[2]).isPositive();
            }
        }
    }

    @Test
    void logProbability_flipOfASiteOfNoWeight_isImpossible() {
        WeightTable table = table(0.5, 0.0, 0.25);
        assertThat(new DmalaProposal().logProbability(table, new int[] {0, 1}, 2, 1.0, true))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** With t/(t+1) and a time step of 1000 a site of weight 1 flips always: a set without it has probability 0. */
    @Test
    void logProbability_certainFlipThatStays_isImpossible() {
        DlmcProposal proposal = new DlmcProposal(Form.BARKER);
        WeightTable table = table(1.0, 0.5);
        assertThat(proposal.logProbability(table, new int[] {1}, 1, 1e3, false)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(proposal.logProbability(table, new int[] {0, 1}, 2, 1e3, false))
                .isCloseTo(Math.log(0.5), within(1e-15));
    }

    /** The sum of the logarithms of all sites, for sets of any size and factors that underflow when multiplied. */
    @ParameterizedTest
    @ValueSource(doubles = {1.0, 100.0, 590.0})
    void logProbability_anySet_isTheSumOverAllSites(double spread) {
        int n = 61;
        double[] weights = rng.doubles(n).map(u -> Math.exp(-spread * u)).toArray();
        FlipProbabilities probabilities = of(new DmalaProposal(), weights, 0.7);
        for (int size : new int[] {0, 1, 30, n}) {
            int[] sites = rng.ints(0, n).distinct().limit(size).toArray();
            BitSet set = new BitSet();
            Arrays.stream(sites).forEach(set::set);
            double exact = 0.0;
            for (int i = 0; i < n; i++) {
                exact += Math.log(set.get(i) ? probabilities.flip[i] : probabilities.stay[i]);
            }
            double log = new DmalaProposal().logProbability(table(weights), sites, size, 0.7, false);
            assertThat(log).isCloseTo(exact, within(1e-12 * (1.0 + Math.abs(exact))));
        }
    }

    /** A table whose weights have changed, one way or another, forgets the probabilities of the old ones. */
    @Test
    void logProbability_weightsReplacedAndRolledBack_isThatOfTheWeightsNow() {
        DmalaProposal proposal = new DmalaProposal();
        WeightTable table = table(1.0, 1.0);
        double before = proposal.logProbability(table, new int[] {0}, 1, 1.0, false);
        assertThat(before).isCloseTo(Math.log(0.25), within(1e-15));
        table.replace(new int[] {0}, new double[] {3.0}, 1, 3.0);
        assertThat(proposal.logProbability(table, new int[] {0}, 1, 1.0, true))
                .isCloseTo(Math.log(0.375), within(1e-15));
        table.rollback();
        assertThat(proposal.logProbability(table, new int[] {0}, 1, 1.0, false)).isEqualTo(before);
        table.load(new double[] {1.0, 0.0});
        assertThat(proposal.logProbability(table, new int[] {0}, 1, 1.0, false))
                .isCloseTo(Math.log(0.5), within(1e-15));
        assertThat(proposal.logProbability(table, new int[] {0}, 1, 3.0, false))
                .isCloseTo(Math.log(0.75), within(1e-15));
    }

    /**
     * 100,000 draws of 4 sites: the standard error of a frequency is at most .0016. Each of 12 frequencies is off by
     * more than 5.5 of them with probability 4e-8.
     */
    @Test
    void draw_eachSite_flipsAsOftenAsItsProbabilitySays() {
        double[] weights = {0.3, 0.9, 0.0, 0.5};
        FactorisedProposal[] proposals = {
            new DlmcProposal(Form.SQRT), new DlmcProposal(Form.BARKER), new DmalaProposal()
        };
        for (FactorisedProposal proposal : proposals) {
            double[] flip = of(proposal, weights, 1.3).flip;
            int[] counts = new int[4];
            int[] path = new int[4];
            WeightTable table = table(weights);
            for (int t = 0; t < 100_000; t++) {
                int length = proposal.draw(table, 1.3, rng, path);
                for (int k = 0; k < length; k++) {
                    counts[path[k]]++;
                }
            }
            for (int i = 0; i < 4; i++) {
                double error = Math.sqrt(flip[i] * (1.0 - flip[i]) / 100_000);
                assertThat(counts[i] / 100_000.0).isCloseTo(flip[i], within(5.5 * error));
            }
        }
    }

    private static FlipProbabilities of(FactorisedProposal proposal, double[] weights, double tau) {
        return table(weights).probabilities(proposal, tau);
    }

    private static WeightTable table(double... weights) {
        WeightTable table = WeightTable.of(weights.length, null);
        table.load(weights);
        return table;
    }
}
