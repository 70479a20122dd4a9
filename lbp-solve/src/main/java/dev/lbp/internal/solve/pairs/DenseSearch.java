package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals one state of a dense model by Metropolis sweeps on {@link DenseRows}, and climbs to a local optimum. A flip
 * costs O(N) for any number of couplings, at 4 to 16 sites per nanosecond.
 *
 * <p>It has no {@link Crossover}: in a dense model all sites where two states differ form one component.
 */
final class DenseSearch implements Search<byte[]> {

    private final SpinForm form;
    private final DenseRows rows;
    private final Schedule schedule;
    private final int[] spin;
    private final int[] force;

    DenseSearch(SpinForm form, DenseRows rows) {
        this.form = form;
        this.rows = rows;
        this.schedule = new Schedule(form);
        this.spin = new int[form.sites()];
        this.force = new int[form.sites()];
    }

    @Override
    public double restart(long restart, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        drawState(random);
        Betas betas = schedule.cool(restart);
        int sweeps = schedule.sweeps(restart);
        for (int t = 0; t < sweeps && !monitor.mustEnd(); t++) {
            // 1 / (2 beta), in units of the whole numbers that the rows hold
            sweep(0.5 / (betas.at(t, sweeps) * rows.unit()), random);
        }
        byte[] state = new byte[spin.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (spin[i] + 1 >> 1);
        }
        double value = form.climb(state);
        if (value >= monitor.leastValue()) {
            monitor.report(form.canonical(state), value);
        }
        return value;
    }

    /** Draws a random state and computes its forces. */
    private void drawState(UniformRandomProvider random) {
        System.arraycopy(rows.field(), 0, force, 0, force.length);
        for (int i = 0; i < spin.length; i++) {
            spin[i] = random.nextBoolean() ? 1 : -1;
            int[] row = rows.twice()[i];
            for (int j = 0; j < force.length; j++) {
                force[j] += spin[i] * (row[j] / 2); // a row holds 2 J, the change of a force by a flip
            }
        }
    }

    /**
     * Makes one Metropolis step at each spin. A random {@code long} serves several steps.
     *
     * @param temperature {@code 1 / (2 beta unit)}
     */
    private void sweep(double temperature, UniformRandomProvider random) {
        long bits = 0L;
        for (int i = 0; i < spin.length; i++) {
            if ((i & Exponentials.IN_A_LONG - 1) == 0) {
                bits = random.nextLong();
            }
            // Metropolis' rule: a flip loses 2 s_i f_i, and is accepted up to a loss of -log(r) / beta.
            if (spin[i] * force[i] <= Exponentials.at(bits) * temperature) {
                spin[i] = -spin[i];
                if (spin[i] > 0) {
                    add(rows.twice()[i]);
                } else {
                    subtract(rows.twice()[i]);
                }
            }
            bits >>>= Exponentials.BITS;
        }
    }

    /** Adds a row to all forces. The local variable lets the JIT vectorise the loop. */
    private void add(int[] row) {
        int[] f = force;
        for (int j = 0; j < f.length; j++) {
            f[j] += row[j];
        }
    }

    /** Subtracts a row from all forces. */
    private void subtract(int[] row) {
        int[] f = force;
        for (int j = 0; j < f.length; j++) {
            f[j] -= row[j];
        }
    }
}
