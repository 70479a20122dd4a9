package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static dev.lbp.runtime.run.CheckpointRefusalTest.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Failures;
import dev.lbp.SamplingRun;
import dev.lbp.Workers;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint that cannot be written is refused, or ends the run, and the one before it stays. */
class CheckpointFailureTest {

    @TempDir
    private Path directory;

    private Path file;
    private Path previous;

    @BeforeEach
    void nameTheFiles() {
        file = directory.resolve("run.checkpoint");
        previous = directory.resolve("run.checkpoint.previous");
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    @Test
    void run_checkpointThereAlready_isRefused() throws IOException {
        run().checkpoint(file).run();
        assertThatThrownBy(() -> run().checkpoint(file).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must not be there already, unless the run is resumed from it: checkpoint=" + file);
        Path other = directory.resolve("other");
        SampleResult resumed = run().checkpoint(other).resume(file);
        assertThat(other).as("the checkpoint of a run that had ended").exists();
        assertSame(resumed, run().resume(other));
        int more = resumed.draws() + 20;
        assertSame(run().draws(more).run(), run().draws(more).resume(other));
        assertThatThrownBy(() -> run().checkpoint(other).resume(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("checkpoint=" + other);
    }

    @Test
    void checkpoint_badArguments_areRefused() {
        assertThatThrownBy(() -> run().checkpoint(file, 0)).hasMessage("must be >= 1: steps=0");
        assertThatThrownBy(() -> run().checkpoint(file, Duration.ofNanos(-1)))
                .hasMessage("must be >= 0: every=PT-0.000000001S");
        assertThatThrownBy(() -> run().checkpoint(null)).hasMessage("must not be null: file");
        assertThatThrownBy(() -> run().resume(null)).hasMessage("must not be null: checkpoint");
    }

    @Test
    void run_checkpointCannotBeMade_failsBeforeTheFirstStep() throws IOException {
        Path belowAFile = Files.createFile(directory.resolve("a")).resolve("run.checkpoint");
        Path inNoDirectory = directory.resolve("no").resolve("run.checkpoint");
        for (Path impossible : new Path[] {belowAFile, inNoDirectory}) {
            RunException failure = Failures.of(
                    CheckpointException.class,
                    () -> run().checkpoint(impossible).run());
            assertThat(failure).hasMessage("cannot write " + impossible + ": must be in a directory that exists");
            assertThat(failure.partialResult()).as("nothing has begun").isEmpty();
        }
    }

    @Test
    void run_newFileCannotBeMade_failsAndKeepsTheLastOne() throws IOException {
        SamplingRun run = run().draws(50).checkpoint(file, 10).track("filling", x -> {
            Path next = directory.resolve("run.checkpoint.next");
            try {
                if (Files.exists(previous) && !Files.exists(next)) {
                    Files.createDirectory(next);
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            return 0.0;
        });
        RunException failure = Failures.of(CheckpointException.class, run::run);
        assertThat(failure).hasMessageStartingWith("cannot write " + file + ": ");
        assertThat(failure.hasBegun()).isTrue();
        SampleResult partial = failure.partialResult().orElseThrow();
        assertThat(partial.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(partial.draws()).isBetween(1, 49);
        Files.delete(directory.resolve("run.checkpoint.next"));
        assertSame(
                run().draws(50).track("filling", x -> 0.0).run(),
                run().draws(50).track("filling", x -> 0.0).resume(file));
    }

    /** Another user knows the name of the new content. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void write_linkUnderTheNameOfNewContent_isReplaced_andItsTargetStays() throws IOException {
        Path target = Files.writeString(directory.resolve("v.dat"), "theirs");
        for (boolean hard : new boolean[] {false, true}) {
            Path next = directory.resolve("run.checkpoint.next");
            Path link = hard ? Files.createLink(next, target) : Files.createSymbolicLink(next, target);
            CheckpointFile saved = new CheckpointFile(file);
            saved.write(transcript -> transcript.of(1));
            assertThat(target).hasContent("theirs");
            assertThat(link).doesNotExist();
            assertThat(saved.lastWhole().file()).isEqualTo(file).isRegularFile();
        }
    }

    @Test
    void write_thatFails_leavesNoHalf() throws IOException {
        CheckpointFile saved = new CheckpointFile(file);
        saved.write(transcript -> transcript.of(1));
        assertThatThrownBy(() -> saved.write(transcript -> {
                    transcript.of(new byte[1 << 20]);
                    throw new java.io.UncheckedIOException(new IOException("no space left"));
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write " + file + ": no space left");
        assertThat(directory.resolve("run.checkpoint.next")).doesNotExist();
        assertThat(saved.exists()).isTrue();
    }

    @Test
    void run_folderDeletedOnTheWay_fails() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        SamplingRun run = run().draws(50).checkpoint(folder.resolve("c"), 10).track("deleting", x -> {
            try {
                for (String name : new String[] {"c", "c.previous", "c.next", "c.lock"}) {
                    Files.deleteIfExists(folder.resolve(name));
                }
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            return 0.0;
        });
        assertThatThrownBy(run::run)
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot write " + folder.resolve("c") + ": ");
    }
}
