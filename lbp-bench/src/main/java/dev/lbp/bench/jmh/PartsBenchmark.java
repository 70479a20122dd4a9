package dev.lbp.bench.jmh;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.result.SampleResult;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of parts: a pair is a whole run, and the same run in parts, which are carried out one after another on the
 * same threads and merged. The times include the start of the chains in every stage, serialisation, pooling and
 * merging. Every second pair is in reverse order, so that a temporary load slows both runs alike. CPU time is that of
 * the whole process, which other processes hardly change.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 5)
public class PartsBenchmark extends RoundBenchmark {

    /** The side of the lattice, an Ising model C2. */
    @Param("50")
    public int side;

    @Param("64")
    public int chains;

    /** The number of parts. */
    @Param("16")
    public int parts;

    @Param("1000")
    public int warmup;

    /** Draws of each chain. */
    @Param({"1000", "100000"})
    public int draws;

    @Param("2")
    public int threads;

    private IsingModel model = IsingModel.paper(2, PaperConfiguration.C2, 1L);

    /** The figures of a pair. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Costs {
        /** Seconds of the whole run. */
        public double timeWhole;

        /** Seconds of all parts and of merging them. */
        public double timeParts;

        /** CPU seconds of the whole run. */
        public double cpuWhole;

        /** CPU seconds of all parts and of merging them. */
        public double cpuParts;

        /** Bytes of a part after warm-up. */
        public double warmBytes;

        /** Bytes of a part with its draws. */
        public double drawnBytes;

        /** Bytes of the pooled adaptation. */
        public double freezeBytes;
    }

    @Setup
    public void setUp() {
        model = IsingModel.paper(side, PaperConfiguration.C2, 1L);
    }

    /** Makes one whole run and one run in parts. */
    @Benchmark
    public void pair(Costs costs) throws Exception {
        inTurn(() -> runWhole(costs), () -> runInParts(costs));
    }

    private SamplingRun run() {
        return Samplers.lbp()
                .build()
                .sample(model)
                .chains(chains)
                .warmup(warmup)
                .draws(draws)
                .threads(threads);
    }

    private void runWhole(Costs costs) {
        Stopwatch watch = new Stopwatch();
        check(run().run());
        costs.timeWhole = watch.seconds();
        costs.cpuWhole = watch.cpuSeconds();
    }

    private void runInParts(Costs costs) {
        Stopwatch watch = new Stopwatch();
        SamplingRun run = run();
        List<RunPart> warm = new ArrayList<>();
        int size = chains / parts;
        for (int first = 0; first < chains; first += size) {
            warm.add(run.part(first, size).warmUp());
        }
        RunFreeze freeze = RunPart.freeze(warm);
        List<RunPart> drawn = new ArrayList<>();
        for (RunPart part : warm) {
            drawn.add(run.part(part.first(), size).draw(part, freeze));
        }
        check(run.merge(drawn));
        costs.timeParts = watch.seconds();
        costs.cpuParts = watch.cpuSeconds();
        costs.warmBytes = warm.get(0).toBytes().length;
        costs.drawnBytes = drawn.get(0).toBytes().length;
        costs.freezeBytes = freeze.toBytes().length;
    }

    private void check(SampleResult result) {
        if (result.draws() != draws) {
            throw new IllegalStateException("must be " + draws + ": draws=" + result.draws());
        }
    }
}
