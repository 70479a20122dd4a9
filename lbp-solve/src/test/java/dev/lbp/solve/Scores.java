package dev.lbp.solve;

import dev.lbp.target.EnergyModels;
import java.util.Random;
import java.util.function.Predicate;

/** Random scores of a few bits, in forms that are hard in different ways, and their best states by enumeration. */
public final class Scores {

    private static final int FORMS = 6;

    private Scores() {}

    /**
     * A score of products of up to three bits. The form is that of {@code k % 6}: real weights; the same times 1e-3;
     * the same with penalties of 1,000 and of 1e6; every fifth state impossible; flat.
     */
    public static EnergyModels.LogProb of(int k, int sites, Random random) {
        int form = k % FORMS;
        int terms = 3 * sites;
        int[][] sitesOf = new int[terms][];
        double[] weight = new double[terms];
        for (int t = 0; t < terms; t++) {
            sitesOf[t] = random.ints(1 + t % 3, 0, sites).toArray();
            weight[t] = random.nextGaussian();
            if (form == 1) {
                weight[t] *= 1e-3;
            } else if (form == 2 && t % 4 == 0) {
                weight[t] -= 1_000.0;
            } else if (form == 3 && t % 5 == 0) {
                weight[t] *= 1e6;
            } else if (form == 5) {
                weight[t] = 0.0;
            }
        }
        int salt = random.nextInt();
        return state -> {
            double sum = 0.0;
            int bits = salt;
            for (int t = 0; t < terms; t++) {
                int all = 1;
                for (int site : sitesOf[t]) {
                    all &= state[site];
                }
                sum += all * weight[t];
            }
            for (byte bit : state) {
                bits = 31 * bits + bit;
            }
            return form == 4 && Math.floorMod(bits * 0x9E3779B9 >> 7, 5) == 0 ? Double.NEGATIVE_INFINITY : sum;
        };
    }

    /** The score of the best state among those that are allowed. */
    public static double best(EnergyModels.LogProb score, int sites, Predicate<byte[]> allowed) {
        double best = Double.NEGATIVE_INFINITY;
        byte[] state = new byte[sites];
        for (int code = 0; code < 1 << sites; code++) {
            for (int i = 0; i < sites; i++) {
                state[i] = (byte) (code >> i & 1);
            }
            if (allowed.test(state)) {
                best = Math.max(best, score.of(state));
            }
        }
        return best;
    }
}
