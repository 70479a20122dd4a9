package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.LayeredModel;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The two calls of the model by the chains of an ensemble, on the states in its input.
 *
 * @param evaluate computes the log-probabilities and all other values that the chains need for their next step
 * @param score computes the log-probabilities alone, bit for bit as {@code evaluate}, and draws no random numbers
 */
public record BatchCalls(Runnable evaluate, Runnable score) {

    /**
     * Calls for chains that accept by the log-probability.
     *
     * @param informed whether they also need log-ratios, or gradients
     */
    public static BatchCalls of(BatchModel batch, boolean informed) {
        Runnable call = informed ? batch::evaluate : batch::score;
        return new BatchCalls(call, call); // one call for both, because both must give the same bits
    }

    /** Calls that draw the hidden variables and evaluate the sites given their values. */
    public static BatchCalls givenHidden(BatchModel batch, LayeredModel model, List<? extends ChainState<?>> chains) {
        List<List<UniformRandomProvider>> random =
                batch.byBlock(chains.stream().map(chain -> chain.rng).toList());
        return new BatchCalls(() -> batch.evaluateGivenHidden(model, random), batch::score);
    }
}
