package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.Values;
import dev.lbp.internal.kernel.nd4j.NativeMemory;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A target distribution over N sites, each with one of C values in any combination: its unnormalised log-probability
 * and the gradient of it, batched over chains. States are one-hot: cell {@code i * C + c} is 1 if site i has value c,
 * else 0.
 *
 * <p>The rules for arrays and threads are those of {@link EnergyModel}: a model receives read-only arrays in 'c' order
 * of {@link #dataType()}, valid during the call, and may reuse the array that it returns.
 *
 * <p>If a move changes the log-ratios of a few sites only, implement a {@link CategoricalModel}.
 *
 * @see dev.lbp.check.ModelCheck ModelCheck, which compares the methods of a model with each other
 */
public interface CategoricalEnergyModel extends Target {

    /** The number of sites N, at least 1; always the same. N C is at most 10^9. */
    @Override
    int dimension();

    /** The number C of values of a site, at least 2; always the same. */
    int values();

    /**
     * The unnormalised log-probability of each state. Negative infinity marks an impossible state; NaN and positive
     * infinity are errors.
     *
     * @param states [chains, N C], one-hot
     * @return [chains]; a column [chains, 1] is also accepted
     */
    INDArray logProb(INDArray states);

    /**
     * The partial derivatives of {@link #logProb} by the cells, as if cells were real numbers.
     *
     * @param states [chains, N C], one-hot
     * @return [chains, N C]
     */
    INDArray gradient(INDArray states);

    /**
     * The logits of every site's values, given the other sites: {@code log pi(x with x_i = c) - log pi(x) = logits[i,
     * c] - logits[i, x_i]}. A constant that is added to all logits of a site changes nothing. The default is the
     * gradient, whose differences are first-order estimates, and exact if the log-probability is linear in the cells of
     * each site. Override it if the model has better logits; samplers are exact with either. See {@link
     * #exactFlips()}.
     *
     * @param states [chains, N C], one-hot
     * @return [chains, N C]; negative infinity marks an impossible value, which is not the current one
     */
    default INDArray logits(INDArray states) {
        return gradient(states);
    }

    /**
     * The log-probability and the logits of the same states, as a step needs them. Informed samplers, which weight
     * sites by their log-ratios, call only this method. Override it if the log-probability and the gradient share work.
     *
     * @param states [chains, N C], one-hot
     */
    default Evaluation evaluate(INDArray states) {
        INDArray logProb = NativeMemory.copied(logProb(states)); // the next call may reuse the model's array
        return new Evaluation(logProb, Check.notNull("logits", logits(states)));
    }

    /**
     * Whether differences of {@link #logits} are exact differences of the log-probability, not first-order estimates.
     */
    default boolean exactFlips() {
        return false;
    }

    /**
     * Draws the first state of a chain. Scattered starts help to notice chains that do not converge. Default:
     * independent values, each with probability 1 / C.
     *
     * @return N values, a new array
     */
    default int[] randomState(UniformRandomProvider rng) {
        return Values.random(dimension(), values(), rng);
    }

    /** The floating type of the states that a model receives, float or double; default: double. */
    default DataType dataType() {
        return DataType.DOUBLE;
    }

    /**
     * The answer of a model for a batch of states.
     *
     * @param logProb [chains]
     * @param logits [chains, N C]
     */
    record Evaluation(INDArray logProb, INDArray logits) {}
}
