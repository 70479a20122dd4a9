package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.target.EnergyModel;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Effective samples of Hamming balls beside those of other samplers; prints the table of
 * docs/results/figures.md.
 */
@Tag("slow")
class HammingBallFiguresTest {

    private static final int SLICES = 7;

    /** CPU time of a slice. */
    private static final double SLICE = 0.6e9;

    /** A sampler with its chains, and what is recorded of them. */
    private static final class Contestant {

        private final String name;
        private final ChainBatch batch;
        private final double[] signs;
        private final List<List<Double>> energies = new ArrayList<>();
        private final List<List<Double>> directions = new ArrayList<>();
        private final double[] rates = new double[SLICES];
        private long steps;
        private int thin = 1;

        Contestant(String name, Sampler sampler, EnergyModel model, int chains, double... signs) {
            this.name = name;
            this.batch = sampler.start(model, 5L, chains);
            this.signs = signs;
            batch.warmUp(2_000);
            for (int c = 0; c < chains; c++) {
                energies.add(new ArrayList<>());
                directions.add(new ArrayList<>());
            }
        }

        /** Makes {@link #thin} as large as recordings of about a tenth of a millisecond need. */
        void settle() {
            double each = nanos(2_000) / 2_000;
            thin = (int) Math.max(1.0, 1e5 / each);
            batch.step((int) (1e9 / each));
        }

        private double nanos(int count) {
            long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            batch.step(count);
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began;
        }

        void slice(int number) {
            double spent = 0.0;
            long before = steps;
            while (spent < SLICE) {
                spent += nanos(thin);
                steps += thin;
                for (int c = 0; c < energies.size(); c++) {
                    energies.get(c).add(batch.logProb(c));
                    byte[] state = batch.state(c);
                    directions
                            .get(c)
                            .add(IntStream.range(0, signs.length)
                                    .mapToDouble(i -> signs[i] * state[i])
                                    .sum());
                }
            }
            rates[number] = (steps - before) / spent * 1e9;
        }

        private static double effective(List<List<Double>> traces) {
            return traces.stream()
                    .mapToDouble(trace -> EffectiveSampleSize.tfp(
                            trace.stream().mapToDouble(x -> x).toArray()))
                    .sum();
        }

        /** Effective samples per second of the energy and of the direction. */
        double[] perSecond() {
            double[] sorted = rates.clone();
            Arrays.sort(sorted);
            double seconds = steps / sorted[SLICES / 2];
            System.out.println(String.format(
                    Locale.ROOT,
                    "  %-28s %9.0f steps/s (%.2f to %.2f of it), ESS/s of energy %8.1f, of a direction %8.1f",
                    name,
                    sorted[SLICES / 2],
                    sorted[0] / sorted[SLICES / 2],
                    sorted[SLICES - 1] / sorted[SLICES / 2],
                    effective(energies) / seconds,
                    effective(directions) / seconds));
            return new double[] {effective(energies) / seconds, effective(directions) / seconds};
        }
    }

    private static double[][] compare(String target, EnergyModel model, int chains, Object... namesAndSamplers) {
        double[] signs = new SplittableRandom(3L)
                .doubles(model.dimension())
                .map(u -> u < 0.5 ? -1.0 : 1.0)
                .toArray();
        List<Contestant> all = new ArrayList<>();
        for (int k = 0; k < namesAndSamplers.length; k += 2) {
            all.add(new Contestant(
                    (String) namesAndSamplers[k], (Sampler) namesAndSamplers[k + 1], model, chains, signs));
        }
        all.forEach(Contestant::settle);
        for (int s = 0; s < SLICES; s++) {
            for (Contestant one : all) {
                one.slice(s);
            }
        }
        System.out.println(target);
        return all.stream().map(Contestant::perSecond).toArray(double[][]::new);
    }

    /** Rows of C sites; a row is to have exactly one 1, by a penalty of the squared difference. */
    private static PairwiseModel oneHotRows(int rows, int values, double penalty) {
        SplittableRandom random = new SplittableRandom(1L);
        int n = rows * values;
        double[] bias = random.doubles(n).map(u -> penalty + 2.0 * u).toArray();
        List<int[]> pairs = new ArrayList<>();
        List<Double> couplings = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (i / values == j / values) {
                    pairs.add(new int[] {i, j});
                    couplings.add(-2.0 * penalty);
                } else if (i / values + 1 == j / values) {
                    pairs.add(new int[] {i, j});
                    couplings.add(random.nextDouble() - 0.5);
                }
            }
        }
        return PairwiseModel.of(
                bias,
                pairs.stream().mapToInt(p -> p[0]).toArray(),
                pairs.stream().mapToInt(p -> p[1]).toArray(),
                couplings.stream().mapToDouble(x -> x).toArray());
    }

    /** Pairs of sites that are to be equal, by a penalty, with fields of their own; neighbouring pairs are coupled. */
    private static PairwiseModel pairs(int count, double penalty) {
        SplittableRandom random = new SplittableRandom(1L);
        double[] bias =
                random.doubles(2 * count).map(u -> -penalty + 2.0 * u - 1.0).toArray();
        int[] rows = new int[2 * count - 1];
        int[] columns = new int[2 * count - 1];
        double[] couplings = new double[2 * count - 1];
        for (int k = 0; k < couplings.length; k++) {
            rows[k] = k;
            columns[k] = k + 1;
            couplings[k] = k % 2 == 0 ? 2.0 * penalty : random.nextDouble() - 0.5;
        }
        return PairwiseModel.of(bias, rows, columns, couplings);
    }

    /** A torus of couplings +1 and -1. */
    private static IsingModel glass(int side) {
        SplittableRandom random = new SplittableRandom(1L);
        int n = side * side;
        int[] from = new int[2 * n];
        int[] to = new int[2 * n];
        for (int i = 0; i < n; i++) {
            from[2 * i] = i;
            from[2 * i + 1] = i;
            to[2 * i] = i / side * side + (i + 1) % side;
            to[2 * i + 1] = (i + side) % n;
        }
        double[] couplings =
                random.doubles(2 * n).map(u -> u < 0.5 ? -1.0 : 1.0).toArray();
        return IsingModel.graph(n, from, to, couplings).build();
    }

    @Test
    void oneHotRows_aWholeBlock_winsByFar() {
        PairwiseModel model = oneHotRows(12, 8, 10.0);
        double[][] found = compare(
                "12 one-hot rows of 8 sites, penalty 10",
                model,
                1,
                "gibbs()",
                Samplers.gibbs().build(),
                "lbp().adaptive()",
                Samplers.lbp().adaptive().build(),
                "lbp().swaps(0.5)",
                Samplers.lbp().adaptive().swaps(0.5).build(),
                "hammingBall(1)",
                Samplers.hammingBall(1).build(),
                "hammingBall(1).block(96)",
                Samplers.hammingBall(1).block(96).build(),
                "hammingBall(2)",
                Samplers.hammingBall(2).build());
        assertThat(found[4][1]).isGreaterThan(3.0 * found[0][1]);
    }

    @Test
    void coupledPairs_balls_winByFar() {
        double[][] found = compare(
                "24 pairs of equal sites, penalty 10",
                pairs(24, 10.0),
                1,
                "gibbs()",
                Samplers.gibbs().build(),
                "lbp().adaptive()",
                Samplers.lbp().adaptive().build(),
                "lbp().swaps(0.5)",
                Samplers.lbp().adaptive().swaps(0.5).build(),
                "hammingBall(1)",
                Samplers.hammingBall(1).build(),
                "hammingBall(1).block(48)",
                Samplers.hammingBall(1).block(48).build(),
                "hammingBall(2)",
                Samplers.hammingBall(2).build());
        assertThat(found[3][1]).isGreaterThan(3.0 * found[0][1]);
    }

    @Test
    void glass_sweepsWin() {
        double[][] found = compare(
                "glass 32x32, beta 1",
                glass(32),
                1,
                "gibbs()",
                Samplers.gibbs().build(),
                "lbp().adaptive()",
                Samplers.lbp().adaptive().build(),
                "hammingBall(1)",
                Samplers.hammingBall(1).build(),
                "hammingBall(2)",
                Samplers.hammingBall(2).build());
        assertThat(found[0][0]).isGreaterThan(found[2][0]);
    }

    @Test
    void rbm_informedStepsWin() {
        double[][] found = compare(
                "RBM 64x32, weights sd 0.5, scored as a whole",
                BernoulliRbm.random(64, 32, 0.5, 1L),
                8,
                "gibbs()",
                Samplers.gibbs().build(),
                "lbp()",
                Samplers.lbp().build(),
                "hammingBall(1)",
                Samplers.hammingBall(1).build(),
                "hammingBall(2)",
                Samplers.hammingBall(2).build());
        assertThat(found[1][0]).isGreaterThan(found[2][0]);
    }
}
