package dev.lbp.runtime.engine.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Workers;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work divided between threads, again and again. */
class WorkerPoolTest {

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void forEach_anyNumberOfThreads_doesEveryIndexOnce(int threads) {
        try (WorkerPool pool = WorkerPool.of(threads, () -> {})) {
            for (int count = 0; count < 20; count++) {
                AtomicIntegerArray done = new AtomicIntegerArray(count);
                for (int round = 0; round < 50; round++) {
                    pool.forEach(count, done::incrementAndGet);
                    for (int i = 0; i < count; i++) {
                        assertThat(done.get(i)).isEqualTo(round + 1); // all is done, and seen, when forEach returns
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void forEach_severalFail_throwsTheFirstAndWorksOn(int threads) {
        try (WorkerPool pool = WorkerPool.of(threads, () -> {})) {
            for (int round = 0; round < 50; round++) {
                assertThatThrownBy(() -> pool.forEach(16, index -> {
                            if (index % 5 == 3) {
                                throw new IllegalStateException("index " + index);
                            }
                        }))
                        .hasMessage("index 3");
                AtomicIntegerArray done = new AtomicIntegerArray(16);
                pool.forEach(16, done::incrementAndGet);
                for (int i = 0; i < 16; i++) {
                    assertThat(done.get(i)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void forEach_interruptedCaller_doesAllAndKeepsTheFlag() {
        try (WorkerPool pool = WorkerPool.of(3, () -> {})) {
            AtomicIntegerArray done = new AtomicIntegerArray(10);
            Thread.currentThread().interrupt();
            pool.forEach(10, done::incrementAndGet);
            assertThat(Thread.interrupted()).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(done.get(i)).isEqualTo(1);
            }
        }
    }
}
