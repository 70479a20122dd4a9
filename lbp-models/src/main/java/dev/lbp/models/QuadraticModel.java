package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import dev.lbp.internal.models.tracker.GraphColouring;
import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.SiteRatios;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A sparse quadratic log-probability, {@code log pi(x) = constant + sum_i b_i x_i + sum_{i<j} Q_ij x_i x_j}, and the
 * one implementation behind every model of this package whose sites interact in pairs. The subclasses only translate
 * their parameters into b and Q.
 *
 * <p><b>Fields.</b> With {@code field_i = b_i + sum_j Q_ij x_j} the log-ratio of a flip is exactly
 * {@code d_i = (1 - 2 x_i) field_i}. A tracker keeps all fields; flipping a site adds {@code +-Q_ij} to the fields of
 * its neighbours, which costs O(degree).
 *
 * <p><b>Why the fields are exact.</b> Sums kept up to date in floating point drift: adding Q and taking it away again
 * leaves a rounding error, and the field then depends on the earlier states. A sampler whose weights are not a function
 * of the state alone is not reversible, and a resumed run is not the run that was interrupted. So b and Q are rounded
 * once, here, to whole multiples of a <i>quantum</i>, the power of two
 *
 * <pre>{@code q = 2^-50 max(M, T / 2^11), rounded up to a power of two,
 * M = max_i (|b_i| + sum_j |Q_ij|),   T = sum_i |b_i| + sum_{i<j} |Q_ij|.}</pre>
 *
 * <p>Then nothing that a tracker adds up is ever rounded:
 *
 * <ul>
 *   <li>a field, and any part of its sum, is a multiple of q below {@code M + N q/2}, so below {@code (2^50 + 2^30) q},
 *       and every multiple of q up to {@code 2^53 q} is a double;
 *   <li>the log-probability without its constant is a {@code long} count of quanta. By T it stays below
 *       {@code 2^61 + 2^31}, and its double, a tracker's first sum, below {@code 2^63}.
 * </ul>
 *
 * <p>So a field and a log-probability have the same bits for every path to their state; flipping back undoes a flip,
 * and differences of log-probability do not depend on the path. The price: a parameter changes by at most
 * {@code q / 2}. This is {@code 2^-50 M} (9e-16 of it) on up to some thousands of sites, and no more than
 * {@code 2^-61 T} beyond, less than the rounding error of an ordinary double sum of that size. M must stay below 2^30
 * and T below 2^41, so that q is at most 2^-20: with a "hard" constraint written as a bias of 1e12 the other parameters
 * would be rounded away.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public abstract sealed class QuadraticModel implements LocalEnergyModel
        permits BernoulliModel, FactorialHmm, IsingModel, PairwiseModel {

    private static final long serialVersionUID = 1L;

    private final double constant;
    private final double[] bias;
    private final Couplings couplings;
    private final double quantum;

    private transient volatile int @Nullable [][] colouring;

    private transient volatile @Nullable PairBonds bonds;

    /**
     * From terms {@code values[k] x_rows[k] x_columns[k]} in any order: terms of the same pair are added, and a term of
     * a site with itself is added to its bias, since {@code x^2 = x}.
     *
     * @param parameters the names of the user's parameters behind biases and couplings
     * @throws IllegalArgumentException if magnitudes are beyond the limits that the class Javadoc gives
     */
    QuadraticModel(String parameters, double constant, double[] bias, int[] rows, int[] columns, double[] values) {
        double[] foldedBias = bias.clone();
        for (int k = 0; k < values.length; k++) {
            if (rows[k] == columns[k]) {
                foldedBias[rows[k]] += values[k];
            }
        }
        Couplings given = Couplings.of(bias.length, rows, columns, values);
        this.quantum = quantum(parameters, foldedBias, given);
        Arrays.setAll(foldedBias, i -> Quantum.rounded(foldedBias[i], quantum));
        Check.finite("the log-probability of all sites at 0, by " + parameters, constant);
        this.constant = constant;
        this.bias = foldedBias;
        this.couplings = given.merged(quantum);
    }

    /**
     * The quantum of exact sums, from the bounds M of any field and T of the log-probability that the class comment
     * gives. Refuses M from 2^30 on and T from 2^41 on: small parameters would be rounded away.
     */
    private static double quantum(String parameters, double[] bias, Couplings couplings) {
        double largest = 0.0; // M
        double total = 0.0; // T
        for (int i = 0; i < bias.length; i++) {
            double coupled = 0.0;
            for (int k = couplings.start[i]; k < couplings.start[i + 1]; k++) {
                coupled += Math.abs(couplings.value[k]);
            }
            double magnitude = Math.abs(bias[i]) + coupled;
            if (!(magnitude < 0x1p30)) {
                throw new IllegalArgumentException(
                        "must keep |bias| + sum |couplings| of each site below 2^30, for sums to be exact: site " + i
                                + "=" + magnitude + ", by " + parameters);
            }
            largest = Math.max(largest, magnitude);
            total += Math.abs(bias[i]) + 0.5 * coupled;
        }
        Check.that(
                total < 0x1p41,
                "keep the sum of all |biases| and |couplings| below 2^41, for sums to be exact",
                "sum by " + parameters,
                total);
        return Quantum.of(largest, total);
    }

    /** The name, N and the number of couplings. */
    @Override
    public String toString() {
        return name() + ", N = " + dimension() + (couplings.count() == 0 ? "" : ", couplings = " + couplings.count());
    }

    @Override
    public final int dimension() {
        return bias.length;
    }

    /** The log-probability of all sites at 0. */
    public final double constant() {
        return constant;
    }

    /** {@code b_i} of a site, 0 to N - 1: a whole multiple of {@link #quantum}. */
    public final double bias(int site) {
        return bias[site];
    }

    /** {@code Q_ij} of all pairs of sites where it is not 0: whole multiples of {@link #quantum}. */
    public final Couplings couplings() {
        return couplings;
    }

    /** The power of two that parameters were rounded to multiples of; see the head of this class. */
    public final double quantum() {
        return quantum;
    }

    /**
     * Computes log-probabilities for states of any reals in [0, 1], of any type. O(N + number of couplings) per state.
     */
    @Override
    public final INDArray logProb(INDArray states) {
        double[] x = StateBatch.doubles(states, dimension());
        double[] logProb = new double[(int) states.size(0)];
        for (int c = 0; c < logProb.length; c++) {
            int row = c * bias.length;
            double sum = 0.0;
            for (int i = 0; i < bias.length; i++) {
                if (x[row + i] != 0.0) {
                    sum += x[row + i] * (bias[i] + 0.5 * couplings.sum(i, x, row));
                }
            }
            logProb[c] = constant + sum;
        }
        return Nd4j.createFromArray(logProb);
    }

    /** The fields, {@code b_i + sum_j Q_ij x_j}, for states of any reals in [0, 1], of any type. */
    @Override
    public final INDArray gradient(INDArray states) {
        double[] x = StateBatch.doubles(states, dimension());
        double[] gradient = new double[x.length];
        for (int row = 0; row < x.length; row += bias.length) {
            for (int i = 0; i < bias.length; i++) {
                gradient[row + i] = bias[i] + couplings.sum(i, x, row);
            }
        }
        return Nd4j.create(gradient, states.shape(), 'c');
    }

    @Override
    public final boolean differentiable() {
        return true;
    }

    @Override
    public final Optional<SiteGraph> graph() {
        return Optional.of(couplings.graph());
    }

    /**
     * Since {@code 2 x x' = [x = x'] + x + x' - 1}, J is {@code Q / 2}, and each site of a pair gets the field Q / 2.
     */
    @Override
    public final Optional<PairBonds> bonds() {
        PairBonds known = bonds;
        if (known == null) {
            double[] fields = new double[2 * bias.length];
            for (int i = 0; i < bias.length; i++) {
                double coupled = 0.0;
                for (int k = couplings.start[i]; k < couplings.start[i + 1]; k++) {
                    coupled += couplings.value[k];
                }
                fields[2 * i + 1] = bias[i] + 0.5 * coupled;
            }
            known = couplings.bonds(0.5, 2, fields); // J = 0.5 Q, 2 values
            bonds = known; // two threads may both compute it, with the same result
        }
        return Optional.of(known);
    }

    @Override
    public final Tracker newTracker() {
        return new QuadraticTracker(constant, bias, couplings, quantum);
    }

    /** Log-ratios from the sites' local fields, which every call sums anew. Their bits are those of a tracker. */
    @Override
    public Optional<SiteRatios> siteRatios() {
        return Optional.of(this::logRatios);
    }

    private void logRatios(byte[] state, int[] sites, int from, int to, double[] out) {
        int[] start = couplings.start;
        int[] column = couplings.column;
        double[] value = couplings.value;
        for (int k = from; k < to; k++) {
            int site = sites[k];
            double field = bias[site];
            int end = start[site + 1];
            for (int at = start[site]; at < end; at++) {
                field += value[at] * state[column[at]];
            }
            long flip = (long) state[site] << 63; // the sign bit of 1 - 2x; by XOR the field gets this sign
            out[k - from] = Double.longBitsToDouble(Double.doubleToRawLongBits(field) ^ flip);
        }
    }

    /**
     * Classes of sites that are not coupled with each other: two if the graph of couplings has no odd cycle (open
     * lattices, and periodic ones with even sides), one if there are no couplings, otherwise greedy. Computed at the
     * first call, O(N + number of couplings).
     */
    @Override
    public final int[][] colouring() {
        int[][] classes = colouring;
        if (classes == null) {
            classes = GraphColouring.of(couplings.graph());
            colouring = classes; // two threads may both compute it, with the same result
        }
        return Arrays.stream(classes).map(int[]::clone).toArray(int[][]::new);
    }
}
