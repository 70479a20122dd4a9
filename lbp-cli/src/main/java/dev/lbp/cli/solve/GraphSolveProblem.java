package dev.lbp.cli.solve;

import dev.lbp.cli.problem.GraphProblem;
import dev.lbp.cli.problem.Problem.Measure;
import dev.lbp.infer.BestCore;
import dev.lbp.infer.Inference;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.solve.Solver;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The most probable state of a factor graph. Variables that are cheap to eliminate are maximised over; the search is
 * over the remaining core, and its states are completed.
 */
record GraphSolveProblem(GraphProblem input, BestCore core) implements SolveProblem<int[]> {

    /** The rounding error of a sum of logarithms, relative to the sum of their magnitudes. */
    private static final double ROUNDING = 1e-9;

    static GraphSolveProblem of(GraphProblem input) {
        return new GraphSolveProblem(input, input.core(1.0, Inference::bestCore));
    }

    @Override
    public String description() {
        return input.description();
    }

    @Override
    public String aim() {
        int left = (int) IntStream.range(0, core.graph().sites())
                .filter(k -> core.graph().values(k) > 1) // a variable of one value needs no search
                .count();
        return "the most probable state: the largest sum of the logarithms of the tables, searched over " + left
                + (left == 1 ? " variable" : " variables") + "; the others have their best values given "
                + (left == 1 ? "its" : "theirs");
    }

    @Override
    public Units units() {
        return new Units("log-weight", core.logConstant(), 1.0);
    }

    @Override
    public TargetRange targets() {
        return new TargetRange(
                sum(Math::max, Double.NEGATIVE_INFINITY),
                "the sum of the largest entries",
                sum(Math::min, Double.POSITIVE_INFINITY),
                "that of the smallest ones");
    }

    /** The sum over tables of an extreme of the finite entries; {@code none} stands for a table without one. */
    private double sum(DoubleBinaryOperator extreme, double none) {
        return input.graph().factors().stream()
                .mapToDouble(factor -> Arrays.stream(factor.logValues())
                        .filter(Double::isFinite)
                        .reduce(none, extreme))
                .sum();
    }

    /** {@inheritDoc} It is relative to the largest and the smallest sum that entries of the tables could have. */
    @Override
    public double tolerance() {
        return ROUNDING
                * (1.0 + Math.abs(targets().limit()) + Math.abs(targets().trivial()));
    }

    @Override
    public Solver<int[]> solver() {
        return Solver.of(FactorModel.categories(core.graph()));
    }

    @Override
    public List<Measure> measures(int[] state) {
        return input.measures(core.complete(state));
    }

    @Override
    public String sites() {
        return "values";
    }

    /** {@inheritDoc} It lists the numbers of values, in the order of the file. */
    @Override
    public String line(int[] state) {
        return Arrays.stream(core.complete(state)).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    }

    @Override
    public String text(int[] state) {
        return input.text(core.complete(state));
    }

    @Override
    public String note() {
        return input.note();
    }
}
