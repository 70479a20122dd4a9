package dev.lbp.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.ParseResult;

/**
 * Knows which runs of a command are finished, where each run has another input. A file in the directory of a finished
 * run's results marks it, and holds its options.
 *
 * @param defaults the values of options that are left out, beside those that picocli knows
 */
public record FinishedRuns(ParseResult command, Map<String, String> defaults) {

    private static final String MARK = "finished.options";

    /** Options that may change when a command goes on with other inputs. */
    private static final Set<String> FREE =
            Set.of("--threads", "--out", "--quiet", "--stacktrace", "--help", "--version");

    /** The options of the run of an input. */
    private SavedOptions options(String option, Path input) throws IOException {
        return SavedOptions.of(command, Map.of(option, input), FREE, defaults);
    }

    /**
     * Whether a directory has the results of an input.
     *
     * @throws IllegalArgumentException if they are of other options, or of an input with another content
     */
    public boolean has(Path directory, String option, Path input) throws IOException {
        Path mark = directory.resolve(MARK);
        try {
            if (Files.exists(mark)) {
                options(option, input).checkSame("its finished run", SavedOptions.read(mark), Set.of());
            }
            return Files.exists(mark);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("cannot go on in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Marks that a directory has all results of an input. */
    public void add(Path directory, String option, Path input) throws IOException {
        options(option, input).write(directory.resolve(MARK));
    }
}
