package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every way of drawing follows the probabilities that its proposal claims. Each test fails by chance with probability
 * 1e-6, see {@link DrawCheck}.
 */
class DrawingTest {

    private static final double[] WEIGHTS = {0.9, 0.15, 0.4, 0.65, 0.3};

    private static final double[] DOMINANT = {3.0, 2e5, 1.0, 5.0, 2.0};

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void drawDistinct_ordinaryWeights_followsThem(boolean bounded) {
        verifyDistinct(table(bounded, null, WEIGHTS), WEIGHTS, 101L);
    }

    /**
     * At a mean weight of 5e-5 a rejection draw succeeds in 75 tries with probability 0.4 %: nearly all end in the
     * scan.
     */
    @Test
    void drawDistinct_tinyWeights_followsThemByTheScan() {
        double[] tiny = scaled(WEIGHTS, 1e-4);
        verifyDistinct(table(true, null, tiny), tiny, 102L);
    }

    /** At a mean weight of 1e-2 half of the draws end by rejection and half in the scan. */
    @Test
    void drawDistinct_smallWeights_followsThemByBothWays() {
        double[] small = scaled(WEIGHTS, 2e-2);
        verifyDistinct(table(true, null, small), small, 103L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void drawDistinct_dominantWeight_followsTheRestToo(boolean bounded) {
        double[] weights = bounded ? scaled(DOMINANT, 1.0 / 2e5) : DOMINANT;
        WeightTable table = table(bounded, null, weights);
        DrawCheck.verifyDistinct(weights, 3, 104L, 100_000, (path, scale, rng) -> table.drawDistinct(scale, rng, path));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void drawDistinct_frozenSites_neverDrawsThem(boolean bounded) {
        double[] weights = {0.9, 0.0, 0.15, 0.4, 0.0, 0.65, 0.3};
        verifyDistinct(table(bounded, new int[] {0, 2, 3, 5, 6}, weights), weights, 105L);
        double[] small = scaled(weights, 1e-3);
        verifyDistinct(table(bounded, new int[] {0, 2, 3, 5, 6}, small), small, 106L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void drawDistinct_afterManySetsAndRollbacks_followsTheLastWeights(boolean bounded) {
        WeightTable table = table(bounded, null, new double[5]);
        churn(table, WEIGHTS);
        verifyDistinct(table, WEIGHTS, 107L);
        verifyIndependent(table, WEIGHTS, 108L);
        double[] tiny = scaled(WEIGHTS, 1e-4);
        churn(table, tiny);
        verifyDistinct(table, tiny, 109L);
        verifyIndependent(table, tiny, 110L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void drawIndependent_anyWeights_followsThem(boolean bounded) {
        verifyIndependent(table(bounded, null, WEIGHTS), WEIGHTS, 111L);
        double[] tiny = scaled(WEIGHTS, 1e-4);
        verifyIndependent(table(bounded, null, tiny), tiny, 112L);
        double[] held = {0.9, 0.0, 0.15, 0.4, 0.0};
        verifyIndependent(table(bounded, new int[] {0, 2, 3}, held), held, 113L);
    }

    @Test
    void uniformProposal_weightsOfOne_drawsEveryPathAlike() {
        double[] ones = {1.0, 1.0, 0.0, 1.0, 1.0, 1.0};
        WeightTable table = table(true, new int[] {0, 1, 3, 4, 5}, ones);
        UniformProposal proposal = new UniformProposal();
        DrawCheck.verifyDistinct(ones, 3, 114L, (path, scale, rng) -> proposal.draw(table, scale, rng, path) == scale);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void draw_fewerPositiveWeightsThanSites_saysSo(boolean bounded) {
        double[] weights = {0.0, 0.5, 0.0, 1e-300, 0.0};
        WeightTable table = table(bounded, null, weights);
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(1L);
        int[] path = new int[5];
        assertThat(table.drawDistinct(2, rng, path)).isTrue();
        assertThat(Arrays.copyOf(path, 2)).containsExactly(1, 3);
        assertThat(table.drawDistinct(3, rng, path)).isFalse();
        assertThat(table.drawDistinct(6, rng, path)).isFalse();
        assertThat(table.drawDistinct(2, rng, path)).as("after a failure").isTrue();
        assertThat(table(bounded, null, new double[5]).drawIndependent(1, rng, path))
                .isFalse();
    }

    /** The check itself: weights that one last change did not reach must be noticed. */
    @Test
    void verify_staleWeights_fails() {
        WeightTable stale = table(false, null, new double[] {0.9, 0.15, 0.4, 0.65, 0.31});
        assertThatThrownBy(() -> verifyDistinct(stale, WEIGHTS, 115L)).hasMessageContaining("chi-square of 60 cells");
        assertThatThrownBy(() -> verifyIndependent(stale, WEIGHTS, 116L)).hasMessageContaining("chi-square");
    }

    private static void churn(WeightTable table, double[] last) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(99L);
        int[] path = new int[5];
        for (int t = 0; t < 2_000; t++) {
            table.save();
            for (int k = 0; k < 4; k++) {
                NaiveWeights.set(table, rng.nextInt(5), rng.nextDouble());
            }
            table.drawDistinct(3, rng, path);
            if (rng.nextBoolean()) {
                table.rollback();
            }
        }
        for (int i = 0; i < last.length; i++) {
            NaiveWeights.set(table, i, last[i]);
        }
        table.save();
        NaiveWeights.set(table, 2, 1.0);
        NaiveWeights.set(table, 0, 0.0);
        table.rollback();
    }

    private static void verifyDistinct(WeightTable table, double[] weights, long seed) {
        DrawCheck.verifyDistinct(weights, 3, seed, (path, scale, rng) -> table.drawDistinct(scale, rng, path));
    }

    private static void verifyIndependent(WeightTable table, double[] weights, long seed) {
        DrawCheck.verifyIndependent(weights, 3, seed, (path, scale, rng) -> table.drawIndependent(scale, rng, path));
    }

    private static WeightTable table(boolean bounded, int[] free, double[] weights) {
        WeightTable table = WeightTable.of(weights.length, free);
        if (bounded) {
            table.load(weights, 0, Arrays.stream(weights).sum(), 1.0);
        } else {
            table.load(weights);
        }
        return table;
    }

    private static double[] scaled(double[] weights, double factor) {
        return Arrays.stream(weights).map(w -> w * factor).toArray();
    }
}
