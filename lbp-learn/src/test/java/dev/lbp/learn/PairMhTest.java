package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;

/** A mixture of two normal laws and x' = .6 x + .9 z, whose true d is known. */
class PairMhTest {

    private static double logTarget(double x) {
        return Math.log(0.3 * Math.exp(-2.0 * (x + 1.0) * (x + 1.0)) + 0.7 * Math.exp(-2.0 * (x - 1.0) * (x - 1.0)));
    }

    private static double logProposal(double x, double y) {
        return -0.5 * Math.pow((y - 0.6 * x) / 0.9, 2);
    }

    private static double trueRatio(double x, double y) {
        return logTarget(x) + logProposal(x, y) - logTarget(y) - logProposal(y, x);
    }

    static float[][] propose(float[][] states, UniformRandomProvider random) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        float[][] proposed = new float[states.length][1];
        for (int c = 0; c < states.length; c++) {
            proposed[c][0] = (float) (0.6 * states[c][0] + 0.9 * normal.sample());
        }
        return proposed;
    }

    private static double[] trueRatios(float[][] x, float[][] proposed) {
        double[] d = new double[x.length];
        Arrays.setAll(d, c -> trueRatio(x[c][0], proposed[c][0]));
        return d;
    }

    /** On 121 points: p and the rows of q are normalised there, and d is made of them. */
    @Test
    void trueRatio_onAGrid_makesTheKernelReversible() {
        int points = 121;
        double[] p = new double[points];
        double[][] q = new double[points][points];
        for (int i = 0; i < points; i++) {
            double x = -3.0 + 0.05 * i;
            p[i] = Math.exp(logTarget(x));
            for (int j = 0; j < points; j++) {
                q[i][j] = Math.exp(logProposal(x, -3.0 + 0.05 * j));
            }
            double sum = Arrays.stream(q[i]).sum();
            q[i] = Arrays.stream(q[i]).map(value -> value / sum).toArray();
        }
        double sum = Arrays.stream(p).sum();
        double largest = 0.0;
        double wrong = 0.0;
        for (int i = 0; i < points; i++) {
            for (int j = 0; j < points; j++) {
                double d = Math.log(p[i] * q[i][j]) - Math.log(p[j] * q[j][i]);
                double there = p[i] / sum * q[i][j] * PairMh.acceptance(d);
                double back = p[j] / sum * q[j][i] * PairMh.acceptance(-d);
                largest = Math.max(largest, Math.abs(there - back));
                wrong = Math.max(wrong, Math.abs(there - p[j] / sum * q[j][i] * PairMh.acceptance(-0.5 * d)));
            }
        }
        assertThat(largest).isLessThan(1e-12);
        assertThat(wrong).as("half the ratio").isGreaterThan(1e-6);
    }

    /**
     * The four readings of the log-ratio off a discriminator D of pairs, with L its logit and L' that of the pair
     * turned round: {@code L}, {@code -L'}, {@code log (1 - D') / (1 - D)} and {@code log D / D'}. Of the true D they
     * are equal. Of any other, the first two differ from minus themselves for the pair turned round, so that a step
     * there and back has no common ratio; the last two are antisymmetric, and so is the mean of the first two, which is
     * also that of the last two and the reading of a discriminator of the special structure.
     */
    @Test
    void readingsOfADiscriminator_areOneIfItIsTrue_andTwoAreAntisymmetricAlways() {
        for (double error : new double[] {0.0, 0.5}) {
            double apart = 0.0;
            double[] asymmetry = new double[4];
            double mean = 0.0;
            for (double x = -2.0; x <= 2.0; x += 0.1) {
                for (double y = -2.0; y <= 2.0; y += 0.1) {
                    double[] there = readings(x, y, error);
                    double[] back = readings(y, x, error);
                    for (int k = 0; k < 4; k++) {
                        apart = Math.max(apart, Math.abs(there[k] - trueRatio(x, y)));
                        asymmetry[k] = Math.max(asymmetry[k], Math.abs(there[k] + back[k]));
                    }
                    mean = Math.max(mean, Math.abs(there[0] + there[1] - there[2] - there[3]));
                    mean = Math.max(mean, Math.abs(there[0] + there[1] + back[0] + back[1]));
                }
            }
            assertThat(apart < 1e-9).isEqualTo(error == 0.0);
            assertThat(Math.min(asymmetry[0], asymmetry[1]) < 1e-9).isEqualTo(error == 0.0);
            assertThat(Math.max(asymmetry[2], asymmetry[3])).isLessThan(1e-9);
            assertThat(mean).isLessThan(1e-9);
        }
    }

    /** With an error of the logit that is not antisymmetric. */
    private static double[] readings(double x, double y, double error) {
        double logit = trueRatio(x, y) + error * Math.sin(2.0 * x + y);
        double turned = trueRatio(y, x) + error * Math.sin(2.0 * y + x);
        double logD = -Math.log1p(Math.exp(-logit));
        double logTurned = -Math.log1p(Math.exp(-turned));
        return new double[] {logit, -turned, (logTurned - turned) - (logD - logit), logD - logTurned};
    }

    /**
     * 20,000 independent chains of 60 steps: mean .4, second moment 1.25. Each is within 4 standard errors but with
     * probability 6e-5; the uncorrected chain has mean 0 and second moment .81 / .64 = 1.266.
     */
    @Test
    void trueRatio_givesTheMoments_ofTheTarget() {
        PairSamples samples = PairMh.of(PairMhTest::propose, PairMhTest::trueRatios)
                .proposals(60)
                .run(new float[20_000][1], 3L);
        double[] x = new double[20_000];
        Arrays.setAll(x, c -> samples.states()[c][0]);
        double mean = Arrays.stream(x).average().orElseThrow();
        double square = Arrays.stream(x).map(v -> v * v).average().orElseThrow();
        double fourth = Arrays.stream(x).map(v -> v * v * v * v).average().orElseThrow();
        assertThat(mean).isCloseTo(0.4, within(4.0 * Math.sqrt((1.25 - 0.16) / 20_000)));
        assertThat(square).isCloseTo(1.25, within(4.0 * Math.sqrt((fourth - 1.25 * 1.25) / 20_000)));
        assertThat(samples.acceptanceRate()).isBetween(0.5, 0.95);
        assertThat(samples.jumpDistance()).isBetween(0.1, samples.proposedDistance());
        assertThat(samples.moved()).isEqualTo(20_000);
    }

    @Test
    void uncorrected_takesEveryProposal() {
        float[][] begin = new float[3][1];
        PairSamples samples =
                PairMh.uncorrected(PairMhTest::propose).proposals(5).run(begin, 1L);
        assertThat(samples.acceptanceRate()).isEqualTo(1.0);
        assertThat(samples.jumpDistance()).isEqualTo(samples.proposedDistance());
        assertThat(begin).isDeepEqualTo(new float[3][1]);
        assertThat(PairMh.uncorrected(PairMhTest::propose)
                        .proposals(5)
                        .run(begin, 1L)
                        .states())
                .isDeepEqualTo(samples.states());
    }

    @Test
    void rejections_stayWhereTheyAre() {
        PairSamples samples = PairMh.of(PairMhTest::propose, (x, y) -> new double[] {Double.POSITIVE_INFINITY, -3.0})
                .proposals(4)
                .run(new float[][] {{2.5f}, {0.0f}}, 1L);
        assertThat(samples.states()[0]).containsExactly(2.5f);
        assertThat(samples.moved()).isEqualTo(1);
        assertThat(samples.acceptanceRate()).isEqualTo(0.5);
    }

    private static void refused(PairMh.Proposal proposal, PairMh.LogRatio ratio, String message) {
        assertThatThrownBy(() -> PairMh.of(proposal, ratio).run(new float[2][3], 1L))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
    }

    @Test
    void arraysOfOtherShapes_areRefused() {
        PairMh.LogRatio none = (x, y) -> new double[x.length];
        refused((x, random) -> new float[2][9], none, "must have length 3: proposals[0].length=9");
        refused((x, random) -> new float[3][3], none, "must have length 2: proposals.length=3");
        refused((x, random) -> new float[][] {{0, 0, 0}, null}, none, "must have length 3: proposals[1]=null");
        refused(
                (x, random) -> new float[][] {{0, 0, 0}, {0, Float.NaN, 0}},
                none,
                "must be a number: proposals[1][1]=NaN");
        refused((x, random) -> new float[2][3], (x, y) -> new double[1], "must have length 2: d.length=1");
        assertThatThrownBy(() -> PairMh.uncorrected(PairMhTest::propose).run(new float[][] {{0}, {0, 1}}, 1L))
                .hasMessageContaining("begin[1]");
        assertThatThrownBy(() -> PairMh.uncorrected(PairMhTest::propose).run(new float[][] {{Float.NaN}}, 1L))
                .hasMessage("must be finite: begin[0][0]=NaN");
    }

    /** A proposal that writes to the states that it is to read. */
    @Test
    void begin_isNotChanged_byAProposalInPlace() {
        float[][] begin = {{1.0f}};
        PairMh.uncorrected((x, random) -> {
                    x[0][0] += 1.0f;
                    return x;
                })
                .run(begin, 1L);
        assertThat(begin[0]).containsExactly(1.0f);
    }

    @Test
    void ratioThatIsNoNumber_isRefused() {
        PairMh chains = PairMh.of(PairMhTest::propose, (x, y) -> new double[] {Double.NaN});
        assertThatThrownBy(() -> chains.run(new float[1][1], 1L))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must be a number: d(x, x')=NaN");
        assertThatThrownBy(() -> chains.proposals(0)).hasMessage("must be >= 1: proposals=0");
    }
}
