package dev.lbp.experiments.frame;

import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Measures cells in parallel, each in one thread. Cells are independent, so figures do not depend on the number of
 * threads.
 */
final class ParallelCells {

    private ParallelCells() {}

    /**
     * Measures cells and adds each to the table as soon as it is done.
     *
     * @param cells the cells, in the order in which they start
     * @throws RunInterrupted if the thread is interrupted; cells in work are abandoned, and the flag is cleared
     */
    static void measure(int threads, CellTable table, List<Callable<Row>> cells) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CompletionService<Row> done = new ExecutorCompletionService<>(pool);
            cells.forEach(done::submit);
            for (int k = 0; k < cells.size(); k++) {
                table.add(done.take().get());
            }
        } catch (InterruptedException e) {
            throw new RunInterrupted("cells of " + threads + " threads");
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            end(pool);
        }
    }

    /** Throws the failure of a cell, or returns it if it is unchecked. */
    private static RuntimeException unwrapped(ExecutionException failure) throws IOException {
        Throwable cause = failure.getCause();
        if (cause instanceof IOException io) {
            throw io;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    /**
     * Interrupts the cells that are being measured and waits for their threads, which write checkpoints before they
     * end.
     */
    private static void end(ExecutorService pool) {
        pool.shutdownNow();
        boolean interrupted = false;
        while (true) {
            try {
                if (pool.awaitTermination(1, TimeUnit.MINUTES)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
