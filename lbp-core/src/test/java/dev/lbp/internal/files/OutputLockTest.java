package dev.lbp.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What stands under the name of a lock. The test of this name in lbp-cli has locks at work, SignalTest two processes.
 */
class OutputLockTest {

    private static final String NO_LOCK = "must be an empty file for a lock, or a path where there is nothing: ";

    @TempDir
    private Path directory;

    private Path lock;

    @BeforeEach
    void name() {
        lock = directory.resolve("c.lock");
    }

    @Test
    void checkpoint_ofOneRun_isRefusedToAnother_andLeavesNoLock() throws IOException {
        Path checkpoint = directory.resolve("c");
        try (OutputLock held = OutputLock.ofCheckpoint(checkpoint)) {
            assertThat(lock).isEmptyFile();
            assertThatThrownBy(() -> OutputLock.ofCheckpoint(checkpoint))
                    .isInstanceOf(IOException.class)
                    .hasMessage("must not be in use by another run: checkpoint=" + checkpoint);
        }
        assertThat(lock).doesNotExist();
    }

    @Test
    void interruptedThread_takesALockToo() throws IOException {
        Thread.currentThread().interrupt();
        try (OutputLock held = OutputLock.of(lock)) {
            assertThat(held).isNotNull();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(lock).doesNotExist();
    }

    @Test
    void fileWithContent_isRefused_andStays() throws IOException {
        Files.writeString(lock, "of a user");
        assertThatThrownBy(() -> OutputLock.ofCheckpoint(directory.resolve("c")))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write " + directory.resolve("c") + ": " + NO_LOCK + lock);
        assertThat(lock).hasContent("of a user");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void link_isRefused_whateverItLeadsTo() throws IOException {
        Path target = directory.resolve("v.dat");
        Files.createSymbolicLink(lock, target);
        assertThatThrownBy(() -> OutputLock.of(lock)).hasMessage(NO_LOCK + lock);
        assertThat(target).doesNotExist();
        Files.createFile(target);
        assertThatThrownBy(() -> OutputLock.of(lock)).hasMessage(NO_LOCK + lock);
        assertThat(lock).isSymbolicLink();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void directory_isRefused() throws IOException {
        Files.createDirectory(lock);
        assertThatThrownBy(() -> OutputLock.of(lock)).hasMessage(NO_LOCK + lock);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void secondNameOfALock_isInUse() throws IOException {
        try (OutputLock held = OutputLock.of(lock)) {
            assertThat(held).isNotNull();
            Path second = Files.createLink(directory.resolve("d.lock"), lock);
            assertThat(OutputLock.of(second)).isNull();
        }
    }

    /** Someone has removed the file, and another run has made its own. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void close_leavesTheFileOfAnotherRun() throws IOException {
        try (OutputLock held = Objects.requireNonNull(OutputLock.of(lock))) {
            Files.delete(lock);
            Files.createFile(directory.resolve("other")); // so that the new one has another number
            Files.createFile(lock);
        }
        assertThat(lock).exists();
    }
}
