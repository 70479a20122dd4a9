package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.Order;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The cliques of an order after a pass from the first step to the last, and what is left over the core. */
public abstract sealed class CliqueTree permits SumTree, BestTree {

    /** What may be lost of all states: far less than rounding, since bounds of several losses are not added up. */
    private static final double LOG_ROUNDING = Math.log(1e-20);

    final Cliques cliques;
    private final List<Table> coreTables = new ArrayList<>();
    private double logConstant;

    CliqueTree(Problem problem, Order order) {
        cliques = Cliques.of(problem.sizes(), order);
    }

    /**
     * The pass.
     *
     * @throws ArithmeticException if doubles may have lost what matters
     */
    final void pass(Problem problem, Consumer<String> progress) {
        logConstant = problem.logConstant();
        for (Table table : cliques.forward(problem.tables(), problem.sizes(), this::collapse, progress)) {
            boolean whole = table.variables().length == 0;
            if (table.lost() > (whole ? LOG_ROUNDING : Double.NEGATIVE_INFINITY)) {
                throw new ArithmeticException("must be within the range of doubles: probabilities of states, against"
                        + " the largest entries of the same tables, differ by more than 700 nats; use negative infinity"
                        + " for what is impossible, or a sampler on FactorModel.of(graph)");
            }
            if (whole) {
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
