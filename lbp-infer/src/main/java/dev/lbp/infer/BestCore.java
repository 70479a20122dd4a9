package dev.lbp.infer;

import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.tree.BestTree;
import dev.lbp.models.factor.FactorGraph;

/**
 * A core for maximisation: eliminated sites have their best values. The log-probability of a state of the core plus
 * {@link #logConstant} is the log-probability of the whole state that {@link #complete} makes from it. Safe for
 * concurrent use.
 */
public final class BestCore extends Core {

    private final BestTree tree;

    BestCore(FactorGraph whole, Problem problem, EliminationOrder order, BestTree tree) {
        super(whole, problem, order, tree);
        this.tree = tree;
    }

    /**
     * Completes a state of the core: each eliminated site has its best value given the core, the smallest one if
     * several are best.
     *
     * @param coreState a value for each variable of {@link #graph}
     * @return a state of all sites of the whole graph
     * @throws IllegalArgumentException if {@code coreState} has another length, or a value out of range
     */
    public int[] complete(int[] coreState) {
        int[] byRank = byRank(coreState);
        tree.complete(byRank);
        return state(byRank);
    }
}
