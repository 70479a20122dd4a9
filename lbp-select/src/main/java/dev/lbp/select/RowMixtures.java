package dev.lbp.select;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the most probable models say of new rows: for each row a {@link Mixture} with a part for each model. Models that
 * together have less than a millionth of the probability are left out, which moves the level of an interval by less
 * than that.
 *
 * @param <F> the fit of a model
 */
final class RowMixtures<F> {

    private static final double LEFT_OUT = 1e-6;

    /** Numbers that are kept at one time: the rows are taken in blocks, and each block visits the models once. */
    private static final int ROOM = 1 << 22;

    private static final double BINS_PER_NAT = 8.0;

    /** The numbers of models by their log-weight, in bins. */
    private final TreeMap<Long, Integer> counts = new TreeMap<>();

    /**
     * What one model says of rows.
     *
     * @param <F> the fit of a model
     */
    interface Rows<F> {

        /** The number of rows. */
        int count();

        /** The degrees of freedom of a model's t distributions. */
        double freedom(F fit);

        /**
         * Computes location, scale of the expected value, and scale of a new response of one row.
         *
         * @param out [3], receives them
         */
        void describe(F fit, int row, double[] out);
    }

    /** Receives the distributions of rows, in their order. */
    interface RowVisitor {

        /**
         * @param expected the distribution of the expected response, or of the linear predictor
         * @param response the distribution of a response; as the rows describe it
         */
        void visit(int row, Mixture expected, Mixture response);
    }

    /** Counts a model, which {@link #forEach} then visits again. */
    void count(double logWeight) {
        counts.merge(bin(logWeight), 1, Integer::sum);
    }

    private static long bin(double logWeight) {
        return (long) Math.floor(BINS_PER_NAT * logWeight);
    }

    /** Shows every row. */
    void forEach(VisitedModels<F> models, Rows<F> rows, RowVisitor visitor) {
        long largest = counts.lastKey();
        double total = 0.0;
        for (Map.Entry<Long, Integer> bin : counts.entrySet()) {
            total += mass(bin, largest);
        }
        double kept = 0.0;
        int size = 0;
        long least = largest;
        for (Map.Entry<Long, Integer> bin : counts.descendingMap().entrySet()) {
            if (kept >= (1.0 - LEFT_OUT) * total) {
                break;
            }
            kept += mass(bin, largest);
            size += bin.getValue();
            least = bin.getKey();
        }
        int block = Math.max(1, ROOM / size);
        for (int from = 0; from < rows.count(); from += block) {
            new Block(size, from, Math.min(block, rows.count() - from)).fill(models, rows, least, largest, visitor);
        }
    }

    private static double mass(Map.Entry<Long, Integer> bin, long largest) {
        return bin.getValue() * Math.exp((bin.getKey() - largest) / BINS_PER_NAT);
    }

    /** Some of the rows. */
    private final class Block {

        private final int from;
        private final double[] weights;
        private final double[] freedoms;
        private final double[][] locations;
        private final double[][] ofMean;
        private final double[][] ofResponse;
        private final double[] row = new double[3];
        private int filled;

        Block(int models, int from, int rows) {
            this.from = from;
            this.weights = new double[models];
            this.freedoms = new double[models];
            this.locations = new double[rows][models];
            this.ofMean = new double[rows][models];
            this.ofResponse = new double[rows][models];
        }

        void fill(VisitedModels<F> models, Rows<F> rows, long least, long largest, RowVisitor visitor) {
            models.forEach((fit, logWeight) -> {
                if (bin(logWeight) >= least) {
                    weights[filled] = Math.exp(logWeight - largest / BINS_PER_NAT);
                    freedoms[filled] = rows.freedom(fit);
                    for (int t = 0; t < locations.length; t++) {
                        rows.describe(fit, from + t, row);
                        locations[t][filled] = row[0];
                        ofMean[t][filled] = row[1];
                        ofResponse[t][filled] = row[2];
                    }
                    filled++;
                }
            });
            double sum = Arrays.stream(weights).sum();
            for (int m = 0; m < weights.length; m++) {
                weights[m] /= sum;
            }
            for (int t = 0; t < locations.length; t++) {
                visitor.visit(
                        from + t,
                        new Mixture(weights, locations[t], ofMean[t], freedoms),
                        new Mixture(weights, locations[t], ofResponse[t], freedoms));
            }
        }
    }
}
