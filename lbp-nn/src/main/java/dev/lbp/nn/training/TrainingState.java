package dev.lbp.nn.training;

import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.Transcript;

/** The state of a training, which updates change and a checkpoint saves. */
abstract class TrainingState {

    private int updates;
    private double seconds;

    /** The number of completed updates. */
    final int updates() {
        return updates;
    }

    /** The time of all updates, including those before the training was resumed. */
    final double seconds() {
        return seconds;
    }

    /** Makes the next update, without the bookkeeping of {@link #update}. */
    abstract void advance();

    /** Calls the listener. */
    abstract void callListener();

    /** Writes the last good parameters into the networks, and returns a copy of the parameters. */
    abstract float[] restore();

    /** Writes or reads the state of the subclass. */
    abstract void transcribeRest(Transcript transcript);

    /**
     * Makes an update, and counts it.
     *
     * @throws NetworkTrainingException if the update fails; the networks then have the last good parameters
     */
    final void update() {
        long began = System.nanoTime();
        try {
            advance();
        } catch (Divergence e) {
            throw diverged(e, updates + 1);
        } catch (Throwable e) {
            throw failed("update " + (updates + 1), e, updates + 1);
        }
        updates++;
        seconds += (System.nanoTime() - began) * 1e-9;
    }

    /**
     * Calls the listener after an update.
     *
     * @throws NetworkTrainingException if the listener throws; it does not count as diverged
     */
    final void notifyListener() {
        Failures.call("update " + updates, this::callListener, (message, e) -> failure(message, e, updates, false));
    }

    /** Makes the exception of a training that diverged, and restores the last good parameters. */
    final NetworkTrainingException diverged(Divergence e, int update) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        boolean diverged = true;
        return failure("diverged at update " + update + ": " + e.getMessage(), cause, update, diverged);
    }

    /** Makes the exception of a failure other than divergence, and restores the last good parameters. */
    final NetworkTrainingException failed(String what, Throwable cause, int update) {
        return failure(what + " failed: " + Failures.words(cause), cause, update, false);
    }

    private NetworkTrainingException failure(String message, Throwable cause, int update, boolean diverged) {
        return new NetworkTrainingException(message, cause, update, diverged, restore());
    }

    /** Writes the state, or reads it and writes its parameters into the networks. */
    final void transcribe(Transcript transcript) {
        updates = transcript.of(updates);
        seconds = transcript.of(seconds);
        transcribeRest(transcript);
    }
}
