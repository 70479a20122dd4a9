package dev.lbp.cli.data;

import dev.lbp.AnnealedImportance;
import dev.lbp.internal.States;
import dev.lbp.internal.html.Numbers;
import dev.lbp.nn.NetworkModel;
import dev.lbp.result.AnnealingListener;
import dev.lbp.result.LogZEstimate;
import java.util.Arrays;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The log-likelihood of states under a network with a base measure, by annealed importance sampling from the base.
 *
 * @param model the mean log-likelihood of the states, in nats; too high on average, because the estimate of log Z is
 *     too low
 * @param base the exact mean log-likelihood under the base measure
 * @param logZ the estimate of log Z
 * @param weights the effective sample size of the weights of the estimate
 * @param quotable whether the effective sample size is large enough to quote the result
 */
public record LogLikelihood(double model, double base, double logZ, double weights, boolean quotable) {

    /** The result of a training that diverged. */
    public static final LogLikelihood NONE = new LogLikelihood(Double.NaN, Double.NaN, Double.NaN, Double.NaN, false);

    /** The number of states of an evaluation of the network. */
    private static final int BATCH = 500;

    /**
     * Estimates log Z of a model with a base measure.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public static LogZEstimate logZ(
            NetworkModel model, int temperatures, int chains, long seed, AnnealingListener listener) {
        return AnnealedImportance.of(model, model.base().orElseThrow())
                .temperatures(temperatures)
                .chains(chains)
                .seed(seed)
                .listener(listener)
                .run();
    }

    /**
     * The log-likelihood of states.
     *
     * @param states [count][N] of zeros and ones
     * @param z the estimate of the model's log Z
     */
    public static LogLikelihood of(NetworkModel model, byte[][] states, LogZEstimate z) {
        return new LogLikelihood(
                meanLogProb(model, states) - z.logZ(),
                meanLogBase(model.base().orElseThrow(), states),
                z.logZ(),
                z.effectiveSampleSize(),
                z.quotable());
    }

    /**
     * The result as a sentence.
     *
     * @param what the states in words
     */
    public String sentence(String what) {
        return Numbers.format(
                "log-likelihood of %s: %.2f nats per image, of the base measure alone %.2f%s",
                what, model, base, quotable ? "" : "; not to be quoted");
    }

    /** The mean log-probability of states by the network, without log Z, in batches that fit into memory. */
    private static double meanLogProb(NetworkModel model, byte[][] states) {
        double sum = 0.0;
        for (int from = 0; from < states.length; from += BATCH) {
            byte[][] some = Arrays.copyOfRange(states, from, Math.min(from + BATCH, states.length));
            try (INDArray batch = States.array(some, model.dataType());
                    INDArray logProb = model.logProb(batch)) {
                for (int r = 0; r < some.length; r++) {
                    sum += logProb.getDouble(r);
                }
            }
        }
        return sum / states.length;
    }

    /** The mean log-likelihood of independent bits with these means. */
    private static double meanLogBase(double[] means, byte[][] states) {
        double sum = 0.0;
        for (byte[] state : states) {
            for (int i = 0; i < means.length; i++) {
                sum += state[i] == 1 ? Math.log(means[i]) : Math.log1p(-means[i]);
            }
        }
        return sum / states.length;
    }
}
