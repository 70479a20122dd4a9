package dev.lbp.runtime.reweighting;

import dev.lbp.internal.Check;
import dev.lbp.result.TemperedAverages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * Computes averages at an inverse temperature on the path, from weights {@code w(x) = exp(beta V(x)) / D(x)} of all
 * states (Shirts and Chodera 2008, equations 9 and 15): {@code Z = sum_x w(x) / n}, {@code <A> = sum_x w(x) A(x) /
 * sum_x w(x)}.
 *
 * <p>Without a block of states the sums lose the block's terms, and D changes with f. To first order a sum over all
 * states of w A changes by {@code -sum_k df_k sum_x w(x) A(x) p_k(x)}, so no sum is computed again for each block. This
 * changes an error by a fraction of about one over the number of blocks.
 */
final class ReweightedLaw {

    /** The number of powers of an observable that are summed: 0 to 4. */
    private static final int POWERS = 5;

    private final double beta;
    private final PooledSamples samples;
    private final SlotMixture mixture;
    private final ToIntFunction<String> observable;

    /** The weight of a state of each level, relative to the largest. */
    private final double[] weights;

    /** The logarithm of the largest weight. */
    private final double logLargest;

    /** The sums of the observables requested so far. */
    private final Map<Integer, Sums> known = new TreeMap<>();

    /**
     * @param observable gives the number of an observable from its name
     */
    ReweightedLaw(double beta, PooledSamples samples, SlotMixture mixture, ToIntFunction<String> observable) {
        this.beta = beta;
        this.samples = samples;
        this.mixture = mixture;
        this.observable = observable;
        this.weights = new double[samples.levels.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int l = 0; l < weights.length; l++) {
            // at beta 0 even an infinite V has no effect, while 0 times it would be NaN
            weights[l] = (beta == 0.0 ? 0.0 : beta * samples.levels[l]) - mixture.logDensity[l];
            largest = Math.max(largest, weights[l]);
        }
        for (int l = 0; l < weights.length; l++) {
            weights[l] = Math.exp(weights[l] - largest);
        }
        this.logLargest = largest;
    }

    /**
     * The averages over all states; all NaN if log Z at the slots is not known.
     *
     * @param targetBeta the inverse temperature of the target
     * @param logUniform log pi_0 of every state; NaN if the reference is not uniform
     */
    TemperedAverages averages(double targetBeta, double logUniform) {
        double resolution = 1.0 / samples.scans;
        if (mixture.changes == null) {
            return new TemperedAverages(beta, targetBeta, logUniform, resolution, new Unknown(), List.of());
        }
        List<TemperedAverages.Moments> without = new ArrayList<>();
        for (int j = 0; j < samples.blockScans.length; j++) {
            if (samples.hasErrors && samples.blockScans[j] > 0) {
                without.add(new LawWithoutBlock(j));
            }
        }
        int noBlock = samples.blockScans.length; // leaves out none
        return new TemperedAverages(beta, targetBeta, logUniform, resolution, new LawWithoutBlock(noBlock), without);
    }

    private static void checkPower(int power) {
        Check.that(power >= 1 && power < POWERS, "be in [1, 4]", "power", power);
    }

    /** The averages if slots overlap too little: all NaN. */
    private final class Unknown implements TemperedAverages.Moments {

        @Override
        public double logZ() {
            return Double.NaN;
        }

        @Override
        public double moment(String name, int power) {
            checkPower(power);
            return variance(name); // NaN too, after the check of the name
        }

        @Override
        public double variance(String name) {
            int unused = observable.applyAsInt(name); // refuses a name that is not tracked
            return Double.NaN;
        }
    }

    /** The averages over the states of all blocks but one, or of all blocks. */
    private final class LawWithoutBlock implements TemperedAverages.Moments {

        private final int block;

        /**
         * @param block the block left out; the number of blocks for none
         */
        LawWithoutBlock(int block) {
            this.block = block;
        }

        @Override
        public double logZ() {
            // Z is the sum of all weights, power 0 of any observable, divided by the number of scans
            int left = block == samples.blockScans.length ? 0 : samples.blockScans[block]; // 0 if no block is left out
            return logLargest + Math.log(sums("logProb").moments[block][0] / (samples.scans - left));
        }

        @Override
        public double moment(String name, int power) {
            checkPower(power);
            Sums sums = sums(name);
            double moment = 0.0;
            double binomial = 1.0;
            for (int p = 0; p <= power; p++) { // the binomial expansion of ((A - c) + c)^power
                moment += binomial * sums.mean(block, p) * Math.pow(sums.centre, power - p);
                binomial = binomial * (power - p) / (p + 1);
            }
            return moment;
        }

        @Override
        public double variance(String name) {
            Sums sums = sums(name);
            double mean = sums.mean(block, 1);
            return sums.mean(block, 2) - mean * mean;
        }
    }

    private synchronized Sums sums(String name) {
        return known.computeIfAbsent(observable.applyAsInt(name), Sums::new);
    }

    /** Sums over the states of w (A - c)^p, p in [0, 4]: w their weights, A an observable, c near its mean. */
    private final class Sums {

        final double centre;

        /** The sums [blocks + 1][p]: at j without block j, and at the end over all states. */
        final double[][] moments;

        /** Sums over the states, level by level, for the observable number {@code which}. */
        Sums(int which) {
            double[] values = samples.values(which);
            centre = centre(values);
            int blocks = samples.blockScans.length;
            moments = new double[blocks + 1][POWERS];
            double[] all = moments[blocks];
            // shared[p][k] is the sum over all states of w (A - c)^p times slot k's share p_k of the mixture
            double[][] shared = new double[POWERS][mixture.slots()];
            double[] ofLevel = new double[POWERS];
            for (int l = 0; l < weights.length; l++) {
                if (weights[l] == 0.0) { // an impossible state has no values
                    continue;
                }
                Arrays.fill(ofLevel, 0.0);
                for (int x = samples.first[l]; x < samples.first[l + 1]; x++) {
                    double term = weights[l];
                    for (int p = 0; p < POWERS; p++) {
                        ofLevel[p] += term;
                        moments[samples.block[x]][p] -= term; // addChanges() adds the sums over all states
                        term *= values[x] - centre;
                    }
                }
                for (int p = 0; p < POWERS; p++) {
                    all[p] += ofLevel[p];
                }
                mixture.addShares(l, ofLevel, shared);
            }
            double[][] changes = Objects.requireNonNull(mixture.changes);
            for (int j = 0; j < blocks; j++) {
                addChanges(moments[j], all, shared, changes[j]);
            }
        }

        /**
         * Completes the sums without a block, {@code all - terms of the block - sum_k changes[k] shared[.][k]}. The
         * last term is the first-order effect of the changes in log Z of the slots.
         *
         * @param without holds minus the block's terms, and receives the sums
         */
        private void addChanges(double[] without, double[] all, double[][] shared, double[] changes) {
            for (int p = 0; p < POWERS; p++) {
                without[p] += all[p];
                for (int k = 1; k < changes.length; k++) {
                    without[p] -= changes[k] * shared[p][k];
                }
            }
        }

        /** The weighted mean. If all values are equal it is this value, so that their variance is exactly 0. */
        private double centre(double[] values) {
            double sum = 0.0;
            double all = 0.0;
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (int l = 0; l < weights.length; l++) {
                for (int x = samples.first[l]; weights[l] > 0.0 && x < samples.first[l + 1]; x++) {
                    sum += weights[l] * values[x];
                    all += weights[l];
                    least = Math.min(least, values[x]);
                    most = Math.max(most, values[x]);
                }
            }
            return least == most ? least : sum / all;
        }

        /** The weighted mean of (A - c)^power without a block. */
        double mean(int block, int power) {
            return moments[block][power] / moments[block][0];
        }
    }
}
