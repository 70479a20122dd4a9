package dev.lbp.internal.select.average;

import dev.lbp.diagnostics.MonteCarloError;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The models that chains have drawn, each with the number of its draws.
 *
 * @param <F> the fit of a model
 */
public final class SampledModels<F> implements VisitedModels<F> {

    /** Batches of each chain, for errors. */
    static final int BATCHES = 20;

    /** The least number of draws of each chain for which errors are estimated. */
    public static final int LEAST_DRAWS = 2 * BATCHES;

    private final Regression<F> regression;
    private final Map<Sites, Draws> counts;
    private final List<Known> best;
    private final int chains;
    private final int draws;
    private final double logTotal;
    private final byte[] zeros; // all zeros: the mismatches of a state with it are its ones
    private final int[] found; // room for the sites of a state that are 1

    /** Counts how often one model was drawn, in all and by batch of draws. */
    public static final class Draws {

        private int total;

        /** For each batch in which the model was drawn, two numbers: the batch, and how often it was drawn there. */
        private int[] ofBatches = new int[2];

        private int used;

        /** Counts a draw. The draws of a batch come one after another, so only the last batch is compared. */
        private void add(int batch) {
            total++;
            if (used == 0 || ofBatches[used - 2] != batch) { // begins a new pair of batch and count
                if (used == ofBatches.length) {
                    ofBatches = Arrays.copyOf(ofBatches, 2 * used);
                }
                ofBatches[used] = batch;
                used += 2;
            }
            ofBatches[used - 1]++;
        }

        public int total() {
            return total;
        }

        /** The number of batches of draws in which this model was drawn at least once. */
        public int batches() {
            return used / 2;
        }

        /** The number of the k-th batch in which this model was drawn. */
        public int batch(int k) {
            return ofBatches[2 * k];
        }

        /** How often this model was drawn in {@code batch(k)}. */
        public int count(int k) {
            return ofBatches[2 * k + 1];
        }
    }

    /**
     * @param result of a run that kept its draws
     */
    public SampledModels(Regression<F> regression, SampleResult result) {
        this.regression = regression;
        this.counts = new LinkedHashMap<>();
        this.zeros = new byte[regression.model().dimension()];
        this.found = new int[regression.model().dimension()];
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                int batch = (int) ((long) t * BATCHES / result.draws());
                counts.computeIfAbsent(new Sites(ones(result.draw(c, t))), key -> new Draws())
                        .add(BATCHES * c + batch);
            }
        }
        this.chains = result.chains();
        this.draws = result.draws();
        RankedModels ranked = new RankedModels();
        F fit = regression.newFit();
        counts.forEach((key, count) -> ranked.add(regression.load(fit, key.sites()), key::sites));
        this.logTotal = ranked.logTotal();
        this.best = ranked.best();
    }

    /** The sites that are 1. Comparing with {@link #zeros} skips many sites at once. */
    private int[] ones(byte[] state) {
        int count = 0;
        for (int next = nextOne(state, 0); next < state.length; next = nextOne(state, next + 1)) {
            found[count++] = next;
        }
        return Arrays.copyOf(found, count);
    }

    private int nextOne(byte[] state, int from) {
        int place = Arrays.mismatch(state, from, state.length, zeros, from, state.length);
        return place < 0 ? state.length : from + place;
    }

    @Override
    public void forEach(Visitor<F> visitor) {
        F fit = regression.newFit();
        counts.forEach((key, count) -> {
            regression.load(fit, key.sites());
            visitor.visit(fit, Math.log(count.total()));
        });
    }

    /** Calls the visitor with each model's variables and the number of its draws. */
    public void forEachDrawn(BiConsumer<int[], Draws> visitor) {
        counts.forEach((key, count) -> visitor.accept(key.sites(), count));
    }

    /** The share of all draws that are this model. */
    public double share(int[] sites) {
        Draws found = counts.get(new Sites(sites));
        return found == null ? 0.0 : found.total / ((double) chains * draws);
    }

    /** The standard error of {@link #share}. */
    public double shareError(int[] sites) {
        double[] sums = new double[batches()];
        Draws found = counts.get(new Sites(sites));
        for (int k = 0; found != null && k < found.batches(); k++) {
            sums[found.batch(k)] += found.count(k);
        }
        return error(sums);
    }

    /** By site, the standard error of the share of draws that have it. */
    public double[] errorsOfInclusion() {
        double[][] sums = new double[zeros.length][batches()];
        counts.forEach((key, found) -> {
            for (int k = 0; k < found.batches(); k++) {
                for (int site : key.sites()) {
                    sums[site][found.batch(k)] += found.count(k);
                }
            }
        });
        return Arrays.stream(sums).mapToDouble(this::error).toArray();
    }

    /**
     * The standard error of a share of draws, or of another mean over draws, by batch means.
     *
     * @param sums over the draws of each batch, of all chains one after another
     * @return NaN if there are too few draws
     */
    public double error(double[] sums) {
        if (!hasErrors()) {
            return Double.NaN;
        }
        double[][] means = new double[chains][BATCHES];
        for (int c = 0; c < chains; c++) {
            for (int b = 0; b < BATCHES; b++) {
                means[c][b] = sums[BATCHES * c + b] / (firstDraw(b + 1) - firstDraw(b));
            }
        }
        return MonteCarloError.batchMeans(means, BATCHES);
    }

    /**
     * The standard error of a share of draws. If there are too few draws for batches, it is that of one draw of each
     * chain. It is at least 1 / draws^2, since a chain may miss what has the probability of one draw.
     *
     * @param sums over the draws of each batch, of all chains one after another
     */
    public double errorOfShare(double share, double[] sums) {
        double least = Math.pow((double) chains * draws, -2.0);
        double found = hasErrors() ? error(sums) : Math.sqrt(Math.max(share * (1.0 - share), 0.0) / chains);
        return found > least ? found : least; // least, too, if the error is NaN
    }

    /** Whether each chain has enough draws to estimate standard errors by batches. */
    public boolean hasErrors() {
        return draws >= LEAST_DRAWS;
    }

    /** The number of batches of all chains. */
    public int batches() {
        return BATCHES * chains;
    }

    /** The first draw of a batch. */
    private long firstDraw(int batch) {
        return ((long) batch * draws + BATCHES - 1) / BATCHES;
    }

    @Override
    public double logTotal() {
        return logTotal;
    }

    @Override
    public List<Known> best() {
        return best;
    }
}
