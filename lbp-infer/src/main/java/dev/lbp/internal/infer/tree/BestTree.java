package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Problem;
import java.util.function.Consumer;

/**
 * Max-product over the cliques of an elimination order. For each state of a separator it keeps the best values of the
 * variables that the clique eliminates, the smallest ones if several are best.
 */
public final class BestTree extends CliqueTree {

    /** By step: for each state of the separator, the index of the best values of the eliminated variables. */
    private final int[][] choices;

    private BestTree(Problem problem, EliminationOrder order) {
        super(problem, order);
        choices = new int[cliques.steps()][];
    }

    /** Makes the pass over the cliques of an elimination order. */
    public static BestTree of(Problem problem, EliminationOrder order, Consumer<String> progress) {
        BestTree tree = new BestTree(problem, order);
        tree.pass(problem, progress);
        return tree;
    }

    /** The message has the largest entry of each block; {@link #choices} keeps its index in the block. */
    @Override
    double[] collapse(int step, double[] product) {
        int block = cliques.blocks[step];
        double[] message = new double[product.length / block];
        choices[step] = new int[message.length];
        for (int s = 0; s < message.length; s++) {
            int best = s * block;
            for (int k = best + 1; k < (s + 1) * block; k++) {
                best = product[k] > product[best] ? k : best;
            }
            message[s] = product[best];
            choices[step][s] = best - s * block;
        }
        return message;
    }

    /**
     * Completes a state of the core: gives each eliminated variable its best value.
     *
     * @param state values by rank; the values of the core are read, all others are written
     */
    public void complete(int[] state) {
        for (int t = cliques.steps() - 1; t >= 0; t--) { // backwards, so that a separator has its values before
            int[] separator = cliques.separators[t];
            cliques.decode(t, choices[t][cliques.index(separator, separator.length, state)], state);
        }
    }
}
