package dev.lbp.nn.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;

/** Which chains an update moves. */
class ReplayBufferTest {

    /**
     * Sixty ordered choices of 3 of 5; chi-squared with 59 degrees of freedom: a false failure has probability 1e-6.
     */
    @Test
    void choose_threeOfFive_drawsAllOrderedChoicesAlike() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(4L);
        Map<String, Integer> counts = new HashMap<>();
        int draws = 30_000;
        for (int k = 0; k < draws; k++) {
            counts.merge(Arrays.toString(ReplayBuffer.choose(3, 5, random)), 1, Integer::sum);
        }
        assertThat(counts).hasSize(60);
        double expected = draws / 60.0;
        double chiSquared = counts.values().stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        double limit = ChiSquaredDistribution.of(59).inverseSurvivalProbability(1e-6);
        assertThat(chiSquared).isLessThan(limit);
    }

    @Test
    void choose_all_isAPermutation() {
        int[] all = ReplayBuffer.choose(9, 9, RandomSource.XO_SHI_RO_256_PP.create(4L));
        Arrays.sort(all);
        assertThat(all).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    /** A buffer that is no multiple of the batch. Chains of scale 1 move at nearly every step of this flat network. */
    @Test
    void update_ofAnyBuffer_movesTheChosenChainsAlone() {
        List<byte[][]> buffers = new ArrayList<>();
        PersistentTraining.of(new PlainMlp(16, 8, 3), PersistentTrainingTest.manyOrFew())
                .sampler(Samplers.lbp().scale(1).build())
                .batch(10)
                .buffer(25)
                .steps(3)
                .updates(40)
                .learningRate(1e-6)
                .listener(1, (progress, now) -> buffers.add(now.buffer()))
                .run();
        boolean[] everMoved = new boolean[25];
        for (int u = 1; u < buffers.size(); u++) {
            int moved = 0;
            for (int c = 0; c < 25; c++) {
                if (!Arrays.equals(buffers.get(u)[c], buffers.get(u - 1)[c])) {
                    moved++;
                    everMoved[c] = true;
                }
            }
            assertThat(moved).isBetween(1, 10);
        }
        assertThat(everMoved).containsOnly(true);
    }
}
