package dev.lbp.experiments.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.models.IsingModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class PlainAnnealerTest {

    private static final int SITES = 12;

    /**
     * The couplings are whole numbers, so sums are exact: a value that a sweep gains wrongly, or a force that is not up
     * to date, would end above or below the largest log-probability of all states. Each of 50 anneals finds it with a
     * probability near 1; the seed is fixed.
     */
    @Test
    void anneal_smallGlass_findsTheLargestLogProbability_andNeverMore() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(new long[] {1});
        int[] from = new int[30];
        int[] to = new int[30];
        double[] couplings = new double[30];
        for (int k = 0; k < from.length; k++) {
            from[k] = random.nextInt(SITES);
            to[k] = (from[k] + random.nextInt(1, SITES)) % SITES;
            couplings[k] = random.nextInt(-3, 4);
        }
        double largest = largest(IsingModel.graph(SITES, from, to, couplings).build());
        PlainAnnealer annealer = new PlainAnnealer(SITES, from, to, couplings);
        double[] best = new double[50];
        Arrays.setAll(best, k -> annealer.anneal(100, Double.POSITIVE_INFINITY, random));
        assertThat(best).contains(largest);
        assertThat(Arrays.stream(best).max()).hasValue(largest);
        assertThat(Arrays.stream(best).filter(value -> value == largest).count())
                .isGreaterThan(40);
    }

    /** Each of the random states has -1 or 1. All of 20 have the same with a probability of 2e-6; the seed is fixed. */
    @Test
    void anneal_targetThatAnyStateReaches_endsBeforeTheFirstSweep() {
        PlainAnnealer annealer = new PlainAnnealer(2, new int[] {0}, new int[] {1}, new double[] {-1});
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(new long[] {2});
        double[] best = new double[20];
        Arrays.setAll(best, k -> annealer.anneal(100, -1.0, random));
        assertThat(best).containsOnly(-1.0, 1.0);
    }

    private static double largest(IsingModel model) {
        IsingModel.Tracker tracker = model.newTracker();
        double largest = Double.NEGATIVE_INFINITY;
        byte[] state = new byte[SITES];
        for (int code = 0; code < 1 << SITES; code++) {
            for (int i = 0; i < SITES; i++) {
                state[i] = (byte) (code >> i & 1);
            }
            tracker.reset(state);
            largest = Math.max(largest, tracker.logProb());
        }
        return largest;
    }
}
