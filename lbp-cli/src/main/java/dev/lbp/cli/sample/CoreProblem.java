package dev.lbp.cli.sample;

import dev.lbp.Sampler;
import dev.lbp.ValueRun;
import dev.lbp.cli.problem.GraphProblem;
import dev.lbp.cli.problem.Problem;
import dev.lbp.cli.problem.ValueProblem;
import dev.lbp.infer.Inference;
import dev.lbp.infer.SampledPosterior;
import dev.lbp.infer.SumCore;
import dev.lbp.infer.TooWideException;
import dev.lbp.result.Estimate;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.MoveModel;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A factor graph or Bayesian network whose core is sampled: the variables that are not cheap to sum out. All answers
 * are for the whole graph. Not thread-safe.
 */
final class CoreProblem implements ValueProblem {

    private final GraphProblem input;
    private final double beta;
    private final SumCore core;

    /** The result whose answers are cached in {@link #answers}, because they take seconds to compute. */
    private @Nullable ValueResult known;

    private @Nullable SampledPosterior answers;

    private CoreProblem(GraphProblem input, double beta, SumCore core) {
        this.input = input;
        this.beta = beta;
        this.core = core;
    }

    /**
     * Makes the problem of sampling the core. Returns {@code input}, the problem of sampling all variables, if the core
     * is not smaller than the graph, or doubles cannot hold the sums.
     */
    static Problem<ValueResult> of(GraphProblem input, double beta) {
        try {
            SumCore core = input.core(beta, Inference::core);
            int left = core.graph().sites();
            boolean isEmpty = core.graph().values(0) == 1; // a core of nothing still has one site, of a single value
            return left < input.graph().sites() && !isEmpty ? new CoreProblem(input, beta, core) : input;
        } catch (TooWideException | ArithmeticException e) {
            return input;
        }
    }

    /** The answers for the whole graph. Null if all draws have probability 0. */
    private @Nullable SampledPosterior posterior(ValueResult result) {
        if (known != result) {
            known = result;
            try {
                answers = core.posterior(result);
            } catch (IllegalStateException e) { // a run without a possible draw still has a best state and traces
                answers = null;
            }
        }
        return answers;
    }

    @Override
    public String description() {
        return input.description() + ", " + core.graph().sites() + " of them sampled, the others summed out or fixed";
    }

    @Override
    public MoveModel model(double beta) {
        return core.model();
    }

    @Override
    public ValueRun run(Sampler sampler, double beta, @Nullable Integer ones) {
        return ValueProblem.super.run(sampler, beta, ones).keepDraws();
    }

    @Override
    public double cells() {
        return input.cells();
    }

    /**
     * The best state of all variables. If no draw has probability above 0, it is the best state of the core that the
     * run visited, completed by the best values of the other variables.
     */
    private int[] bestValues(ValueResult result) {
        SampledPosterior posterior = posterior(result); // null if no draw has probability above 0
        return posterior == null
                ? input.core(beta, Inference::bestCore).complete(result.best().values())
                : posterior.best();
    }

    @Override
    public List<Measure> best(ValueResult result) {
        return measures(bestValues(result));
    }

    @Override
    public String bestState(ValueResult result) {
        return text(bestValues(result));
    }

    @Override
    public List<Measure> measures(int[] state) {
        return input.measures(state);
    }

    @Override
    public double measure(double logProb, double beta) {
        return (logProb + core.logConstant()) / beta;
    }

    @Override
    public String measured(ValueResult result) {
        return "log of the sum of weights";
    }

    @Override
    public Estimate logZ(ValueResult result, TemperingResult ladder) {
        SampledPosterior posterior = posterior(result);
        return posterior == null
                ? new Estimate(Double.NaN, Double.NaN)
                : new Estimate(posterior.logZ(), posterior.logZError());
    }

    @Override
    public String term() {
        return input.term();
    }

    @Override
    public String text(int[] state) {
        return input.text(state);
    }

    @Override
    public String marginals(ValueResult result) {
        SampledPosterior posterior = posterior(result);
        return posterior == null || !hasMarginals()
                ? ""
                : input.marginals(table(posterior::marginal), table(posterior::marginalErrors));
    }

    /** An array of the rows of all variables. */
    private double[][] table(IntFunction<double[]> row) {
        return IntStream.range(0, input.graph().sites()).mapToObj(row).toArray(double[][]::new);
    }

    @Override
    public String note() {
        return input.note();
    }

    @Override
    public String marginalsNote(ValueResult result, @Nullable Integer ones) {
        SampledPosterior posterior = posterior(result);
        return posterior == null
                ? "note: no draw is possible, so there are no marginals: give more draws, or replicas.\n"
                : posterior.method() + "\n";
    }
}
