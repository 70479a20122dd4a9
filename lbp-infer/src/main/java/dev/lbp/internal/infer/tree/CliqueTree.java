package dev.lbp.internal.infer.tree;

import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The cliques of an elimination order after a pass from the first step to the last, and the resulting tables over the
 * core.
 */
public abstract sealed class CliqueTree permits SumTree, BestTree {

    /**
     * The logarithm of the largest allowed loss by underflow, relative to the sum over all states. It is far below
     * rounding, because the bounds of several losses are not added up.
     */
    private static final double LOG_ROUNDING = Math.log(1e-20);

    final Cliques cliques;
    private final List<Table> coreTables = new ArrayList<>();
    private double logConstant;

    CliqueTree(Problem problem, EliminationOrder order) {
        cliques = Cliques.of(problem.sizes(), order);
    }

    /**
     * Makes the pass over all cliques.
     *
     * @throws ArithmeticException if underflow may have caused a loss above {@link #LOG_ROUNDING}; with a core, any
     * loss
     */
    final void pass(Problem problem, Consumer<String> progress) {
        logConstant = problem.logConstant();
        for (Table table : cliques.forward(problem.tables(), problem.sizes(), this::collapse, progress)) {
            boolean isConstant = table.variables().length == 0;
            if (table.lost() > (isConstant ? LOG_ROUNDING : Double.NEGATIVE_INFINITY)) {
                throw new ArithmeticException("must be within the range of doubles: probabilities of states, against"
                        + " the largest entries of the same tables, differ by more than 700 nats; use negative infinity"
                        + " for what is impossible, or a sampler on FactorModel.of(graph)");
            }
            if (isConstant) {
                logConstant += table.values()[0] > 0.0 ? table.log() : Double.NEGATIVE_INFINITY;
            } else {
                coreTables.add(table);
            }
        }
    }

    /**
     * Collapses the product of the tables of a clique to a message over the separator, and keeps what a later
     * completion of states needs.
     *
     * @param product the entries, block by block; the array may be kept and changed
     * @return the message, with an entry for each block
     */
    abstract double[] collapse(int step, double[] product);

    /**
     * The logarithm of the product of the tables without variables. Without a core it is log Z, or the log-probability
     * of the best state.
     */
    public final double logConstant() {
        return logConstant;
    }

    /**
     * The tables over the core. Their variables are ranks; ranks of core variables are in the order of the variables.
     */
    public final List<Table> coreTables() {
        return coreTables;
    }

    /** The rank of a variable: the index of its value in states. */
    public final int rank(int variable) {
        return cliques.rankOf[variable];
    }
}
