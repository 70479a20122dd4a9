package dev.lbp.internal.select.average;

import dev.lbp.internal.Sum;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The posterior distribution of models: a site for each candidate variable, 1 if it is in. A variable is one column, or
 * several that enter together. This class knows the variables' columns and the prior of models.
 */
public abstract class SubsetModel implements LocalEnergyModel {

    private static final long serialVersionUID = 1L;

    /** Log-probabilities are multiples of 1 over this. */
    private static final double PER_QUANTUM = 0x1p36;

    /** The least prior probability of all possible models together. A prior that has less contradicts the data. */
    private static final double LEAST_PRIOR = 1e-6;

    private static final int MOST_STARTING = 10;

    /** How often {@link #draw} tries to add a variable. Many tries may fail, since variables depend on each other. */
    private static final int MOST_TRIES = 1_000;

    /** The largest number of variables in a model. */
    public final int mostSites;

    /** The largest number of columns in a model. */
    public final int mostColumns;

    /** Which models are allowed. */
    public final Margins margins;

    /** Where each variable's columns begin; at the end the number of columns. */
    private final int[] firstColumn;

    /** The log prior probability of one model, by size, 0 to p + 1; -Infinity from the first size that is too large. */
    private final double[] logPrior;

    private final double allowedModels;
    private final double[] priorSizes;
    private final double[] priorInclusion;

    /**
     * @param firstColumn [p + 1], where each variable's columns begin; at the end the number of columns
     * @param mostColumns the largest number of columns in a model that the data can tell apart
     * @throws IllegalArgumentException if models that the observations can tell apart have hardly any prior probability
     */
    protected SubsetModel(ModelPrior prior, int[] firstColumn, int mostColumns) {
        this.firstColumn = firstColumn;
        int p = firstColumn.length - 1;
        this.margins = prior.margins();
        this.mostSites = Math.min(Math.min(prior.maxSize(), mostColumns), p);
        this.mostColumns = mostColumns;
        Inclusion inclusion = prior.inclusion();
        ModelCounts counts = new ModelCounts(margins);
        this.allowedModels = counts.total();
        double[] ofAllSizes = logPriorOfAllSizes(inclusion, counts);
        this.logPrior = ofAllSizes.clone();
        Arrays.fill(logPrior, mostSites + 1, p + 2, Double.NEGATIVE_INFINITY);
        this.priorSizes = sizes(counts, logPrior);
        this.priorInclusion = Arrays.stream(counts.inclusion(logPrior))
                .map(SubsetModel::withoutRounding)
                .toArray();
        if (prior.maxSize() > mostColumns) {
            double possible =
                    Arrays.stream(sizes(counts, ofAllSizes), 0, mostSites + 1).sum();
            if (!(possible >= LEAST_PRIOR)) {
                throw new IllegalArgumentException(
                        "must leave prior probability to models that the observations can tell apart: inclusion="
                                + inclusion + " gives " + possible + " to models of at most " + mostColumns
                                + " of p=" + p + " variables; use Inclusion.expectedSize(10) or betaBinomial(1, 1), or"
                                + " call maxSize");
            }
        }
    }

    /** The log-prior of one model by size, if the data allow all sizes; p + 1 is the impossible size past the last. */
    private double[] logPriorOfAllSizes(Inclusion inclusion, ModelCounts counts) {
        int p = dimension();
        double[] logs = new double[p + 2];
        Arrays.setAll(logs, size -> size > p ? Double.NEGATIVE_INFINITY : inclusion.logPrior(size, p));
        // A prior of sizes gives each size its probability: where heredity leaves fewer models, each of them gets more.
        if (!margins.isEmpty && inclusion.isOfSizes()) {
            for (int size = 0; size <= p; size++) {
                logs[size] += ModelCounts.logChoose(p, size) - counts.logCounts[size];
            }
        }
        return logs;
    }

    /** The probability of each model size, 0 to p. */
    private static double[] sizes(ModelCounts counts, double[] logPrior) {
        double[] logs = counts.logCounts.clone();
        Arrays.setAll(logs, size -> logs[size] + logPrior[size]);
        double total = WeightedSums.logOf(logs);
        return Arrays.stream(logs).map(log -> Math.exp(log - total)).toArray();
    }

    /** Rounds a sum to 12 digits, so that its rounding errors do not show: 0.5, not 0.49999999999999994. */
    private static double withoutRounding(double sum) {
        return new BigDecimal(sum).round(new MathContext(12)).doubleValue();
    }

    @Override
    public final int dimension() {
        return firstColumn.length - 1;
    }

    /** The first column of a variable; the number of columns for {@code site} = the number of variables. */
    public final int firstColumn(int site) {
        return firstColumn[site];
    }

    /** The variables that are in, ascending. */
    public static int[] ones(byte[] state) {
        return IntStream.range(0, state.length).filter(site -> state[site] != 0).toArray();
    }

    /** The columns of some variables. */
    protected final int[] columns(int[] sites) {
        return IntStream.of(sites)
                .flatMap(site -> IntStream.range(firstColumn[site], firstColumn[site + 1]))
                .toArray();
    }

    /** The variables whose first columns are among these columns, ascending. */
    public final int[] sites(int[] columns) {
        return IntStream.range(0, dimension())
                .filter(site -> IntStream.of(columns).anyMatch(column -> column == firstColumn[site]))
                .toArray();
    }

    /** The log-prior of one model of this size, 0 to p + 1, up to a constant; negative infinity if it is impossible. */
    public final double logPrior(int size) {
        return logPrior[size];
    }

    /** The prior probability of each model size, 0 to p. */
    public final double[] priorSizes() {
        return priorSizes.clone();
    }

    /** The number of models of any size that are allowed. */
    public final double allowedModels() {
        return allowedModels;
    }

    /** Whether at most 2^{@code most} models are allowed, and {@link Margins#walk} can visit them. */
    public final boolean hasAtMost(int most) {
        return margins.hasAtMost(most, allowedModels);
    }

    /** The prior probability that a variable is in. */
    public final double priorInclusion(int site) {
        return priorInclusion[site];
    }

    /** A weight of each variable, not negative: larger if it, alone in the model, explains more of the response. */
    protected abstract double[] effects();

    /** Jumps of interactions with their margins; null if all models are allowed. */
    public final @Nullable FamilyJump jumps() {
        return margins.isEmpty ? null : new FamilyJump(margins, effects());
    }

    /** A checksum of the prior of models. */
    protected final String priorFingerprint() {
        int p = dimension();
        // the p + 2 logarithms by size; under heredity then a number for the margins of each of p candidates
        return Fingerprint.of(
                margins.isEmpty ? p + 2 : 2 * p + 2,
                k -> k < p + 2 ? logPrior[k] : Arrays.hashCode(margins.margins(k - p - 2)));
    }

    /**
     * Rounds a log-probability to a multiple of 2^-36, which is above the drift of a fit and below all that matters: a
     * model then has the same log-probability on every visit. Ranks and quantiles of a trace, and so R-hat and
     * effective sample size, need that.
     */
    protected static double rounded(double logProb) {
        return Math.rint(logProb * PER_QUANTUM) / PER_QUANTUM;
    }

    /** Adds a variable to a model. */
    protected interface Entry {

        /**
         * Whether the variable can enter.
         *
         * @param state the model without it; unchanged when this returns
         * @param size its number of variables
         */
        boolean enter(byte[] state, int size, int site);
    }

    /**
     * Draws a model for a chain to start from: at most 10 variables, half of them drawn by {@link #effects}. Such
     * starts differ more than draws of the posterior do. A model whose size the prior excludes gets further variables.
     */
    protected final byte[] draw(UniformRandomProvider rng, Entry entry) {
        double[] weights = effects();
        byte[] state = new byte[weights.length];
        double total = Sum.of(weights);
        int wanted = rng.nextInt(Math.min(MOST_STARTING, mostSites) + 1);
        int size = 0;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            boolean excluded = size < mostSites && logPrior[size] == Double.NEGATIVE_INFINITY;
            if (size >= wanted && !excluded) {
                break;
            }
            int site = rng.nextBoolean() ? rng.nextInt(weights.length) : pick(weights, rng.nextDouble() * total);
            if (state[site] == 0 && margins.mayFlip(state, site) && entry.enter(state, size, site)) {
                state[site] = 1;
                size++;
            }
        }
        return state;
    }

    /** The index of the weight whose interval has {@code rest}, if intervals of these lengths are laid end to end. */
    private static int pick(double[] weights, double rest) {
        double left = rest;
        for (int k = 0; k < weights.length - 1; k++) {
            left -= weights[k];
            if (left < 0.0) {
                return k;
            }
        }
        return weights.length - 1;
    }
}
