package dev.lbp.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file holds may fail in any way when it is computed: the other files are written, and each failure is told. */
class OutputDirectoryTest {

    @TempDir
    private Path path;

    @Test
    void write_contentThatFails_leavesTheOtherFilesAndIsNamed() {
        OutputDirectory directory = OutputDirectory.at(path);
        directory.write("first.csv", () -> "1\n");
        directory.write("large.csv", failing(new OutOfMemoryError("Java heap space")));
        directory.writeUnlessEmpty("perhaps.csv", () -> {
            throw new OutOfMemoryError("Java heap space");
        });
        directory.write("wrong.csv", failing(new IllegalStateException("no such trace")));
        directory.write("picture.png", failing(new NoClassDefFoundError("java/awt/Color")));
        directory.writeElsewhere("Report", path.resolve("page.html"), file -> {
            throw new IOException("No space left on device");
        });
        directory.writeAll(List.of("a.csv", "b.csv"), to -> {
            throw new OutOfMemoryError("Java heap space");
        });
        directory.write("last.csv", () -> "2\n");
        assertThat(path.resolve("first.csv")).hasContent("1");
        assertThat(path.resolve("last.csv")).hasContent("2");
        assertThat(directory.listing()).endsWith(": first.csv, last.csv");
        assertThatThrownBy(directory::check)
                .isInstanceOf(IOException.class)
                .hasMessage("out of memory: cannot write large.csv in " + path
                        + "; a larger heap (java -Xmx) has room for it")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .satisfiesExactly(
                                message -> assertThat(message).contains("cannot write perhaps.csv in " + path),
                                message -> assertThat(message).contains("cannot write wrong.csv in ", "no such trace"),
                                message -> assertThat(message).contains("picture.png", "java/awt/Color"),
                                message -> assertThat(message).isEqualTo("No space left on device"),
                                message -> assertThat(message).contains("cannot write a.csv, b.csv in ")));
    }

    @Test
    void listing_namesTheDirectoryAsItWasGiven() {
        assertThat(OutputDirectory.at(Path.of("out")).listing()).isEqualTo("Written to out: nothing");
    }

    private static Supplier<String> failing(Throwable failure) {
        return () -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        };
    }
}
