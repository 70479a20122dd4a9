package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.Order;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The cliques of an order after a pass from the first step to the last, and what is left over the core. */
public abstract sealed class CliqueTree permits SumTree, BestTree {

    final Cliques cliques;
    private final List<Table> coreTables = new ArrayList<>();
    private double logConstant;

    CliqueTree(Problem problem, Order order) {
        cliques = Cliques.of(problem.sizes(), order);
    }

    final void pass(Problem problem, Consumer<String> progress) {
        logConstant = problem.logConstant();
        for (Table table : cliques.forward(problem.tables(), problem.sizes(), this::collapse, progress)) {
            if (table.variables().length == 0) {
                logConstant += table.values()[0] > 0.0 ? table.log() : Double.NEGATIVE_INFINITY;
            } else {
                coreTables.add(table);
            }
        }
    }

    /**
     * Keeps what the way back needs of the product of the tables of a clique.
     *
     * @param product the entries, block by block; it may be kept and changed
     * @return the message: an entry for each block
     */
    abstract double[] collapse(int step, double[] product);

    /** The logarithm of the product of the tables without variables. Without a core it is that of all states. */
    public final double logConstant() {
        return logConstant;
    }

    /** Tables over the core, by rank; the variables of the core have their ranks by ascending number. */
    public final List<Table> coreTables() {
        return coreTables;
    }

    /** The rank of a variable: the place of its value in states. */
    public final int rank(int variable) {
        return cliques.rankOf[variable];
    }
}
