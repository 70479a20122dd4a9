package dev.lbp.nn.training;

import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.Transcript;

/** What the updates of a training change, and what its checkpoint keeps. */
abstract class TrainingState {

    private int updates;
    private double seconds;

    /** The number of updates made. */
    final int updates() {
        return updates;
    }

    /** The time of the updates, those before a resumption included. */
    final double seconds() {
        return seconds;
    }

    /** Makes the next update. */
    abstract void advance();

    /** Calls the listener. */
    abstract void callListener();

    /** Gives the networks the last good parameters, and returns a copy of them. */
    abstract float[] restore();

    /** Writes or reads all but the counts of this class. */
    abstract void transcribeRest(Transcript transcript);

    /**
     * Makes an update.
     *
     * @throws NetworkTrainingException if it fails; then the networks have the last good parameters
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

    final void tell() {
        Failures.call("update " + updates, this::callListener, (message, e) -> failure(message, e, updates, false));
    }

    final NetworkTrainingException diverged(Divergence e, int update) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return failure("diverged at update " + update + ": " + e.getMessage(), cause, update, true);
    }

    final NetworkTrainingException failed(String what, Throwable cause, int update) {
        return failure(what + " failed: " + Failures.words(cause), cause, update, false);
    }

    private NetworkTrainingException failure(String message, Throwable cause, int update, boolean diverged) {
        return new NetworkTrainingException(message, cause, update, diverged, restore());
    }

    /** Writes the state, or reads it and gives the networks their parameters. */
    final void transcribe(Transcript transcript) {
        updates = transcript.of(updates);
        seconds = transcript.of(seconds);
        transcribeRest(transcript);
    }
}
