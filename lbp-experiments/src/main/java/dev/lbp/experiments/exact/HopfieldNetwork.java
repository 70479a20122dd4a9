package dev.lbp.experiments.exact;

import dev.lbp.internal.Check;
import dev.lbp.models.IsingModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A Hopfield network of N spins that stores three patterns {@code xi^mu} of signs (Hopfield 1982,
 * doi:10.1073/pnas.79.8.2554): {@code log pi(s) = beta / (2N) sum_mu ((xi^mu . s)^2 - N)}, a dense quadratic model. At
 * beta = 2 its six modes are near the patterns and their negatives, and a chain of single or few flips does not pass
 * between modes.
 *
 * <p>Sites fall into 4 classes by the signs of the second and third pattern relative to the first. The log-probability
 * depends only on the number of spins in each class that agree with the first pattern. So a sum over at most {@code (N
 * / 4 + 1)^4} combinations of counts gives log Z and the probabilities of the modes exactly, up to rounding.
 */
public final class HopfieldNetwork {

    /** The number of patterns. */
    public static final int PATTERNS = 3;

    /** The number of modes: each pattern and its negative. */
    public static final int MODES = 2 * PATTERNS;

    private static final int CLASSES = 4;

    /**
     * Sites are of one class if the patterns have equal signs there, relative to the first pattern: [pattern][class].
     */
    private static final int[][] SIGNS = {{1, 1, 1, 1}, {1, 1, -1, -1}, {1, -1, 1, -1}};

    /** The sum over counts takes too long for a larger network. */
    private static final int MOST_SITES = 1_000;

    private final int sites;
    private final double beta;
    private final int[][] patterns = new int[PATTERNS][];

    /**
     * A network with independent fair signs as patterns.
     *
     * @param sites N, in [3, 1000]
     * @param beta finite
     */
    public HopfieldNetwork(int sites, double beta, long seed) {
        Check.that(sites >= 3 && sites <= MOST_SITES, "be in [3, 1000]", "sites", sites);
        this.sites = sites;
        this.beta = Check.finite("beta", beta);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        for (int m = 0; m < PATTERNS; m++) {
            patterns[m] = new int[sites];
            Arrays.setAll(patterns[m], i -> random.nextBoolean() ? 1 : -1);
        }
    }

    /** The signs of a pattern, N values of 1 or -1; a copy. */
    public int[] pattern(int number) {
        return patterns[number].clone();
    }

    /** The network as a model: a coupling for every pair of sites. */
    public IsingModel model() {
        return SpinGlass.ofAllPairs(sites, (i, j) -> {
            int sum = 0;
            for (int[] pattern : patterns) {
                sum += pattern[i] * pattern[j];
            }
            return beta * sum / sites;
        });
    }

    /**
     * The mode of a state: the mode of the overlap of largest magnitude; the first one if several are equal.
     *
     * @param overlaps {@code xi^mu . s} for each pattern
     * @return mu for pattern mu, {@code 3 + mu} for its negative
     */
    public static int mode(double... overlaps) {
        int best = 0;
        for (int m = 1; m < PATTERNS; m++) {
            best = Math.abs(overlaps[m]) > Math.abs(overlaps[best]) ? m : best;
        }
        return overlaps[best] >= 0.0 ? best : PATTERNS + best;
    }

    /**
     * The exact answers.
     *
     * @param logZ log Z
     * @param modes the probability of each {@link #mode}, 6 values
     */
    public record Answer(double logZ, double[] modes) {}

    /** Computes the exact answers by a sum over the counts of all classes. */
    public Answer answer() {
        int[] sizes = classSizes();
        // The overlaps depend only on the number of sites of each class that agree with the first pattern, up[c], so a
        // sum over these numbers, with binomial weights, replaces the sum over states.
        double[][] logCounts = new double[CLASSES][];
        Arrays.setAll(logCounts, c -> logBinomials(sizes[c]));
        LogSum sum = new LogSum(MODES);
        int[] up = new int[CLASSES];
        double[] overlaps = new double[PATTERNS];
        do {
            double logWeight = -0.5 * beta * PATTERNS;
            for (int c = 0; c < CLASSES; c++) {
                logWeight += logCounts[c][up[c]];
            }
            for (int m = 0; m < PATTERNS; m++) {
                overlaps[m] = overlap(m, up, sizes);
                logWeight += 0.5 * beta / sites * overlaps[m] * overlaps[m];
            }
            sum.add(mode(overlaps), sum.term(logWeight), 1.0);
        } while (next(up, sizes));
        return new Answer(sum.log(), sum.means());
    }

    /** The number of sites of each class: of the sites where the patterns have the signs of a column of SIGNS. */
    private int[] classSizes() {
        int[] sizes = new int[CLASSES];
        for (int i = 0; i < sites; i++) {
            int second = patterns[0][i] * patterns[1][i] > 0 ? 0 : 2;
            int third = patterns[0][i] * patterns[2][i] > 0 ? 0 : 1;
            sizes[second + third]++;
        }
        return sizes;
    }

    /** {@code xi^m . s} of the states in which up[c] sites of each class c agree with the first pattern. */
    private static double overlap(int pattern, int[] up, int[] sizes) {
        double overlap = 0.0;
        for (int c = 0; c < CLASSES; c++) {
            overlap += SIGNS[pattern][c] * (2.0 * up[c] - sizes[c]);
        }
        return overlap;
    }

    /**
     * Replaces {@code up} by the next combination of counts, each from 0 to the size of its class. Returns false after
     * the last combination.
     */
    private static boolean next(int[] up, int[] sizes) {
        for (int c = 0; c < CLASSES; c++) {
            if (up[c] < sizes[c]) {
                up[c]++;
                return true;
            }
            up[c] = 0;
        }
        return false;
    }

    /** {@code log C(n, k)} for k = 0 to n. */
    private static double[] logBinomials(int n) {
        double[] logs = new double[n + 1];
        for (int k = 1; k <= n; k++) {
            logs[k] = logs[k - 1] + Math.log((n - k + 1.0) / k);
        }
        return logs;
    }
}
