package dev.lbp.experiments.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelCellsTest {

    @TempDir
    private Path directory;

    private CellTable table;

    @BeforeEach
    void open() throws IOException {
        table = table();
    }

    private CellTable table() throws IOException {
        return CellTable.open(directory.resolve("cells.csv"), List.of("key"), List.of("figure"), () -> {});
    }

    private static Row row(int key) {
        return Row.EMPTY.with("key", key).with("figure", 2.0 * key);
    }

    /** Two cells wait for each other: one thread alone would wait for ever. */
    @Test
    void measure_twoThreads_runsTwoCellsAtOnce() throws IOException {
        CountDownLatch both = new CountDownLatch(2);
        List<Callable<Row>> cells = new ArrayList<>();
        for (int k = 0; k < 2; k++) {
            int key = k;
            cells.add(() -> {
                both.countDown();
                both.await();
                return row(key);
            });
        }
        cells.add(() -> row(2));
        ParallelCells.measure(2, table, cells);
        assertThat(table().rows()).hasSize(3);
    }

    @Test
    void measure_cellThatFails_keepsWhatIsDone() throws IOException {
        List<Callable<Row>> cells = List.of(
                () -> row(0),
                () -> {
                    throw new IllegalStateException("broken");
                },
                () -> row(2));
        assertThatThrownBy(() -> ParallelCells.measure(1, table, cells)).hasMessage("broken");
        assertThat(table().rows()).hasSize(1);
    }

    @Test
    void measure_interrupted_abandonsCellsInWork() throws IOException {
        AtomicInteger abandoned = new AtomicInteger();
        Thread caller = Thread.currentThread();
        List<Callable<Row>> cells = List.of(() -> row(0), () -> {
            caller.interrupt();
            try {
                new CountDownLatch(1).await();
            } finally {
                abandoned.incrementAndGet();
            }
            return row(1);
        });
        assertThatThrownBy(() -> ParallelCells.measure(1, table, cells)).isInstanceOf(RunInterrupted.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(abandoned).hasValue(1);
        assertThat(table().rows()).hasSizeLessThanOrEqualTo(1);
    }
}
