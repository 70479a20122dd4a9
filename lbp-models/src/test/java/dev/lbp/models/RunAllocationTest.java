package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run of the local engine records its steps without garbage, be it observed or not. The worker's bytes are counted by
 * the model, between one step and one some thousand later; once the compiler has had its time the least of many such
 * stretches is what a step needs. Of the calling thread, which waits and tells the listener, it is what a longer run
 * has more than a shorter one of as many draws.
 */
class RunAllocationTest {

    private static final int DRAWS = 400;

    private static final int THIN = 500;

    private static final int ROUNDS = 4;

    /** Steps of a stretch of the worker: 20 draws. */
    private static final int STRETCH = 20 * THIN;

    private static final IsingModel ISING = IsingModel.paper(20, PaperConfiguration.C2, 1L);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    enum Observation {
        NONE {
            @Override
            void of(SamplingRun run) {}
        },
        LISTENER {
            @Override
            void of(SamplingRun run) {
                run.listener(new SamplingListener() {});
            }
        },
        LISTENER_AND_STATISTICS {
            @Override
            void of(SamplingRun run) {
                double[] ones = new double[ISING.dimension()];
                Arrays.fill(ones, 1.0);
                LISTENER.of(run.track("ones", Statistic.weightedSum(ones)).track("first", x -> x[0]));
            }
        };

        abstract void of(SamplingRun run);
    }

    @ParameterizedTest
    @EnumSource
    void step_ofARun_allocatesNothing(Observation observation) {
        AtomicLong ofWorker = new AtomicLong(Long.MAX_VALUE);
        long ofCaller = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && (ofWorker.get() >= STRETCH || ofCaller >= (long) DRAWS * THIN); round++) {
            long shorter = bytes(observation, 1, ofWorker);
            long longer = bytes(observation, THIN, ofWorker);
            ofCaller = Math.min(ofCaller, longer - shorter);
        }
        assertThat(ofWorker).hasValueLessThan(STRETCH); // less than a byte a step: the counting itself takes some
        assertThat(ofCaller).isLessThan((long) DRAWS * THIN);
    }

    /** What the calling thread allocates in a run, that for its chains and traces included. */
    private static long bytes(Observation observation, int thin, AtomicLong ofWorker) {
        SamplingRun run = Samplers.lbp()
                .scale(5)
                .build()
                .sample(new Counted(ofWorker))
                .chains(1)
                .warmup(0)
                .draws(DRAWS)
                .thin(thin)
                .threads(1);
        observation.of(run);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        run.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** The model, whose tracker notes how many bytes its thread allocates from one stretch of steps to the next. */
    private record Counted(AtomicLong least) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return ISING.dimension();
        }

        @Override
        public Tracker newTracker() {
            return new Counting(ISING.newTracker(), least);
        }
    }

    private static final class Counting implements LocalEnergyModel.Tracker {

        private static final long serialVersionUID = 1L;

        private final LocalEnergyModel.Tracker tracker;
        private final AtomicLong least;
        private int steps;
        private long before;

        Counting(LocalEnergyModel.Tracker tracker, AtomicLong least) {
            this.tracker = tracker;
            this.least = least;
        }

        /** Once a step. */
        @Override
        public void save() {
            if (steps % STRETCH == 0) {
                long now = THREADS.getCurrentThreadAllocatedBytes();
                if (steps > 0) {
                    least.set(Math.min(least.get(), now - before));
                }
                before = now;
            }
            steps++;
            tracker.save();
        }

        @Override
        public void reset(byte[] state) {
            tracker.reset(state);
        }

        @Override
        public double logProb() {
            return tracker.logProb();
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            tracker.logRatios(sites, n, out);
        }

        @Override
        public int flip(int site, int[] touched) {
            return tracker.flip(site, touched);
        }

        @Override
        public int flipAll(int[] sites, int n, int[] touched) {
            return tracker.flipAll(sites, n, touched);
        }

        @Override
        public void restore() {
            tracker.restore();
        }
    }
}
