package dev.lbp.experiments.exact;

import dev.lbp.internal.Check;
import dev.lbp.models.IsingModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The spin glass of Sherrington and Kirkpatrick (1975, doi:10.1103/PhysRevLett.35.1792), {@code log pi(s) = beta
 * sum_{i<j} J_ij s_i s_j} with J from N(0, 1/N) and {@code s = 2x - 1}. Exact answers are by enumeration of all states
 * in the order of a Gray code, at a cost of {@code 2^N N}.
 */
public final class SpinGlass {

    private static final int MOST_SITES = 24;

    private final int sites;

    /** beta J as a symmetric matrix. */
    private final double[][] couplings;

    /**
     * Draws an instance.
     *
     * @param sites N, in [2, 24]
     * @param beta finite
     */
    public SpinGlass(int sites, double beta, long seed) {
        Check.that(sites >= 2 && sites <= MOST_SITES, "be in [2, 24]", "sites", sites);
        Check.finite("beta", beta);
        this.sites = sites;
        this.couplings = new double[sites][sites];
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        for (int i = 0; i < sites; i++) {
            for (int j = 0; j < i; j++) {
                couplings[i][j] = beta * normal.sample() / Math.sqrt(sites);
                couplings[j][i] = couplings[i][j];
            }
        }
    }

    /** The glass as a model: a coupling for every pair of sites. */
    public IsingModel model() {
        return ofAllPairs(sites, (i, j) -> couplings[i][j]);
    }

    /** The coupling of two sites. */
    interface Coupling {

        double of(int i, int j);
    }

    /** Spins with a coupling for every pair of sites. */
    static IsingModel ofAllPairs(int sites, Coupling coupling) {
        int pairs = sites * (sites - 1) / 2;
        int[] from = new int[pairs];
        int[] to = new int[pairs];
        double[] values = new double[pairs];
        int k = 0;
        for (int i = 0; i < sites; i++) {
            for (int j = 0; j < i; j++) {
                from[k] = i;
                to[k] = j;
                values[k++] = coupling.of(i, j);
            }
        }
        return IsingModel.graph(sites, from, to, values).build();
    }

    /**
     * The exact answers. By symmetry all P(x_i = 1) are 1/2.
     *
     * @param logZ log Z
     * @param meanLogProb the expectation of log pi
     * @param best a state of largest probability, N values of 1 or -1; its negative has the same probability
     * @param bestProbability the probability of {@code best} alone
     */
    public record Answer(double logZ, double meanLogProb, int[] best, double bestProbability) {}

    /** Enumerates the states with the last spin up. The other states are their mirror images. */
    public Answer answer() {
        int[] spins = new int[sites];
        Arrays.fill(spins, 1);
        double[] field = new double[sites]; // f_i = sum_j J_ij s_j, with beta in J; log pi = 1/2 sum_i s_i f_i
        double logProb = 0.0;
        for (int i = 0; i < sites; i++) {
            for (int j = 0; j < sites; j++) {
                field[i] += couplings[i][j];
            }
            logProb += 0.5 * field[i];
        }
        LogSum sum = new LogSum(1);
        int[] best = spins.clone();
        double largest = Double.NEGATIVE_INFINITY;
        for (int state = 0; state < 1 << (sites - 1); state++) {
            if (state > 0) {
                int i = Integer.numberOfTrailingZeros(state); // the bit that changes in the Gray code
                logProb -= 2.0 * spins[i] * field[i];
                flip(i, spins, field);
            }
            sum.add(0, sum.term(logProb), logProb);
            if (logProb > largest) {
                largest = logProb;
                best = spins.clone();
            }
        }
        double logZ = sum.log() + Math.log(2.0);
        return new Answer(logZ, sum.mean(0), best, Math.exp(largest - logZ));
    }

    /** Flips spin i, and updates the field of all spins. */
    private void flip(int i, int[] spins, double[] field) {
        spins[i] = -spins[i];
        for (int j = 0; j < sites; j++) {
            field[j] += 2.0 * spins[i] * couplings[i][j];
        }
    }
}
