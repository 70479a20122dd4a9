package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Alignment;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A junction tree after its first pass (Lauritzen and Spiegelhalter 1988). Each clique holds the conditional
 * distribution of the variables that it eliminates given its separator. The core is the variables that are not
 * eliminated; they have the first ranks. From the conditional distributions, given a state of the core, draws and
 * marginals are computed from the last step to the first. A clique whose separator is in the core is a root of the
 * tree.
 */
public final class SumTree extends CliqueTree {

    /** The inverse of a smaller divisor may overflow. Entries are then divided instead of multiplied by the inverse. */
    private static final double SMALLEST_DIVISOR = 1e-290;

    private final double[][] conditionals; // by step: for each state of the separator, a block that adds to 1, or zeros
    private final List<List<Integer>> children = new ArrayList<>();

    private SumTree(Problem problem, EliminationOrder order) {
        super(problem, order);
        conditionals = new double[cliques.steps()][];
        for (int t = 0; t < cliques.steps(); t++) {
            children.add(new ArrayList<>(0));
        }
        for (int t = 0; t < cliques.steps(); t++) {
            int parent = cliques.step(cliques.separators[t]); // the step that uses the message of step t
            if (parent >= 0) {
                children.get(parent).add(t);
            }
        }
    }

    /** Makes the tree of an elimination order, with the first pass. */
    public static SumTree of(Problem problem, EliminationOrder order, Consumer<String> progress) {
        SumTree tree = new SumTree(problem, order);
        tree.pass(problem, progress);
        return tree;
    }

    /** Sums each block to an entry of the message, and divides the block by the sum: a conditional distribution. */
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
        conditionals[step] = product;
        return message;
    }

    /**
     * Draws the eliminated variables given the core.
     *
     * @param state values by rank; the values of the core are read, all others are written
     * @throws IllegalArgumentException if the state of the core is impossible
     */
    public void draw(int[] state, UniformRandomProvider rng) {
        for (int t = cliques.steps() - 1; t >= 0; t--) {
            int block = cliques.blocks[t];
            // where the distribution given the separator's present state begins
            int from = cliques.index(cliques.separators[t], cliques.separators[t].length, state) * block;
            double left = rng.nextDouble();
            int chosen = -1;
            for (int k = 0; k < block && left >= 0.0; k++) {
                double p = conditionals[t][from + k];
                left -= p;
                chosen = p > 0.0 ? k : chosen; // the last possible one, if by rounding all p sum to less than the draw
            }
            checkCoreIsPossible(chosen >= 0);
            cliques.decode(t, chosen, state);
        }
    }

    private static void checkCoreIsPossible(boolean possible) {
        if (!possible) {
            throw new IllegalArgumentException("must have a probability above 0: state of the core");
        }
    }

    /** Marginals of all eliminated variables given a state of the core. */
    public Marginals marginals(int[] state) {
        return new Marginals(state);
    }

    /** The result of the second pass: the marginals of separators, from which the marginals of cliques follow. */
    public final class Marginals {

        private final int[] state;
        private final double[][] messages = new double[cliques.steps()][]; // by step: the marginal of the separator
        private final double[][] sites = new double[cliques.sizes.length][]; // by rank: the marginal of the variable

        private Marginals(int[] state) {
            this.state = state;
            double[] joint = new double[cliques.largest()];
            for (int t = cliques.steps() - 1; t >= 0; t--) {
                if (messages[t] == null) {
                    messages[t] = new double[] {1.0}; // the separator is in the core
                }
                // joint becomes the distribution of the clique's variables outside the core
                double[] eliminated = writeClique(t, joint);
                for (int child : children.get(t)) {
                    messages[child] = marginal(free(cliques.scopes[t]), joint, free(cliques.separators[child]));
                }
                int[] ranks = cliques.eliminated(t);
                for (int rank : ranks) {
                    sites[rank] = marginal(ranks, eliminated, new int[] {rank});
                }
            }
        }

        /** The ranks, given in ascending order, that are not in the core. */
        private int[] free(int[] ranks) {
            return Arrays.copyOfRange(ranks, cliques.inCore(ranks), ranks.length);
        }

        /**
         * Writes the joint distribution of the clique's variables outside the core. Returns the joint distribution of
         * the variables that the clique eliminates.
         */
        private double[] writeClique(int step, double[] joint) {
            double[] conditional = conditionals[step];
            double[] message = messages[step];
            int block = cliques.blocks[step];
            int[] separator = cliques.separators[step];
            // the entries for the values of the separator's variables in the core, whose ranks are the first
            int from = cliques.index(separator, cliques.inCore(separator), state) * message.length * block;
            double[] eliminated = new double[block];
            for (int s = 0, at = 0; s < message.length; s++) {
                double weight = message[s];
                for (int k = 0; k < block; k++, at++) {
                    double p = weight * conditional[from + at];
                    joint[at] = p;
                    eliminated[k] += p;
                }
            }
            return eliminated;
        }

        /** The distribution of the ranks {@code to}, summed from the joint distribution of the ranks {@code from}. */
        private double[] marginal(int[] from, double[] joint, int[] to) {
            double[] sum = new double[cliques.size(to)];
            Alignment.of(from, to, cliques.sizes).add(joint, sum);
            double all = Arrays.stream(sum).sum(); // 1, up to rounding; 0 for an impossible state of the core
            checkCoreIsPossible(all > 0.0);
            Arrays.setAll(sum, k -> sum[k] / all);
            return sum;
        }

        /** Whether a variable is in the core. Such a variable has no marginal. */
        public boolean isFixed(int rank) {
            return rank < cliques.core;
        }

        /**
         * The probability of each value of an eliminated variable. The caller must not change the array.
         *
         * @param rank the rank of the variable
         */
        public double[] of(int rank) {
            return sites[rank];
        }

        /**
         * The joint distribution of the variables of a table of the problem. All of them must be eliminated.
         *
         * @param variables ascending
         * @return the probability of each combination of values, the last variable fastest
         */
        public double[] joint(int[] variables) {
            if (variables.length == 0) {
                return new double[] {1.0};
            }
            int[] ranks = cliques.ranks(variables);
            int step = cliques.step(ranks);
            int[] variableOf = new int[cliques.sizes.length];
            for (int v : variables) {
                variableOf[cliques.rankOf[v]] = v;
            }
            double[] joint = new double[cliques.size(cliques.scopes[step])];
            writeClique(step, joint);
            // the distribution in the order of ranks, then its entries in the order of variables
            double[] byRank = marginal(free(cliques.scopes[step]), joint, ranks);
            int[] from = Table.indices(
                    ranks,
                    rank -> cliques.sizes[rank],
                    rank -> variableOf[rank],
                    rank -> IntStream.range(0, cliques.sizes[rank]).toArray());
            return Arrays.stream(from).mapToDouble(k -> byRank[k]).toArray();
        }
    }
}
