package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Chain;
import dev.lbp.Samplers;
import dev.lbp.ValueChain;
import dev.lbp.target.MoveModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Long runs of the path-auxiliary sampler on spaces of thousands of states, against full enumeration. */
class PathMarginalsTest {

    private static final int BATCHES = 100;

    private static final int BATCH = 400;

    /**
     * Each marginal is compared with its batch means: the mean of 100 batches, over their standard error, is about
     * Student's t with 99 degrees of freedom, and exceeds 6 with probability 3.4e-8. A batch of 400 steps of 8 moves
     * each is far longer than the autocorrelation. 64 marginals fail by chance less than once in 450,000 seeds.
     */
    @Test
    void permutationsOf8_marginals_areThoseOfEnumeration() {
        double[][] weights = random(8, 8);
        List<int[]> states = new ArrayList<>();
        extend(new int[8], 0, 8, false, states);
        assertThat(states).hasSize(40_320);
        compare(AssignmentModel.of(weights), weights, 0, states);
    }

    /** The same for 209 partial matchings of 4 and 4 vertices. */
    @Test
    void matchingsOf4And4_marginals_areThoseOfEnumeration() {
        double[][] weights = random(4, 4);
        List<int[]> states = new ArrayList<>();
        extend(new int[4], 0, 4, true, states);
        assertThat(states).hasSize(209);
        compare(MatchingModel.complete(weights), weights, 1, states);
    }

    /**
     * The mean acceptance of 1,500 steps: each lies in [0, 1] with a standard deviation below 0.05, so that the error
     * of the mean is below 0.0013 sqrt(tau), and tau is about 1 for paths of 800 flips of 800 sites. The paper's
     * instances differ by 0.001.
     */
    @Test
    void bernoulli800_pathOf800Flips_isAcceptedAsTheLimitSays() {
        BernoulliModel model = BernoulliModel.of(probabilities());
        Chain chain = Samplers.pas().path(800).build().start(model, 3L);
        chain.warmUp(50);
        double acceptance = 0.0;
        for (int t = 0; t < 1_500; t++) {
            acceptance += chain.step().acceptanceProbability() / 1_500;
        }
        assertThat(acceptance).isBetween(0.981 - 0.002, 0.981 + 0.002);
    }

    private static double[] probabilities() {
        double[] p = new double[800];
        for (int i = 0; i < p.length; i++) {
            p[i] = i % 2 == 0 ? 0.15 : 0.85;
        }
        return p;
    }

    /**
     * @param offset what a state has in place of column 0; below it the site has no weight
     */
    private static void compare(MoveModel model, double[][] weights, int offset, List<int[]> states) {
        int n = weights.length;
        double[][] expected = new double[n][n];
        double total = 0.0;
        for (int[] state : states) {
            double log = 0.0;
            for (int i = 0; i < n; i++) {
                log += state[i] < offset ? 0.0 : weights[i][state[i] - offset];
            }
            total += Math.exp(log);
            add(expected, state, offset, Math.exp(log));
        }
        ValueChain chain = Samplers.pas().path(8).build().start(model, 5L);
        chain.warmUp(200);
        double[][] sum = new double[n][n];
        double[][] squares = new double[n][n];
        for (int b = 0; b < BATCHES; b++) {
            double[][] batch = new double[n][n];
            for (int t = 0; t < BATCH; t++) {
                chain.step();
                add(batch, chain.state(), offset, 1.0 / BATCH);
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    sum[i][j] += batch[i][j];
                    squares[i][j] += batch[i][j] * batch[i][j];
                }
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double mean = sum[i][j] / BATCHES;
                double variance = (squares[i][j] - BATCHES * mean * mean) / (BATCHES - 1);
                double error = Math.sqrt(variance / BATCHES) + 1e-6;
                assertThat((mean - expected[i][j] / total) / error)
                        .as("site %d, column %d: %s", i, j, mean)
                        .isBetween(-6.0, 6.0);
            }
        }
    }

    private static void add(double[][] table, int[] state, int offset, double weight) {
        for (int i = 0; i < state.length; i++) {
            if (state[i] >= offset) {
                table[i][state[i] - offset] += weight;
            }
        }
    }

    private static void extend(int[] prefix, int length, int columns, boolean partial, List<int[]> all) {
        if (length == prefix.length) {
            all.add(prefix.clone());
            return;
        }
        if (partial) {
            prefix[length] = 0;
            extend(prefix, length + 1, columns, true, all);
        }
        int first = partial ? 1 : 0;
        for (int value = first; value < columns + first; value++) {
            boolean used = false;
            for (int k = 0; k < length; k++) {
                used |= prefix[k] == value;
            }
            if (!used) {
                prefix[length] = value;
                extend(prefix, length + 1, columns, partial, all);
            }
        }
    }

    private static double[][] random(int rows, int columns) {
        Random random = new Random(12L);
        double[][] weights = new double[rows][columns];
        for (double[] row : weights) {
            for (int j = 0; j < columns; j++) {
                row[j] = 1.5 * random.nextGaussian();
            }
        }
        return weights;
    }
}
