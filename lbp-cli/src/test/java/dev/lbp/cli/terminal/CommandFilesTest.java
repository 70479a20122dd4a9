package dev.lbp.cli.terminal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words for an output that cannot be made. */
class CommandFilesTest {

    private static void refuse(String reason) throws IOException {
        CommandFiles.refuse("--out=d", new FileSystemException("d", null, reason));
    }

    /** Nothing is wrong with the option: the run failed. */
    @ParameterizedTest
    @ValueSource(strings = {"No space left on device", "Disk quota exceeded"})
    void fullDisk_isAFailure(String reason) {
        assertThatThrownBy(() -> refuse(reason))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write --out=d: " + reason);
    }

    @Test
    void directoryThatTakesNoFiles_isABadOption() {
        assertThatThrownBy(() -> refuse("Operation not permitted"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be where files can be written: --out=d (Operation not permitted)");
    }
}
