package dev.lbp.experiments.proposals;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.experiments.exact.HopfieldNetwork;
import dev.lbp.experiments.exact.TorusLattice;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import dev.lbp.target.Statistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A target of {@link CrossingTrials} with exact answers.
 *
 * @param statistics each is 0 or 1, by the mode of a state; they are constant while a chain stays in its mode
 * @param exact the expectation of each statistic
 * @param meanLogProb the exact expectation of log pi; NaN if unknown
 */
record CrossingTarget(IsingModel model, List<Statistic> statistics, double[] exact, double meanLogProb) {

    /** The number of sites of a glass whose marginals are compared. */
    private static final int SITES = 16;

    /** A periodic lattice in a weak field; the statistic is whether more spins are up than down. */
    static CrossingTarget ising(int side, double coupling, double field) {
        TorusLattice lattice = TorusLattice.uniform(side, coupling, field);
        int n = side * side;
        return new CrossingTarget(
                lattice.model(),
                List.of(state -> 2 * ones(state) > n ? 1.0 : 0.0),
                new double[] {lattice.upProbability()},
                lattice.meanLogProb());
    }

    private static int ones(byte[] state) {
        int ones = 0;
        for (byte bit : state) {
            ones += bit;
        }
        return ones;
    }

    /** A network of three patterns; the statistics are its six modes. */
    static CrossingTarget hopfield(int sites, double beta, long seed) {
        HopfieldNetwork network = new HopfieldNetwork(sites, beta, seed);
        int[][] patterns = new int[HopfieldNetwork.PATTERNS][];
        Arrays.setAll(patterns, network::pattern);
        List<Statistic> modes = new ArrayList<>();
        for (int m = 0; m < HopfieldNetwork.MODES; m++) {
            int mode = m;
            modes.add(state -> mode(patterns, state) == mode ? 1.0 : 0.0);
        }
        return new CrossingTarget(network.model(), modes, network.answer().modes(), /* meanLogProb= */ Double.NaN);
    }

    /** The number of the mode of a state, from its overlap with each pattern. */
    private static int mode(int[][] patterns, byte[] state) {
        double[] overlaps = new double[patterns.length];
        for (int m = 0; m < patterns.length; m++) {
            for (int i = 0; i < state.length; i++) {
                overlaps[m] += patterns[m][i] * (2 * state[i] - 1);
            }
        }
        return HopfieldNetwork.mode(overlaps);
    }

    /** A spin glass on a periodic lattice; the statistics are 16 of its sites, each up with probability 1/2. */
    static CrossingTarget glass(int side, double beta, long seed) {
        TorusLattice lattice = TorusLattice.glass(side, beta, seed);
        List<Statistic> sites = new ArrayList<>();
        for (int k = 0; k < SITES; k++) {
            int site = k * side * side / SITES;
            sites.add(state -> state[site]);
        }
        double[] half = new double[SITES];
        Arrays.fill(half, 0.5);
        return new CrossingTarget(lattice.model(), sites, half, lattice.meanLogProb());
    }

    /**
     * The errors of a run's mode probabilities.
     *
     * @param pooled the largest error of a statistic's mean over all chains
     * @param ofChain the root mean square error of a statistic's mean over one chain
     * @param crossed the number of chains in which a statistic changed
     * @param sampleSize the smallest effective sample size of the statistics; NaN if one is NaN, or if a chain has not
     *     crossed, because the estimate would count a chain that never moved as well mixed
     */
    record Score(double pooled, double ofChain, int crossed, double sampleSize) {}

    /** Computes the errors of a run that has kept its draws. */
    Score score(SampleResult result) {
        double[][][] values = new double[exact.length][result.chains()][result.draws()];
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                byte[] state = result.draw(c, t);
                for (int k = 0; k < exact.length; k++) {
                    values[k][c][t] = statistics.get(k).of(state);
                }
            }
        }
        return score(values);
    }

    /** Computes the errors from the values of the statistics, [statistics][chains][draws]. */
    Score score(double[][][] values) {
        double pooled = 0.0;
        double squares = 0.0;
        double least = Double.POSITIVE_INFINITY;
        int chains = values[0].length;
        for (int k = 0; k < exact.length; k++) {
            double sum = 0.0;
            for (int c = 0; c < chains; c++) {
                double mean = Arrays.stream(values[k][c]).average().orElseThrow();
                squares += (mean - exact[k]) * (mean - exact[k]);
                sum += mean;
            }
            pooled = Math.max(pooled, Math.abs(sum / chains - exact[k]));
            least = Math.min(least, EffectiveSampleSize.bulk(values[k])); // NaN if one is NaN
        }
        int crossed = (int)
                IntStream.range(0, chains).filter(c -> hasCrossed(values, c)).count();
        return new Score(
                pooled, Math.sqrt(squares / (chains * exact.length)), crossed, crossed == chains ? least : Double.NaN);
    }

    /** Whether a statistic changed in a chain. */
    private static boolean hasCrossed(double[][][] values, int chain) {
        return Arrays.stream(values)
                .map(statistic -> statistic[chain])
                .anyMatch(trace -> Arrays.stream(trace).anyMatch(value -> value != trace[0]));
    }

    /** The smallest probability of a statistic to be 1, or to be 0. */
    double rarest() {
        return Arrays.stream(exact).map(p -> Math.min(p, 1.0 - p)).min().orElseThrow();
    }

    /** The mean of log pi minus its exact expectation. NaN if the expectation is unknown. */
    double gap(SampleResult result) {
        double[][] logProb = Objects.requireNonNull(result.traces().get("logProb"));
        return Arrays.stream(logProb).flatMapToDouble(Arrays::stream).average().orElseThrow() - meanLogProb;
    }
}
