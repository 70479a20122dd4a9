package dev.lbp.cli.solve;

import dev.lbp.cli.problem.AssignmentProblem;
import dev.lbp.cli.problem.MatchingProblem;
import dev.lbp.cli.problem.Problem.Measure;
import dev.lbp.cli.problem.ValueProblem;
import dev.lbp.solve.Solver;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The assignment or matching of the largest weight.
 *
 * @param sites the plural name of the values of a state
 * @param targets see {@link SolveProblem#targets}
 * @param tolerance see {@link SolveProblem#tolerance}
 * @param first the number that the output has for the value 0: 0 or 1
 */
record MoveSolveProblem(ValueProblem input, String aim, String sites, TargetRange targets, double tolerance, int first)
        implements SolveProblem<int[]> {

    /** The rounding error of a sum of weights, relative to the sum of their magnitudes. */
    private static final double ROUNDING = 1e-13;

    static MoveSolveProblem of(AssignmentProblem input) {
        double least = 0.0;
        double most = 0.0;
        for (double[] row : input.table().weights()) {
            least += Arrays.stream(row).min().orElseThrow();
            most += Arrays.stream(row).max().orElseThrow();
        }
        double[] all = Arrays.stream(input.table().weights())
                .flatMapToDouble(Arrays::stream)
                .toArray();
        return new MoveSolveProblem(
                input,
                "the largest weight: sum of the table's weights over rows, each with a column of its own",
                "columns",
                new TargetRange(most, "the sum of the rows' largest weights", least, "that of their smallest ones"),
                tolerance(all),
                1); // columns are numbered from 1
    }

    /**
     * @throws IllegalArgumentException if no weight is positive
     */
    static MoveSolveProblem of(MatchingProblem input) {
        double[] largest = new double[input.links().left()];
        double[] weights = input.links().weights();
        for (int k = 0; k < weights.length; k++) {
            int from = input.links().from()[k];
            largest[from] = Math.max(largest[from], weights[k]);
        }
        double most = Arrays.stream(largest).sum();
        if (most == 0.0) {
            throw new IllegalArgumentException(
                    input.links().file() + ": must have a weight above 0: without one the empty matching is best");
        }
        return new MoveSolveProblem(
                input,
                "the largest weight: sum of the weights of links, at most one at each site",
                "partners",
                new TargetRange(most, "the sum of the left sites' largest weights", 0.0, "the empty matching"),
                tolerance(weights),
                0); // partners are numbered from 1 in states too; 0 is no partner
    }

    /** The rounding error of a sum of weights; 0 if all are whole. */
    private static double tolerance(double[] weights) {
        boolean whole = Arrays.stream(weights).allMatch(w -> w == Math.rint(w));
        return whole ? 0.0 : ROUNDING * Arrays.stream(weights).map(Math::abs).sum();
    }

    @Override
    public String description() {
        return input.description();
    }

    @Override
    public Units units() {
        return new Units("weight", 0.0, 1.0);
    }

    @Override
    public Solver<int[]> solver() {
        return Solver.of(input.model(1.0));
    }

    @Override
    public List<Measure> measures(int[] state) {
        return input.measures(state);
    }

    /**
     * {@inheritDoc} It lists the columns of the rows, or the partners of the left sites, numbered from 1; 0 for no
     * partner.
     */
    @Override
    public String line(int[] state) {
        return Arrays.stream(state).mapToObj(value -> "" + (value + first)).collect(Collectors.joining(" "));
    }

    @Override
    public String text(int[] state) {
        return input.text(state);
    }
}
