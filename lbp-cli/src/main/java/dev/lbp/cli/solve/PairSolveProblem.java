package dev.lbp.cli.solve;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.problem.ExactSum;
import dev.lbp.cli.problem.InstanceProblem;
import dev.lbp.cli.problem.InstanceProblem.Kind;
import dev.lbp.cli.problem.Problem.Measure;
import dev.lbp.models.QuadraticModel;
import dev.lbp.solve.Constraint;
import dev.lbp.solve.Solver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The best state of spins or bits with weighted pairs. */
final class PairSolveProblem implements SolveProblem<byte[]> {

    /** The largest rounding of weights by a model, relative to the smallest weight. */
    private static final double MOST_ROUNDING = 1e-6;

    private final InstanceProblem input;
    private final SolveGoal goal;
    private final @Nullable Constraint constraint;
    private final QuadraticModel model;
    private final double[] weights;

    /**
     * @param goal a cut or an energy
     * @param constraint the constraint; null for none
     * @throws IllegalArgumentException if the goal does not fit the file, or sums of the weights are not exact; the
     *     message names the file
     */
    PairSolveProblem(InstanceProblem input, SolveGoal goal, @Nullable Constraint constraint) {
        this.input = input.kind() == Kind.ISING && !input.hasFields() ? input.withCut() : input;
        this.goal = goal;
        this.constraint = constraint;
        this.weights = input.instance().weights();
        checkWeights();
        this.model = goal == SolveGoal.HIGHEST_ENERGY
                ? new InstanceProblem(input.kind(), negated(input.instance())).model()
                : input.model();
        checkRounding();
    }

    /** The instance with negative weights: its lowest energy is minus the highest of the given one. */
    private static Instance negated(Instance instance) {
        return new Instance(
                instance.file(),
                instance.form(),
                instance.sites(),
                instance.from(),
                instance.to(),
                Arrays.stream(instance.weights()).map(w -> -w).toArray());
    }

    /** Refuses weights with which the best state is trivial. */
    private void checkWeights() {
        boolean hasPositive = Arrays.stream(weights).anyMatch(w -> w > 0.0);
        boolean hasNegative = Arrays.stream(weights).anyMatch(w -> w < 0.0);
        if (!hasPositive && !hasNegative) {
            throw bad("must have a weight other than 0");
        }
        if (constraint != null) {
            return; // the constraint may exclude all zeros and the empty cut
        }
        if (goal == SolveGoal.MAX_CUT && !hasPositive) {
            throw bad("must have a weight above 0: without one the largest cut is empty");
        }
        if (goal == SolveGoal.LOWEST_ENERGY && input.kind() == Kind.QUBO && !hasNegative) {
            throw bad("must have a weight below 0, or be given with --highest-energy: without one all zeros are best");
        }
        if (goal == SolveGoal.HIGHEST_ENERGY && input.kind() == Kind.QUBO && !hasPositive) {
            throw bad("must have a weight above 0, or be given with --lowest-energy: without one all zeros are best");
        }
    }

    /** Refuses weights if the model, which rounds them to multiples of one quantum, changes the smallest too much. */
    private void checkRounding() {
        double least =
                Arrays.stream(weights).map(Math::abs).filter(w -> w > 0.0).min().orElseThrow();
        if (tolerance() > 0.0 && model.quantum() > MOST_ROUNDING * least) {
            throw bad("must have weights of like sizes, for sums to be exact: smallest |weight|=" + least + ", largest="
                    + Arrays.stream(weights).map(Math::abs).max().orElseThrow());
        }
    }

    private IllegalArgumentException bad(String what) {
        return new IllegalArgumentException(input.instance().file() + ": " + what);
    }

    @Override
    public String description() {
        return input.instance().form().title() + ", " + input.size() + (constraint == null ? "" : "; " + constraint);
    }

    @Override
    public String aim() {
        String energy = input.kind() == Kind.QUBO
                ? "sum w_ij x_i x_j, x = 0 or 1"
                : "sum w_ij s_i s_j" + (input.hasFields() ? " + sum h_i s_i" : "") + ", s = -1 or 1";
        return switch (goal) {
            case MAX_CUT -> "the largest cut: sum of w_ij over pairs with sites on different sides";
            case LOWEST_ENERGY -> "the lowest energy: E = " + energy;
            default -> "the highest energy: E = " + energy;
        };
    }

    @Override
    public Units units() {
        // The log-probability is -E, or E for the highest energy; the cut is (sum of w - E) / 2.
        return switch (goal) {
            case MAX_CUT -> new Units("cut", 0.5 * sum(w -> w), 0.5);
            case LOWEST_ENERGY -> new Units("energy", 0.0, -1.0);
            default -> new Units("energy", 0.0, 1.0);
        };
    }

    /** The exact sum of a function of each weight, as the nearest double. */
    private double sum(DoubleUnaryOperator part) {
        ExactSum sum = new ExactSum();
        Arrays.stream(weights).map(part).forEach(sum::add);
        return sum.value();
    }

    /**
     * {@inheritDoc} Without a constraint, the trivial value is the mean energy of spins, or that of all zeros or the
     * empty cut. With one it is the limit on the other side, as such states may be excluded.
     */
    @Override
    public TargetRange targets() {
        boolean lowest = goal == SolveGoal.LOWEST_ENERGY;
        if (input.kind() == Kind.ISING && goal != SolveGoal.MAX_CUT) {
            double all = sum(Math::abs); // every energy is in [-all, all]
            String words = "the sum of all |weights|";
            TargetRange highest = constraint == null
                    ? new TargetRange(all, words, 0.0, "the mean energy of all states")
                    : new TargetRange(all, words, -all, "minus that");
            return lowest ? highest.negated() : highest;
        }
        // Every cut, and every energy of a QUBO, is between the sums of the negative and of the positive weights.
        TargetRange positive = new TargetRange(
                sum(w -> Math.max(w, 0.0)), "the sum of the positive weights", negative(), "that of the negative ones");
        TargetRange negative = new TargetRange(
                negative(), "the sum of the negative weights", positive.limit(), "that of the positive ones");
        TargetRange all = lowest ? negative : positive;
        return constraint != null
                ? all
                : all.from(0.0, goal == SolveGoal.MAX_CUT ? "the empty cut" : "the energy of all zeros");
    }

    private double negative() {
        return sum(w -> Math.min(w, 0.0));
    }

    @Override
    public Solver<byte[]> solver() {
        return constraint == null ? Solver.of(model) : Solver.of(model, constraint);
    }

    /** {@inheritDoc} The value of the goal comes first. */
    @Override
    public List<Measure> measures(byte[] state) {
        List<Measure> measures = new ArrayList<>(input.measures(state));
        if (goal == SolveGoal.MAX_CUT) {
            measures.add(0, measures.remove(1)); // the cut before the energy
        }
        return measures;
    }

    /** {@inheritDoc} It is 0 for whole weights, whose sums are exact; else it covers rounding by the model and here. */
    @Override
    public double tolerance() {
        boolean whole = Arrays.stream(weights).allMatch(w -> w == Math.rint(w));
        double sum = sum(Math::abs);
        // The model rounds each weight to a multiple of its quantum; sums of weights round relative to their size.
        return whole ? 0.0 : weights.length * model.quantum() + 16.0 * Math.ulp(sum);
    }

    @Override
    public String sites() {
        return input.valueName() + "s";
    }

    @Override
    public String line(byte[] state) {
        return IntStream.range(0, state.length)
                .mapToObj(i -> "" + input.value(state[i]))
                .collect(Collectors.joining(" "));
    }

    @Override
    public String note() {
        return input.note();
    }
}
