package dev.lbp.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** A benchmark whose iteration is one call, which measures by itself what it compares. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
abstract class RoundBenchmark extends VectorBenchmark {

    private boolean backwards;

    /** A piece of work that is compared with others. */
    @FunctionalInterface
    interface Work {

        void run() throws Exception;
    }

    /** Does pieces of work in turn, in reverse order in every second round: a temporary load slows all alike. */
    final void inTurn(Work... work) throws Exception {
        for (int k = 0; k < work.length; k++) {
            work[backwards ? work.length - 1 - k : k].run();
        }
        backwards = !backwards;
    }
}
