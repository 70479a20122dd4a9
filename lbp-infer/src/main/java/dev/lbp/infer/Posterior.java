package dev.lbp.infer;

import dev.lbp.models.factor.FactorGraph;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** The distribution of a graph's variables given evidence, exact or estimated. */
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

    /** The standard error of {@link #logZ}; 0 if log Z is exact. */
    double logZError();

    /** {@link #logZ} to base 10. */
    default double log10Z() {
        return logZ() / Math.log(10.0);
    }

    /**
     * The marginal of a site.
     *
     * @param site 0 to N - 1
     * @return the probability of each value of the site; a copy
     */
    double[] marginal(int site);

    /**
     * The marginal of a site by its name.
     *
     * @throws IllegalArgumentException if there is no such name, with similar names in the message
     */
    default double[] marginal(String name) {
        return marginal(graph().site(name));
    }

    /**
     * The standard errors of {@link #marginal(int)}; 0 if the marginal is exact.
     *
     * @param site 0 to N - 1
     */
    double[] marginalErrors(int site);

    /**
     * The most probable state; for an estimate, the most probable state that was seen. It is computed at the first
     * call.
     *
     * @return N values; a copy
     */
    int[] best();

    /**
     * The log-probability of {@link #best}, not normalised. Subtract {@link #logZ} for the log-probability given the
     * evidence.
     */
    default double bestLogProb() {
        return graph().logProb(best());
    }

    /**
     * Draws a state. Exact draws are independent. An estimate draws one of the sampled states.
     *
     * @return N values
     */
    int[] draw(UniformRandomProvider rng);

    /** The method by which the answers were computed, in one or two sentences. */
    String method();

    /**
     * Whether the estimates can be trusted, and why. The first line is the verdict.
     *
     * @return lines; empty if the answers are exact
     */
    List<String> verdict();

    /** Whether the answers are exact, or the verdict is that the chains have mixed. */
    default boolean mixed() {
        return isExact() || verdict().get(0).startsWith("mixed");
    }
}
