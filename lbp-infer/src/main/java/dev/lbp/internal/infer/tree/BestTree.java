package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.Order;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Max-product over the cliques of an order: for each state of a separator the best values of what its clique
 * eliminates, the smallest ones among equals.
 */
public final class BestTree {

    private final Cliques cliques;
    private final int[][] choices; // by step: for each state of the separator an index in the block
    private final List<Table> coreTables = new ArrayList<>();
    private double logConstant;

    private BestTree(Cliques cliques) {
        this.cliques = cliques;
        choices = new int[cliques.steps()][];
    }

    /** The pass over the cliques of an order. */
    public static BestTree of(Problem problem, Order order, Consumer<String> progress) {
        BestTree tree = new BestTree(Cliques.of(problem.sizes(), order));
        tree.logConstant = problem.logConstant();
        for (Table table : tree.cliques.forward(problem.tables(), problem.sizes(), tree::largest, progress)) {
            if (table.variables().length == 0) {
                tree.logConstant += table.values()[0] > 0.0 ? table.log() : Double.NEGATIVE_INFINITY;
            } else {
                tree.coreTables.add(table);
            }
        }
        return tree;
    }

    private double[] largest(int step, double[] product) {
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

    /** The logarithm of what the tables without variables make; without a core that of the largest probability. */
    public double logConstant() {
        return logConstant;
    }

    /** Tables over the core, by rank; the variables of the core have their ranks by ascending number. */
    public List<Table> coreTables() {
        return coreTables;
    }

    /** The rank of each variable. */
    public int rank(int variable) {
        return cliques.rankOf[variable];
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
