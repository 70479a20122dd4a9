package dev.lbp.infer;

import dev.lbp.internal.infer.order.Order;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.tree.BestTree;
import dev.lbp.models.factor.FactorGraph;

/**
 * A core whose other sites have their best values: the core's log-probability plus {@link #logConstant} is that of the
 * completed state. Any number of threads may use it at once.
 */
public final class BestCore extends Core {

    private final BestTree tree;

    BestCore(FactorGraph whole, Problem problem, Order order, BestTree tree) {
        super(whole, problem, order, tree);
        this.tree = tree;
    }

    /**
     * Gives the sites that are eliminated their best values given the core's state; among equals the smallest.
     *
     * @param coreState a value for each variable of {@link #graph}
     * @return a state of all sites of the whole graph
     * @throws IllegalArgumentException if the state of the core is not as above
     */
    public int[] complete(int[] coreState) {
        int[] byRank = byRank(coreState);
        tree.complete(byRank);
        return state(byRank);
    }
}
