package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.models.Couplings;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Metropolis sweeps of one replica after the other, for couplings of any size. It keeps the force {@code f_i = h_i +
 * sum_j J_ij s_j} on each spin up to date. A step flips spin i if
 *
 * <pre>{@code s_i f_i <= -log(r) / (2 beta)}</pre>
 *
 * <p>with r uniform. Forces have no rounding error, because parameters of a {@link dev.lbp.models.QuadraticModel} are
 * multiples of a quantum. A step without a flip costs 3 to 5 ns; a flip costs more, in proportion to the degree.
 */
final class FieldAnnealer implements Annealer {

    private final SpinForm form;
    private final double[] spin;
    private final double[] force;

    FieldAnnealer(SpinForm form) {
        this.form = form;
        this.spin = new double[form.sites()];
        this.force = new double[form.sites()];
    }

    @Override
    public void anneal(
            Population population,
            Betas betas,
            int sweeps,
            UniformRandomProvider random,
            SearchMonitor<byte[]> monitor) {
        // the first replica is written in any case, so that the search has at least one value
        for (int r = 0; r < Population.REPLICAS && (r == 0 || !monitor.mustEnd()); r++) {
            readReplica(population, r);
            for (int t = 0; t < sweeps && !monitor.mustEnd(); t++) {
                sweep(0.5 / betas.at(t, sweeps), random);
            }
            climb(monitor);
            writeReplica(population, r);
        }
    }

    /** Copies the spins of a replica and computes their forces. */
    private void readReplica(Population population, int replica) {
        for (int i = 0; i < spin.length; i++) {
            spin[i] = (population.word[i] >>> replica & 1L) == 1L ? 1.0 : -1.0;
        }
        Couplings couplings = form.couplings();
        for (int i = 0; i < spin.length; i++) {
            double sum = form.field()[i];
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                sum += form.coupling(k) * spin[couplings.neighbour(k)];
            }
            force[i] = sum;
        }
    }

    /** Writes the spins back, and the log-probability {@code constant + sum_i s_i (f_i + h_i) / 2}. */
    private void writeReplica(Population population, int replica) {
        double sum = 0.0;
        for (int i = 0; i < spin.length; i++) {
            population.set(i, replica, spin[i] > 0.0);
            sum += spin[i] * (force[i] + form.field()[i]);
        }
        population.value[replica] = form.constant() + 0.5 * sum;
    }

    /**
     * Makes one Metropolis step at each spin. A random {@code long} serves several steps.
     *
     * @param temperature {@code 1 / (2 beta)}
     */
    private void sweep(double temperature, UniformRandomProvider random) {
        long bits = 0L;
        for (int i = 0; i < spin.length; i++) {
            if ((i & Exponentials.IN_A_LONG - 1) == 0) {
                bits = random.nextLong();
            }
            if (spin[i] * force[i] <= Exponentials.at(bits) * temperature) { // an exponential number, -log(r)
                flip(i);
            }
            bits >>>= Exponentials.BITS;
        }
    }

    /** Flips spins as long as a flip gains. It ends because each flip raises the log-probability. */
    private void climb(SearchMonitor<byte[]> monitor) {
        boolean changed = true;
        while (changed && !monitor.mustEnd()) {
            changed = false;
            for (int i = 0; i < spin.length; i++) {
                if (spin[i] * force[i] < 0.0) {
                    flip(i);
                    changed = true;
                }
            }
        }
    }

    /** Flips a spin, and updates the forces on its neighbours. */
    private void flip(int site) {
        Couplings couplings = form.couplings();
        spin[site] = -spin[site];
        double change = 2.0 * spin[site];
        int end = couplings.start(site + 1);
        for (int k = couplings.start(site); k < end; k++) {
            force[couplings.neighbour(k)] += change * form.coupling(k);
        }
    }
}
