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

/** The updates of a training, one after another: when its listener is called, when it is saved, and when it ends. */
final class TrainingLoop {

    /** It must be raised with every change of a file's content or its order. */
    private static final char FORMAT = 4;

    private final String kind;
    private int listenEvery = 1;
    private @Nullable StateFile file;
    private int saveEvery;
    private volatile boolean stopped;

    /** Whether a training has ended since the last one began. */
    private boolean ended;

    /**
     * @param kind of training, three letters in its files
     */
    TrainingLoop(String kind) {
        this.kind = kind;
    }

    void listenEvery(int every) {
        listenEvery = Check.atLeast(1, "every", every);
    }

    void checkpoint(Path newFile, int every) {
        StateFile to = file(newFile);
        saveEvery = Check.atLeast(1, "every", every);
        file = to;
    }

    private StateFile file(Path path) {
        WholeFile.check("checkpoint", Check.notNull("checkpoint", path));
        byte[] magic = ("lbp-" + kind + FORMAT).getBytes(StandardCharsets.US_ASCII);
        return new StateFile(new SealedBytes(magic, FORMAT, "a training of this version"), path);
    }

    /** Checks the parameters that a training begins with. */
    static void checkFinite(String network, FloatBuffer parameters) {
        for (int k = 0; k < parameters.capacity(); k++) {
            float value = parameters.get(k);
            Check.that(Float.isFinite(value), "be finite", network + ".parameters()[" + k + "]", value);
        }
    }

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
     * Makes updates until there are enough, or the training is stopped.
     *
     * @param updates the number at the end
     * @param settings that must be equal in a training and in its checkpoint, by name
     * @param start makes the state before the first update
     * @return the state at the end
     */
    <S extends TrainingState> S run(int updates, Supplier<Map<String, String>> settings, Supplier<S> start) {
        return carryOut(new Plan<>(updates, settings, start), null, file);
    }

    /** Resumes a training from a checkpoint; otherwise as {@link #run}. */
    <S extends TrainingState> S resume(
            Path checkpoint, int updates, Supplier<Map<String, String>> settings, Supplier<S> start) {
        StateFile from = file(checkpoint);
        return carryOut(new Plan<>(updates, settings, start), from, file == null ? from : file);
    }

    private record Plan<S>(int updates, Supplier<Map<String, String>> settings, Supplier<S> start) {}

    private <S extends TrainingState> S carryOut(Plan<S> plan, @Nullable StateFile from, @Nullable StateFile to) {
        begin();
        try {
            if (to == null) {
                S state = plan.start.get();
                advance(state, plan.updates, null, Map.of(), 0);
                return state;
            }
            return carryOutLocked(plan, from, to);
        } finally {
            end();
        }
    }

    private <S extends TrainingState> S carryOutLocked(Plan<S> plan, @Nullable StateFile from, StateFile to) {
        try (OutputLock lock = OutputLock.ofCheckpoint(to.file())) {
            Map<String, String> settings = plan.settings.get();
            S state = plan.start.get();
            if (from != null) {
                from.read(settings, state::transcribe);
            }
            advance(state, plan.updates, to, settings, from == null || from == to ? state.updates() : -1);
            return state;
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
    }

    /** @param before the number of updates that need not be saved; -1 if the file lacks the present state */
    private void advance(
            TrainingState state, int updates, @Nullable StateFile to, Map<String, String> settings, int before) {
        int saved = before;
        while (state.updates() < updates && !stopped && !Thread.currentThread().isInterrupted()) {
            state.update();
            if (state.updates() % listenEvery == 0 || state.updates() == updates) {
                state.tell();
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
     * @throws NetworkTrainingException if a network fails, or its scores are not finite any more; the old file stays
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
