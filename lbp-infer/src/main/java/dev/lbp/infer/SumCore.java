package dev.lbp.infer;

import dev.lbp.internal.Check;
import dev.lbp.internal.infer.order.Order;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.tree.SumTree;
import dev.lbp.models.factor.FactorGraph;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A core whose other sites are summed out: a draw of the core, completed, is a draw of the whole graph, and log Z of
 * the core plus {@link #logConstant} is that of the whole graph. Any number of threads may use it at once.
 */
public final class SumCore extends Core {

    private final SumTree tree;

    /**
     * @param impossible what to throw if no state agrees with the evidence
     */
    SumCore(FactorGraph whole, Problem problem, Order order, SumTree tree, Supplier<RuntimeException> impossible) {
        super(whole, problem, order, tree, impossible);
        this.tree = tree;
    }

    /** Whether evidence and zeros leave a site one value. */
    boolean isFixed(int site) {
        return problem().variable(site) < 0;
    }

    /**
     * Draws the sites that are eliminated, given the core's state.
     *
     * @param coreState a value for each variable of {@link #graph}
     * @return a state of all sites of the whole graph
     * @throws IllegalArgumentException if the state of the core is not as above, or leaves a site no possible value
     */
    public int[] complete(int[] coreState, UniformRandomProvider rng) {
        int[] byRank = byRank(coreState);
        tree.draw(byRank, Check.notNull("rng", rng));
        return state(byRank);
    }

    /**
     * The marginal of each site of the whole graph given the core's state. Their mean over draws of the core varies
     * less than the frequencies of completed draws (Rao-Blackwell).
     *
     * @param coreState a value for each variable of {@link #graph}
     * @return by site, the probability of each of its values; that of a site of the core is 1 for its value
     * @throws IllegalArgumentException if the state of the core is not as above, or leaves a site no possible value
     */
    public double[][] conditionals(int[] coreState) {
        int[] byRank = byRank(coreState);
        SumTree.Marginals marginals = tree.marginals(byRank);
        double[][] result = new double[whole().sites()][];
        for (int i = 0; i < result.length; i++) {
            result[i] = new double[whole().values(i)];
            int[] values = problem().values(i);
            int variable = problem().variable(i);
            if (variable < 0 || marginals.isFixed(tree.rank(variable))) {
                result[i][values[variable < 0 ? 0 : byRank[tree.rank(variable)]]] = 1.0;
            } else {
                double[] marginal = marginals.of(tree.rank(variable));
                for (int k = 0; k < values.length; k++) {
                    result[i][values[k]] = marginal[k];
                }
            }
        }
        return result;
    }
}
