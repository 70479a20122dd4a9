package dev.lbp.nn.training;

/**
 * The exception for an update that failed: the training diverged, or a network, the sampler or the listener threw. The
 * network, or both networks of an {@link AdversarialTraining}, then have the {@link #lastGoodParameters}.
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
     * Whether the training diverged: scores or gradients were not finite, or the moving average of the score gap (the
     * mean log-probability of the data less that of the chains) exceeded its limit. More steps, an adaptive scale or a
     * smaller learning rate may help.
     */
    public boolean diverged() {
        return diverged;
    }

    /**
     * The last parameters with finite scores and a score gap, see {@link #diverged}, within its limit; a copy,
     * [parameters]. For an {@link AdversarialTraining} the generator's parameters, followed by the discriminator's.
     */
    public float[] lastGoodParameters() {
        return lastGoodParameters.clone();
    }
}
