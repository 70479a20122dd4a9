package dev.lbp.nn.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.SealedBytes;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.training.StateFile;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the updates of a training, calls its listener, writes its checkpoints, and ends it. */
final class TrainingLoop {

    /** The format number of a checkpoint. Raise it with every change of the content or its order. */
    private static final char FORMAT = 4;

    private final String kind;
    private int listenEvery = 1;
    private @Nullable StateFile file;
    private int saveEvery;
    private volatile boolean stopped;

    /** Whether the last training that began has ended. */
    private boolean ended;

    /**
     * A loop for one kind of training.
     *
     * @param kind three letters that name the kind in its files
     */
    TrainingLoop(String kind) {
        this.kind = kind;
    }

    void listenEvery(int every) {
        listenEvery = Check.atLeast(1, "every", every);
    }

    void checkpoint(Path newFile, int every) {
        StateFile to = stateFile(newFile);
        saveEvery = Check.atLeast(1, "every", every);
        file = to;
    }

    /** A file for states of this kind of training. */
    private StateFile stateFile(Path path) {
        WholeFile.check("checkpoint", Check.notNull("checkpoint", path));
        byte[] magic = ("lbp-" + kind + FORMAT).getBytes(StandardCharsets.US_ASCII);
        return new StateFile(new SealedBytes(magic, FORMAT, "a training of this version"), path);
    }

    /** Throws if a parameter is not finite before the first update. */
    static void checkFinite(String network, FloatBuffer parameters) {
        for (int k = 0; k < parameters.capacity(); k++) {
            float value = parameters.get(k);
            Check.that(Float.isFinite(value), "be finite", network + ".parameters()[" + k + "]", value);
        }
    }

    /** Ends the present training, or the next one if none has begun; no effect after a training's end. */
    synchronized void stop() {
        stopped = !ended;
    }

    private synchronized void begin() {
        ended = false;
    }

    private synchronized void end() {
        ended = true;
        stopped = false;
    }

    /**
     * Makes updates until the training has its number of updates, or is stopped.
     *
     * @param updates the number of updates at the end
     * @param settings the settings that must be equal when a training is resumed, by name
     * @param start makes the state before the first update
     * @return the state at the end
     */
    <S extends TrainingState> S run(int updates, Supplier<Map<String, String>> settings, Supplier<S> start) {
        return execute(new Plan<>(updates, settings, start), null, file); // null: does not resume from a checkpoint
    }

    /**
     * Reads a state from a checkpoint, then makes updates until the training has its number of updates, or is stopped.
     *
     * @param checkpoint the file to read; also the one to save to, if no other is set
     * @param updates the number of updates at the end
     * @param settings the settings that must be equal to those of the checkpoint, by name
     * @param start makes the state that the checkpoint's values replace
     * @return the state at the end
     */
    <S extends TrainingState> S resume(
            Path checkpoint, int updates, Supplier<Map<String, String>> settings, Supplier<S> start) {
        StateFile from = stateFile(checkpoint);
        return execute(new Plan<>(updates, settings, start), from, file == null ? from : file);
    }

    /** The arguments of {@link #run}. */
    private record Plan<S>(int updates, Supplier<Map<String, String>> settings, Supplier<S> start) {}

    /**
     * Executes a plan.
     *
     * @param from the checkpoint to resume from; null for a new training
     * @param to the checkpoint to write; null for none
     */
    private <S extends TrainingState> S execute(Plan<S> plan, @Nullable StateFile from, @Nullable StateFile to) {
        begin();
        try {
            if (to == null) {
                S state = plan.start.get();
                makeUpdates(state, plan.updates, null, Map.of(), 0); // no file, thus no settings to write to it
                return state;
            }
            return executeLocked(plan, from, to);
        } finally {
            end();
        }
    }

    /** Executes a plan while no other process may write to the file. */
    private <S extends TrainingState> S executeLocked(Plan<S> plan, @Nullable StateFile from, StateFile to) {
        try (OutputLock lock = OutputLock.ofCheckpoint(to.file())) {
            Map<String, String> settings = plan.settings.get();
            S state = plan.start.get();
            if (from != null) {
                from.read(settings, state::transcribe);
            }
            // a file that was just read has this state already; one in another place must be written
            makeUpdates(state, plan.updates, to, settings, from == null || from == to ? state.updates() : -1);
            return state;
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
    }

    /**
     * Makes the updates.
     *
     * @param before the number of updates of the state in the file {@code to}; -1 if the file must be written
     */
    private void makeUpdates(
            TrainingState state, int updates, @Nullable StateFile to, Map<String, String> settings, int before) {
        int saved = before;
        while (state.updates() < updates && !stopped && !Thread.currentThread().isInterrupted()) {
            state.update();
            if (state.updates() % listenEvery == 0 || state.updates() == updates) {
                state.notifyListener();
            }
            if (to != null && saveEvery > 0 && state.updates() % saveEvery == 0) {
                save(state, to, settings);
                saved = state.updates();
            }
        }
        if (to != null && saved < state.updates()) {
            save(state, to, settings);
        }
    }

    /**
     * Saves the state to a file.
     *
     * @throws NetworkTrainingException if a network fails, or its scores are not finite; the old file then stays
     * @throws CheckpointException if the file cannot be written
     */
    private static void save(TrainingState state, StateFile file, Map<String, String> settings) {
        try {
            file.write(settings, state::transcribe);
        } catch (CheckpointException e) {
            throw e;
        } catch (Divergence e) {
            throw state.diverged(e, state.updates());
        } catch (Throwable e) {
            throw state.failed("checkpoint after update " + state.updates(), e, state.updates());
        }
    }
}
