package dev.lbp.experiments.rival;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A serial Metropolis annealer of one state of spins without fields, {@code log pi(s) = sum J_ij s_i s_j}, as in
 * programs for cuts and QUBOs. It visits the sites in order. The inverse temperature grows linearly from 1/f to 6/f,
 * where f is the root mean square of the local field of a random spin, {@code sqrt(mean_i sum_j J_ij^2)}. Local fields
 * are updated after each flip. The logarithms of uniform numbers are from a table with an entry for each number of 16
 * bits.
 */
public final class PlainAnnealer {

    /** The last inverse temperature, in units of 1/f. */
    private static final double COLD = 6.0;
    /** Exponential random numbers, to be indexed by 16 random bits: {@code -log u} for evenly spaced u in (0, 1). */
    private static final float[] EXPONENTIALS = new float[1 << Character.SIZE];

    static {
        for (int k = 0; k < EXPONENTIALS.length; k++) {
            EXPONENTIALS[k] = (float) -Math.log((k + 0.5) / EXPONENTIALS.length);
        }
    }

    private final int[][] neighbours;
    private final double[][] couplings;
    /** f, the root mean square of the local fields over all states. */
    private final double rmsField;

    private final int[] spin;
    /** The local field of each spin. */
    private final double[] force;

    /** An annealer of spins with a coupling J between {@code from[k]} and {@code to[k]}. */
    public PlainAnnealer(int sites, int[] from, int[] to, double[] couplings) {
        this.neighbours = new int[sites][0];
        this.couplings = new double[sites][0];
        this.spin = new int[sites];
        this.force = new double[sites];
        double squares = 0.0;
        int[] degree = new int[sites];
        for (int k = 0; k < from.length; k++) {
            degree[from[k]]++;
            degree[to[k]]++;
            squares += 2.0 * couplings[k] * couplings[k];
        }
        for (int i = 0; i < sites; i++) {
            this.neighbours[i] = new int[degree[i]];
            this.couplings[i] = new double[degree[i]];
        }
        // fills the lists from their ends, so that the degrees serve as places
        for (int k = 0; k < from.length; k++) {
            add(from[k], --degree[from[k]], to[k], couplings[k]);
            add(to[k], --degree[to[k]], from[k], couplings[k]);
        }
        this.rmsField = Math.sqrt(squares / sites);
    }

    /** Stores a neighbour of a site and their coupling, at index {@code place} of the site's two lists. */
    private void add(int site, int place, int neighbour, double coupling) {
        neighbours[site][place] = neighbour;
        couplings[site][place] = coupling;
    }

    /**
     * Anneals from a random state. Stops after the first sweep whose log-probability is at least {@code target}.
     *
     * @return the largest log-probability after a sweep
     */
    public double anneal(int sweeps, double target, UniformRandomProvider random) {
        double value = begin(random);
        double best = value;
        for (int t = 0; t < sweeps && best < target; t++) {
            // half of the temperature f / (1 + 5 t / sweeps)
            value += sweep(rmsField / (2.0 + 2.0 * (COLD - 1.0) * t / sweeps), random);
            best = Math.max(best, value);
        }
        return best;
    }

    /** Draws a state. Returns its log-probability. */
    private double begin(UniformRandomProvider random) {
        Arrays.fill(force, 0.0);
        Arrays.setAll(spin, i -> random.nextBoolean() ? 1 : -1);
        double sum = 0.0;
        for (int i = 0; i < spin.length; i++) {
            for (int k = 0; k < neighbours[i].length; k++) {
                force[i] += couplings[i][k] * spin[neighbours[i][k]];
            }
            sum += spin[i] * force[i];
        }
        return 0.5 * sum; // each pair was counted from both ends
    }

    /** Makes a sweep at the temperature {@code 2 halfTemperature}. Returns the increase of the log-probability. */
    private double sweep(double halfTemperature, UniformRandomProvider random) {
        double gain = 0.0;
        long bits = 0L;
        for (int i = 0; i < spin.length; i++) {
            bits = (i & 3) == 0 ? random.nextLong() : bits >>> Character.SIZE; // 4 numbers of 16 bits in a long
            double loss = spin[i] * force[i];
            // a flip loses 2 loss: accepted with probability exp(-2 loss / temperature)
            if (loss <= EXPONENTIALS[(char) bits] * halfTemperature) {
                gain -= 2.0 * loss;
                spin[i] = -spin[i];
                for (int k = 0; k < neighbours[i].length; k++) {
                    force[neighbours[i][k]] += 2.0 * spin[i] * couplings[i][k];
                }
            }
        }
        return gain;
    }
}
