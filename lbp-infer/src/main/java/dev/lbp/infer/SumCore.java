package dev.lbp.infer;

import dev.lbp.internal.Check;
import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.sample.GraphDraws;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.tree.BestTree;
import dev.lbp.internal.infer.tree.SumTree;
import dev.lbp.models.factor.FactorCategories;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.result.RunResult;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A core for sampling: eliminated sites are summed out. A completed draw of the core is a draw of the whole graph, and
 * log Z of the core plus {@link #logConstant} is log Z of the whole graph. Safe for concurrent use.
 *
 * <pre>{@code
 * SumCore core = Inference.of(graph).observe("cough", "yes").core(10_000);
 * ValueRun run = Samplers.gibbs().build().sample(core.model()).tempering(Tempering.replicas(20));
 * Posterior whole = core.posterior(run.draws(4_000).keepDraws().run());
 * }</pre>
 */
public final class SumCore extends Core {

    /**
     * The number of states whose conditional probabilities are averaged. More would add little, because neighbouring
     * draws are nearly equal.
     */
    static final int STATES = 4_000;

    private final SumTree tree;

    SumCore(FactorGraph whole, Problem problem, EliminationOrder order, SumTree tree) {
        super(whole, problem, order, tree);
        this.tree = tree;
    }

    /**
     * The core as a target of any sampler. Zeros are raised to 40 nats below the largest entry of their table, because
     * chains that change one site at a time cannot cross impossible states; {@link #posterior} leaves impossible draws
     * out. Tempering applies to the tables of the core, so a replica at another temperature does not sample the
     * tempered whole graph.
     *
     * @throws IllegalStateException if evidence and zeros leave all sites one value
     */
    public FactorCategories model() {
        if (graph().values(0) == 1) { // an empty core has one site of one value as a stand-in
            throw new IllegalStateException("must have a site with several values left: the core");
        }
        return FactorModel.categories(GraphDraws.raised(graph()));
    }

    /**
     * Answers for the whole graph from a run on the core. Marginals are means of {@link #conditionals} given about
     * 4,000 evenly spread draws of all chains. Draws are completed. Log Z, of a tempered run, includes the sites that
     * were summed out. The same result gives the same answers, bit for bit.
     *
     * @param result the result of a run on {@link #model} or on {@code FactorModel.of(graph())} that kept its draws
     * @throws IllegalArgumentException if the states are not of the core
     * @throws IllegalStateException if the run kept no draws, or no draw is possible
     */
    public SampledPosterior posterior(RunResult result) {
        return SampledPosterior.of(this, Check.notNull("result", result), count -> count >= STATES);
    }

    /** A core for maximisation that has the sites of this core. */
    BestCore bestCore() {
        return new BestCore(whole(), problem(), order(), BestTree.of(problem(), order(), line -> {}));
    }

    /** Whether evidence and zeros leave a site only one value. */
    boolean isFixed(int site) {
        return problem().variable(site) < 0;
    }

    /**
     * Draws the eliminated sites given a state of the core.
     *
     * @param coreState a value for each variable of {@link #graph}
     * @return a state of all sites of the whole graph
     * @throws IllegalArgumentException if {@code coreState} has another length or a value out of range, or is
     *     impossible
     */
    public int[] complete(int[] coreState, UniformRandomProvider rng) {
        int[] byRank = checkedByRank(coreState);
        tree.draw(byRank, Check.notNull("rng", rng));
        return state(byRank);
    }

    /**
     * The marginal of each site of the whole graph given a state of the core. Means over draws of the core have a
     * smaller variance than frequencies of completed draws (Rao-Blackwell).
     *
     * @param coreState a value for each variable of {@link #graph}
     * @return for each site the probability of each value; a site of the core has probability 1 for its value
     * @throws IllegalArgumentException if {@code coreState} has another length or a value out of range, or is
     *     impossible
     */
    public double[][] conditionals(int[] coreState) {
        int[] byRank = checkedByRank(coreState);
        SumTree.Marginals marginals = tree.marginals(byRank);
        double[][] result = new double[whole().sites()][];
        for (int i = 0; i < result.length; i++) {
            result[i] = new double[whole().values(i)];
            int[] values = problem().values(i);
            int variable = problem().variable(i);
            if (variable < 0) { // no variable, since it has only one value left
                result[i][values[0]] = 1.0;
            } else if (marginals.isFixed(tree.rank(variable))) { // a variable of the core
                result[i][values[byRank[tree.rank(variable)]]] = 1.0;
            } else {
                double[] marginal = marginals.of(tree.rank(variable));
                for (int k = 0; k < values.length; k++) {
                    result[i][values[k]] = marginal[k];
                }
            }
        }
        return result;
    }

    /** The values of a core state by rank. Throws if the state has probability 0. */
    private int[] checkedByRank(int[] coreState) {
        int[] byRank = byRank(coreState);
        Check.that(
                graph().logProb(coreState) > Double.NEGATIVE_INFINITY,
                "have a probability above 0",
                "coreState",
                Arrays.toString(coreState));
        return byRank;
    }
}
