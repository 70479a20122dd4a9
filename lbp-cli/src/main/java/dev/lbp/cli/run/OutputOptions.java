package dev.lbp.cli.run;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the directory of a command's results. */
public final class OutputOptions {

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Directory to write to; files of the same names are replaced. Default: lbp-${COMMAND-NAME}, or if that"
                            + " is there lbp-${COMMAND-NAME}-2, and so on.")
    private @Nullable Path out;

    /** Puts another directory in the place of the one that was given. */
    void replace(Path directory) {
        out = directory;
    }

    /** The directory as given; null if it was not. */
    public @Nullable Path given() {
        return out;
    }

    /**
     * The directory: as given, or one that does not exist yet.
     *
     * @param command the name of the command
     */
    public Path path(String command) {
        return out == null ? DefaultOutput.free(Path.of("lbp-" + command), "") : out;
    }
}
