package dev.lbp.nn;

import dev.lbp.internal.Check;
import dev.lbp.internal.PerThread;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import dev.lbp.target.EnergyModel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A network as a target: {@code log pi(x) = score(x)}. With a base measure ({@link #withBase}) it is {@code score(x) +
 * sum_i log Bernoulli(x_i; means_i)}.
 *
 * <p>Log-ratios of flips are first-order estimates from the gradient. States, scores and gradients are in single
 * precision, so a log-probability has an error of about 1e-7 of the score's size. The base measure is added in double
 * precision. {@link #logProb} computes no gradient.
 *
 * <p>Several runs may use an instance at once, but only one of them calls the network at a time. To use a core per run,
 * give each run its own network. The arrays that {@link #evaluate} returns are valid until the same thread's next call.
 * The network's parameters must not change during a run. A model can be serialised if its network can.
 */
public final class NetworkModel implements EnergyModel {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // a user's network need not be serialisable
    private final ScoreNetwork network;

    private final @Nullable BaseMeasure base;
    private final PerThread<NetworkBatch> batches = new PerThread<>();

    private NetworkModel(ScoreNetwork network, @Nullable BaseMeasure base) {
        this.network = network;
        this.base = base;
    }

    /**
     * The target whose log-probability is the score of a network.
     *
     * @param network a network with 1 to 10^9 sites
     */
    public static NetworkModel of(ScoreNetwork network) {
        Check.sites("network.dimension()", Check.notNull("network", network).dimension());
        return new NetworkModel(network, null);
    }

    /**
     * This target times independent Bernoulli distributions, which replace an earlier base measure. For energy-based
     * models of images the means are those of the data, moved away from 0 and 1: {@code 0.98 * mean + 0.01} in Sun et
     * al. (2022).
     *
     * @param means the probability of a one at each site, in (0, 1), [N]
     */
    public NetworkModel withBase(double[] means) {
        Check.length(dimension(), "means", Check.notNull("means", means).length);
        return new NetworkModel(network, new BaseMeasure(means));
    }

    /** The network. */
    public ScoreNetwork network() {
        return network;
    }

    /** The probability of a one at each site under the base measure, [N], a copy; empty without one. */
    public Optional<double[]> base() {
        return Optional.ofNullable(base).map(BaseMeasure::means);
    }

    /** The name and N. */
    @Override
    public String toString() {
        return name() + ", N = " + dimension() + (base == null ? "" : ", with a base measure");
    }

    @Override
    public int dimension() {
        return network.dimension();
    }

    @Override
    public DataType dataType() {
        return DataType.FLOAT;
    }

    @Override
    public INDArray logProb(INDArray states) {
        return evaluateBatch(states, false).copyOfLogProb();
    }

    @Override
    public INDArray gradient(INDArray states) {
        return evaluateBatch(states, true).gradients().dup();
    }

    /**
     * Computes log-probability and gradient in one call of the network. The same thread's next call overwrites the
     * result.
     */
    @Override
    public Evaluation evaluate(INDArray states) {
        NetworkBatch batch = evaluateBatch(states, true);
        return Evaluation.ofGradient(states, batch.logProb(), batch.gradients());
    }

    private NetworkBatch evaluateBatch(INDArray states, boolean withGradients) {
        INDArray inRowOrder = StateBatch.inRowOrder(states, dimension(), DataType.FLOAT);
        int rows = Math.toIntExact(inRowOrder.size(0));
        NetworkBatch batch = batches.get(own -> own.rows() == rows, () -> new NetworkBatch(rows, dimension()));
        synchronized (network) {
            batch.evaluate(network, inRowOrder, withGradients);
        }
        batch.addBase(base, inRowOrder, withGradients);
        return batch;
    }
}
