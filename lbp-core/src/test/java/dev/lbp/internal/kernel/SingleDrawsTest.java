package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table for single draws: sums of blocks that follow the weights draw from the weights of now. */
class SingleDrawsTest {

    private final UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(5L);

    /** Returns one double to the table. Weights of all sizes make every draw one by block. */
    private static final class One implements UniformRandomProvider {

        private double uniform;

        @Override
        public double nextDouble() {
            return uniform;
        }

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("must draw by block");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 5_000})
    void draws_betweenManyChanges_areThoseOfTheCumulatedWeights(int n) {
        WeightTable table = WeightTable.forSingleDraws(n, null);
        table.load(rng.doubles(n).map(SingleDrawsTest::ofAnySize).toArray());
        One one = new One();
        int[] path = new int[1];
        for (int t = 0; t < 400; t++) {
            table.save();
            int[] sites = rng.ints(0, n)
                    .distinct()
                    .limit(rng.nextInt(1, t % 50 == 0 ? n : 200))
                    .toArray();
            double[] values =
                    rng.doubles(sites.length).map(SingleDrawsTest::ofAnySize).toArray();
            table.replace(sites, values, sites.length, Math.exp(40.0));
            if (t % 3 == 1) {
                table.rollback();
            }
            one.uniform = rng.nextDouble();
            assertThat(table.drawIndependent(1, one, path)).isTrue();
            double target = one.uniform * table.total();
            double below = 0.0;
            for (int i = 0; i < path[0]; i++) {
                below += table.weight(i);
            }
            double slack = 1e-9 * table.total();
            assertThat(target).isBetween(below - slack, below + table.weight(path[0]) + slack);
        }
    }

    /** A block that has lost all its weight keeps 0.1 + 0.2 - 0.1 - 0.2 = 5.6e-17, and no draw may come from it. */
    @Test
    void draw_fromABlockWithoutWeight_isRepeated() {
        double[] weights = new double[16]; // two blocks of 8
        weights[15] = 1.0;
        BlockSums sums = new BlockSums(weights, true);
        One one = new One();
        assertThat(sums.draw(one)).isEqualTo(15);
        for (double[] change : new double[][] {{0, 0.1}, {1, 0.2}, {0, 0.0}, {1, 0.0}}) {
            int[] site = {(int) change[0]};
            double[] before = {weights[site[0]]};
            weights[site[0]] = change[1];
            sums.addDifferences(site, new double[] {change[1]}, before, 0, 1);
        }
        assertThat(sums.draw(one)).isEqualTo(15);
    }

    @Test
    void rollback_ofFollowingSums_repeatsTheDraws() {
        int n = 3_000;
        WeightTable table = WeightTable.forSingleDraws(n, null);
        table.load(rng.doubles(n).map(SingleDrawsTest::ofAnySize).toArray());
        int[] path = new int[1];
        table.drawIndependent(1, rng, path);
        table.save();
        int[] first = drawsAndChanges(table, n);
        for (int t = 0; t < 5; t++) {
            table.rollback();
            table.save();
            assertThat(drawsAndChanges(table, n)).isEqualTo(first);
        }
    }

    /** Sums that follow have their own rounding: a table that was read must go on with the same bits. */
    @Test
    void transcribe_ofFollowingSums_keepsTheDraws() {
        int n = 3_000;
        WeightTable table = WeightTable.forSingleDraws(n, null);
        table.load(rng.doubles(n).map(SingleDrawsTest::ofAnySize).toArray());
        drawsAndChanges(table, n);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.transcribe(new TranscriptWriter(bytes));
        WeightTable read = WeightTable.forSingleDraws(n, null);
        read.transcribe(new TranscriptReader(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(drawsAndChanges(read, n)).isEqualTo(drawsAndChanges(table, n));
        ByteArrayOutputStream one = new ByteArrayOutputStream();
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        table.transcribe(new TranscriptWriter(one));
        read.transcribe(new TranscriptWriter(other));
        assertThat(other.toByteArray()).isEqualTo(one.toByteArray());
    }

    /** Changes more weights in all than there are, so that sums stop to follow and begin again. */
    private static int[] drawsAndChanges(WeightTable table, int n) {
        UniformRandomProvider own = RandomSource.XO_SHI_RO_256_PP.create(9L);
        int[] drawn = new int[60];
        int[] path = new int[1];
        for (int k = 0; k < drawn.length; k++) {
            int[] sites = own.ints(0, n).distinct().limit(k == 30 ? n : 100).toArray();
            double[] values =
                    own.doubles(sites.length).map(SingleDrawsTest::ofAnySize).toArray();
            table.replace(sites, values, sites.length, Math.exp(40.0));
            table.drawIndependent(1, own, path);
            drawn[k] = path[0];
        }
        return drawn;
    }

    private static double ofAnySize(double uniform) {
        return Math.exp(80.0 * uniform - 40.0) * (uniform < 0.1 ? 0.0 : 1.0);
    }
}
