package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.Order;
import dev.lbp.internal.infer.table.Alignment;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A junction tree after its first pass. Each clique holds the law of what it eliminates given its separator, so given
 * the core's state, draws and marginals go from the last step to the first. Without a core they are those of the whole
 * problem. After Lauritzen and Spiegelhalter (1988); a clique whose separator is in the core is a root.
 */
public final class SumTree extends CliqueTree {

    private static final double SMALLEST_DIVISOR = 1e-290;

    private final double[][] laws; // by step: for each state of the separator a block that adds to 1, or zeros
    private final List<List<Integer>> children = new ArrayList<>();

    private SumTree(Problem problem, Order order) {
        super(problem, order);
        laws = new double[cliques.steps()][];
        for (int t = 0; t < cliques.steps(); t++) {
            children.add(new ArrayList<>(0));
        }
        for (int t = 0; t < cliques.steps(); t++) {
            int parent = cliques.step(cliques.separators[t]);
            if (parent >= 0) {
                children.get(parent).add(t);
            }
        }
    }

    /** The tree of an order after its first pass. */
    public static SumTree of(Problem problem, Order order, Consumer<String> progress) {
        SumTree tree = new SumTree(problem, order);
        tree.pass(problem, progress);
        return tree;
    }

    @Override
    double[] collapse(int step, double[] product) {
        int block = cliques.blocks[step];
        double[] message = new double[product.length / block];
        for (int s = 0; s < message.length; s++) {
            double sum = 0.0;
            for (int k = s * block; k < (s + 1) * block; k++) {
                sum += product[k];
            }
            message[s] = sum;
            if (sum > SMALLEST_DIVISOR) {
                double factor = 1.0 / sum;
                for (int k = s * block; k < (s + 1) * block; k++) {
                    product[k] *= factor;
                }
            } else if (sum > 0.0) {
                for (int k = s * block; k < (s + 1) * block; k++) {
                    product[k] /= sum;
                }
            }
        }
        laws[step] = product;
        return message;
    }

    /**
     * Draws what is eliminated, given the core.
     *
     * @param state values by rank; those of the core are read, the others are written
     * @throws IllegalArgumentException if the state of the core is impossible
     */
    public void draw(int[] state, UniformRandomProvider rng) {
        for (int t = cliques.steps() - 1; t >= 0; t--) {
            int block = cliques.blocks[t];
            int from = cliques.index(cliques.separators[t], cliques.separators[t].length, state) * block;
            double left = rng.nextDouble();
            int chosen = -1;
            for (int k = 0; k < block && left >= 0.0; k++) {
                double p = laws[t][from + k];
                left -= p;
                chosen = p > 0.0 ? k : chosen; // rounding may leave a rest above 0 at the end
            }
            checkPossible(chosen >= 0);
            cliques.decode(t, chosen, state);
        }
    }

    private static void checkPossible(boolean possible) {
        if (!possible) {
            throw new IllegalArgumentException("must have a probability above 0: state of the core");
        }
    }

    /** Marginals of all steps given a state of the core. */
    public Marginals marginals(int[] state) {
        return new Marginals(state);
    }

    /** The second pass: the marginals of separators, from which those of cliques follow. */
    public final class Marginals {

        private final int[] state;
        private final double[][] messages = new double[cliques.steps()][]; // by step: the marginal of the separator
        private final double[][] sites = new double[cliques.sizes.length][]; // by rank

        private Marginals(int[] state) {
            this.state = state;
            double[] joint = new double[cliques.largest()];
            for (int t = cliques.steps() - 1; t >= 0; t--) {
                if (messages[t] == null) {
                    messages[t] = new double[] {1.0}; // its separator is in the core
                }
                double[] eliminated = clique(t, joint);
                for (int child : children.get(t)) {
                    messages[child] = sum(free(cliques.scopes[t]), joint, free(cliques.separators[child]));
                }
                int[] ranks = cliques.eliminated(t);
                for (int rank : ranks) {
                    sites[rank] = sum(ranks, eliminated, new int[] {rank});
                }
            }
        }

        /** Those of ascending ranks that are not in the core. */
        private int[] free(int[] ranks) {
            return Arrays.copyOfRange(ranks, cliques.inCore(ranks), ranks.length);
        }

        /**
         * Writes the law of the variables of a clique that are not in the core; returns that of those it eliminates.
         */
        private double[] clique(int step, double[] joint) {
            double[] law = laws[step];
            double[] message = messages[step];
            int block = cliques.blocks[step];
            int[] separator = cliques.separators[step];
            int from = cliques.index(separator, cliques.inCore(separator), state) * message.length * block;
            double[] eliminated = new double[block];
            for (int s = 0, at = 0; s < message.length; s++) {
                double weight = message[s];
                for (int k = 0; k < block; k++, at++) {
                    double p = weight * law[from + at];
                    joint[at] = p;
                    eliminated[k] += p;
                }
            }
            return eliminated;
        }

        private double[] sum(int[] from, double[] joint, int[] to) {
            double[] sum = new double[cliques.size(to)];
            Alignment.of(from, to, cliques.sizes).add(joint, sum);
            double all = Arrays.stream(sum).sum(); // 1, up to rounding
            checkPossible(all > 0.0);
            Arrays.setAll(sum, k -> sum[k] / all);
            return sum;
        }

        /** Whether a variable is in the core, so that it has no marginal here. */
        public boolean isFixed(int rank) {
            return rank < cliques.core;
        }

        /**
         * The marginal of a variable that is eliminated, by its values; not to be changed.
         *
         * @param rank its rank
         */
        public double[] of(int rank) {
            return sites[rank];
        }

        /**
         * The joint law of the variables of a table of the problem, all of which are eliminated.
         *
         * @param variables ascending
         * @param variableSizes the number of values of each variable
         * @return an entry for each combination of values, the last variable fastest
         */
        public double[] joint(int[] variables, int[] variableSizes) {
            if (variables.length == 0) {
                return new double[] {1.0};
            }
            int[] ranks = Arrays.stream(variables)
                    .map(v -> cliques.rankOf[v])
                    .sorted()
                    .toArray();
            int step = cliques.step(ranks);
            int[] variableOf = new int[cliques.sizes.length];
            for (int v : variables) {
                variableOf[cliques.rankOf[v]] = v;
            }
            double[] joint = new double[cliques.size(cliques.scopes[step])];
            clique(step, joint);
            return Table.of(ranks, sum(free(cliques.scopes[step]), joint, ranks), 0.0, Double.NEGATIVE_INFINITY)
                    .renamed(variableOf, cliques.sizes)
                    .unscaled();
        }
    }
}
