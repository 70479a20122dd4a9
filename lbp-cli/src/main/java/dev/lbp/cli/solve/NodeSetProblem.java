package dev.lbp.cli.solve;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.problem.Problem.Measure;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.solve.Graph;
import dev.lbp.solve.Solver;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The largest independent set or clique, or the smallest vertex cover, of a graph in a file. */
final class NodeSetProblem implements SolveProblem<byte[]> {

    private final Instance instance;
    private final SolveGoal goal;
    private final Graph graph;

    /**
     * @param goal a goal of sets of nodes
     * @throws IllegalArgumentException if the file has no edge, or an edge of a weight other than 1
     */
    NodeSetProblem(Instance instance, SolveGoal goal) {
        this.instance = instance;
        this.goal = goal;
        if (instance.weights().length == 0) {
            throw new IllegalArgumentException(instance.file() + ": must have an edge");
        }
        for (double weight : instance.weights()) {
            if (weight != 1.0) {
                throw new IllegalArgumentException(instance.file() + ": must have edges of weight 1 alone for "
                        + goal.option + ": weight=" + Text.number(weight));
            }
        }
        this.graph = Graph.of(instance.sites(), instance.from(), instance.to());
    }

    @Override
    public String description() {
        return instance.form().title() + ", " + graph.nodes() + " nodes, " + graph.edges() + " edges";
    }

    @Override
    public String aim() {
        return switch (goal) {
            case INDEPENDENT_SET -> "the largest independent set: nodes without an edge between any two of them";
            case CLIQUE -> "the largest clique: nodes with an edge between any two of them";
            default -> "the smallest vertex cover: nodes that touch every edge";
        };
    }

    private boolean isCover() {
        return goal == SolveGoal.COVER;
    }

    @Override
    public Units units() {
        return new Units("size", 0.0, isCover() ? -1.0 : 1.0);
    }

    @Override
    public TargetRange targets() {
        double nodes = graph.nodes();
        return isCover()
                ? new TargetRange(1.0, "one node", nodes, "all nodes")
                : new TargetRange(nodes, "all nodes", 1.0, "one node");
    }

    @Override
    public void checkTarget(double target) {
        Check.that(target == Math.rint(target), "be a whole number of nodes", "target", Text.number(target));
        SolveProblem.super.checkTarget(target);
    }

    @Override
    public Solver<byte[]> solver() {
        return switch (goal) {
            case INDEPENDENT_SET -> Solver.independentSet(graph);
            case CLIQUE -> Solver.clique(graph);
            default -> Solver.cover(graph);
        };
    }

    /** {@inheritDoc} It is the size of the set. */
    @Override
    public List<Measure> measures(byte[] state) {
        int size = 0;
        for (byte chosen : state) {
            size += chosen;
        }
        if (!isFeasible(state, size)) {
            throw new IllegalStateException("the search found a set that is none by the lines of " + instance.file());
        }
        return List.of(new Measure("size", size));
    }

    /** Whether a set satisfies the goal by the lines of the file. */
    private boolean isFeasible(byte[] state, int size) {
        boolean isCover = true;
        Set<Long> inside = new HashSet<>(); // edges between chosen nodes; the file may list an edge twice
        for (int k = 0; k < instance.weights().length; k++) {
            long one = Math.min(instance.from()[k], instance.to()[k]);
            int other = Math.max(instance.from()[k], instance.to()[k]);
            int chosen = state[(int) one] + state[other];
            isCover &= chosen > 0;
            if (chosen == 2 && !isCover()) {
                inside.add(one * instance.sites() + other);
            }
        }
        return switch (goal) {
            case INDEPENDENT_SET -> inside.isEmpty();
            case CLIQUE -> inside.size() == (long) size * (size - 1) / 2; // an edge for each pair
            default -> isCover;
        };
    }

    @Override
    public double tolerance() {
        return 0.0;
    }

    @Override
    public String sites() {
        return "nodes";
    }

    /** {@inheritDoc} It lists the nodes of the set, numbered as in the file. */
    @Override
    public String line(byte[] state) {
        int first = instance.form().first();
        return IntStream.range(0, state.length)
                .filter(i -> state[i] == 1)
                .mapToObj(i -> "" + (first + i))
                .collect(Collectors.joining(" "));
    }

    @Override
    public String text(byte[] state) {
        return "# the numbers of the nodes of the set, as in the file\n" + line(state) + "\n";
    }
}
