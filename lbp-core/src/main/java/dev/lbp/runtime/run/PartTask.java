package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.bytes.FreezeContent;
import dev.lbp.internal.bytes.PartContent;
import dev.lbp.internal.bytes.RunFacts;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.result.RunException;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.BarrierShare;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The execution of one stage of some chains of a run, on the calling thread: warm-up until the next barrier, or the
 * draws. The chains make the same steps as in the whole run, because they get what the other chains have pooled at the
 * barriers.
 *
 * @param <S> the array of a state
 */
public final class PartTask<S> {

    /** A first guess of the bytes of a part besides its draws: the states and sums of some chains. */
    private static final int CHAIN_BYTES = 1 << 16;

    private final RunSettings<S> settings;
    private final PartStage stage;
    private final RunPhases<S> phases;
    private final @Nullable CheckpointPlan plan;

    /** Whether chains may have moved. */
    private boolean begun;

    private PartTask(RunSettings<S> settings, PartStage stage, @Nullable CheckpointPlan plan) {
        this.settings = settings;
        this.stage = stage;
        this.plan = plan;
        boolean warm = stage.draws() && stage.before() != null; // else this stage makes the warm-up, or a part of it
        this.phases = new RunPhases<>(settings, new RunNotifier(settings.listener), plan, warm, stage.draws());
    }

    /** Whether the chains of a run pool findings before their draws. Makes the chains at their starting states. */
    public static <S> boolean pools(RunSettings<S> settings) {
        try (WorkerPool pool = WorkerPool.of(1, () -> {})) {
            return settings.target().chains(settings, pool).pools();
        }
    }

    /**
     * Carries out a stage.
     *
     * @param settings the settings of the run, for some of its chains
     * @param part the part of these chains at the barrier where the stage begins; null at the start of the run
     * @param freeze the pooled findings of all chains at that barrier; null if the chains pool nothing
     * @param draws whether the stage makes the draws
     * @param plan how the stage is saved, and resumed if it was saved before; null for neither
     * @return the bytes of the part
     * @throws IllegalArgumentException if settings contradict each other or do not fit into memory, or if the part does
     *     not belong to these chains of this run
     * @throws RunException if the stage fails or is interrupted
     */
    public static <S> byte[] carryOut(
            RunSettings<S> settings,
            byte @Nullable [] part,
            byte @Nullable [] freeze,
            boolean draws,
            @Nullable CheckpointPlan plan) {
        PartStage stage = PartStage.of(part, freeze, draws);
        RunTask.check(settings);
        CheckpointPlan own = plan == null ? null : plan.withSuffix(stage.suffix());
        return CheckpointPlan.locked(own, new PartTask<>(settings, stage, own)::carryOut);
    }

    /** Makes the chains, runs the stage, and returns the bytes of the part. A refusal before the first step is kept. */
    private byte[] carryOut() {
        return phases.carryOut(
                () -> {}, // no check of time while it waits: a stage has no time limit
                pool -> runStage(
                        new RunState<>(settings, settings.target().chains(settings, pool), /* streams= */ false)),
                e -> e instanceof IllegalArgumentException refused && !begun
                        ? refused
                        : RunTask.runException(e, /* sampled= */ null, begun));
    }

    /** Checks that the stage belongs to this run, takes its steps, and returns the bytes of the part after them. */
    private byte[] runStage(RunState<S> state) {
        FreezeContent freeze = stage.freeze();
        // asked before the first step: chains that have ended their warm-up pool nothing
        String pooled = freeze == null || !state.chains.pools() ? "" : freeze.fingerprint();
        long[] barriers = state.ensemble.barriers(settings.warmup);
        RunFacts run = new RunFacts(
                new RunDescription(settings).line(),
                settings.chains,
                barriers.length,
                RunIdentity.ofPart(settings).entries());
        RunIdentity start = RunIdentity.ofStart(settings, state.ensemble.chains);
        stage.check(run, settings.span(), start.entries());
        if (stage.hasAllPhases()) {
            checkPoolsNothing(state, run.description());
        }
        RunIdentity identity = RunIdentity.ofStage(run, start, settings, stage);
        boolean resumed = restoreSaved(state, identity);
        if (!resumed) {
            begin(state);
        }
        begun = true;
        long end = barriers[stage.barriersReached() - 1];
        if (settings.sink == null || !stage.draws()) {
            advance(state, identity, /* sink= */ null, end);
        } else {
            String part = Fingerprint.of(run.identity(), start.entries());
            try (Sink<S> sink = Sink.ofPart(settings, part, state.recorders, resumed)) {
                advance(state, identity, sink, end);
            }
        }
        return makePart(run, start, pooled, state).toBytes();
    }

    /** Checks that the chains need no pooled findings of all chains between their warm-up and their draws. */
    private void checkPoolsNothing(RunState<S> state, String description) {
        Check.that(
                !state.ensemble.pools(),
                "learn nothing in warm-up to be drawn without a freeze",
                "sampler",
                settings.method.describe());
        Check.that(
                !state.chains.pools(),
                "be of bits to be drawn without a freeze, because distances are traced from a state of chain 0",
                "the run",
                description);
    }

    /** Restores the stage's own checkpoint; returns false, and restores nothing, if there is none. */
    private boolean restoreSaved(RunState<S> state, RunIdentity identity) {
        CheckpointFile saved = plan == null ? null : new CheckpointFile(plan.file());
        if (saved == null || !saved.exists()) {
            return false;
        }
        Checkpoints.restore(saved, identity, state);
        return true;
    }

    /** Sets the chains to where the stage begins. */
    private void begin(RunState<S> state) {
        PartContent before = stage.before();
        if (before == null) {
            // A chain whose tracker drifts stores itself when it is first written, which must be before its first step.
            // The bytes themselves are not needed.
            state.transcribe(new TranscriptWriter(OutputStream.nullOutputStream()));
        } else {
            beginAt(before, Objects.requireNonNull(stage.freeze()), state);
        }
    }

    /** Reads the chains of a part, pools what all chains have found, and begins the draws if they are next. */
    private void beginAt(PartContent before, FreezeContent freeze, RunState<S> state) {
        PartContent.use("part", before.chains(), () -> {
            state.transcribe(new TranscriptReader(new ByteArrayInputStream(before.state())));
            return before;
        });
        PartContent.use("freeze", RunFacts.chains(0, freeze.run().chains()), () -> {
            poolShares(state, freeze);
            return freeze;
        });
        if (stage.draws()) {
            phases.beginDraws(state);
        }
    }

    /** Pools what all chains of the run have found before the barrier; the recorders get the reference of chain 0. */
    private void poolShares(RunState<S> state, FreezeContent freeze) {
        BarrierShare template = state.ensemble.shares(state.warmUp).get(0);
        List<BarrierShare> all = new ArrayList<>();
        for (byte[] shareBytes : freeze.shares()) {
            TranscriptReader reader = new TranscriptReader(new ByteArrayInputStream(shareBytes));
            if (all.isEmpty()) { // before its findings, chain 0 has written the reference state of the recorders
                state.chains.recorders().transcribe(reader);
            }
            all.add(template.transcribe(reader));
        }
        state.ensemble.pool(all);
    }

    /** Steps the chains to the end of the stage. Throws if they were stopped before it. */
    private void advance(RunState<S> state, RunIdentity identity, @Nullable Sink<S> sink, long barrier) {
        phases.runRemaining(state, identity, sink, barrier);
        if (sink != null) {
            sink.ended(phases.signal.reasonOr(StopReason.DRAWS));
        }
        if (phases.signal.stopped()) {
            throw new RunException(
                    settings.span().describe() + " stopped " + (stage.draws() ? "while they drew" : "in warm-up")
                            + (plan == null ? "" : "; the same call goes on from " + plan.file()),
                    /* cause= */ null,
                    /* partialResult= */ null);
        }
    }

    /**
     * The part after the stage: its state, and before the draws what each chain adds to the pool at the next barrier.
     *
     * @param pooled the checksum of what the chains had pooled before the stage; empty if nothing
     */
    private PartContent makePart(RunFacts run, RunIdentity start, String pooled, RunState<S> state) {
        double draws = stage.draws() ? new RunMemory<>(settings).partBytes() : 0.0;
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream((int) draws + CHAIN_BYTES); // growing would need the memory twice
        TranscriptWriter writer = new TranscriptWriter(bytes);
        if (stage.draws()) {
            state.transcribeEnded(writer);
        } else {
            state.transcribe(writer);
        }
        return new PartContent(
                run,
                settings.span().first(),
                settings.span().count(),
                stage.barriersReached(),
                stage.draws(),
                pooled,
                start.entries(),
                stage.draws() ? List.of() : shares(state),
                bytes.toByteArray());
    }

    /** For each chain the bytes of what it adds to the pool at the barrier; chain 0 begins with the reference state. */
    private List<byte[]> shares(RunState<S> state) {
        state.shareReference();
        List<byte[]> shares = new ArrayList<>();
        for (BarrierShare share : state.ensemble.shares(state.warmUp)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            boolean isChain0 = shares.isEmpty() && settings.span().first() == 0;
            if (isChain0) {
                state.chains.recorders().transcribe(new TranscriptWriter(bytes));
            }
            share.transcribe(new TranscriptWriter(bytes));
            shares.add(bytes.toByteArray());
        }
        return shares;
    }
}
