package dev.lbp.experiments.tempering;

import dev.lbp.SamplingRun;
import dev.lbp.experiments.exact.HopfieldNetwork;
import dev.lbp.experiments.exact.PeriodicIsing;
import dev.lbp.experiments.exact.RbmAnswer;
import dev.lbp.experiments.exact.SpinGlass;
import dev.lbp.internal.Sum;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Statistic;
import java.util.Arrays;
import java.util.Objects;

/**
 * A target of {@link TemperingTrials} with its exact answers. The mode of a draw follows from linear statistics, which
 * a run tracks.
 *
 * @param logZ the exact log Z
 * @param means the means of the model's training data, in (0, 1); 1/2 for a model without data
 * @param marginals the exact marginals, N values
 * @param modes the exact probability of each mode
 * @param weights the weights w of the tracked statistics {@code w . x + offset}, [statistics][N]
 * @param offsets the offset of each statistic
 * @param occupation computes the share of each mode from the statistics of a draw
 */
record TemperingInstance(
        EnergyModel model,
        double logZ,
        double[] means,
        double[] marginals,
        double[] modes,
        double[][] weights,
        double[] offsets,
        Occupation occupation) {

    /** Computes the mode of a draw. */
    @FunctionalInterface
    interface Occupation {

        /** The share of each mode, given the values of all statistics. */
        double[] of(double[] statistics);
    }

    /** A periodic lattice without a field. The modes are positive and negative magnetisation. */
    static TemperingInstance ising(int side, double coupling) {
        int n = side * side;
        double[] spins = filled(n, 2.0); // the sum of spins is 2 sum x - n
        return new TemperingInstance(
                IsingModel.lattice(side, side).periodic().coupling(coupling).build(),
                PeriodicIsing.logZ(side, side, coupling),
                filled(n, 0.5), // means
                filled(n, 0.5), // marginals
                new double[] {0.5, 0.5},
                new double[][] {spins},
                new double[] {-n},
                sum -> {
                    double up = 0.5 + 0.5 * Math.signum(sum[0]);
                    return new double[] {up, 1.0 - up};
                });
    }

    /** A network of three patterns. The modes are the patterns and their negatives. */
    static TemperingInstance hopfield(int sites, double beta, long seed) {
        HopfieldNetwork network = new HopfieldNetwork(sites, beta, seed);
        HopfieldNetwork.Answer answer = network.answer();
        double[][] weights = new double[HopfieldNetwork.PATTERNS][];
        double[] offsets = new double[weights.length];
        for (int m = 0; m < weights.length; m++) {
            int[] pattern = network.pattern(m);
            weights[m] = spinWeights(pattern); // pattern . s = 2 pattern . x - sum of the pattern
            offsets[m] = -Arrays.stream(pattern).sum();
        }
        return new TemperingInstance(
                network.model(),
                answer.logZ(),
                filled(sites, 0.5), // means
                filled(sites, 0.5), // marginals
                answer.modes(),
                weights,
                offsets,
                overlaps -> {
                    double[] shares = new double[HopfieldNetwork.MODES];
                    shares[HopfieldNetwork.mode(overlaps)] = 1.0;
                    return shares;
                });
    }

    /** A spin glass. The modes are its two ground states. */
    static TemperingInstance glass(int sites, double beta, long seed) {
        SpinGlass glass = new SpinGlass(sites, beta, seed);
        SpinGlass.Answer answer = glass.answer();
        return new TemperingInstance(
                glass.model(),
                answer.logZ(),
                filled(sites, 0.5), // means
                filled(sites, 0.5), // marginals
                new double[] {answer.bestProbability(), answer.bestProbability()},
                new double[][] {spinWeights(answer.best())},
                new double[] {-Arrays.stream(answer.best()).sum()},
                // the overlap with a ground state is N there, and -N at its negative
                overlap -> new double[] {overlap[0] == sites ? 1.0 : 0.0, overlap[0] == -sites ? 1.0 : 0.0});
    }

    /**
     * A machine of few hidden units. Each hidden unit counts as a mode, whose share is the unit's probability given the
     * visible units.
     *
     * @param means the means of the data, in (0, 1)
     */
    static TemperingInstance rbm(BernoulliRbm machine, double[] means) {
        RbmAnswer answer = RbmAnswer.of(machine);
        double[][] given = machine.weights();
        double[][] weights = new double[machine.hidden()][machine.dimension()];
        for (int j = 0; j < weights.length; j++) {
            for (int i = 0; i < given.length; i++) {
                weights[j][i] = given[i][j];
            }
        }
        return new TemperingInstance(
                machine,
                answer.logZ(),
                means,
                answer.marginals(),
                answer.hidden(),
                weights,
                machine.hiddenBias(),
                inputs -> Arrays.stream(inputs)
                        .map(a -> 1.0 / (1.0 + Math.exp(-a)))
                        .toArray());
    }

    private static double[] filled(int n, double value) {
        double[] values = new double[n];
        Arrays.fill(values, value);
        return values;
    }

    /** The weights of bits x in {@code pattern . s} with s = 2x - 1, without the constant. */
    private static double[] spinWeights(int[] pattern) {
        return Arrays.stream(pattern).mapToDouble(sign -> 2.0 * sign).toArray();
    }

    /** Tracks the statistics in a run. */
    SamplingRun tracked(SamplingRun run) {
        for (int k = 0; k < weights.length; k++) {
            run.track(statistic(k), Statistic.weightedSum(weights[k]));
        }
        return run;
    }

    /** The name of a tracked statistic. */
    private static String statistic(int k) {
        return "statistic" + (k + 1);
    }

    /** The share of each mode over all draws. */
    double[] occupations(SampleResult result) {
        double[][][] traces = new double[weights.length][][];
        Arrays.setAll(traces, k -> Objects.requireNonNull(result.traces().get(statistic(k))));
        double[] shares = new double[modes.length];
        double[] statistics = new double[traces.length];
        long draws = 0;
        for (int c = 0; c < traces[0].length; c++) {
            for (int t = 0; t < traces[0][c].length; t++) {
                for (int k = 0; k < traces.length; k++) {
                    statistics[k] = traces[k][c][t] + offsets[k];
                }
                double[] draw = occupation.of(statistics);
                for (int m = 0; m < shares.length; m++) {
                    shares[m] += draw[m];
                }
                draws++;
            }
        }
        for (int m = 0; m < shares.length; m++) {
            shares[m] /= draws;
        }
        return shares;
    }

    /** The largest absolute error of the estimated marginals. */
    double worstMarginal(double[] estimates) {
        double worst = 0.0;
        for (int i = 0; i < marginals.length; i++) {
            worst = Math.max(worst, Math.abs(estimates[i] - marginals[i]));
        }
        return worst;
    }

    /** The root mean square error of the estimated mode probabilities. */
    double rmsOfModes(double[] shares) {
        double sum = Sum.of(modes.length, m -> (shares[m] - modes[m]) * (shares[m] - modes[m]));
        return Math.sqrt(sum / modes.length);
    }
}
