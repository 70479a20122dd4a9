package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.target.EnergyModel;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * A step of the local engine leaves no garbage. Bytes are counted once the compiler has had its time and arrays have
 * grown to the size of the steps; the least of many rounds is what a step needs.
 */
class LocalAllocationTest {

    private static final int STEPS = 2_000;

    private static final int ROUNDS = 20;

    @Test
    void step_ofALattice_allocatesNothing() {
        assertStepsAllocateNothing(IsingModel.paper(20, PaperConfiguration.C2, 1L));
    }

    @Test
    void step_ofACover_allocatesNothing() {
        Rate half = Rate.of(0.45);
        assertStepsAllocateNothing(
                CoverModelTest.Instance.random(30, 60, 1, half, half, half).model());
    }

    private static void assertStepsAllocateNothing(EnergyModel model) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ChainBatch batch = Samplers.lbp().build().start(model, 1L, 2);
        batch.warmUp(STEPS);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least >= STEPS; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int t = 0; t < STEPS; t++) {
                batch.step();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan(STEPS); // less than a byte a step: the counting itself takes some
    }
}
