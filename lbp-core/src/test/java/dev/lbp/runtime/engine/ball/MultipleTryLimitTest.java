package dev.lbp.runtime.engine.ball;

import static dev.lbp.runtime.engine.ball.MultipleTryKernelTest.RING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.step.FlipWeights;
import java.util.stream.IntStream;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What multiple-try Metropolis tends to as its tries grow in number. */
class MultipleTryLimitTest {

    /**
     * With more and more tries the step tends to the Metropolis-Hastings step of the informed proposal of the same
     * weight, on the ring {@code Q(x, y) = g(pi(y) / pi(x)) / Z(x)}: the largest difference of entries falls as one
     * over the number of tries. It does not tend to the step of another weight. With min(1, t) both are equal here,
     * where every state is above its two neighbours or below them.
     */
    @ParameterizedTest
    @MethodSource("dev.lbp.runtime.engine.ball.MultipleTryKernelTest#weights")
    void manyTriesOnARing_tendToTheInformedProposal(WeightFunction weight) {
        double[] distances = IntStream.of(4, 16, 64)
                .mapToDouble(tries -> distance(triesOnRing(weight, tries), informedOnRing(weight)))
                .toArray();
        assertThat(distances[1]).isLessThan(0.4 * distances[0] + 1e-12);
        assertThat(distances[2]).isLessThan(0.3 * distances[1] + 1e-12).isLessThan(0.006);
        WeightFunction other = weight == WeightFunction.SQRT ? WeightFunction.BARKER : WeightFunction.SQRT;
        assertThat(distance(triesOnRing(weight, 64), informedOnRing(other))).isGreaterThan(0.02);
    }

    /** Probabilities of a step to the left and to the right from each state, [6][2]; tries by their binomial law. */
    private static double[][] triesOnRing(WeightFunction weight, int tries) {
        int n = RING.length;
        double[][] p = new double[n][2];
        FlipWeights weights = new FlipWeights(weight);
        for (int x = 0; x < n; x++) {
            for (int side = 0; side < 2; side++) {
                int y = (x + (side == 0 ? n - 1 : 1)) % n;
                double there = RING[y] - RING[x];
                double otherThere = RING[(x + (side == 0 ? 1 : n - 1)) % n] - RING[x];
                double otherBack = RING[(y + (side == 0 ? n - 1 : 1)) % n] - RING[y];
                for (int towardsY = 1; towardsY <= tries; towardsY++) {
                    TryWeights forward = weights(weights, there, towardsY, otherThere, tries - towardsY);
                    double w = Math.exp(weight.logWeight(there));
                    double others = (tries - towardsY) * Math.exp(weight.logWeight(otherThere));
                    double chosen = binomial(tries, towardsY) * towardsY * w / (towardsY * w + others);
                    for (int towardsX = 0; towardsX < tries; towardsX++) {
                        TryWeights back = weights(weights, -there, towardsX + 1, otherBack, tries - 1 - towardsX);
                        p[x][side] += chosen * binomial(tries - 1, towardsX) * forward.acceptance(back, there);
                    }
                }
            }
        }
        return p;
    }

    private static TryWeights weights(FlipWeights weights, double logRatio, int times, double other, int otherTimes) {
        TryWeights sum = new TryWeights(weights);
        IntStream.range(0, times).forEach(k -> sum.add(logRatio));
        IntStream.range(0, otherTimes).forEach(k -> sum.add(other));
        return sum;
    }

    /** The probability of k of n fair coins. */
    private static double binomial(int n, int k) {
        return Math.exp(CombinatoricsUtils.binomialCoefficientLog(n, k) - n * Math.log(2.0));
    }

    private static double[][] informedOnRing(WeightFunction weight) {
        int n = RING.length;
        double[][] w = new double[n][2];
        for (int x = 0; x < n; x++) {
            w[x][0] = Math.exp(weight.logWeight(RING[(x + n - 1) % n] - RING[x]));
            w[x][1] = Math.exp(weight.logWeight(RING[(x + 1) % n] - RING[x]));
        }
        double[][] p = new double[n][2];
        for (int x = 0; x < n; x++) {
            for (int side = 0; side < 2; side++) {
                int y = (x + (side == 0 ? n - 1 : 1)) % n;
                double forward = w[x][side] / (w[x][0] + w[x][1]);
                double back = w[y][1 - side] / (w[y][0] + w[y][1]);
                p[x][side] = Math.min(forward, Math.exp(RING[y] - RING[x]) * back);
            }
        }
        return p;
    }

    private static double distance(double[][] first, double[][] second) {
        return IntStream.range(0, first.length)
                .mapToDouble(x -> Math.max(Math.abs(first[x][0] - second[x][0]), Math.abs(first[x][1] - second[x][1])))
                .max()
                .orElseThrow();
    }
}
