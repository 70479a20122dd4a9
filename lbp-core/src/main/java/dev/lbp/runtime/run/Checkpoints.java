package dev.lbp.runtime.run;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.result.CheckpointException;
import dev.lbp.runtime.engine.chain.ChainState;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the checkpoints of a run, and restores a run from one. The caller holds the {@link OutputLock} of the file.
 */
final class Checkpoints {

    private final CheckpointPlan plan;
    private final CheckpointFile file;
    private final RunIdentity identity;
    private final RunState<?> state;
    private final @Nullable Sink<?> sink;
    private final RunNotifier notifier;
    /** When the last checkpoint was written, how long that took, and the fewest steps of a chain then. */
    private long lastAt;

    private Duration lastTook = Duration.ZERO;
    private long lastSteps;

    /**
     * @param sink the sink that also gets the draws; null if there is none
     */
    Checkpoints(
            CheckpointPlan plan,
            RunIdentity identity,
            RunState<?> state,
            @Nullable Sink<?> sink,
            RunNotifier notifier) {
        this.plan = plan;
        this.file = new CheckpointFile(plan.file());
        this.identity = identity;
        this.state = state;
        this.sink = sink;
        this.notifier = notifier;
    }

    /** Saves the run if a checkpoint is due. No chain may be in a step. */
    void saveIfDue() {
        Duration since = Duration.ofNanos(System.nanoTime() - lastAt);
        if (plan.isDue(since, lastTook, fewestSteps() - lastSteps)) {
            save();
        }
    }

    /** The number of steps of the chain with the fewest. */
    private long fewestSteps() {
        long fewest = Long.MAX_VALUE;
        for (ChainState<?> chain : state.ensemble.chains) {
            fewest = Math.min(fewest, chain.steps());
        }
        return fewest;
    }

    /**
     * Saves the run. It first forces the sink's draws to disk, because the checkpoint refers to them. No chain may be
     * in a step.
     *
     * @throws dev.lbp.result.SinkException if the draws cannot be written
     * @throws CheckpointException if the checkpoint cannot be written
     */
    void save() {
        long began = System.nanoTime();
        if (sink != null) {
            sink.force();
        }
        try {
            file.write(this::transcribe);
            lastAt = System.nanoTime();
            lastTook = Duration.ofNanos(lastAt - began);
            lastSteps = fewestSteps();
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
        notifier.saved(plan.file());
    }

    private void transcribe(Transcript transcript) {
        transcribe(identity, state, transcript);
    }

    /** Writes a run, or reads it; the entries of its identity must then be equal to the file's. */
    private static void transcribe(RunIdentity identity, RunState<?> state, Transcript transcript) {
        identity.transcribe(transcript);
        String java = System.getProperty("java.vm.version") + ", " + System.getProperty("os.arch");
        String before = transcript.of(java);
        if (!before.equals(java)) {
            logger().warn(
                            "The run goes on with Java {}, and began with {}: its draws may not be those it would have made.",
                            java,
                            before);
        }
        transcript.of(state.time().toNanos()); // CheckpointFile.Saved.head reads what comes before this line
        state.transcribe(transcript);
    }

    /**
     * Reads the state of a checkpoint into a run that has not begun.
     *
     * @throws CheckpointException if no checkpoint is whole, or it belongs to another run
     */
    static void restore(CheckpointFile from, RunIdentity identity, RunState<?> state) {
        try {
            CheckpointFile.Saved saved = from.lastWhole();
            if (!saved.damage().isEmpty()) {
                logger().warn("{}; going on from the one before, {}", saved.damage(), saved.file());
            }
            try {
                saved.read(transcript -> transcribe(identity, state, transcript));
            } catch (CheckpointException e) {
                throw new CheckpointException("cannot resume from " + saved.file() + ": " + e.getMessage());
            }
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
    }

    /** Slf4j prints lines of its own at the first logger, so none is made before there is something to say. */
    private static Logger logger() {
        return LoggerFactory.getLogger(Checkpoints.class);
    }
}
