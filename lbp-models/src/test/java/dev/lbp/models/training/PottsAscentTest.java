package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class PottsAscentTest {

    private static final int[][] SEQUENCES = {{0, 1, 1}, {1, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}};

    private static PottsAscent ascent() {
        double[] weights = {1.0, 1.0, 1.0, 1.0, 1.0};
        return new PottsAscent(new PairFrequencies(SEQUENCES, weights, 2, 0.1), 3, 2, 1_000, 4L);
    }

    /** A million sweeps of 1,000 chains take minutes. The interrupt ends them, and what they changed is undone. */
    @Test
    void move_interrupted_leavesTheChainsAsTheyWere() throws InterruptedException {
        PottsAscent straight = ascent();
        PottsAscent interrupted = ascent();
        ForkJoinPool threads = new ForkJoinPool(2);
        assertThat(interrupted.move(threads, 3)).isTrue();
        assertThat(straight.move(threads, 3)).isTrue();
        Thread here = Thread.currentThread();
        Thread signal = new Thread(() -> {
            while (threads.getRunningThreadCount() == 0) {
                Thread.onSpinWait();
            }
            here.interrupt();
        });
        signal.start();
        assertThat(interrupted.move(threads, 1_000_000)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        signal.join();
        assertThat(interrupted.chains.copy()).isDeepEqualTo(straight.chains.copy());
        assertThat(interrupted.move(threads, 2)).isTrue();
        assertThat(straight.move(threads, 2)).isTrue();
        assertThat(interrupted.chains.copy()).isDeepEqualTo(straight.chains.copy());
        threads.shutdown();
    }
}
