package dev.lbp.models;

import java.util.Arrays;

/**
 * A Hopfield network of three patterns, {@code log pi(s) = beta / (2N) sum_mu ((xi^mu . s)^2 - N)}, with its modes'
 * exact probabilities. The sites come in four blocks; the second pattern is negative in blocks 2 and 3, the third in
 * blocks 1 and 3.
 */
final class ThreePatterns {

    static final int MODES = 6;

    private static final int[][] SIGNS = {{1, 1, 1, 1}, {1, 1, -1, -1}, {1, -1, 1, -1}};

    private final int[] sizes;
    private final int sites;
    private final double beta;

    /** @param sizes of the four blocks */
    ThreePatterns(double beta, int... sizes) {
        this.beta = beta;
        this.sizes = sizes;
        this.sites = Arrays.stream(sizes).sum();
    }

    int[] pattern(int number) {
        int[] pattern = new int[sites];
        int i = 0;
        for (int block = 0; block < sizes.length; block++) {
            for (int k = 0; k < sizes[block]; k++) {
                pattern[i++] = SIGNS[number][block];
            }
        }
        return pattern;
    }

    IsingModel model() {
        int[] from = new int[sites * (sites - 1) / 2];
        int[] to = new int[from.length];
        double[] couplings = new double[from.length];
        int k = 0;
        for (int i = 0; i < sites; i++) {
            for (int j = 0; j < i; j++, k++) {
                from[k] = i;
                to[k] = j;
                for (int m = 0; m < SIGNS.length; m++) {
                    couplings[k] += beta / sites * pattern(m)[i] * pattern(m)[j];
                }
            }
        }
        return IsingModel.graph(sites, from, to, couplings).build();
    }

    /**
     * The mode of a state from its three overlaps {@code xi^mu . s}: the pattern of largest magnitude, or 3 more for
     * its negative.
     */
    static int mode(double[] overlaps) {
        int best = 0;
        for (int m = 1; m < overlaps.length; m++) {
            best = Math.abs(overlaps[m]) > Math.abs(overlaps[best]) ? m : best;
        }
        return overlaps[best] >= 0.0 ? best : SIGNS.length + best;
    }

    /**
     * log Z, then the probability of each mode: a sum over the numbers of up spins in the four blocks, within range up
     * to 500 sites.
     */
    double[] exact() {
        int[] up = new int[sizes.length];
        double[] weights = new double[MODES];
        for (up[0] = 0; up[0] <= sizes[0]; up[0]++) {
            for (up[1] = 0; up[1] <= sizes[1]; up[1]++) {
                for (up[2] = 0; up[2] <= sizes[2]; up[2]++) {
                    for (up[3] = 0; up[3] <= sizes[3]; up[3]++) {
                        weights[mode(overlaps(up))] += Math.exp(logWeight(up));
                    }
                }
            }
        }
        double total = Arrays.stream(weights).sum();
        double[] answer = new double[1 + MODES];
        answer[0] = Math.log(total);
        for (int m = 0; m < MODES; m++) {
            answer[1 + m] = weights[m] / total;
        }
        return answer;
    }

    private double[] overlaps(int[] up) {
        double[] overlaps = new double[SIGNS.length];
        for (int m = 0; m < overlaps.length; m++) {
            for (int block = 0; block < sizes.length; block++) {
                overlaps[m] += SIGNS[m][block] * (2 * up[block] - sizes[block]);
            }
        }
        return overlaps;
    }

    private double logWeight(int[] up) {
        double log = 0.0;
        for (double overlap : overlaps(up)) {
            log += 0.5 * beta / sites * (overlap * overlap - sites);
        }
        for (int block = 0; block < sizes.length; block++) {
            for (int k = 1; k <= up[block]; k++) {
                log += Math.log((sizes[block] - k + 1.0) / k);
            }
        }
        return log;
    }
}
