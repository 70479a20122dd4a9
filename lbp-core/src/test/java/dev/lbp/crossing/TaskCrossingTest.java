package dev.lbp.crossing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every training, fit and selection finds the same bit for bit: on any number of threads, with checkpoints or without,
 * resumed, stopped and resumed, merged from parts. What takes a seed is such a task; it joins by a line in the list of
 * its module, whose tests extend this class.
 */
public abstract class TaskCrossingTest {

    /** Updates or draws between two checkpoints. */
    private static final int EVERY = 7;

    @TempDir
    private Path directory;

    /** Whose public classes the list must have. */
    private final String packageName;

    protected TaskCrossingTest(String packageName) {
        this.packageName = packageName;
    }

    /** A task, which is made anew each time. */
    public interface Task {

        /** Carries the task out in a way, and returns all that it has found; null if it cannot be in parts. */
        @Nullable Object found(Way way) throws IOException;
    }

    /**
     * A way to carry out a task.
     *
     * @param threads their number, which is also that of the {@link ForkJoinPool} of the calling thread
     * @param checkpoint the file to write; null for none
     * @param every the number of updates or draws from one checkpoint to the next
     * @param from the checkpoint from which the task resumes; null for a task from its start
     * @param parts the number of chains of a part; 0 for a task that is not in parts
     * @param listener to call at each report of progress, by any thread
     */
    public record Way(
            int threads,
            @Nullable Path checkpoint,
            int every,
            @Nullable Path from,
            int parts,
            Runnable listener) {

        Way(int threads, @Nullable Path from, int parts) {
            this(threads, null, EVERY, from, parts, () -> {});
        }
    }

    /** The tasks by name: the simple name of the class, then a comma and what distinguishes the task, if need be. */
    protected abstract Map<String, Task> tasks();

    /** The tasks that are crossed in each run of the tests; the others are slow. */
    protected Set<String> quickTasks() {
        return tasks().keySet();
    }

    /** From one checkpoint, and stopped once. */
    @TestFactory
    Stream<DynamicTest> everyQuickTask_findsTheSame() {
        return quickTasks().stream().map(name -> dynamicTest(name, () -> cross(name, 1)));
    }

    /** From each checkpoint, and stopped at each report of progress. */
    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> everyTask_findsTheSame() {
        return tasks().keySet().stream().map(name -> dynamicTest(name, () -> cross(name, Integer.MAX_VALUE)));
    }

    @Test
    void everyTaskOfTheModule_isInTheList() {
        Set<String> expected = classes().map(Class::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
        assertThat(PublicClasses.named(tasks().keySet())).isEqualTo(expected);
    }

    /** The public classes with a public method that takes a seed, the only use of a long; builders are in none. */
    private Stream<Class<?>> classes() {
        return PublicClasses.of(packageName)
                .filter(type -> !type.isMemberClass()
                        && Arrays.stream(type.getMethods())
                                .anyMatch(method -> method.getDeclaringClass() != Object.class
                                        && !Modifier.isStatic(method.getModifiers())
                                        && List.of(method.getParameterTypes()).contains(long.class)));
    }

    private boolean has(String task, String method) {
        Class<?> type = classes()
                .filter(one -> one.getSimpleName().equals(PublicClasses.named(task)))
                .findFirst()
                .orElseThrow();
        return Arrays.stream(type.getMethods()).map(Method::getName).anyMatch(method::equals);
    }

    /**
     * Carries a task out in each way and compares what it finds.
     *
     * @param most how many of the checkpoints are resumed, and of the reports of progress end a task
     */
    private void cross(String name, int most) throws Exception {
        Task task = tasks().get(name);
        String plain = text(on(1, () -> task.found(new Way(1, null, 0))));
        assertThat(text(on(3, () -> task.found(new Way(3, null, 0)))))
                .as("3 threads")
                .isEqualTo(plain);
        if (has(name, "checkpoint") || has(name, "resume")) {
            crossCheckpoints(name, task, plain, most);
        }
        if (has(name, "part")) {
            for (int size = 1; size <= 2; size++) {
                Way way = new Way(2, null, size);
                Object merged = on(2, () -> task.found(way));
                assertThat(merged == null ? plain : text(merged))
                        .as("parts of " + size)
                        .isEqualTo(plain);
            }
        }
    }

    private void crossCheckpoints(String name, Task task, String plain, int most) throws Exception {
        Path saved = Files.createTempDirectory(directory, "saved");
        Path file = saved.resolve("checkpoint");
        List<Path> copies = new ArrayList<>();
        AtomicInteger reports = new AtomicInteger();
        Way saving = new Way(3, file, EVERY, null, 0, () -> {
            reports.incrementAndGet();
            copy(file, saved, copies);
        });
        assertThat(text(on(3, () -> task.found(saving))))
                .as("3 threads, with checkpoints")
                .isEqualTo(plain);
        copies.add(file);
        assertThat(copies).as("checkpoints").hasSizeGreaterThan(2);
        for (int place : places(copies.size(), most, name)) {
            assertThat(text(on(2, () -> task.found(new Way(2, copies.get(place), 0)))))
                    .as("resumed at report " + place + " of " + copies.size())
                    .isEqualTo(plain);
        }
        for (int place : places(reports.get(), most, name)) {
            Path left = saved.resolve("stopped" + place);
            on(3, () -> stopped(task, left, place));
            assertThat(text(on(1, () -> task.found(new Way(1, left, 0)))))
                    .as("stopped at report " + place + " of " + reports)
                    .isEqualTo(plain);
        }
    }

    /** Some numbers below a count, from one on that depends on the name. */
    private static List<Integer> places(int count, int most, String name) {
        int first = Math.floorMod(name.hashCode(), count);
        List<Integer> places = new ArrayList<>();
        int taken = Math.min(most, count);
        for (int k = 0; k < taken; k++) {
            places.add((first + k * count / taken) % count);
        }
        return places;
    }

    /**
     * Interrupts a task at a report of progress. A task that is stopped has a result of its own, or none.
     *
     * @return true
     */
    private static boolean stopped(Task task, Path left, int place) throws IOException {
        Thread own = Thread.currentThread();
        AtomicInteger reports = new AtomicInteger();
        try {
            task.found(new Way(3, left, EVERY, null, 0, () -> {
                if (reports.getAndIncrement() == place) {
                    own.interrupt();
                }
            }));
        } catch (CancellationException e) {
            assertThat(e).hasMessageContaining("interrupted");
        }
        return true;
    }

    /** Works in a new pool, so that an interrupt of its threads ends with them. */
    private static <T extends @Nullable Object> T on(int threads, Callable<T> work) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(threads);
        try {
            return pool.submit(work).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            pool.shutdown();
        }
    }

    /** Copies a checkpoint, if there is one yet. */
    private static void copy(Path file, Path directory, List<Path> copies) {
        synchronized (copies) {
            if (Files.exists(file)) {
                try {
                    copies.add(Files.copy(file, directory.resolve("copy" + copies.size())));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static String text(@Nullable Object found) {
        return Arrays.deepToString(new Object[] {found});
    }

    /** Reports all that a listener of a run is told of its progress. */
    protected static SamplingListener listener(Runnable report) {
        return new SamplingListener() {
            @Override
            public void warmUpProgress(long steps, long total, double scale, double acceptance) {
                report.run();
            }

            @Override
            public void drawsProgress(long steps, long total) {
                report.run();
            }

            @Override
            public void resting(Supplier<RunResult> soFar) {
                report.run();
            }
        };
    }
}
