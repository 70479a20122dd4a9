package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.Order;
import dev.lbp.internal.infer.table.Problem;
import java.util.function.Consumer;

/**
 * Max-product over the cliques of an order: for each state of a separator the best values of what its clique
 * eliminates, the smallest ones among equals.
 */
public final class BestTree extends CliqueTree {

    private final int[][] choices; // by step: for each state of the separator an index in the block

    private BestTree(Problem problem, Order order) {
        super(problem, order);
        choices = new int[cliques.steps()][];
    }

    /** The pass over the cliques of an order. */
    public static BestTree of(Problem problem, Order order, Consumer<String> progress) {
        BestTree tree = new BestTree(problem, order);
        tree.pass(problem, progress);
        return tree;
    }

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
     * Completes a state with the best values.
     *
     * @param state values by rank; those of the core are read, the others are written
     */
    public void complete(int[] state) {
        for (int t = cliques.steps() - 1; t >= 0; t--) {
            int[] separator = cliques.separators[t];
            cliques.decode(t, choices[t][cliques.index(separator, separator.length, state)], state);
        }
    }
}
