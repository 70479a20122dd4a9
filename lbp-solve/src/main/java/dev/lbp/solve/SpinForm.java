package dev.lbp.solve;

import dev.lbp.models.Couplings;
import dev.lbp.models.QuadraticModel;
import java.util.Arrays;

/**
 * A quadratic log-probability in spins {@code s = 2x - 1}: {@code constant + sum_i h_i s_i + sum_{i<j} J_ij s_i s_j}
 * with {@code J_ij = Q_ij / 4} and {@code h_i = b_i / 2 + sum_j Q_ij / 4}. The couplings are read from the model, which
 * stores {@code Q}.
 */
final class SpinForm {

    final Couplings couplings;

    /** h, with zeros where the model's rounding of its parameters may have made what is left. */
    final double[] field;

    /** Whether all fields are zero. Then a state and its opposite have the same log-probability. */
    final boolean symmetric;

    final double constant;

    private SpinForm(Couplings couplings, double[] field, boolean symmetric, double constant) {
        this.couplings = couplings;
        this.field = field;
        this.symmetric = symmetric;
        this.constant = constant;
    }

    static SpinForm of(QuadraticModel model) {
        Couplings couplings = model.couplings();
        double[] field = new double[model.dimension()];
        boolean symmetric = true;
        double constant = model.constant();
        for (int i = 0; i < field.length; i++) {
            double coupled = 0.0;
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                coupled += couplings.value(k);
            }
            // each parameter is rounded by at most half a quantum
            double rounding = model.quantum() * (0.25 + 0.125 * couplings.degree(i));
            double h = 0.5 * model.bias(i) + 0.25 * coupled;
            field[i] = Math.abs(h) <= rounding ? 0.0 : h;
            symmetric &= field[i] == 0.0;
            constant += 0.5 * model.bias(i) + 0.125 * coupled;
        }
        return new SpinForm(couplings, field, symmetric, constant);
    }

    int sites() {
        return field.length;
    }

    /** J of an entry of the couplings. */
    double coupling(int entry) {
        return 0.25 * couplings.value(entry);
    }

    /**
     * The size of J if all couplings have the same size, NaN otherwise or if there are none.
     */
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

    /** The root mean square of the force on a spin among random ones, {@code sqrt(mean_i (h_i^2 + sum_j J_ij^2))}. */
    double force() {
        double sum = 0.0;
        for (int i = 0; i < sites(); i++) {
            sum += field[i] * field[i];
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                sum += coupling(k) * coupling(k);
            }
        }
        return Math.sqrt(sum / sites());
    }

    /** The sizes of all couplings and of the fields that are not 0, in increasing order. */
    double[] sizes() {
        double[] sizes = new double[couplings.count() + sites()];
        int count = 0;
        for (int i = 0; i < sites(); i++) {
            if (field[i] != 0.0) {
                sizes[count++] = Math.abs(field[i]);
            }
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                if (couplings.neighbour(k) > i) {
                    sizes[count++] = Math.abs(coupling(k));
                }
            }
        }
        double[] sorted = Arrays.copyOf(sizes, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Without fields a state and its opposite count as one, the one that begins with 0. Changes the array. */
    byte[] canonical(byte[] state) {
        if (symmetric && state[0] == 1) {
            for (int i = 0; i < state.length; i++) {
                state[i] ^= 1;
            }
        }
        return state;
    }

    /** Flips sites of a state as long as one gains, and returns its log-probability. */
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
            sum += (state[i] == 1 ? field[i] : -field[i]) + 0.125 * coupled;
        }
        return sum;
    }
}
