package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.SamplingRun;
import dev.lbp.Workers;
import dev.lbp.result.RunException;
import dev.lbp.result.SinkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose sink has lost draws that its checkpoint counts is refused, and what is left stays as it is. */
class CheckpointSinkTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("run.checkpoint");
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static SamplingRun run() {
        return CheckpointRefusalTest.run();
    }

    @Test
    void resume_sinkGone_isRefused() throws IOException {
        Path sink = directory.resolve("draws");
        run().checkpoint(file).sink(sink).run();
        Path states = sink.resolve("states.1.npy");
        Files.write(states, Arrays.copyOf(Files.readAllBytes(states), 130));
        assertThatThrownBy(() -> run().sink(sink).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessage(
                        "cannot go on with " + states + ": it must have the first 5 draws of the run that is resumed");
        assertThatThrownBy(() -> run().sink(directory.resolve("other")).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessage("must hold the draws of the run that is resumed: " + directory.resolve("other"));
        Path ofAnother = directory.resolve("another");
        run().seed(8).sink(ofAnother).run();
        assertThatThrownBy(() -> run().sink(ofAnother).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessageStartingWith("must hold the draws of the run that is resumed: ");
    }

    /** The sink has 9 draws of each chain, the checkpoint 5. */
    @Test
    void resume_fileOfTheSinkGone_isRefusedAndLeavesTheOthers() throws IOException {
        Path sink = directory.resolve("draws");
        run().checkpoint(file).sink(sink).run();
        byte[] checkpoint = Files.readAllBytes(file);
        byte[] five = Files.readAllBytes(sink.resolve("states.0.npy"));
        run().draws(9).sink(sink).resume(file);
        Files.write(file, checkpoint);
        Path states = sink.resolve("states.1.npy");
        byte[] lost = Files.readAllBytes(states);
        Files.delete(states);
        byte[] others = Files.readAllBytes(sink.resolve("states.0.npy"));
        assertThatThrownBy(() -> run().draws(9).sink(sink).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessage("cannot go on with " + states + ": it is no longer there");
        assertThat(states).doesNotExist();
        assertThat(sink.resolve("states.0.npy")).hasBinaryContent(others);
        Files.write(states, lost);
        run().sink(sink).resume(file);
        assertThat(sink.resolve("states.0.npy")).hasBinaryContent(five);
    }
}
