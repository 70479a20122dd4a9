package dev.lbp.infer;

import dev.lbp.models.factor.FactorGraph;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** The law of a graph's variables given evidence, exact or estimated. */
public sealed interface Posterior permits ExactPosterior, SampledPosterior {

    /** The whole graph, without the evidence. */
    FactorGraph graph();

    /** Whether all answers are exact, up to rounding. */
    boolean isExact();

    /**
     * The natural logarithm of the sum of probabilities, not normalised, over all states that agree with the evidence:
     * log P(evidence) for a Bayesian network.
     */
    double logZ();

    /** The standard error of {@link #logZ}; 0 if it is exact. */
    double logZError();

    /** {@link #logZ} to base 10. */
    default double log10Z() {
        return logZ() / Math.log(10.0);
    }

    /**
     * The marginal of a site.
     *
     * @param site 0 to N - 1
     * @return the probability of each of its values; a copy
     */
    double[] marginal(int site);

    /**
     * The marginal of a site by its name.
     *
     * @throws IllegalArgumentException if there is no such name, with near ones
     */
    default double[] marginal(String name) {
        return marginal(graph().site(name));
    }

    /**
     * The standard errors of {@link #marginal(int)}; 0 if it is exact.
     *
     * @param site 0 to N - 1
     */
    double[] marginalErrors(int site);

    /**
     * The most probable state; of an estimate the most probable one that was seen. Found at the first call.
     *
     * @return N values; a copy
     */
    int[] best();

    /** The log-probability of {@link #best}, not normalised: minus {@link #logZ} it is that given the evidence. */
    default double bestLogProb() {
        return graph().logProb(best());
    }

    /**
     * Draws a state. Exact draws are independent; an estimate draws one of the states that its marginals come from.
     *
     * @return N values
     */
    int[] draw(UniformRandomProvider rng);

    /** How the answers were computed, in a sentence or two. */
    String method();

    /**
     * What shows that the estimates can be trusted, or what speaks against it: the first line is the verdict.
     *
     * @return lines; none if the answers are exact
     */
    List<String> verdict();

    /** Whether the answers are exact, or nothing speaks against the estimates. */
    default boolean mixed() {
        return isExact() || verdict().get(0).startsWith("mixed");
    }
}
