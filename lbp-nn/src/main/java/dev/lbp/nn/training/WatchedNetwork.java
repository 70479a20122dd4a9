package dev.lbp.nn.training;

import dev.lbp.nn.ScoreNetwork;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A network that remembers whether it threw. A sampler throws the same type of exception if the network throws and if
 * the network's result is not finite; only in the second case the training has diverged.
 */
final class WatchedNetwork implements ScoreNetwork {

    private final ScoreNetwork network;
    private boolean failed;

    WatchedNetwork(ScoreNetwork network) {
        this.network = network;
    }

    /** Whether the last evaluation threw. */
    boolean hasFailed() {
        return failed;
    }

    @Override
    public int dimension() {
        return network.dimension();
    }

    @Override
    public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
        failed = true;
        network.evaluate(states, rows, scores, gradients);
        failed = false;
    }
}
