package dev.lbp.cli.solve;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.InstanceUse;
import dev.lbp.cli.instance.LinkList;
import dev.lbp.cli.instance.WeightTable;
import dev.lbp.cli.option.EvidenceOptions;
import dev.lbp.cli.problem.AssignmentProblem;
import dev.lbp.cli.problem.GraphProblem;
import dev.lbp.cli.problem.InstanceProblem;
import dev.lbp.cli.problem.InstanceProblem.Kind;
import dev.lbp.cli.problem.MatchingProblem;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.internal.Check;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The problems of {@code lbp solve}: the option that names the file, the goals that fit it, and how it is read. */
enum SolveKind {
    ISING(
            "--ising",
            "Spins, E = sum w_ij s_i s_j over the pairs listed, s = -1 or 1, with fields on lines \"i i h\". Default"
                    + " without fields: --max-cut; with fields: --lowest-energy.",
            List.of(SolveGoal.MAX_CUT, SolveGoal.LOWEST_ENERGY, SolveGoal.HIGHEST_ENERGY)),
    QUBO(
            "--qubo",
            "Bits, E = sum w_ij x_i x_j over the entries listed, x = 0 or 1, i = j allowed. Default: --lowest-energy.",
            List.of(SolveGoal.LOWEST_ENERGY, SolveGoal.HIGHEST_ENERGY)),
    GRAPH(
            "--graph",
            "A graph, \"n m\" and lines \"i j weight\", or of DIMACS \"p edge n m\" and lines \"e i j\", each edge of"
                    + " weight 1, nodes from 1. It needs --max-cut, or, with edges of weight 1 alone, --independent-set,"
                    + " --clique or --cover.",
            List.of(SolveGoal.MAX_CUT, SolveGoal.INDEPENDENT_SET, SolveGoal.CLIQUE, SolveGoal.COVER)),
    ASSIGNMENT(
            "--assignment",
            "The largest sum of a table's weights, each row with a column of its own; negate costs. n lines of n"
                    + " numbers.",
            List.of()),
    MATCHING(
            "--matching",
            "The largest sum of the weights of links, at most one at each site. A line \"n1 n2 m\" and m lines \"i j"
                    + " weight\".",
            List.of()),
    FACTORS(
            "--uai",
            "The most probable state of a factor graph or Bayesian network, in the form of UAI or BIF. lbp infer --map"
                    + " proves it where the graph is narrow.",
            List.of());

    final String option;
    final String description;
    private final List<SolveGoal> goals;

    SolveKind(String option, String description, List<SolveGoal> goals) {
        this.option = option;
        this.description = description;
        this.goals = goals;
    }

    /**
     * Refuses a goal that does not fit the kind.
     *
     * @param goal null for the default
     */
    void check(@Nullable SolveGoal goal) {
        if (goal != null && !goals.contains(goal)) {
            String others = goals.isEmpty() ? "" : ", which takes " + GoalOptions.names(goals);
            throw new IllegalArgumentException("must be left out with " + option + others + ": " + goal.option);
        }
        if (goal == null && this == GRAPH) { // other kinds may have no goals to name
            throw new IllegalArgumentException("must be given with " + GoalOptions.names(goals) + ": " + option);
        }
    }

    /** Whether states are spins or bits, which can be constrained. */
    boolean isOfPairs() {
        return this == ISING || this == QUBO || this == GRAPH;
    }

    /**
     * Reads a file.
     *
     * @param goal null for the default
     * @param constraints the options of constraints, for spins and bits
     * @param evidence the options of observations, for a factor graph
     * @param hasTarget whether a target was given; its units depend on the goal
     */
    SolveProblem<?> read(
            Path file,
            @Nullable SolveGoal goal,
            ConstraintOptions constraints,
            EvidenceOptions evidence,
            boolean hasTarget) {
        return switch (this) {
            case ISING -> {
                InstanceProblem input = new InstanceProblem(Kind.ISING, InstanceUse.SPINS.read(file));
                yield new PairSolveProblem(
                        input, goalOfSpins(input, goal, hasTarget), constraints.constraint(input.instance()));
            }
            case QUBO -> {
                InstanceProblem input = new InstanceProblem(Kind.QUBO, InstanceUse.BITS.read(file));
                yield new PairSolveProblem(
                        input, goal == null ? SolveGoal.LOWEST_ENERGY : goal, constraints.constraint(input.instance()));
            }
            case GRAPH -> {
                Instance graph = InstanceUse.GRAPH.read(file);
                yield Objects.requireNonNull(goal).isOfNodes()
                        ? new NodeSetProblem(graph, goal)
                        : new PairSolveProblem(
                                new InstanceProblem(Kind.ISING, graph), goal, constraints.constraint(graph));
            }
            case ASSIGNMENT -> MoveSolveProblem.of(new AssignmentProblem(WeightTable.read(file)));
            case MATCHING -> MoveSolveProblem.of(new MatchingProblem(LinkList.read(file)));
            case FACTORS -> {
                GraphFile graph = GraphFile.read(file);
                yield GraphSolveProblem.of(new GraphProblem(file, graph, evidence.observed(graph.graph())));
            }
        };
    }

    /** The given goal, else the largest cut, or with fields, which have no cut, the lowest energy. */
    private static SolveGoal goalOfSpins(InstanceProblem input, @Nullable SolveGoal goal, boolean hasTarget) {
        if (!input.hasFields()) {
            return goal == null ? SolveGoal.MAX_CUT : goal;
        }
        String file = input.instance().file();
        Check.that(
                goal != SolveGoal.MAX_CUT,
                "be left out, because " + file + " has fields (lines \"i i h\") and no cut: --max-cut");
        Check.that(
                goal != null || !hasTarget,
                "be given with --lowest-energy or --highest-energy, because " + file
                        + " has fields and no cut: --target");
        return goal == null ? SolveGoal.LOWEST_ENERGY : goal;
    }
}
