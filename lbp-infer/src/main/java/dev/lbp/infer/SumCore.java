package dev.lbp.infer;

import dev.lbp.internal.Check;
import dev.lbp.internal.infer.order.Order;
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
 * A core whose other sites are summed out: a draw of the core, completed, is a draw of the whole graph, and log Z of
 * the core plus {@link #logConstant} is that of the whole graph. Any number of threads may use it at once.
 *
 * <pre>{@code
 * SumCore core = Inference.of(graph).observe("cough", "yes").core(10_000);
 * ValueRun run = Samplers.gibbs().build().sample(core.model()).tempering(Tempering.replicas(20));
 * Posterior whole = core.posterior(run.draws(4_000).keepDraws().run());
 * }</pre>
 */
public final class SumCore extends Core {

    /** States whose conditional probabilities are averaged: neighbouring draws are nearly the same. */
    private static final int STATES = 4_000;

    private final SumTree tree;

    SumCore(FactorGraph whole, Problem problem, Order order, SumTree tree) {
        super(whole, problem, order, tree);
        this.tree = tree;
    }

    /**
     * The core as a target of any sampler. Its zeros are raised to 40 nats below the largest entry of their table, as
     * chains that change one site at a time cannot cross impossible states; {@link #posterior} leaves impossible draws
     * out. Replicas temper the core's own tables: at another temperature the sum over the other sites is not that of
     * the whole graph.
     *
     * @throws IllegalStateException if evidence and zeros leave all sites one value
     */
    public FactorCategories model() {
        if (graph().values(0) == 1) {
            throw new IllegalStateException("must have a site with several values left: the core");
        }
        return FactorModel.categories(GraphDraws.raised(graph()));
    }

    /**
     * Answers of the whole graph from a run on the core. Marginals are means of {@link #conditionals} given evenly
     * spread draws, about 4,000 of all chains; draws are completed; log Z, of a tempered run, has the sites that were
     * summed out. The same result gives the same answers, bit for bit.
     *
     * @param result of a run on {@link #model}, or on {@code FactorModel.of(graph())}, which kept its draws
     * @throws IllegalArgumentException if its states are not of the core
     * @throws IllegalStateException if it kept no draws, or none of them is possible
     */
    public SampledPosterior posterior(RunResult result) {
        return SampledPosterior.of(this, Check.notNull("result", result), count -> count >= STATES);
    }

    /** The same sites left, the others with their best values. */
    BestCore best() {
        return new BestCore(whole(), problem(), order(), BestTree.of(problem(), order(), line -> {}));
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
     * @throws IllegalArgumentException if the state of the core is not as above, or impossible
     */
    public int[] complete(int[] coreState, UniformRandomProvider rng) {
        int[] byRank = possible(coreState);
        tree.draw(byRank, Check.notNull("rng", rng));
        return state(byRank);
    }

    /**
     * The marginal of each site of the whole graph given the core's state. Their mean over draws of the core varies
     * less than the frequencies of completed draws (Rao-Blackwell).
     *
     * @param coreState a value for each variable of {@link #graph}
     * @return by site, the probability of each of its values; that of a site of the core is 1 for its value
     * @throws IllegalArgumentException if the state of the core is not as above, or impossible
     */
    public double[][] conditionals(int[] coreState) {
        int[] byRank = possible(coreState);
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

    private int[] possible(int[] coreState) {
        int[] byRank = byRank(coreState);
        Check.that(
                graph().logProb(coreState) > Double.NEGATIVE_INFINITY,
                "have a probability above 0",
                "coreState",
                Arrays.toString(coreState));
        return byRank;
    }
}
