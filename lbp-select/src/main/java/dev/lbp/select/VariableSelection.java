package dev.lbp.select;

import dev.lbp.RunSlice;
import dev.lbp.internal.Check;
import dev.lbp.result.RunPart;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.LocalEnergyModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/**
 * A Bayesian variable selection in linear regression, {@code y = constant + X beta + noise} with normal noise: which
 * columns of X belong in it, with which probability? Approximately also in logistic regression. Each setting has a
 * default and returns this object. Not thread-safe.
 *
 * <pre>{@code
 * VariableSelection selection = VariableSelection.linear(Table.csv(Path.of("crime.csv")), "y");
 * }</pre>
 */
public final class VariableSelection {

    private Predictors predictors;
    private final boolean fromTable;
    private Response response;
    private CoefficientPrior prior = new CoefficientPrior.G(Double.NaN);
    private Inclusion inclusion = Inclusion.betaBinomial(1.0, 1.0);
    private Set<String> always = Set.of();
    private int maxSize = Integer.MAX_VALUE;
    private boolean duplicates;
    private final ModelSampling sampling = new ModelSampling();

    private VariableSelection(Predictors predictors, boolean fromTable, Response response) {
        this.predictors = predictors;
        this.fromTable = fromTable;
        this.response = response;
    }

    /**
     * From arrays. The columns are called x1, x2, .. unless {@link #names} gives other names.
     *
     * @param x [n][p], finite; copied. A column for the constant must not be there
     * @param y [n], the response, finite; copied
     * @throws IllegalArgumentException if the arrays are not as above, or n is less than 3
     */
    public static VariableSelection linear(double[][] x, double[] y) {
        Response response = Response.linear(y);
        return new VariableSelection(Predictors.of(x, response.count()), false, response);
    }

    /**
     * From a table. All columns but the response are candidates. A factor is one variable: the indicators of its
     * levels, but for the first level, enter together.
     *
     * @param response the column that is explained
     * @throws IllegalArgumentException if the table has no such column of numbers, no other column, or too few rows
     */
    public static VariableSelection linear(Table table, String response) {
        Response y = Response.linear(table, response);
        return new VariableSelection(Predictors.of(table, response), true, y);
    }

    /**
     * A logistic regression, {@code log(P(y = 1) / P(y = 0)) = constant + X beta}, from arrays as
     * {@link #linear(double[][], double[])}.
     *
     * <p>The result is an approximation, for screening: the log-likelihood of each model is replaced by its
     * second-order expansion at the model without variables, one Newton step (Rossell, Abril and Bhattacharya 2021,
     * doi:10.1111/rssb.12466). Coefficients of strong effects are too small, and nothing is predicted. Their priors are
     * {@link #gPrior}, in units of the information of the model without variables, {@link #ridge} and {@link #bic}.
     *
     * @param y [n], each 0 or 1, both present; copied
     * @throws IllegalArgumentException if the arrays are not as above, or n is less than 3
     */
    public static VariableSelection logistic(double[][] x, double[] y) {
        Response response = Response.logistic(y);
        return new VariableSelection(Predictors.of(x, response.count()), false, response);
    }

    /**
     * {@link #logistic(double[][], double[])}, approximate, from a table as {@link #linear(Table, String)}.
     *
     * @param response the column that is explained, each value 0 or 1, both present
     */
    public static VariableSelection logistic(Table table, String response) {
        Response y = Response.logistic(table, response);
        return new VariableSelection(Predictors.of(table, response), true, y);
    }

    /**
     * Names for the columns of x, in their order.
     *
     * @throws IllegalStateException if the data are a table, whose columns have names
     */
    public VariableSelection names(String... columns) {
        if (fromTable) {
            throw new IllegalStateException("must be of arrays to be given names: the columns of a table have theirs");
        }
        predictors = predictors.named(columns);
        return this;
    }

    /** Zellner's g-prior with g = n, the default: it weighs the prior like one observation. */
    public VariableSelection gPrior() {
        prior = new CoefficientPrior.G(Double.NaN);
        return this;
    }

    /**
     * Zellner's g-prior: coefficients are {@code N(0, g sigma^2 (X'X)^-1)}.
     *
     * @param g finite and > 0
     */
    public VariableSelection gPrior(double g) {
        prior = new CoefficientPrior.G(Check.positive("g", g));
        return this;
    }

    /** {@link #hyperG(double)} with a = 3. */
    public VariableSelection hyperG() {
        return hyperG(3.0);
    }

    /**
     * The hyper-g prior: Zellner's g-prior with an unknown g, whose density is {@code (a - 2)/2 (1 + g)^(-a/2)} (Liang
     * et al. 2008, doi:10.1198/016214507000001337). The log-evidence comes from a table with a relative error below
     * 1e-10.
     *
     * @param a in (2, 4]; g/(1 + g) has a Beta(1, a/2 - 1) distribution, which is uniform for a = 4
     */
    public VariableSelection hyperG(double a) {
        Check.that(a > 2.0 && a <= 4.0, "be in (2, 4]", "a", a);
        prior = new CoefficientPrior.Mixture("hyper-g prior, a = " + a, n -> new PriorOfG.Hyper(a, 1));
        return this;
    }

    /** {@link #hyperGn(double)} with a = 3. */
    public VariableSelection hyperGn() {
        return hyperGn(3.0);
    }

    /**
     * The hyper-g/n prior: as {@link #hyperG(double)}, with {@code (a - 2)/(2n) (1 + g/n)^(-a/2)}, a in (2, 4]. Unlike
     * that it finds the model without variables, if that is the true one, as the data grow.
     */
    public VariableSelection hyperGn(double a) {
        Check.that(a > 2.0 && a <= 4.0, "be in (2, 4]", "a", a);
        prior = new CoefficientPrior.Mixture("hyper-g/n prior, a = " + a, n -> new PriorOfG.Hyper(a, n));
        return this;
    }

    /**
     * The Zellner-Siow prior: as {@link #hyperG(double)}, with an inverse gamma distribution of shape 1/2 and rate n/2.
     * Coefficients then have a Cauchy distribution.
     */
    public VariableSelection zellnerSiow() {
        prior = new CoefficientPrior.Mixture("Zellner-Siow prior", PriorOfG.ZellnerSiow::new);
        return this;
    }

    /**
     * Independent normal coefficients, {@code N(0, tau^2 sigma^2)} for columns of standard deviation 1;
     * {@code N(0, tau^2)} in a logistic regression. Models may then have more columns than observations.
     *
     * @param tau2 tau^2, finite and > 0
     */
    public VariableSelection ridge(double tau2) {
        prior = new CoefficientPrior.Ridge(Check.positive("tau2", tau2));
        return this;
    }

    /** The Bayesian information criterion in place of a prior of coefficients. */
    public VariableSelection bic() {
        prior = new CoefficientPrior.Bic();
        return this;
    }

    /** An evidence of the caller, with lambda 0. */
    public VariableSelection evidence(Evidence own) {
        prior = new CoefficientPrior.Own(Check.notNull("own", own));
        return this;
    }

    /**
     * Sets the variance sigma^2 of the noise; by default it is unknown, with the prior 1/sigma^2. For {@link #gPrior},
     * {@link #ridge} and {@link #bic}.
     *
     * @param sigma2 in squared units of the response, finite and > 0; {@link #run} and {@link #model} refuse one below
     *     the square of the rounding errors of the response's values
     * @throws IllegalArgumentException if sigma2 is not, or the regression is logistic
     */
    public VariableSelection noiseVariance(double sigma2) {
        response = response.with(Check.positive("sigma2", sigma2));
        return this;
    }

    /** The prior distribution of models; default: beta-binomial(1, 1), under which all sizes are equally probable. */
    public VariableSelection inclusion(Inclusion prior) {
        inclusion = Check.notNull("prior", prior);
        return this;
    }

    /**
     * Variables that are in every model. Like the constant they have a flat prior, and they are no candidates.
     *
     * @throws IllegalArgumentException if there is no variable of a name, or no other variable
     */
    public VariableSelection always(String... variables) {
        always = predictors.alwaysIn(variables);
        return this;
    }

    /**
     * The largest number of variables in a model, beside those that are always in. Models whose columns outnumber n - 2
     * are impossible in any case, but for {@link #ridge}.
     *
     * @param variables at least 1
     */
    public VariableSelection maxSize(int variables) {
        maxSize = Check.atLeast(1, "maxSize", variables);
        return this;
    }

    /**
     * Accepts columns that are the same up to scale and shift and rounding errors, which are refused by default. Models
     * with two of them are impossible, but for {@link #ridge}; the probability that one alone would have is shared
     * among them.
     */
    public VariableSelection allowDuplicates() {
        duplicates = true;
        return this;
    }

    /**
     * The posterior distribution of models as a target for any sampler of local models. Site i is candidate variable i,
     * in the order of the data.
     *
     * @throws IllegalArgumentException if a column or the response is constant, or explained by variables that are
     *     always in; if two columns are the same up to scale and shift; if fewer than 3 observations are left by the
     *     variables that are always in; if all prior probability is on models with more columns than the data can tell
     *     apart; if the products of all pairs of columns do not fit into the heap
     */
    public LocalEnergyModel model() {
        return problem().model();
    }

    /** Chains of the sampler, at least 1; default 4. Enumeration has none. */
    public VariableSelection chains(int count) {
        sampling.chains = Check.atLeast(1, "chains", count);
        return this;
    }

    /** Steps of each chain before its draws, at least 0; default 2,000. */
    public VariableSelection warmup(int steps) {
        sampling.warmup = Check.atLeast(0, "warmup", steps);
        return this;
    }

    /** Draws of each chain, at least 1; default 10,000. With {@link #untilPipError} the least number, default 1,000. */
    public VariableSelection draws(int count) {
        sampling.draws = Check.atLeast(1, "draws", count);
        return this;
    }

    /** Steps from one draw to the next, at least 1; default 1. */
    public VariableSelection thin(int steps) {
        sampling.thin = Check.atLeast(1, "thin", steps);
        return this;
    }

    /**
     * Draws until the standard error of every inclusion probability is at most a bound. The errors are checked after
     * 1,000 draws of each chain, or {@link #draws} if that was called, and again after each increase by a fifth. The
     * chains stop in any case after 1,000,000 draws, or when more do not fit into the heap.
     *
     * @param most in (0, 1)
     */
    public VariableSelection untilPipError(double most) {
        sampling.mostError = Check.inOpenUnit("most", most);
        return this;
    }

    /**
     * The number of threads that multiply columns and run chains, at least 1; default: the number of processors.
     * Enumeration needs one.
     */
    public VariableSelection threads(int count) {
        sampling.threads = Check.atLeast(1, "threads", count);
        return this;
    }

    /**
     * Sets the listener, which receives the progress of the chains. Of an enumeration it receives {@code drawsProgress}
     * alone, with the number of models for that of steps.
     */
    public VariableSelection listener(SamplingListener progressListener) {
        sampling.listener = Check.notNull("progressListener", progressListener);
        return this;
    }

    /**
     * Saves the chains to a file every half minute and at their end, as {@link dev.lbp.Run#checkpoint(Path)} does, for
     * {@link #resume}. Enumeration saves nothing.
     *
     * @param file must not exist when {@link #run} is called; its directory must exist
     */
    public VariableSelection checkpoint(Path file) {
        Check.notNull("file", file);
        sampling.saving = run -> run.checkpoint(file);
        return this;
    }

    /**
     * Saves the chains as {@link #checkpoint(Path)} does, but every {@code every}, at any cost.
     *
     * @param every time from one checkpoint to the next, >= 0
     */
    public VariableSelection checkpoint(Path file, Duration every) {
        Check.notNull("file", file);
        Check.that(!Check.notNull("every", every).isNegative(), "be >= 0", "every", every);
        sampling.saving = run -> run.checkpoint(file, every);
        return this;
    }

    /** The seed of the chains, default 1. The same seed gives the same result, for any number of threads. */
    public VariableSelection seed(long value) {
        sampling.seed = value;
        return this;
    }

    /**
     * The largest number of candidates whose models are all enumerated, in [0, 30]; default 20, in about 2 seconds.
     * Each more doubles the time. 0 always samples.
     */
    public VariableSelection enumerateUpTo(int candidates) {
        Check.that(candidates >= 0 && candidates <= 30, "be in [0, 30]", "candidates", candidates);
        sampling.enumerateUpTo = candidates;
        return this;
    }

    /**
     * Enumerates all models if there are few candidates, see {@link #enumerateUpTo}; else samples them.
     *
     * <p>If the calling thread is interrupted, the chains end after their present step. The result then holds the draws
     * until then, and the thread's interrupt flag is set.
     *
     * @throws IllegalArgumentException as {@link #model} does, and if a model fits the response exactly under a prior
     *     whose evidence is then infinite
     * @throws IllegalStateException if all models are enumerated, and an evidence of the caller is NaN or +Infinity, or
     *     -Infinity for all
     * @throws dev.lbp.result.RunException if a run of chains fails for another reason
     */
    public SelectionResult run() {
        return sampling.run(problem());
    }

    /**
     * Continues chains that were saved to a {@link #checkpoint}, as {@link dev.lbp.Run#resume} does. Data, priors and
     * settings must be those of the saved chains. Only threads, listener and the plan for checkpoints may differ, and
     * there may be more {@link #draws} if there is no {@link #untilPipError}. The result is bit for bit that of chains
     * that were never stopped.
     *
     * @param checkpoint the file
     * @throws IllegalArgumentException as {@link #run} does, and if all models are enumerated
     * @throws dev.lbp.result.RunException as {@link dev.lbp.Run#resume} does, also if the file is of other data
     */
    public SelectionResult resume(Path checkpoint) {
        Check.notNull("checkpoint", checkpoint);
        return sampling.resume(problem(), checkpoint);
    }

    /**
     * Some of the chains, to be carried out alone, on this machine or another; see {@link dev.lbp.Run#part}. The chains
     * need nothing of each other, so {@link RunSlice#draw()} does warm-up and draws. A {@link RunSlice} fails as
     * {@link #run} does; its {@link dev.lbp.result.RunException} has the cause if a model fits the response exactly.
     *
     * @param first the number of the first chain, at least 0
     * @param count the number of chains, at least 1
     * @throws IllegalArgumentException as {@link dev.lbp.Run#part} and {@link #run} do, and if models are enumerated
     */
    public RunSlice part(int first, int count) {
        return sampling.part(problem(), first, count);
    }

    /**
     * Makes the result of {@link #run} from all parts, bit for bit but for times; see {@link dev.lbp.Run#merge}.
     *
     * @param parts all parts with their draws, in any order
     * @throws IllegalArgumentException as {@link dev.lbp.Run#merge} and {@link #part} do
     */
    public SelectionResult merge(Collection<RunPart> parts) {
        return sampling.merge(problem(), parts);
    }

    Problem problem() {
        return sampling.onThreads(
                () -> Problem.of(predictors, response, always, prior, inclusion, maxSize, duplicates));
    }
}
