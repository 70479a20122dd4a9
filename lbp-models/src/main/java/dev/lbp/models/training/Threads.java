package dev.lbp.models.training;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** The threads of a training. They share out tasks that do not depend on each other. */
final class Threads implements AutoCloseable {

    private final int count;
    private final ExecutorService executor;

    Threads(int count) {
        this.count = count;
        this.executor = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "lbp-training");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Carries out a task for each index from 0 to n - 1. An interrupt of the caller stays set; all tasks are done. */
    void forEach(int n, IntConsumer task) {
        AtomicInteger next = new AtomicInteger();
        Callable<Boolean> share = () -> {
            for (int k = next.getAndIncrement(); k < n; k = next.getAndIncrement()) {
                task.accept(k);
            }
            return true;
        };
        List<Future<Boolean>> futures = new ArrayList<>();
        for (int thread = 0; thread < count; thread++) {
            futures.add(executor.submit(share));
        }
        boolean interrupted = false;
        Throwable failure = null;
        for (Future<Boolean> future : futures) {
            for (boolean done = false; !done; ) {
                try {
                    done = future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    failure = e.getCause();
                    done = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new IllegalStateException("a task of the training failed: " + failure, failure);
        }
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
