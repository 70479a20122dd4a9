package dev.lbp.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** A benchmark whose iteration is one call, a round. The call itself measures the times of what it compares. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
abstract class RoundBenchmark extends VectorBenchmark {

    private boolean backwards;

    /** A piece of work that is compared with others. */
    @FunctionalInterface
    interface Work {

        void run() throws Exception;
    }

    /** Does the work in turn, in every second round in reverse order, so that a temporary load slows all alike. */
    final void inTurn(Work... work) throws Exception {
        for (int k = 0; k < work.length; k++) {
            work[backwards ? work.length - 1 - k : k].run();
        }
        backwards = !backwards;
    }
}
