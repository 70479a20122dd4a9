package dev.lbp.internal.solve.pairs;

import dev.lbp.models.PairwiseModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Small random models whose sites interact in pairs, and their best values by enumeration. */
public final class SpinCases {

    /** The sizes of couplings and fields. */
    public enum Weights {
        /** Couplings of 1 and -1, no fields. */
        SIGNS,
        /** Couplings of 1 and -1, fields. */
        SIGNS_AND_FIELDS,
        /** Whole numbers; some pairs repeat, some are of a site with itself. */
        WHOLE,
        /** Normal numbers. */
        REAL,
        /** Normal numbers, and penalties of 1,000. */
        PENALTIES,
        /** Sizes from 1e-3 to 1e3. */
        DECADES
    }

    /** A model, and the sum of {@code a_ij s_i s_j} and {@code a_i s_i} of each state of spins that it stands for. */
    public record Case(PairwiseModel model, double best) {}

    private SpinCases() {}

    /**
     * Draws a model.
     *
     * @param sites 1 to 20
     * @param density the probability that a pair is coupled
     */
    public static Case draw(int sites, double density, Weights weights, UniformRandomProvider random) {
        double[][] pair = new double[sites][sites];
        for (int i = 0; i < sites; i++) {
            for (int j = 0; j <= i; j++) {
                boolean field = i == j;
                if (field ? weights != Weights.SIGNS && random.nextBoolean() : random.nextDouble() < density) {
                    pair[i][j] = weight(weights, field, random);
                }
            }
        }
        return new Case(model(pair, weights == Weights.WHOLE), best(pair));
    }

    private static double weight(Weights weights, boolean field, UniformRandomProvider random) {
        double sign = random.nextBoolean() ? 1.0 : -1.0;
        double normal = ZigguratSampler.NormalizedGaussian.of(random).sample();
        return switch (weights) {
            case SIGNS -> sign;
            case SIGNS_AND_FIELDS -> field ? normal : sign;
            case WHOLE -> random.nextInt(11) - 5;
            case REAL -> normal;
            case PENALTIES -> random.nextInt(3) == 0 ? 1000.0 * sign : normal;
            case DECADES -> sign * Math.pow(10.0, 6.0 * random.nextDouble() - 3.0);
        };
    }

    /** The model in bits, {@code s = 2x - 1}; the constant is left out. */
    private static PairwiseModel model(double[][] pair, boolean inParts) {
        int sites = pair.length;
        double[] linear = new double[sites];
        int[] rows = new int[3 * sites * sites];
        int[] columns = new int[rows.length];
        double[] values = new double[rows.length];
        int count = 0;
        for (int i = 0; i < sites; i++) {
            linear[i] += 2.0 * pair[i][i];
            for (int j = 0; j < i; j++) {
                linear[i] -= 2.0 * pair[i][j];
                linear[j] -= 2.0 * pair[i][j];
                int parts = inParts ? 2 : 1; // a pair in two parts, in both orders
                for (int part = 0; part < parts && pair[i][j] != 0.0; part++) {
                    rows[count] = part == 0 ? i : j;
                    columns[count] = part == 0 ? j : i;
                    values[count++] = parts == 1 ? 4.0 * pair[i][j] : part == 0 ? 3.0 * pair[i][j] : pair[i][j];
                }
            }
        }
        for (int i = 0; inParts && i < sites; i++) { // half of the linear terms as pairs of a site with itself
            rows[count] = i;
            columns[count] = i;
            values[count++] = 0.5 * linear[i];
            linear[i] *= 0.5;
        }
        return PairwiseModel.of(
                linear, Arrays.copyOf(rows, count), Arrays.copyOf(columns, count), Arrays.copyOf(values, count));
    }

    /** The largest log-probability, by flips of one spin at a time in the order of Gray's code. */
    private static double best(double[][] pair) {
        int sites = pair.length;
        double[] force = new double[sites];
        double value = 0.0;
        double constant = 0.0;
        for (int i = 0; i < sites; i++) {
            force[i] += pair[i][i];
            value -= pair[i][i];
            constant -= pair[i][i];
            for (int j = 0; j < i; j++) {
                force[i] -= pair[i][j];
                force[j] -= pair[i][j];
                value += pair[i][j];
                constant += pair[i][j];
            }
        }
        int[] spin = new int[sites];
        Arrays.fill(spin, -1);
        double best = value;
        for (int step = 1; step < 1 << sites; step++) {
            int i = Integer.numberOfTrailingZeros(step);
            value -= 2.0 * spin[i] * force[i];
            spin[i] = -spin[i];
            for (int j = 0; j < sites; j++) {
                if (j != i) {
                    force[j] += 2.0 * spin[i] * pair[Math.max(i, j)][Math.min(i, j)];
                }
            }
            best = Math.max(best, value);
        }
        return best - constant;
    }
}
