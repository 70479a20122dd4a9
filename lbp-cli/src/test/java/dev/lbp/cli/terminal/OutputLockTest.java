package dev.lbp.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import dev.lbp.internal.files.OutputLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Outputs that another command writes are refused, and what a killed one has left is no obstacle. SignalTest has two
 * processes.
 */
class OutputLockTest {

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void write() throws IOException {
        out = directory.resolve("out");
        Files.writeString(directory.resolve("g.txt"), "3 2\n1 2 1\n2 3 1\n");
    }

    private Terminal sample(Object... more) {
        List<Object> words = new ArrayList<>(List.of(
                "sample", "--ising", directory.resolve("g.txt"), "--warmup", 5, "--draws", 5, "--quiet", "--out", out));
        words.addAll(List.of(more));
        return Terminal.run(words.toArray());
    }

    @Test
    void lock_isOfOne_untilItCloses() throws IOException {
        Path file = directory.resolve("lock");
        Files.createFile(file); // a process was killed
        OutputLock first = Objects.requireNonNull(OutputLock.of(file));
        assertThat(OutputLock.of(file)).isNull();
        first.close();
        assertThat(file).doesNotExist();
        Objects.requireNonNull(OutputLock.of(file)).close();
    }

    @Test
    void manyThreads_neverShareALock() throws Exception {
        Path file = directory.resolve("lock");
        AtomicInteger owners = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> ends = new ArrayList<>();
        for (int k = 0; k < 200; k++) {
            ends.add(threads.submit(() -> {
                OutputLock lock = OutputLock.of(file);
                if (lock != null) {
                    assertThat(owners.incrementAndGet()).isEqualTo(1);
                    owners.decrementAndGet();
                    lock.close();
                }
                return null;
            }));
        }
        for (Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
        assertThat(file).doesNotExist();
    }

    @Test
    void outputInUse_isRefused() throws IOException {
        try (CommandFiles other =
                new CommandFiles().writesInto("--out", out, List.of("any.txt")).prepare()) {
            Terminal second = sample();
            assertThat(second.exitCode).isEqualTo(2);
            assertThat(second.err).contains("must not be in use by another run: --out=" + out);
            assertThat(sample("--out", directory.resolve("other")).exitCode).isNotZero(); // --out twice
        }
        assertThat(out).doesNotExist();
        assertThat(sample().exitCode).isZero();
        assertThat(out.resolve(".lbp-lock")).doesNotExist();
    }

    @Test
    void fileInUse_isRefused() throws IOException {
        Path report = directory.resolve("r.html");
        try (CommandFiles other = new CommandFiles().writes("--report", report).prepare()) {
            Terminal second = sample("--report", report);
            assertThat(second.exitCode).isEqualTo(2);
            assertThat(second.err).contains("must not be in use by another run: --report=" + report);
        }
        assertThat(sample("--report", report).exitCode).isZero();
        assertThat(directory.resolve(".r.html.lbp-lock")).doesNotExist();
    }

    /** Another user knows the names of the locks. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void linksUnderTheNamesOfLocks_areRefused_andTheirTargetsStay() throws IOException {
        Files.createDirectory(out);
        Path report = directory.resolve("r.html");
        Path target = Files.write(directory.resolve("v.dat"), new byte[100_005]);
        for (Path lock : List.of(out.resolve(".lbp-lock"), directory.resolve(".r.html.lbp-lock"))) {
            Files.createSymbolicLink(lock, target);
            Terminal refused = sample("--report", report);
            assertThat(refused.err)
                    .contains("must be where files can be written: --")
                    .contains(" (must be an empty file for a lock, or a path where there is nothing: " + lock + ")");
            assertThat(refused.exitCode).isEqualTo(2);
            assertThat(target).hasSize(100_005);
            assertThat(out).isDirectoryNotContaining("glob:**.txt");
            Files.delete(lock);
        }
        assertThat(sample("--report", report).exitCode).isZero();
    }

    /** A process was killed while it replaced files. */
    @Test
    void newContentThatStayed_isRemoved_fromTheOutputsAlone() throws IOException {
        Files.createDirectory(out);
        String part = "." + UUID.randomUUID() + ".part";
        Path own = Files.writeString(out.resolve("summary.txt" + part), "half");
        Path foreign = Files.writeString(out.resolve("notes.txt" + part), "of a user");
        Files.createFile(out.resolve(".lbp-lock"));
        assertThat(sample().exitCode).isZero();
        assertThat(own).doesNotExist();
        assertThat(foreign).exists();
        assertThat(out.resolve(".lbp-lock")).doesNotExist();
    }
}
