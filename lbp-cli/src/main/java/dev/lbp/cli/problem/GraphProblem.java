package dev.lbp.cli.problem;

import dev.lbp.Sampler;
import dev.lbp.ValueRun;
import dev.lbp.cli.terminal.Text;
import dev.lbp.infer.Core;
import dev.lbp.infer.ImpossibleEvidenceException;
import dev.lbp.infer.Inference;
import dev.lbp.infer.TooWideException;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.result.ValueResult;
import dev.lbp.target.MoveModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A factor graph or Bayesian network with observed values. The weight of a state is its log-probability: the sum of the
 * logarithms of its entries in the tables.
 *
 * @param file the name of the file, for messages
 * @param observed the observed values by variable
 */
public record GraphProblem(Path file, GraphFile read, SortedMap<Integer, Integer> observed) implements ValueProblem {

    private static final String LOG_WEIGHT = "log-weight";

    /** The largest number of entries of a table of an elimination. Larger tables would slow sampling and searches. */
    private static final int ENTRIES = 10_000;

    public FactorGraph graph() {
        return read.graph();
    }

    @Override
    public String description() {
        return (read.isNetwork() ? "Bayesian network, " : "factor graph, ") + graph().sites() + " variables, "
                + graph().factors().size() + " tables"
                + (observed.isEmpty() ? "" : ", " + observed.size() + " observed");
    }

    /** The graph with the logarithms of the tables multiplied by beta. */
    private FactorGraph scaled(double beta) {
        List<Factor> scaled = graph().factors().stream()
                .map(factor -> Factor.of(
                        factor.sites(),
                        Arrays.stream(factor.logValues())
                                .map(value -> beta * value)
                                .toArray()))
                .toList();
        int[] values = IntStream.range(0, graph().sites()).map(graph()::values).toArray();
        return FactorGraph.of(values, scaled).named(graph().names(), graph().valueNames());
    }

    /**
     * The graph that remains when variables that are cheap to eliminate are eliminated.
     *
     * @param eliminate makes the core, given the largest number of entries of a table
     * @throws IllegalArgumentException if no state agrees with the observed values
     * @throws TooWideException if tables do not fit into memory
     */
    public <C extends Core> C core(double beta, BiFunction<Inference, Integer, C> eliminate) {
        Inference inference = Inference.of(scaled(beta));
        observed.forEach(inference::observe);
        try {
            return eliminate.apply(inference, ENTRIES);
        } catch (ImpossibleEvidenceException e) {
            throw new IllegalArgumentException(
                    "must have a possible state" + (observed.isEmpty() ? "" : " with what is observed") + ": " + file,
                    e);
        }
    }

    @Override
    public MoveModel model(double beta) {
        try {
            return FactorModel.categories(scaled(beta));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public ValueRun run(Sampler sampler, double beta, @Nullable Integer ones) {
        ValueRun run = ValueProblem.super.run(sampler, beta, ones);
        observed.forEach(run::observe);
        return run;
    }

    @Override
    public double cells() {
        return IntStream.range(0, graph().sites()).mapToDouble(graph()::values).sum();
    }

    @Override
    public List<Measure> measures(int[] state) {
        return List.of(new Measure(LOG_WEIGHT, graph().logProb(state)));
    }

    @Override
    public String term() {
        return "exp(beta " + LOG_WEIGHT + ")";
    }

    @Override
    public String text(int[] state) {
        return "# variable value\n"
                + IntStream.range(0, state.length)
                        .mapToObj(i -> ForeignText.cell(graph().name(i)) + " "
                                + ForeignText.cell(graph().valueName(i, state[i])) + "\n")
                        .collect(Collectors.joining());
    }

    @Override
    public String marginals(ValueResult result) {
        if (!hasMarginals() || result.draws() == 0) {
            return "";
        }
        return marginals(result.valueMarginals(), result.valueMarginalErrors());
    }

    /** The table of marginals with their errors, as comma-separated values; both arrays are [variable][value]. */
    public String marginals(double[][] marginals, double[][] errors) {
        StringBuilder text = new StringBuilder(Text.row("variable", "value", "probability", "standard_error"));
        for (int i = 0; i < graph().sites(); i++) {
            for (int c = 0; c < graph().values(i); c++) {
                text.append(Text.row(
                        ForeignText.cell(graph().name(i)),
                        ForeignText.cell(graph().valueName(i, c)),
                        Text.format("%.6f", marginals[i][c]),
                        Text.format("%.6f", observed.containsKey(i) ? 0.0 : errors[i][c])));
            }
        }
        return text.toString();
    }

    @Override
    public String note() {
        return read.notes().stream().map(note -> "note: " + note + "\n").collect(Collectors.joining())
                + ValueProblem.super.note();
    }
}
