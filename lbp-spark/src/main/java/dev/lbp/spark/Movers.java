package dev.lbp.spark;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Threads that move files in parallel. A move waits for the file system; on an object store it is a copy.
 */
final class Movers implements AutoCloseable {

    private static final int THREADS = 16;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final List<Future<?>> moves = new ArrayList<>();

    /** Moves a file. */
    interface Move {
        void carryOut() throws IOException;
    }

    /** Starts a move in the next free thread. */
    void start(Move move) {
        moves.add(threads.submit(() -> {
            move.carryOut();
            return null; // makes this a Callable, which may throw an IOException
        }));
    }

    /** Waits until all moves have ended. */
    void await() throws IOException {
        for (Future<?> move : moves) {
            try {
                move.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while files are moved");
            } catch (ExecutionException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new IOException(String.valueOf(cause.getMessage()), cause);
            }
        }
    }

    /** Cancels the moves that have not begun, and waits for the others. */
    @Override
    public void close() {
        moves.forEach(move -> move.cancel(false)); // does not interrupt a move that has begun
        threads.shutdown();
        Uninterrupted.run(() -> awaitEnd(threads));
    }

    /** Waits for the running moves, which may take minutes on an object store. */
    private static void awaitEnd(ExecutorService threads) {
        try {
            if (!threads.awaitTermination(1, TimeUnit.HOURS)) {
                throw new IllegalStateException("the file system does not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
