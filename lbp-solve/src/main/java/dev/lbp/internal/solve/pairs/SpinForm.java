package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.States;
import dev.lbp.internal.solve.Sizes;
import dev.lbp.models.Couplings;
import dev.lbp.models.QuadraticModel;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A quadratic log-probability in spins {@code s = 2x - 1}: {@code constant + sum_i h_i s_i + sum_{i<j} J_ij s_i s_j}
 * with {@code J_ij = Q_ij / 4} and {@code h_i = b_i / 2 + sum_j Q_ij / 4}. The couplings are read from the model, which
 * stores {@code Q}.
 *
 * @param couplings J
 * @param field the fields h; those within the rounding of the model's parameters are set to 0
 * @param symmetric whether all fields are zero; then a state and its opposite have the same log-probability
 * @param leftOut the sum of the sizes of the fields that were set to 0
 */
public record SpinForm(Couplings couplings, double[] field, boolean symmetric, double constant, double leftOut) {

    /** Computes the fields and the constant of a model's log-probability in spins. */
    public static SpinForm of(QuadraticModel model) {
        Couplings couplings = model.couplings();
        double[] field = new double[model.dimension()];
        boolean symmetric = true;
        double constant = model.constant();
        double leftOut = 0.0;
        for (int i = 0; i < field.length; i++) {
            double coupled = 0.0;
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                coupled += couplings.value(k);
            }
            // The model rounds each of its parameters by at most half a quantum: a smaller field may be 0.
            double rounding = model.quantum() * (0.25 + 0.125 * couplings.degree(i));
            double h = 0.5 * model.bias(i) + 0.25 * coupled;
            field[i] = Math.abs(h) <= rounding ? 0.0 : h;
            leftOut += Math.abs(h - field[i]);
            symmetric &= field[i] == 0.0;
            constant += 0.5 * model.bias(i) + 0.125 * coupled;
        }
        return new SpinForm(couplings, field, symmetric, constant, leftOut);
    }

    int sites() {
        return field.length;
    }

    /** The coupling J of an entry. */
    double coupling(int entry) {
        return 0.25 * couplings.value(entry);
    }

    /** The size of all couplings J. NaN if sizes differ or there are no couplings. */
    double commonSize() {
        int entries = couplings.start(sites());
        double size = entries == 0 ? Double.NaN : Math.abs(coupling(0));
        for (int k = 0; k < entries; k++) {
            if (Math.abs(coupling(k)) != size) {
                return Double.NaN;
            }
        }
        return size;
    }

    /** The largest number of neighbours of a site. */
    int largestDegree() {
        int largest = 0;
        for (int i = 0; i < sites(); i++) {
            largest = Math.max(largest, couplings.degree(i));
        }
        return largest;
    }

    /** The root mean square force on a spin of a random state, {@code sqrt(mean_i (h_i^2 + sum_j J_ij^2))}. */
    public double force() {
        double unit = largestSize(); // a unit of 1 would let the squares of numbers near 1e-170 underflow
        double sum = 0.0;
        for (int i = 0; i < sites(); i++) {
            sum += Math.pow(field[i] / unit, 2.0);
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                sum += Math.pow(coupling(k) / unit, 2.0);
            }
        }
        return unit * Math.sqrt(sum / sites());
    }

    /** The size of the largest coupling or field; 1 if all are 0. */
    private double largestSize() {
        double largest = 0.0;
        for (int i = 0; i < sites(); i++) {
            largest = Math.max(largest, Math.abs(field[i]));
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                largest = Math.max(largest, Math.abs(coupling(k)));
            }
        }
        return largest > 0.0 ? largest : 1.0;
    }

    /**
     * A bound of the rounding error of a log-probability: four times a random walk of N steps, each as large as the
     * rounding of the sum of all sizes, plus the sizes of the fields that were set to 0.
     */
    double rounding() {
        double sum = Math.abs(constant);
        for (int i = 0; i < sites(); i++) {
            sum += Math.abs(field[i]);
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                sum += 0.5 * Math.abs(coupling(k)); // half, because each coupling stands in the rows of both its sites
            }
        }
        return 4.0 * (1.0 + Math.sqrt(sites())) * Math.ulp(sum) + leftOut;
    }

    /** The sizes of the log-ratios of all flips at a local optimum. */
    Sizes flipSizes() {
        // a fixed seed, so that temperatures depend on the model alone
        byte[] state = States.random(sites(), RandomSource.XO_SHI_RO_256_PP.create(1L));
        climb(state);
        Sizes flipSizes = new Sizes();
        for (int i = 0; i < state.length; i++) {
            flipSizes.add(2.0 * force(state, i)); // a flip has the log-ratio -2 s_i f_i
        }
        return flipSizes;
    }

    /** Without fields a state and its opposite count as one state: inverts the array in place if it begins with 1. */
    byte[] canonical(byte[] state) {
        if (symmetric && state[0] == 1) {
            for (int i = 0; i < state.length; i++) {
                state[i] ^= 1;
            }
        }
        return state;
    }

    /** Flips sites of a state in place as long as a flip gains. Returns the log-probability of the local optimum. */
    double climb(byte[] state) {
        double[] force = new double[state.length];
        for (int i = 0; i < state.length; i++) {
            force[i] = force(state, i);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < state.length; i++) {
                if (state[i] == 1 ? force[i] < 0.0 : force[i] > 0.0) {
                    state[i] ^= 1;
                    for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                        force[couplings.neighbour(k)] += state[i] == 1 ? 2.0 * coupling(k) : -2.0 * coupling(k);
                    }
                    changed = true;
                }
            }
        }
        // sum_i s_i (f_i + h_i) counts each coupling twice and each field twice
        double sum = 0.0;
        for (int i = 0; i < state.length; i++) {
            sum += state[i] == 1 ? force[i] + field[i] : -force[i] - field[i];
        }
        return constant + 0.5 * sum;
    }

    /** The force on a spin, {@code h_i + sum_j J_ij s_j}. */
    private double force(byte[] state, int site) {
        double sum = field[site];
        for (int k = couplings.start(site); k < couplings.start(site + 1); k++) {
            sum += state[couplings.neighbour(k)] == 1 ? coupling(k) : -coupling(k);
        }
        return sum;
    }

    /** The log-probability of a state. O(N + couplings). */
    double value(byte[] state) {
        double sum = constant;
        for (int i = 0; i < state.length; i++) {
            double coupled = 0.0;
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                coupled += state[couplings.neighbour(k)] == state[i] ? couplings.value(k) : -couplings.value(k);
            }
            // J = Q / 4, and each pair is met at both of its sites
            sum += (state[i] == 1 ? field[i] : -field[i]) + 0.125 * coupled;
        }
        return sum;
    }
}
