package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.runtime.run.CheckpointPlan;
import dev.lbp.runtime.run.PartTask;
import dev.lbp.runtime.run.RunSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Some chains of a run, which one machine carries out while others carry out the rest; made by {@link Run#part}. The
 * chains make the draws that they make in the whole run, bit for bit. They need findings of the other chains only at
 * barriers of warm-up: one barrier at its end, and several with {@link SamplingRun#tempering}.
 *
 * <pre>{@code
 * RunPart warm = run.part(8, 4).warmUp();               // on each machine, with its chains
 * RunFreeze freeze = RunPart.freeze(allWarm);           // on one machine
 * RunPart drawn = run.part(8, 4).draw(warm, freeze);    // on each machine
 * SampleResult result = run.merge(allDrawn);            // on one machine
 * }</pre>
 *
 * <p>While there are more barriers, {@code freeze.isLast()} is false, and each machine calls {@link #warmUp(RunPart,
 * RunFreeze)} before.
 *
 * <p>If the calling thread is interrupted, the chains stop after their present step, and the method throws. With
 * {@link #checkpoint} the same call then continues where they stopped.
 *
 * <p>A part holds the times of its work, so the bytes of a stage that is carried out twice may differ. The merged
 * results differ in their times alone.
 */
public final class RunSlice {

    private final RunSettings<?> settings;
    private @Nullable CheckpointPlan plan;

    RunSlice(RunSettings<?> settings) {
        this.settings = settings;
    }

    /**
     * Saves each stage to a file of its own, as {@link Run#checkpoint(Path)} saves a run, and continues from the file
     * if it exists: a scheduler starts the same program again after a failure. The names are this file's with
     * {@code .warm-up-1} and so on, or {@code .draws}.
     *
     * @param file its directory must exist
     */
    public RunSlice checkpoint(Path file) {
        plan = CheckpointPlan.of(DrawDirectory.checked("file", file));
        return this;
    }

    /**
     * Saves each stage as {@link #checkpoint(Path)} does, but every {@code time}, at any cost.
     *
     * @param time from one checkpoint to the next, >= 0; see {@link Run#checkpoint(Path, Duration)}
     */
    public RunSlice checkpoint(Path file, Duration time) {
        Path checked = DrawDirectory.checked("file", file);
        Check.that(!Check.notNull("time", time).isNegative(), "be >= 0", "time", time);
        plan = CheckpointPlan.of(checked, time);
        return this;
    }

    /** The number of the first chain in the run. */
    public int first() {
        return settings.span().first();
    }

    /** The number of chains. */
    public int count() {
        return settings.span().count();
    }

    /** Steps of warm-up, summed over the chains. */
    public long warmUpSteps() {
        return settings.warmUpSteps();
    }

    /** Steps after warm-up, summed over the chains. */
    public long drawSteps() {
        return settings.drawSteps();
    }

    /**
     * Whether the chains need a freeze for their draws: the sampler learns in warm-up, or distances are traced from a
     * state that chain 0 reaches, as for whole numbers and real coordinates. If not, {@link #draw()} does everything.
     * This makes the chains at their starting states, so it calls the model.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public boolean needsFreeze() {
        return PartTask.pools(settings);
    }

    /** Whether the draws are written to a directory, by {@link Run#sink} or {@link #sink}. */
    public boolean hasSink() {
        return settings.sink != null;
    }

    /**
     * Writes the draws of these chains to another directory, for a program that collects the files itself. Without
     * this setting, a part of a run with a {@link Run#sink} writes to {@code part-F-N} in that directory, for its
     * first chain F and its N chains, and {@link Run#merge} moves the files up. A file is named by the
     * number of its chain in the whole run, so the files of all parts, with {@link Run#sinkManifest()} as {@code
     * manifest.json}, are the directory that {@link Run#run} writes.
     *
     * <p>A part without {@link #checkpoint} that is started again replaces its own files. {@link dev.lbp.io.Draws}
     * reads the directory of a part at any time.
     *
     * @param directory made by {@link #draw(RunPart, RunFreeze)}, with its parents; it must not hold the draws of
     *     another run or part
     * @throws IllegalArgumentException if the path is not on the default file system
     */
    public RunSlice sink(Path directory) {
        settings.sink = DrawDirectory.checked("directory", directory);
        return this;
    }

    /**
     * Carries out warm-up until its first barrier.
     *
     * @throws dev.lbp.result.RunException if it fails or is interrupted; see {@link Run#run}
     * @throws IllegalArgumentException if settings contradict each other or the model, or do not fit into memory, or
     *     the draws not into a part, which is below 2 GB
     */
    public RunPart warmUp() {
        boolean draws = false;
        return carryOut(null, null, draws);
    }

    /**
     * Carries out warm-up from one barrier to the next; only a run with tempering has more than one.
     *
     * @param part the part of these chains at the barrier
     * @param freeze the pooled findings of all chains at that barrier
     * @throws dev.lbp.result.RunException as {@link #warmUp()}
     * @throws IllegalArgumentException as {@link #warmUp()}; also if the part is of other chains, another run or
     *     another barrier, or has finished warm-up, or the freeze was made with other warm-up of these chains
     */
    public RunPart warmUp(RunPart part, RunFreeze freeze) {
        return carryOut(
                Check.notNull("part", part).toBytes(),
                Check.notNull("freeze", freeze).toBytes(),
                false); // a further stage of warm-up follows, not the draws
    }

    /**
     * Makes all draws of these chains.
     *
     * @param part the part of these chains after warm-up
     * @param freeze the pooled findings of all chains in warm-up
     * @throws dev.lbp.result.RunException as {@link #warmUp()}
     * @throws IllegalArgumentException as {@link #warmUp()}; also if the part is of other chains or another run, or
     *     not warm, or the freeze was made with other warm-up of these chains
     */
    public RunPart draw(RunPart part, RunFreeze freeze) {
        return carryOut(
                Check.notNull("part", part).toBytes(),
                Check.notNull("freeze", freeze).toBytes(),
                true); // the draws follow, not a further stage of warm-up
    }

    /**
     * Carries out warm-up and makes all draws, of bits by a sampler that learns nothing in warm-up: Gibbs sampling,
     * or a fixed scale.
     *
     * @throws dev.lbp.result.RunException as {@link #warmUp()}
     * @throws IllegalArgumentException as {@link #warmUp()}; also if {@link #needsFreeze}
     */
    public RunPart draw() {
        boolean draws = true;
        return carryOut(null, null, draws);
    }

    /**
     * Carries out one stage.
     *
     * @param part the chains at the stage's beginning; null at their starting states
     * @param freeze the pooled findings of all chains at that barrier; null if there are none
     * @param draws whether the stage makes the draws; else it ends at the next barrier of warm-up
     */
    private RunPart carryOut(byte @Nullable [] part, byte @Nullable [] freeze, boolean draws) {
        return RunPart.of(PartTask.carryOut(settings, part, freeze, draws, plan));
    }
}
