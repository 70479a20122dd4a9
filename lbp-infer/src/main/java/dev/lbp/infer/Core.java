package dev.lbp.infer;

import dev.lbp.internal.Check;
import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import dev.lbp.internal.infer.tree.CliqueTree;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The graph that remains when evidence is applied and sites that are cheap to eliminate are eliminated. It also
 * completes its states to states of all sites. Values that the evidence excludes are left out. Immutable.
 */
public abstract sealed class Core permits SumCore, BestCore {

    private final FactorGraph whole;
    private final Problem problem;
    private final EliminationOrder order;
    private final CliqueTree tree;
    private final int[] variables;
    private final FactorGraph graph;

    Core(FactorGraph whole, Problem problem, EliminationOrder order, CliqueTree tree) {
        this.whole = whole;
        this.problem = problem;
        this.order = order;
        this.tree = tree;
        variables = order.core();
        List<Factor> factors = tree.coreTables().stream().map(Core::factor).toList();
        int size =
                Math.max(1, variables.length); // a graph has at least one variable: site 0 if all sites have one value
        int[] values = new int[size];
        List<String> names = new ArrayList<>();
        List<List<String>> valueNames = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            int site = site(k);
            values[k] = problem.values(site).length;
            names.add(whole.name(site));
            valueNames.add(Arrays.stream(problem.values(site))
                    .mapToObj(value -> whole.valueName(site, value))
                    .toList());
        }
        graph = FactorGraph.of(values, factors).named(names, valueNames);
    }

    private static Factor factor(Table table) {
        return Factor.of(
                table.variables(),
                Arrays.stream(table.values())
                        .map(value -> Math.log(value) + table.log())
                        .toArray());
    }

    /**
     * The remaining graph, with the names of the whole graph. It always has a variable, even if all sites could be
     * eliminated; if all sites have one value, the variable has one value.
     */
    public final FactorGraph graph() {
        return graph;
    }

    /**
     * The site of a variable of the core.
     *
     * @param variable 0 to {@code graph().sites() - 1}
     */
    public final int site(int variable) {
        return variables.length == 0 ? 0 : problem.site(variables[variable]); // an empty core has site 0 as a stand-in
    }

    /**
     * What must be added to log Z of the core, or to the log-probability of its best state, to get log Z or the best
     * log-probability of the whole graph.
     */
    public final double logConstant() {
        return tree.logConstant();
    }

    /**
     * Checks a state of the core. Returns an array of the values of all variables by rank, with the values of the core
     * filled in and 0 elsewhere: the core has the first ranks.
     */
    final int[] byRank(int[] coreState) {
        Check.length(graph.sites(), "coreState", Check.notNull("coreState", coreState).length);
        int[] byRank = new int[problem.sizes().length];
        for (int k = 0; k < coreState.length; k++) {
            Check.index(graph.values(k), "coreState[" + k + "]", coreState[k]);
        }
        System.arraycopy(coreState, 0, byRank, 0, variables.length);
        return byRank;
    }

    /** The state of all sites of the whole graph, from the values of the problem's variables by rank. */
    final int[] state(int[] byRank) {
        return problem.state(byRank, tree::rank);
    }

    final Problem problem() {
        return problem;
    }

    final EliminationOrder order() {
        return order;
    }

    final FactorGraph whole() {
        return whole;
    }
}
