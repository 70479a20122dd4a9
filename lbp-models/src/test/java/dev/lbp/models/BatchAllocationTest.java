package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * A step of the batched engine leaves less than 4 KB of garbage on the calling thread for 100 chains, most of it made
 * by ND4J's three operations: 41 bytes a chain, so that one object per chain would show. Bytes are counted once the
 * compiler has had its time, which takes some temporary objects away; the least of many rounds is what a step needs.
 */
class BatchAllocationTest {

    private static final int CHAINS = 100;

    private static final int BYTES_PER_STEP = 4096;

    private static final int STEPS = 200;

    private static final int ROUNDS = 40;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @CsvSource({"FLOAT, false", "DOUBLE, false", "FLOAT, true", "DOUBLE, true"})
    void step_hundredChains_allocatesLessThan4KB(DataType type, boolean block) {
        BernoulliRbm model = BernoulliRbm.random(40, 16, 0.3, 1L).withDataType(type);
        Sampler sampler = block ? Samplers.blockGibbs().build() : Samplers.lbp().build();
        ChainBatch batch = sampler.start(model, 1L, CHAINS);
        batch.warmUp(STEPS);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least / STEPS >= BYTES_PER_STEP; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int t = 0; t < STEPS; t++) {
                batch.step();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least / STEPS).isLessThan(BYTES_PER_STEP);
    }

    /**
     * A run records what it draws, and makes its chains: both are in the shorter run too, so the longer one has no
     * more.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void run_hundredChains_allocatesLessThan4KBPerStep(int workers) {
        BernoulliRbm model = BernoulliRbm.random(40, 16, 0.3, 1L);
        Sampler sampler = Samplers.lbp().scale(5).build();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS / 2 && least / STEPS >= BYTES_PER_STEP; round++) {
            long shorter = bytes(sampler, model, workers, 1);
            long longer = bytes(sampler, model, workers, 1 + STEPS);
            least = Math.min(least, longer - shorter);
        }
        assertThat(least / STEPS).isLessThan(BYTES_PER_STEP);
    }

    /** What the calling thread allocates in a run of one draw after {@code steps} steps. */
    private long bytes(Sampler sampler, BernoulliRbm model, int workers, int steps) {
        long before = threads.getCurrentThreadAllocatedBytes();
        sampler.sample(model)
                .chains(CHAINS)
                .warmup(0)
                .draws(1)
                .thin(steps)
                .threads(workers)
                .run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
