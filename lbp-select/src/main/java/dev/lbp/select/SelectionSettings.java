package dev.lbp.select;

import dev.lbp.SamplingRun;
import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.Margins;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.data.Predictors;
import dev.lbp.internal.select.data.Source;
import dev.lbp.internal.select.formula.Formula;
import dev.lbp.internal.select.linear.CoefficientPrior;
import dev.lbp.result.SamplingListener;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Heredity;
import dev.lbp.select.prior.Inclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a selection: the priors of coefficients and of models, and how models are found.
 *
 * @param <T> the selection, which each setting returns
 */
public abstract class SelectionSettings<T> extends CoefficientSettings<T> {

    final @Nullable Table table;
    Predictors predictors;
    private @Nullable Set<String> columns; // those that a formula may use; null before the first formula
    Set<String> always = Set.of();
    final ModelSampling sampling = new ModelSampling();
    Inclusion inclusion = Inclusion.betaBinomial(1.0, 1.0);
    private Heredity heredity = Heredity.NONE;
    private int maxSize = Integer.MAX_VALUE;
    boolean duplicates;

    SelectionSettings(Predictors predictors, @Nullable Table table) {
        this.predictors = predictors;
        this.table = table;
    }

    /** Finds the models, by enumeration or by chains. */
    abstract SelectionResult run();

    /** Refuses a prior that the regression cannot have, before a run would. Computes nothing. */
    public abstract void checkPrior();

    /**
     * Runs the selection under other priors, each with these settings, seed and data, which stay as they are:
     *
     * <pre>{@code
     * selection.underPriors(result, List.of(VariableSelection::bic, VariableSelection::benchmarkPrior));
     * }</pre>
     *
     * @param own the result under the present prior, the first of the table
     * @param others each sets a prior of coefficients, or of models
     * @return a table for {@link SelectionResult#with}; if the thread is interrupted, of the priors until then
     * @throws IllegalArgumentException if a prior is not for this regression: before the first run
     */
    public final PriorSensitivity underPriors(SelectionResult own, List<? extends Consumer<? super T>> others) {
        CoefficientPrior ownPrior = prior;
        Inclusion ownInclusion = inclusion;
        List<PriorSensitivity.Prior> found = new ArrayList<>();
        found.add(SelectionFindings.prior(prior.label(), own, found));
        try {
            for (boolean runs : new boolean[] {false, true}) { // first checks all priors, then runs under them
                for (Consumer<? super T> setting : others) {
                    prior = ownPrior;
                    inclusion = ownInclusion;
                    setting.accept(self());
                    checkPrior();
                    SelectionResult result = runs && !Thread.currentThread().isInterrupted() ? run() : null;
                    if (result != null && result.run().stream().allMatch(chains -> chains.draws() > 0)) {
                        found.add(SelectionFindings.prior(prior.label(), result, found));
                    }
                }
            }
        } finally {
            prior = ownPrior;
            inclusion = ownInclusion;
        }
        return new PriorSensitivity(found);
    }

    /** Names for the columns of x, in their order; not for a table, whose columns have theirs. */
    public final T names(String... columns) {
        if (table != null) {
            throw new IllegalStateException("must be of arrays to be given names: the columns of a table have theirs");
        }
        predictors = predictors.named(columns);
        return self();
    }

    /**
     * Sets the candidates by a formula of R, {@code y ~ a*b + poly(c, 2) + log(d) + factor(e) + offset(log(f))}; the
     * part up to ~ may be left out. Each term is one variable, with a name as in the formula without spaces: the
     * columns of a factor, a polynomial or an interaction enter together. {@code + - : * ^ ( )} and a dot have R's
     * meaning, so have {@code poly} (orthogonal), {@code ordered} (polynomial contrasts), {@code levels = c("a", "b")}
     * of factors, {@code I}, log, log2, log10, log1p, sqrt, exp and abs of expressions.
     * A factor has a column for each level but the first, in interactions too. Terms enter and leave on their own, a:b
     * also without a, unless {@link #heredity} is set. Call this before {@link #always} and after settings that take
     * columns of the table. The terms and the offset of an earlier formula are replaced.
     *
     * @throws IllegalArgumentException if the text is no formula; if it has an unknown name, the name of a column that
     *     the regression uses already, or two terms of one name; or if it lacks a variable of {@link #always}. The
     *     message has the place, or near names
     * @throws IllegalStateException if the data are no table, or it has an offset and the regression is linear
     */
    public final T formula(String terms) {
        if (table == null) {
            throw new IllegalStateException("must be of a table to have a formula");
        }
        Set<String> usable = columns == null ? predictors.variables().keySet() : columns;
        Formula.Parts parts = Formula.read(terms, table, predictors.outcome().columns(), usable);
        Predictors made = predictors.replaced(parts.variables(), parts.terms(), table, always);
        offset(parts.offset(), table);
        columns = usable;
        predictors = made;
        return self();
    }

    final boolean hasFormula() {
        return columns != null;
    }

    /** Sets the known part of the linear predictor that a formula has; null for none. */
    abstract void offset(Source.@Nullable Computed of, Table data);

    /**
     * Variables that are in every model. Like the constant they have a flat prior, and they are no candidates.
     *
     * @throws IllegalArgumentException if there is no variable of a name, or no other variable
     */
    public final T always(String... variables) {
        always = predictors.alwaysIn(variables);
        return self();
    }

    /** The prior distribution of models; default: beta-binomial(1, 1), under which all sizes are equally probable. */
    public final T inclusion(Inclusion ofModels) {
        inclusion = Check.notNull("prior", ofModels);
        return self();
    }

    /**
     * Which models an interaction of {@link #formula} may be in; default: all. The prior is over the models that are
     * allowed, see {@link Inclusion#isOfSizes}. {@link VariableSelection#run} throws an IllegalArgumentException if no
     * interaction has a margin, a term that is always in lacks its margins, or the allowed models cannot be counted.
     */
    public final T heredity(Heredity ofInteractions) {
        heredity = Check.notNull("heredity", ofInteractions);
        return self();
    }

    final ModelPrior models() {
        return new ModelPrior(inclusion, maxSize, Margins.of(heredity, predictors, always));
    }

    /**
     * The largest number of variables in a model, beside those that are always in. Models whose columns outnumber n - 2
     * are impossible in any case, but for {@link #ridge}.
     *
     * @param variables at least 1
     */
    public final T maxSize(int variables) {
        maxSize = Check.atLeast(1, "maxSize", variables);
        return self();
    }

    /**
     * Accepts columns that are the same up to scale and shift and rounding errors, which are refused by default. Models
     * with two of them are impossible, but for {@link #ridge}; the probability that one alone would have is shared
     * among them.
     */
    public final T allowDuplicates() {
        duplicates = true;
        return self();
    }

    /**
     * Settings of the run of the chains: {@code sampling(run -> run.chains(8).draws(20_000))}. By default it has 4
     * chains, 2,000 steps of warm-up and 10,000 draws of each. Several calls add up. Enumeration has no run.
     *
     * @param settings sets what it wants when the run begins; a failure of it is that of {@link VariableSelection#run}
     */
    public final T sampling(Consumer<? super SamplingRun> settings) {
        sampling.settings = sampling.settings.andThen(Check.notNull("settings", settings));
        return self();
    }

    /** {@link #untilPipError(double, int)} after at least 1,000 draws. */
    public final T untilPipError(double most) {
        return untilPipError(most, 1_000);
    }

    /**
     * Draws until the standard error of every inclusion probability is at most a bound, whatever the number of draws
     * that {@link #sampling} sets. The chains stop in any case after 1,000,000 draws, or {@code leastDraws} if these
     * are more, or when more do not fit into the heap.
     *
     * @param most in (0, 1)
     * @param leastDraws of each chain, after which errors are checked first, at least 1; they are checked again after
     *     each increase by a fifth
     */
    public final T untilPipError(double most, int leastDraws) {
        Check.atLeast(1, "leastDraws", leastDraws);
        sampling.mostError = Check.inOpenUnit("most", most);
        sampling.leastDraws = leastDraws;
        return self();
    }

    /**
     * The number of threads that multiply columns and run chains, at least 1; default: the number of processors.
     * Enumeration needs one.
     */
    public final T threads(int count) {
        sampling.threads = Check.atLeast(1, "threads", count);
        return self();
    }

    /**
     * Sets the listener, which receives the progress of the chains. Of an enumeration it receives {@code drawsProgress}
     * alone, with numbers of models in place of numbers of steps.
     */
    public final T listener(SamplingListener progressListener) {
        sampling.listener = Check.notNull("progressListener", progressListener);
        return self();
    }

    /** The seed of the chains, default 1. The same seed gives the same result, for any number of threads. */
    public final T seed(long value) {
        sampling.seed = value;
        return self();
    }

    /**
     * The largest number of candidates whose models are all enumerated, in [0, 30]; default 20 in a linear regression,
     * in about 2 seconds, and 15 in others. Each more doubles the time. 0 always samples. Under {@link #heredity} the
     * models of more candidates, at most 64, are enumerated if no more than {@code 2^candidates} are allowed.
     */
    public final T enumerateUpTo(int candidates) {
        Check.that(candidates >= 0 && candidates <= 30, "be in [0, 30]", "candidates", candidates);
        sampling.enumerateUpTo = candidates;
        return self();
    }

    /** {@link #exactEvidence(int)} of the 100 most probable models. */
    public final T exactEvidence() {
        return exactEvidence(100);
    }

    /**
     * Also computes the evidence of the most probable models without Laplace's method, in regressions that are not
     * linear: by importance sampling of their coefficients, 3,000 points of Student's t distribution of 8 degrees of
     * freedom about each mode. {@link SelectionResult#exactEvidence} has the inclusion probabilities that follow, and
     * the summary the largest change of one; all other results stay those of Laplace's method. For priors of
     * coefficients that have a density, {@link #gPrior}, {@link #benchmarkPrior} and {@link #ridge}.
     *
     * <p>An interrupt ends the computation; the result then has the models until then.
     *
     * @param models in [1, 1000]
     */
    public final T exactEvidence(int models) {
        Check.that(models >= 1 && models <= 1_000, "be in [1, 1000]", "exactEvidence", models);
        sampling.exactModels = models;
        return self();
    }
}
