package dev.lbp.internal.select.glm;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.internal.select.data.Offset;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.internal.select.likelihood.CoxLikelihood;
import dev.lbp.internal.select.likelihood.EstimatedSizeLikelihood;
import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.likelihood.LogisticLikelihood;
import dev.lbp.internal.select.likelihood.NegativeBinomialLikelihood;
import dev.lbp.internal.select.likelihood.PoissonLikelihood;
import dev.lbp.internal.select.likelihood.ProbitLikelihood;
import dev.lbp.internal.select.likelihood.RowLikelihood;
import dev.lbp.select.data.Prediction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The response of a generalised linear regression.
 *
 * @param name of the response
 * @param y [n]; for survival the times
 * @param survival events, strata and ties of survival times; null for other families
 * @param size of a negative binomial distribution; NaN if it is estimated, and for other families
 * @param weights [n], > 0; null for 1
 * @param offset the known part of the linear predictor
 */
public record GlmResponse(
        Family family,
        String name,
        double[] y,
        @Nullable Survival survival,
        double size,
        double @Nullable [] weights,
        Offset offset) {

    /** Fewer observations tell no models apart. */
    private static final int LEAST_ROWS = 3;

    private static final double LEAST_SIZE = 1e-6;
    private static final double MOST_SIZE = 1e300;

    /**
     * What survival times have beside them.
     *
     * @param events [n], 1 if the time is that of an event, 0 if it is censored
     * @param strata [n], each with a hazard of its own
     * @param efron whether ties are by Efron's formula
     */
    public record Survival(double[] events, int[] strata, boolean efron) {

        private boolean isStratified() {
            return Arrays.stream(strata).distinct().count() > 1;
        }

        private Survival rows(int... rows) {
            return new Survival(
                    RowValues.only(events, rows),
                    IntStream.of(rows).map(t -> strata[t]).toArray(),
                    efron);
        }
    }

    /** The distribution of a response. */
    public enum Family {
        LOGISTIC,
        PROBIT,
        POISSON,
        NEGATIVE_BINOMIAL,
        COX
    }

    /** A response of 0 and 1. */
    public static GlmResponse binary(Family family, RowValues y) {
        checkRows(y);
        y.checkBits("0 or 1");
        return of(family, y.name(), checkedVarying(y), null, Double.NaN, null); // no survival, no size, no weights
    }

    /** Successes in trials. */
    public static GlmResponse binomial(RowValues successes, RowValues trials) {
        checkRows(successes);
        successes.checkLength(trials);
        successes.checkCounts();
        trials.checkCounts();
        double[] parts = new double[successes.count()];
        for (int t = 0; t < parts.length; t++) {
            if (!(trials.at(t) > 0.0)) {
                throw trials.failure("> 0", t, "; leave out the row");
            }
            if (successes.at(t) > trials.at(t)) {
                throw successes.failure("at most the number of trials, " + trials.at(t), t, "");
            }
            parts[t] = successes.at(t) / trials.at(t);
        }
        double sum = Arrays.stream(successes.all()).sum();
        if (sum == 0.0 || sum == Arrays.stream(trials.all()).sum()) {
            throw constant(successes);
        }
        return of(
                Family.LOGISTIC,
                successes.name(),
                parts,
                null,
                Double.NaN,
                trials.all().clone());
    }

    /**
     * Counts of more variance than their mean.
     *
     * @param size in [1e-6, 1e300]: with smaller ones nearly all counts are 0, with larger ones sums overflow
     */
    public static GlmResponse negativeBinomial(RowValues y, double size) {
        Check.that(
                size >= LEAST_SIZE && size <= MOST_SIZE, "be in [" + LEAST_SIZE + ", " + MOST_SIZE + "]", "size", size);
        return counts(Family.NEGATIVE_BINOMIAL, y, size);
    }

    /** Counts of more variance than their mean, by a size that is estimated. */
    public static GlmResponse negativeBinomial(RowValues y) {
        return counts(Family.NEGATIVE_BINOMIAL, y, Double.NaN);
    }

    /** Counts whose variance is their mean. */
    public static GlmResponse poisson(RowValues y) {
        return counts(Family.POISSON, y, Double.NaN);
    }

    private static GlmResponse counts(Family family, RowValues y, double size) {
        checkRows(y);
        y.checkCounts();
        return of(family, y.name(), checkedVarying(y), null, size, null); // no survival times, no weights
    }

    /** Survival times. */
    public static GlmResponse survival(RowValues times, RowValues events) {
        checkRows(times);
        times.checkLength(events);
        for (int t = 0; t < times.count(); t++) {
            if (!(times.at(t) >= 0.0 && times.at(t) <= Double.MAX_VALUE)) {
                throw times.failure("a time, finite and >= 0", t, "");
            }
        }
        events.checkBits("1 for an event or 0 for a censored time");
        if (Arrays.stream(events.all()).sum() == 0.0) {
            throw new IllegalArgumentException("must have an event: all times are censored" + placeOf(events));
        }
        Survival survival = new Survival(events.all().clone(), new int[times.count()], false);
        return of(Family.COX, times.name(), times.all().clone(), survival, Double.NaN, null);
    }

    private static GlmResponse of(
            Family family, String name, double[] y, @Nullable Survival survival, double size, double @Nullable [] by) {
        return new GlmResponse(family, name, y, survival, size, by, Offset.NONE);
    }

    private static void checkRows(RowValues y) {
        Check.atLeast(LEAST_ROWS, "n, the number of observations", y.count());
    }

    /** A copy of the values, which must not be all equal. */
    private static double[] checkedVarying(RowValues y) {
        if (Arrays.stream(y.all()).allMatch(value -> value == y.at(0))) {
            throw constant(y);
        }
        return y.all().clone();
    }

    private static IllegalArgumentException constant(RowValues y) {
        return new IllegalArgumentException("must not be constant: the response" + placeOf(y));
    }

    /** Where a column is, to end a message; empty if it is an array. */
    private static String placeOf(RowValues column) {
        return column.isColumn() ? ", " + column.place() : "";
    }

    /** The number of rows. */
    public int count() {
        return y.length;
    }

    /** A copy with other strata or another formula for ties. */
    public GlmResponse with(Survival other) {
        return new GlmResponse(family, name, y, other, size, weights, offset);
    }

    /** A copy whose rows have their weights multiplied by further ones. */
    public GlmResponse weighted(RowValues by) {
        double[] product = by.weights(rowWeights());
        for (int t = 0; t < product.length; t++) {
            boolean isCount = family == Family.POISSON || family == Family.NEGATIVE_BINOMIAL;
            // A count times its weight is bounded, too.
            double rows = product[t] * (isCount ? Math.max(y[t], 1.0) : 1.0);
            if (!(rows <= RowValues.MOST_COUNT)) {
                String divided = isCount
                        ? ", divided by its row's count"
                        : weights != null ? ", divided by its row's trials" : "";
                throw by.failure("at most " + RowValues.MOST_COUNT + divided, t, "");
            }
        }
        double total = Arrays.stream(product).sum();
        Check.that(
                total >= 2.0, "be at least 2, as a row of weight 2 counts as two rows", "sum of " + by.name(), total);
        return new GlmResponse(family, name, y, survival, size, product, offset);
    }

    /** A copy with a known part of the linear predictor. */
    public GlmResponse with(Offset known) {
        return new GlmResponse(family, name, y, survival, size, weights, known);
    }

    /** The response of these rows alone. */
    public GlmResponse rows(int... rows) {
        return new GlmResponse(
                family,
                name,
                RowValues.only(y, rows),
                survival == null ? null : survival.rows(rows),
                size,
                weights == null ? null : RowValues.only(weights, rows),
                offset.rows(rows));
    }

    /**
     * The class of each row, for folds that must have rows of all classes: 0 or 1 of a response of yes and no, events
     * and censored times; 0 for all rows of other families.
     */
    public double[] classes() {
        return survival != null
                ? survival.events
                : scale() == SelectionFacts.Scale.PROBABILITY ? y : new double[y.length];
    }

    /** Whether the regression is logistic, without weights and offsets. */
    public boolean isPlainLogistic() {
        return family == Family.LOGISTIC && weights == null && offset.all() == null;
    }

    /** The weights of the rows; all 1 if none are given. */
    double[] rowWeights() {
        return weights == null ? RowValues.ones(y.length) : weights;
    }

    /** Events, strata and ties of the rows in an {@link #order}; null for other families. */
    @Nullable Survival survival(int[] order) {
        return survival == null ? null : survival.rows(order);
    }

    /** The rows in the order that the likelihood needs: for survival in each stratum from the longest time on. */
    int[] order() {
        return IntStream.range(0, y.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(t -> survival == null ? 0 : survival.strata[t])
                        .thenComparingDouble(t -> survival == null ? 0.0 : -y[t]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The likelihood of the rows in an {@link #order}. */
    Likelihood likelihood(int[] order) {
        double[] values = RowValues.only(y, order);
        double[] by = RowValues.only(rowWeights(), order);
        double[] known = RowValues.only(offset.of(y.length), order);
        if (survival != null) {
            Survival sorted = survival.rows(order);
            boolean[] isEvent = new boolean[y.length];
            for (int t = 0; t < isEvent.length; t++) {
                isEvent[t] = sorted.events[t] == 1.0;
            }
            return new CoxLikelihood(values, isEvent, by, known, sorted.strata, sorted.efron);
        }
        RowLikelihood.Rows rows = new RowLikelihood.Rows(values, by, known);
        return switch (family) {
            case PROBIT -> new ProbitLikelihood(rows);
            case POISSON -> new PoissonLikelihood(rows);
            case NEGATIVE_BINOMIAL ->
                Double.isNaN(size) ? new EstimatedSizeLikelihood(rows) : new NegativeBinomialLikelihood(rows, size);
            default -> new LogisticLikelihood(rows);
        };
    }

    SelectionFacts.Scale scale() {
        return switch (family) {
            case LOGISTIC, PROBIT -> SelectionFacts.Scale.PROBABILITY;
            case COX -> SelectionFacts.Scale.NONE;
            default -> SelectionFacts.Scale.NUMBER;
        };
    }

    /** The name of the exponential of a coefficient; empty if it has none. */
    String ratio() {
        return switch (family) {
            case LOGISTIC -> "odds ratio";
            case PROBIT -> "";
            case COX -> "hazard ratio";
            case POISSON, NEGATIVE_BINOMIAL -> "rate ratio";
        };
    }

    /**
     * What compares predictions with responses.
     *
     * @param estimated the size to take if none is given
     */
    Measures measures(double estimated) {
        return switch (family) {
            case LOGISTIC, PROBIT -> Measures::binary;
            case COX -> survival != null && survival.isStratified() ? GlmResponse::noMeasures : Measures::survival;
            case POISSON -> Measures.counts(Double.POSITIVE_INFINITY);
            case NEGATIVE_BINOMIAL -> Measures.counts(Double.isNaN(size) ? estimated : size);
        };
    }

    /** Refuses to measure predictions of stratified survival times: hazards of several strata cannot be compared. */
    private static Map<String, double[]> noMeasures(List<RowValues> outcome, double[] weights, List<Prediction> of) {
        throw new IllegalStateException("must be without strata to score rows that are held out; use crossValidate");
    }
}
