package dev.lbp.nn.training;

/**
 * An update has failed: the training diverged, or a network, the sampler or the listener threw. The network is left
 * with the {@link #lastGoodParameters}; of an {@link AdversarialTraining} both networks are.
 */
public final class NetworkTrainingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int update;
    private final boolean diverged;
    private final float[] lastGoodParameters;

    NetworkTrainingException(
            String message, Throwable cause, int update, boolean diverged, float[] lastGoodParameters) {
        super(message, cause);
        this.update = update;
        this.diverged = diverged;
        this.lastGoodParameters = lastGoodParameters;
    }

    /** The number of the update that failed, from 1. */
    public int update() {
        return update;
    }

    /**
     * Whether the training diverged: scores or gradients of data or chains were not finite, or the averaged score gap
     * exceeded its limit. More steps, an adaptive scale or a smaller learning rate help.
     */
    public boolean diverged() {
        return diverged;
    }

    /**
     * The last parameters by which an update found finite scores and a score gap within the limit; a copy,
     * [parameters]. Of an {@link AdversarialTraining}: those of the generator, followed by those of the discriminator.
     */
    public float[] lastGoodParameters() {
        return lastGoodParameters.clone();
    }
}
