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
 * The driver's side of a run on Spark: one job for each stage, and what is pooled between them.
 *
 * @param <R> the result
 */
final class SparkRun<R extends RunResult> {

    private static final Logger LOG = LoggerFactory.getLogger(SparkRun.class);

    private final JavaSparkContext context;
    private final Run<?, R, ?> run;
    private final List<RunSlice> parts;
    private final List<Slice> slices;
    private final RunProgress progress;
    private final @Nullable HadoopDirectory sink;
    private final Broadcast<byte[]> description;

    /** What executors may fetch while the run goes on. */
    private final List<Broadcast<byte[]>> sent = new ArrayList<>();

    private final Set<String> javas = new TreeSet<>();

    /**
     * @param parts the number of slices, if there are as many chains or batches
     * @param sink where the draws are streamed to; null for nowhere
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
        this.description = send(run.toBytes());
    }

    R run() {
        return progress.ending(() -> {
            progress.started(run.toString());
            try {
                R result = sink == null ? merged(drawn()) : withSink(sink);
                warnOfJavas();
                return result;
            } finally {
                Uninterrupted.run(() -> sent.forEach(Broadcast::destroy));
            }
        });
    }

    private R withSink(HadoopDirectory directory) {
        try (SparkSink begun = SparkSink.begin(directory)) {
            List<SliceResult> results = drawn();
            R result = merged(results);
            begun.end(results, run.sinkManifest());
            return result;
        }
    }

    private R merged(List<SliceResult> results) {
        return run.merge(results.stream().map(SliceResult::runPart).toList());
    }

    private List<SliceResult> drawn() {
        if (!parts.get(0).needsFreeze()) {
            return carryOut("draws", new Stage(true, List.of(), null));
        }
        List<RunPart> warm = warmedUp("warm-up", new Stage(false, List.of(), null));
        RunFreeze freeze = RunPart.freeze(warm);
        while (!freeze.isLast()) {
            String name = "warm-up, part " + (freeze.stage() + 1) + " of " + freeze.stages() + ",";
            warm = warmedUp(name, after(warm, freeze, false));
            freeze = RunPart.freeze(warm);
        }
        return carryOut("draws", after(warm, freeze, true));
    }

    private Stage after(List<RunPart> warm, RunFreeze freeze, boolean draws) {
        return new Stage(draws, warm.stream().map(part -> send(part.toBytes())).toList(), send(freeze.toBytes()));
    }

    private Broadcast<byte[]> send(byte[] bytes) {
        Uninterrupted.run(() -> sent.add(context.broadcast(bytes)));
        return sent.get(sent.size() - 1);
    }

    private List<RunPart> warmedUp(String name, Stage stage) {
        return carryOut(name, stage).stream().map(SliceResult::runPart).toList();
    }

    /** Carries out a stage of all slices. */
    private List<SliceResult> carryOut(String name, Stage stage) {
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
            // An interrupt would leave Spark's queue of events without an end, and the next removal would wait for it
            // for ever.
            Uninterrupted.run(() -> context.sc().removeSparkListener(feed));
        }
    }

    /** Java's own mathematical functions may round differently from version to version, and a model may use them. */
    private void warnOfJavas() {
        javas.remove(StageCounters.java());
        if (!javas.isEmpty()) {
            LOG.warn(
                    "The driver has Java {}, and executors have Java {}. Draws depend on it if the model or a statistic"
                            + " uses functions such as Math.sin or Math.pow.",
                    StageCounters.java(),
                    String.join(", ", javas));
        }
    }
}
