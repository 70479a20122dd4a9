package dev.lbp.internal.select.average;

import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Makes the predictive distributions of new rows: for each row a {@link PosteriorMixture} with parts for each model.
 * Models that together have less than a millionth of the probability are left out, which moves the level of an interval
 * by less than that; and those beyond the first {@value LeadingModels#MOST}. Under a prior of g a model has up to a
 * hundred parts of 32 bytes.
 *
 * @param <F> the fit of a model
 */
public final class RowMixtures<F> {

    private static final double LEFT_OUT = 1e-6;

    /** How many combinations are kept at a time: rows are taken in blocks, and each block visits all models. */
    private static final int ROOM = 1 << 20;

    private static final double BINS_PER_NAT = 8.0;

    /** By {@link #bin} of log-weights, the number of models. */
    private final TreeMap<Long, Integer> counts = new TreeMap<>();

    private final Map<Double, StudentTable> tables = new HashMap<>();
    private final int most;

    public RowMixtures() {
        this(LeadingModels.MOST);
    }

    /** @param most the largest number of models */
    public RowMixtures(int most) {
        this.most = most;
    }

    /** Receives the distributions of rows, in their order. */
    public interface RowVisitor {

        /**
         * @param expected the distribution of the expected response, or of the linear predictor
         * @param response the distribution of one response, with its noise
         */
        void visit(int row, PosteriorMixture expected, PosteriorMixture response);
    }

    /** Counts a model by its log-weight. The counts decide which models {@link #forEach} keeps. */
    public void count(double logWeight) {
        counts.merge(bin(logWeight), 1, Integer::sum);
    }

    /** The number of the bin of a log-weight: 1/8 wide. */
    private static long bin(double logWeight) {
        return (long) Math.floor(BINS_PER_NAT * logWeight);
    }

    /**
     * Passes the distributions of every row to the visitor.
     *
     * @param terms for each row, the expected response or the linear predictor
     */
    public void forEach(VisitedModels<F> models, Regression.Moments<F> moments, Term[] terms, RowVisitor visitor) {
        Kept kept = mostProbable();
        int block = Math.max(1, ROOM / kept.size());
        for (int from = 0; from < terms.length; from += block) {
            visit(kept, from, Math.min(block, terms.length - from), models, moments, terms, visitor);
        }
    }

    /** Takes bins from the most probable one on, until they have nearly all of the probability or enough models. */
    private Kept mostProbable() {
        long largest = counts.lastKey();
        double total = 0.0;
        for (Map.Entry<Long, Integer> bin : counts.entrySet()) {
            total += mass(bin, largest);
        }
        double kept = 0.0;
        int size = 0; // models in the kept bins
        int ofLeast = 0; // models that are kept of the bin `least`, the last kept one
        long least = largest;
        for (Map.Entry<Long, Integer> bin : counts.descendingMap().entrySet()) {
            if (kept >= (1.0 - LEFT_OUT) * total || size == most) {
                break;
            }
            kept += mass(bin, largest);
            ofLeast = Math.min(bin.getValue(), most - size);
            size += ofLeast;
            least = bin.getKey();
        }
        return new Kept(size, least, ofLeast, largest);
    }

    /**
     * The models that are kept.
     *
     * @param size the number of models
     * @param least the least bin that has some of them
     * @param ofLeast the number of models that are kept of the least bin, the first ones that are visited
     * @param largest the largest bin
     */
    private record Kept(int size, long least, int ofLeast, long largest) {}

    /** The weight of a bin's models, relative to one model of the largest bin. */
    private static double mass(Map.Entry<Long, Integer> bin, long largest) {
        return bin.getValue() * Math.exp((bin.getKey() - largest) / BINS_PER_NAT);
    }

    /** Passes the distributions of {@code rows} rows, which begin at {@code from}, to the visitor. */
    private void visit(
            Kept kept,
            int from,
            int rows,
            VisitedModels<F> models,
            Regression.Moments<F> moments,
            Term[] terms,
            RowVisitor visitor) {
        double[] weights = new double[kept.size()];
        List<Supplier<PosteriorPart[]>> parts = new ArrayList<>();
        Combination[][] combinations = new Combination[rows][kept.size()];
        AtomicInteger visited = new AtomicInteger(); // the number of visited models of the least bin
        models.forEach((fit, logWeight) -> {
            long bin = bin(logWeight);
            if (bin > kept.least() || bin == kept.least() && visited.getAndIncrement() < kept.ofLeast()) {
                int place = parts.size();
                weights[place] = Math.exp(logWeight - kept.largest() / BINS_PER_NAT);
                moments.load(fit);
                for (int t = 0; t < rows; t++) {
                    combinations[t][place] = moments.term(terms[from + t]);
                }
                parts.add(moments.parts());
            }
        });
        for (int t = 0; t < rows; t++) {
            PosteriorMixture expected = new PosteriorMixture(tables);
            PosteriorMixture response = new PosteriorMixture(tables);
            for (int m = 0; m < weights.length; m++) {
                PosteriorPart[] known = parts.get(m).get();
                expected.add(weights[m], known, combinations[t][m], 1.0); // 1: in the unit of the combinations
                response.add(weights[m], known, combinations[t][m].withNoise(), 1.0);
            }
            visitor.visit(from + t, expected.withProbability(1.0), response.withProbability(1.0));
        }
    }
}
