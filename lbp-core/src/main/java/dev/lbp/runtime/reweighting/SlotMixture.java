package dev.lbp.runtime.reweighting;

import dev.lbp.internal.Sum;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.NonPositiveDefiniteMatrixException;
import org.apache.commons.math3.linear.RealVector;
import org.jspecify.annotations.Nullable;

/**
 * The law of a state whose slot is forgotten, {@code D(x) / (K + 1)} relative to the reference, and log Z at the
 * slots: the solution of the equations of the multistate Bennett acceptance ratio (Shirts and Chodera 2008, equation
 * 11). Every slot has the same number n of states, so with {@code f_k = -log Z_k} they are
 *
 * <pre>{@code
 * D(x) = sum_k exp(f_k + beta_k V(x)),   p_k(x) = exp(f_k + beta_k V(x)) / D(x),   sum_x p_i(x) = n,   f_0 = 0
 * }</pre>
 *
 * <p>They state that the convex function {@code F(f) = sum_x log D(x) / n - sum_k f_k} has its minimum. After a few
 * rounds of {@code f_i -= log(sum_x p_i(x) / n)} Newton's steps find it, halved where F would grow. All sums over slots
 * are relative to their largest term. A round costs O(levels K), with an exponential only where p_k is not negligible.
 */
final class SlotMixture {

    /** Terms smaller than exp(-45), 3e-20, of the largest are below the last bit of a sum. */
    private static final double NEGLIGIBLE = -45.0;

    private static final int FIRST_ROUNDS = 5;

    private static final int MOST_ROUNDS = 60;

    /** Enough to reduce a bracket of 10^9 nats to 1e-9. A wider one is halved more often. */
    private static final int HALVINGS = 60;

    /** The largest final width of a bracket, in nats. */
    private static final double BRACKET = 1e-9;

    /** The largest error of an equation, relative to n. Statistical errors of f are above 1e-4. */
    private static final double TOLERANCE = 1e-9;

    /** If the error of one of the equations for f is larger than this after all rounds, f counts as unknown. */
    private static final double MOST_ERROR = 1e-4;

    /** With an {@link #overlap} of less than one state, the error of log Z is more than a nat. */
    private static final double LEAST_OVERLAP = 1.0;

    private final double[] betas;
    private final PooledSamples samples;

    /** f_k = -log Z_k of each slot. */
    private final double[] free;

    /** log D of each level. */
    final double[] logDensity;

    /** The changes of f without each block, [blocks][K + 1]; null if slots overlap too little to know f. */
    final double @Nullable [][] changes;

    /** p_k at the level of the last {@link #computeShares}. Those outside [from, to) are negligible and not valid. */
    private final double[] shares;

    private int from;
    private int to;

    /**
     * Solves the equations for f: a guess, some fixed-point steps, then Newton's. If slots overlap too little before or
     * after Newton's steps, f counts as unknown.
     */
    SlotMixture(double[] betas, PooledSamples samples) {
        this.betas = betas;
        this.samples = samples;
        this.free = initialGuess(betas, samples.ratiosOfSlots);
        this.logDensity = new double[samples.levels.length];
        this.shares = new double[betas.length];
        for (int round = 0; round < FIRST_ROUNDS; round++) {
            fixedPointStep(sums());
        }
        CholeskyDecomposition hessian = overlap() < LEAST_OVERLAP ? null : solve();
        this.changes = hessian == null || overlap() < LEAST_OVERLAP ? null : changes(hessian);
    }

    /** The first guess of -log Z_k: minus the sum of {@link #bennett} over the pairs of neighbouring slots 0 to k. */
    private static double[] initialGuess(double[] betas, double[][] ratios) {
        double[] free = new double[betas.length];
        for (int k = 1; k < free.length; k++) {
            free[k] = free[k - 1] - bennett(betas[k] - betas[k - 1], ratios[k - 1], ratios[k]);
        }
        return free;
    }

    /**
     * Bennett's estimate of log Z of the colder slot minus that of the hotter one (J. Comput. Phys. 22, 1976,
     * doi:10.1016/0021-9991(76)90078-4): the c for which {@code sum 1 / (1 + exp(c - d V))} over the hotter slot's
     * states equals {@code sum 1 / (1 + exp(d V - c))} over the colder one's. It is found by halving a bracket. Unlike
     * an integral of the mean of V, it is right to a few nats even where V is steep, so Newton's steps converge from
     * it.
     */
    private static double bennett(double d, double[] hotter, double[] colder) {
        double[] ends = DoubleStream.concat(DoubleStream.of(hotter), DoubleStream.of(colder))
                .filter(Double::isFinite)
                .map(ratio -> d * ratio)
                .toArray();
        // for a c beyond these ends all terms of one of the sums are negligible
        double low = DoubleStream.of(ends).min().orElse(0.0) + NEGLIGIBLE;
        double high = DoubleStream.of(ends).max().orElse(0.0) - NEGLIGIBLE;
        for (int round = 0; round < HALVINGS || high - low > BRACKET; round++) {
            double middle = 0.5 * low + 0.5 * high;
            if (round >= HALVINGS && (middle == low || middle == high)) {
                break; // no double lies between low and high
            }
            double gap = bennettGap(middle, d, hotter, colder); // falls as c grows
            low = gap > 0.0 ? middle : low;
            high = gap > 0.0 ? high : middle;
        }
        return 0.5 * low + 0.5 * high;
    }

    /** The difference of the two sums that {@link #bennett} makes equal. */
    private static double bennettGap(double c, double d, double[] hotter, double[] colder) {
        double gap = 0.0;
        for (double ratio : hotter) {
            gap += 1.0 / (1.0 + Math.exp(c - d * ratio));
        }
        for (double ratio : colder) {
            gap -= 1.0 / (1.0 + Math.exp(d * ratio - c));
        }
        return gap;
    }

    /** log of slot k's term of D: f_k + beta_k V. At beta 0 it is f_k even if V is infinite. */
    private double exponent(int k, double ratio) {
        return betas[k] == 0.0 ? free[k] : free[k] + betas[k] * ratio;
    }

    /** Computes p_k, into {@link #shares}, of the states whose V is {@code ratio}. Returns their log D. */
    private double computeShares(double ratio) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < free.length; k++) {
            shares[k] = exponent(k, ratio);
            largest = Math.max(largest, shares[k]);
        }
        from = 0;
        while (shares[from] - largest < NEGLIGIBLE) {
            from++;
        }
        to = shares.length;
        while (shares[to - 1] - largest < NEGLIGIBLE) {
            to--;
        }
        double sum = 0.0;
        for (int k = from; k < to; k++) {
            shares[k] = Math.exp(shares[k] - largest);
            sum += shares[k];
        }
        for (int k = from; k < to; k++) {
            shares[k] /= sum;
        }
        return largest + Math.log(sum);
    }

    /** The sum of p_k over all states, for each k. Also computes {@link #logDensity}. */
    private double[] sums() {
        double[] sums = new double[free.length];
        for (int l = 0; l < logDensity.length; l++) {
            logDensity[l] = computeShares(samples.levels[l]);
            for (int k = from; k < to; k++) {
                sums[k] += samples.count(l) * shares[k];
            }
        }
        return sums;
    }

    /** {@code f_k -= log(sum_x p_k(x) / n)}, with a constant added to all f so that f_0 stays 0. */
    private void fixedPointStep(double[] sums) {
        for (int k = free.length - 1; k >= 0; k--) {
            if (sums[k] > 0.0 && sums[0] > 0.0) { // else p_k is negligible everywhere, and does not determine f_k
                free[k] -= Math.log(sums[k] / samples.scans) - Math.log(sums[0] / samples.scans);
            }
        }
    }

    /**
     * The convex function to be minimised, {@code F(f) = sum_x log D(x) / n - sum_k f_k}, at the current f; from the
     * log D of the last {@link #sums}.
     */
    private double objective() {
        double objective = Sum.of(logDensity.length, l -> samples.count(l) * logDensity[l] / samples.scans);
        for (double f : free) {
            objective -= f;
        }
        return objective;
    }

    /**
     * The smallest overlap of neighbouring slots, in states: {@code sum_x q(x) (1 - q(x))} with q the share of the
     * slots up to the hotter one. Bennett's ratio between two slots has the variance {@code 1 / overlap - 2 / n}. 0 if
     * f is not finite.
     */
    private double overlap() {
        double[] overlaps = new double[free.length - 1];
        for (int l = 0; l < logDensity.length; l++) {
            computeShares(samples.levels[l]);
            double hotter = 0.0;
            for (int k = from; k < to - 1; k++) {
                hotter += shares[k];
                overlaps[k] += samples.count(l) * hotter * (1.0 - hotter);
            }
        }
        double least = DoubleStream.of(overlaps).min().orElse(0.0);
        return Double.isNaN(least) ? 0.0 : least;
    }

    /** The largest error of an equation {@code sum_x p_k(x) = n}, relative to n. */
    private double largestError(double[] sums) {
        double largest = 0.0;
        for (double sum : sums) {
            largest = Math.max(largest, Math.abs(sum / samples.scans - 1.0));
        }
        return largest;
    }

    /** Finds the minimum, and returns the second derivatives there; null if slots overlap too little. */
    private @Nullable CholeskyDecomposition solve() {
        double[] sums = sums();
        for (int round = 0; round < MOST_ROUNDS && largestError(sums) > TOLERANCE; round++) {
            CholeskyDecomposition hessian = hessian();
            sums = hessian == null ? afterFixedPoint(sums) : afterNewton(sums, hessian);
        }
        return largestError(sums) > MOST_ERROR ? null : hessian();
    }

    /** Takes a fixed-point step, and returns the new {@link #sums}. */
    private double[] afterFixedPoint(double[] sums) {
        fixedPointStep(sums);
        return sums();
    }

    /** Takes a Newton step, halved until the error or F falls, else a fixed-point step. Returns the new sums. */
    private double[] afterNewton(double[] sums, CholeskyDecomposition hessian) {
        double error = largestError(sums);
        double objective = objective();
        double[] before = free.clone();
        double[] step = newtonStep(hessian, k -> sums[k] / samples.scans - 1.0);
        for (double length = 1.0; length > 1e-3; length *= 0.5) {
            for (int k = 1; k < free.length; k++) {
                free[k] = before[k] + length * step[k];
            }
            double[] after = sums();
            if (largestError(after) < error || objective() < objective) {
                return after;
            }
        }
        System.arraycopy(before, 0, free, 0, free.length);
        return afterFixedPoint(sums());
    }

    /** The second derivatives of F by f_1 to f_K; null if they are not positive definite in double precision. */
    private @Nullable CholeskyDecomposition hessian() {
        int n = free.length - 1;
        double[][] second = new double[n][n];
        for (int l = 0; l < logDensity.length; l++) {
            computeShares(samples.levels[l]);
            double weight = (double) samples.count(l) / samples.scans;
            for (int i = Math.max(1, from); i < to; i++) {
                second[i - 1][i - 1] += weight * shares[i];
                for (int k = Math.max(1, from); k < to; k++) {
                    second[i - 1][k - 1] -= weight * shares[i] * shares[k];
                }
            }
        }
        try {
            // the matrix need not be copied; tolerances of asymmetry and of positive pivots
            return new CholeskyDecomposition(new Array2DRowRealMatrix(second, false), 1e-8, 1e-13);
        } catch (NonPositiveDefiniteMatrixException e) {
            return null;
        }
    }

    /**
     * The change of f when a block is left out, for each block, by one Newton step from f. Without the m scans of a
     * block, the error of equation i is {@code (m - P_i) / (n - m)}, with P_i the sum of p_i over the block.
     */
    private double[][] changes(CholeskyDecomposition hessian) {
        double[][] inBlock = new double[samples.blockScans.length][free.length];
        for (int l = 0; l < logDensity.length; l++) {
            computeShares(samples.levels[l]);
            for (int x = samples.first[l]; x < samples.first[l + 1]; x++) {
                double[] sums = inBlock[samples.block[x]];
                for (int k = from; k < to; k++) {
                    sums[k] += shares[k];
                }
            }
        }
        double[][] steps = new double[inBlock.length][];
        for (int j = 0; j < inBlock.length; j++) {
            double scans = samples.blockScans[j];
            double[] sums = inBlock[j];
            steps[j] = newtonStep(hessian, k -> (scans - sums[k]) / (samples.scans - scans));
        }
        return steps;
    }

    /** Newton's step of f: minus the inverse of the Hessian times the gradient of F by f_1 to f_K. f_0 stays 0. */
    private double[] newtonStep(CholeskyDecomposition hessian, IntToDoubleFunction gradient) {
        double[] byFree = IntStream.range(1, free.length).mapToDouble(gradient).toArray();
        RealVector solution = hessian.getSolver().solve(new ArrayRealVector(byFree, false));
        double[] step = new double[free.length];
        for (int k = 1; k < step.length; k++) {
            step[k] = -solution.getEntry(k - 1);
        }
        return step;
    }

    /** The number of slots. */
    int slots() {
        return free.length;
    }

    /** Adds {@code numbers[i] p_k} of a level to {@code sums[i][k]}, for each i and each k with p_k not negligible. */
    void addShares(int level, double[] numbers, double[][] sums) {
        computeShares(samples.levels[level]);
        for (int i = 0; i < numbers.length; i++) {
            for (int k = from; k < to; k++) {
                sums[i][k] += numbers[i] * shares[k];
            }
        }
    }
}
