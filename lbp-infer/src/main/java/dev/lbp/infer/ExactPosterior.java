package dev.lbp.infer;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.tree.BestTree;
import dev.lbp.internal.infer.tree.SumTree;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The distribution of a graph's variables given evidence, exact up to rounding. Not thread-safe. */
public final class ExactPosterior implements Posterior {

    private final FactorGraph graph;
    private final Problem problem;
    private final EliminationOrder order;
    private final SumTree tree;
    private final Consumer<String> progress;
    private SumTree.@Nullable Marginals marginals;
    private int @Nullable [] best;

    ExactPosterior(Inference question) {
        graph = question.graph;
        problem = question.problem();
        order = question.completeOrder(problem);
        progress = question.progress;
        tree = question.checkPossible(SumTree.of(problem, order, progress));
    }

    @Override
    public boolean isExact() {
        return true;
    }

    @Override
    public double logZ() {
        return tree.logConstant();
    }

    @Override
    public double[] marginal(int site) {
        Check.index(graph.sites(), "site", site);
        double[] result = new double[graph.values(site)];
        int[] values = problem.values(site);
        int variable = problem.variable(site);
        for (int k = 0; k < values.length; k++) {
            // a site that is no variable has one remaining value
            result[values[k]] = variable < 0 ? 1.0 : marginals().of(tree.rank(variable))[k];
        }
        return result;
    }

    /**
     * The joint distribution of the variables of a factor.
     *
     * @param factor the index of the factor in {@code graph.factors()}
     * @return the probability of each combination of values, in the order of the factor's entries
     */
    public double[] factorMarginal(int factor) {
        Factor table = graph.factors().get(Check.index(graph.factors().size(), "factor", factor));
        int[] indices = problem.indices(graph, table);
        double[] joint = marginals().joint(problem.variables(table));
        double[] result = new double[table.size()];
        for (int k = 0; k < indices.length; k++) {
            result[indices[k]] = joint[k];
        }
        return result;
    }

    /** The marginals, computed at the first call. */
    private SumTree.Marginals marginals() {
        SumTree.Marginals known = marginals;
        if (known == null) {
            known = tree.marginals(new int[problem.sizes().length]); // the core is empty, so no value is read
            marginals = known;
        }
        return known;
    }

    @Override
    public int[] best() {
        int[] known = best;
        if (known == null) {
            BestTree maxima = BestTree.of(problem, order, progress);
            int[] byRank = new int[problem.sizes().length];
            maxima.complete(byRank);
            known = problem.state(byRank, maxima::rank);
            best = known;
        }
        return known.clone();
    }

    @Override
    public int[] draw(UniformRandomProvider rng) {
        int[] byRank = new int[problem.sizes().length];
        tree.draw(byRank, Check.notNull("rng", rng));
        return problem.state(byRank, tree::rank);
    }

    /** The number of entries of the largest table. */
    public double largestTable() {
        return order.largest();
    }

    @Override
    public FactorGraph graph() {
        return graph;
    }

    @Override
    public double logZError() {
        return 0.0;
    }

    @Override
    public double[] marginalErrors(int site) {
        return new double[marginal(site).length];
    }

    @Override
    public List<String> verdict() {
        return List.of();
    }

    @Override
    public String method() {
        int cliques = order.steps().size();
        return String.format(
                Locale.ROOT,
                "Exact, by a junction tree of %d %s; the largest table has %.0f entries, all tables need %s.",
                cliques,
                cliques == 1 ? "clique" : "cliques",
                order.largest(),
                Memory.size(order.bytes()));
    }

    /** The number of sites, and log Z. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "exact posterior, N = %d, log Z = %.6g", graph.sites(), logZ());
    }
}
