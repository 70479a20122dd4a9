package dev.lbp.cli;

import dev.lbp.internal.Check;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.run.CheckpointFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that save a run and continue it. */
final class CheckpointOptions {

    /** The end of the name of the file with the options of the saved run. */
    private static final String OPTIONS = ".options";

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Save the run to FILE every half minute and at its end. If FILE is there, go on with its run,"
                    + " which makes the draws it would have made; else begin.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "DURATION",
            converter = LongRunOptions.Time.class,
            description = "Save the run after each such time, such as 10s or 5m, however much of it that takes.")
    private @Nullable Duration every;

    @Option(names = "--resume", description = "The --checkpoint FILE must be there: go on, do not begin.")
    private boolean resume;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private boolean goesOn;
    private @Nullable SavedOptions options;

    /** Sets where and how often a run is saved. */
    @FunctionalInterface
    interface Saving {

        /** @param every null for the library's own choice */
        void to(Path file, @Nullable Duration every);
    }

    /** The file that the run is saved to; null if none. */
    @Nullable Path file() {
        return checkpoint;
    }

    /** Whether to continue a saved run, after {@link #declare}. */
    boolean goesOn() {
        return goesOn;
    }

    /** Sets the file and the time on a run, if they were given. */
    void applyTo(Saving saving) {
        if (checkpoint != null) {
            saving.to(checkpoint, every);
        }
    }

    /**
     * Refuses the options beside {@code --part}.
     *
     * @throws IllegalArgumentException if one was given
     */
    void check(PartOptions parts) {
        parts.refuse(checkpoint != null, "--checkpoint", "which saves each part in --out");
        parts.refuse(resume, "--resume", "because a part that was saved goes on by itself");
    }

    /**
     * Declares the files of the checkpoint.
     *
     * @throws IllegalArgumentException if an option is given without the file that it needs
     */
    void declare(CommandFiles files) {
        if (checkpoint != null) {
            if (every != null && every.compareTo(Duration.ZERO) <= 0) {
                throw new IllegalArgumentException("must be > 0: --checkpoint-every=" + every.toSeconds() + "s");
            }
            goesOn = new CheckpointFile(checkpoint).exists();
            Check.that(goesOn || !resume, "be there to be resumed", "--checkpoint", checkpoint);
            files.writes("--checkpoint", checkpoint);
            for (String suffix : List.of(".previous", ".next", ".lock", OPTIONS)) {
                files.writesAlso("--checkpoint", checkpoint, beside(checkpoint, suffix));
            }
        } else if (resume || every != null) {
            throw new IllegalArgumentException(
                    "must be given with --checkpoint FILE: " + (resume ? "--resume" : "--checkpoint-every"));
        }
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    /**
     * Checks that a run that goes on was begun with the options of this command. Of a run of an earlier version, the
     * checkpoint alone is compared, later.
     *
     * @param files the files that the command reads, all declared
     * @throws IllegalArgumentException if an option or the content of a file differs
     */
    void checkSame(CommandFiles files) throws IOException {
        if (checkpoint == null) {
            return;
        }
        options = SavedOptions.of(Objects.requireNonNull(command).commandLine().getParseResult(), files.read());
        Path saved = beside(checkpoint, OPTIONS);
        if (goesOn && Files.isRegularFile(saved)) {
            try {
                options.checkSame(SavedOptions.read(saved));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("cannot resume from " + checkpoint + ": " + e.getMessage(), e);
            }
        }
    }

    /** Writes the options of a run that begins. */
    void begun() {
        if (checkpoint != null && !goesOn) {
            try {
                Objects.requireNonNull(options).write(beside(checkpoint, OPTIONS));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A line on how to resume a run that ended before its last draw; empty if it was not saved. */
    String hint(StopReason reason) {
        boolean early = reason == StopReason.INTERRUPTED || reason == StopReason.BUDGET;
        return checkpoint != null && early ? "To go on: the same command\n" : "";
    }
}
