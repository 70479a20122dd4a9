package dev.lbp.bench.jmh;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.result.SamplingListener;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of tempering on a small batched model. A round alternates a step of the 36 moving replicas of 4 ladders with
 * a step of 36 chains without tempering. Both use LBP at the same fixed scale, on an RBM with couplings so weak that a
 * step costs the same at every inverse temperature. Times are CPU times of the calling thread after warm-up, including
 * the construction of the result.
 */
@Warmup(iterations = 2)
@Measurement(iterations = 9)
public class BatchTemperingBenchmark extends RoundBenchmark {

    private static final int LADDERS = 4;

    private static final int REPLICAS = 10;

    private static final int HIDDEN = 20;

    private static final int SCALE = 10;

    private static final int WARM_UP = 400;

    /** The number of visible units N. */
    @Param({"100", "784"})
    public int visible;

    /** N times the number of steps of each replica in a round. */
    @Param("2000000")
    public int work;

    /** The figures of a round. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        /** Microseconds of a step of 36 chains. */
        public double plain;

        /** Microseconds of a step of 36 replicas, with exchanges every 5 steps. */
        public double everyFive;
    }

    /** Makes one round. */
    @Benchmark
    public void round(Figures figures) throws Exception {
        BernoulliRbm model = BernoulliRbm.random(visible, HIDDEN, 0.05, 1L);
        inTurn(
                () -> figures.plain = micros(run(model).chains(LADDERS * (REPLICAS - 1))),
                () -> figures.everyFive = micros(run(model)
                        .chains(LADDERS)
                        .tempering(Tempering.replicas(REPLICAS).every(5))));
    }

    private static SamplingRun run(BernoulliRbm model) {
        return Samplers.lbp().scale(SCALE).build().sample(model);
    }

    private double micros(SamplingRun run) {
        int steps = work / visible;
        double[] began = new double[1];
        run.threads(1)
                .warmup(WARM_UP)
                .draws(steps)
                .listener(new SamplingListener() {
                    @Override
                    public void frozen(double scale, boolean settled) {
                        began[0] = Stopwatch.ofThread();
                    }
                })
                .run();
        return 1e6 * (Stopwatch.ofThread() - began[0]) / steps;
    }
}
