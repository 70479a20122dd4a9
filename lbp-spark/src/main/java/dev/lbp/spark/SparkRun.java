package dev.lbp.spark;

import dev.lbp.Run;
import dev.lbp.RunSlice;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run on Spark, in the driver. It submits a job for each stage, and pools the adaptation of the slices between
 * stages.
 *
 * @param <R> the type of the result
 */
final class SparkRun<R extends RunResult> {

    private static final Logger LOG = LoggerFactory.getLogger(SparkRun.class);

    /** The two values of {@link Stage#draws}, by name. */
    private static final boolean DRAWS = true;

    private static final boolean WARM_UP = false;

    private final JavaSparkContext context;
    private final Run<?, R, ?> run;
    private final List<RunSlice> parts;
    private final List<Slice> slices;
    private final RunProgress progress;
    private final @Nullable HadoopDirectory sink;
    private final Broadcast<byte[]> description;

    /** All broadcasts of the run, destroyed at its end. */
    private final List<Broadcast<byte[]>> broadcasts = new ArrayList<>();

    private final Set<String> javas = new TreeSet<>();

    /**
     * Checks the run and divides it into slices.
     *
     * @param parts the number of slices; fewer are made if there are fewer chains or batches
     * @param sink the directory of the draws; null if they are not streamed
     */
    SparkRun(
            JavaSparkContext context,
            Run<?, R, ?> run,
            int parts,
            SamplingListener listener,
            @Nullable HadoopDirectory sink) {
        run.check();
        this.sink = sink;
        this.context = context;
        this.run = run;
        this.parts = run.parts(parts);
        if (sink != null && this.parts.get(0).hasSink()) {
            throw new IllegalArgumentException(
                    "must be left out if SparkSampling has a sink: the sink of the run; SparkSampling.sink=" + sink);
        }
        this.slices = this.parts.stream().map(Slice::of).toList();
        this.progress = new RunProgress(listener, this.parts);
        this.description = broadcast(run.toBytes());
    }

    R run() {
        return progress.runAndReport(() -> {
            progress.started(run.toString());
            try {
                R result = sink == null ? merge(runStages()) : runWithSink(sink);
                warnOfOtherJavaVersions();
                return result;
            } finally {
                Uninterrupted.run(() -> broadcasts.forEach(Broadcast::destroy));
            }
        });
    }

    /** Runs all stages, and then moves the files of the draws to the claimed directory. */
    private R runWithSink(HadoopDirectory directory) {
        try (SparkSink begun = SparkSink.begin(directory)) {
            List<SliceResult> results = runStages();
            R result = merge(results);
            begun.end(results, run.sinkManifest());
            return result;
        }
    }

    private R merge(List<SliceResult> results) {
        return run.merge(results.stream().map(SliceResult::runPart).toList());
    }

    /** Runs the warm-up and the draws. Returns the results of the draws. */
    private List<SliceResult> runStages() {
        if (!parts.get(0).needsFreeze()) {
            return runStage("draws", new Stage(DRAWS, List.of(), null));
        }
        List<RunPart> warm = warmUp("warm-up", new Stage(WARM_UP, List.of(), null));
        RunFreeze freeze = RunPart.freeze(warm);
        while (!freeze.isLast()) {
            String name = "warm-up, part " + (freeze.stage() + 1) + " of " + freeze.stages() + ",";
            warm = warmUp(name, nextStage(warm, freeze, WARM_UP));
            freeze = RunPart.freeze(warm);
        }
        return runStage("draws", nextStage(warm, freeze, DRAWS));
    }

    /** The stage after a barrier, which starts from the parts of the last stage and their pooled adaptation. */
    private Stage nextStage(List<RunPart> warm, RunFreeze freeze, boolean draws) {
        return new Stage(
                draws, warm.stream().map(part -> broadcast(part.toBytes())).toList(), broadcast(freeze.toBytes()));
    }

    /** Sends bytes to the executors. The broadcast is destroyed at the end of the run. */
    private Broadcast<byte[]> broadcast(byte[] bytes) {
        Uninterrupted.run(() -> broadcasts.add(context.broadcast(bytes)));
        return broadcasts.get(broadcasts.size() - 1);
    }

    /** Runs one stage of warm-up for all slices. */
    private List<RunPart> warmUp(String name, Stage stage) {
        return runStage(name, stage).stream().map(SliceResult::runPart).toList();
    }

    /** Runs one stage for all slices. */
    private List<SliceResult> runStage(String name, Stage stage) {
        int chains = slices.stream().mapToInt(Slice::count).sum();
        SparkJob job = new SparkJob(context, "lbp: " + name + " of " + chains + (chains == 1 ? " chain" : " chains"));
        StageCounters counters = new StageCounters(context);
        ProgressFeed feed = new ProgressFeed(counters);
        SliceTask task = new SliceTask(description, slices, stage, counters, sink);
        context.sc().addSparkListener(feed);
        try {
            List<byte[]> results = job.run(slices.size(), task, () -> progress.report(stage.draws(), feed.sums()));
            progress.report(stage.draws(), counters.sums());
            javas.addAll(counters.javas.value());
            return results.stream().map(SliceResult::of).toList();
        } finally {
            // An interrupt would break Spark's event queue, and the next removal would wait for it forever.
            Uninterrupted.run(() -> context.sc().removeSparkListener(feed));
        }
    }

    /** Warns of other Java versions on executors: Java's mathematical functions may round differently there. */
    private void warnOfOtherJavaVersions() {
        javas.remove(StageCounters.javaVersion());
        if (!javas.isEmpty()) {
            LOG.warn(
                    "The driver has Java {}, and executors have Java {}. Draws depend on it if the model or a statistic"
                            + " uses functions such as Math.sin or Math.pow.",
                    StageCounters.javaVersion(),
                    String.join(", ", javas));
        }
    }
}
