package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ContinuousRun;
import dev.lbp.Inside;
import dev.lbp.Run;
import dev.lbp.SamplingRun;
import dev.lbp.ValueRun;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Copies of every checkpoint that a run writes. */
public final class CheckpointCopies {

    /** The name of the checkpoint in its directory. */
    private static final String NAME = "run.checkpoint";

    private CheckpointCopies() {}

    /**
     * Carries a run out and keeps a copy of every checkpoint that it writes; there can be one in each round.
     *
     * @param directory receives the copies and the checkpoint itself
     */
    static List<Path> of(SamplingRun run, int steps, Path directory) {
        return of(run, RunKind.BITS, steps, directory);
    }

    /** Does so for a run of any kind. */
    static <S, R extends RunResult> List<Path> of(Run<S, R, ?> run, RunKind<S, R> kind, int steps, Path directory) {
        List<Path> copies = new ArrayList<>();
        carryOut(
                run, kind, steps, directory, copier(Inside.settings(run).sink, place -> true, directory, copies), null);
        return copies;
    }

    /**
     * Does so for a run whose kind the caller does not know.
     *
     * @param copies receives the paths of the copies
     * @param from the checkpoint from which the run resumes; null for a run from its start
     * @return the result of the run
     */
    public static RunResult of(Run<?, ?, ?> run, int steps, Path directory, List<Path> copies, @Nullable Path from) {
        return of(run, steps, directory, copies, place -> from == null, from);
    }

    /**
     * Does so, and copies the files of draws beside some checkpoints only.
     *
     * @param withFiles tells by the number of a checkpoint, from 0, whether a run will resume from its copy
     */
    public static RunResult of(
            Run<?, ?, ?> run,
            int steps,
            Path directory,
            List<Path> copies,
            IntPredicate withFiles,
            @Nullable Path from) {
        return carryOut(run, steps, directory, copier(Inside.settings(run).sink, withFiles, directory, copies), from);
    }

    /**
     * Carries a run out and interrupts it while its chains move.
     *
     * @param place the number of the checkpoint after which the interrupt comes, from 0
     * @return the last checkpoint
     */
    public static Path interrupted(Run<?, ?, ?> run, int steps, Path directory, int place) {
        Thread own = Thread.currentThread();
        CompletableFuture<Void> interrupted = new CompletableFuture<>();
        int[] written = new int[1];
        carryOut(
                run,
                steps,
                directory,
                checkpoint -> {
                    if (written[0]++ == place) {
                        new Thread(() -> {
                                    own.interrupt();
                                    interrupted.complete(null);
                                })
                                .start();
                    }
                },
                null);
        interrupted.join();
        assertThat(Thread.interrupted()).isTrue();
        return directory.resolve(NAME);
    }

    private static RunResult carryOut(
            Run<?, ?, ?> run, int steps, Path directory, Consumer<Path> written, @Nullable Path from) {
        if (run instanceof SamplingRun bits) {
            return carryOut(bits, RunKind.BITS, steps, directory, written, from);
        }
        return run instanceof ValueRun values
                ? carryOut(values, RunKind.VALUES, steps, directory, written, from)
                : carryOut((ContinuousRun) run, RunKind.REALS, steps, directory, written, from);
    }

    private static <S, R extends RunResult> R carryOut(
            Run<S, R, ?> run,
            RunKind<S, R> kind,
            int steps,
            Path directory,
            Consumer<Path> written,
            @Nullable Path from) {
        RunNotifier notifier = new RunNotifier(new SamplingListener() {}) {
            @Override
            void saved(Path checkpoint) {
                assertThat(checkpoint).isNotEmptyFile();
                written.accept(checkpoint);
            }
        };
        CheckpointFile resumed = from == null ? null : new CheckpointFile(from);
        Run<S, R, ?> saved = run.checkpoint(directory.resolve(NAME), steps);
        return new RunTask<>(Inside.settings(saved), kind, notifier, resumed).run();
    }

    private static Consumer<Path> copier(
            @Nullable Path sink, IntPredicate withFiles, Path directory, List<Path> copies) {
        return written -> {
            try {
                Path copy = Files.copy(written, directory.resolve("copy" + copies.size()));
                if (withFiles.test(copies.size()) && sink != null) {
                    copyFiles(sink, sinkOf(copy));
                }
                copies.add(copy);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** The directory of the files of draws that were there at the time of a copy, if the run writes such files. */
    public static Path sinkOf(Path copy) {
        return copy.resolveSibling(copy.getFileName() + ".sink");
    }

    private static void copyFiles(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
