package dev.lbp.cli.run;

import dev.lbp.Run;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options of long runs: conditions that end them before their last draw, and files that they write during the run.
 */
public final class LongRunOptions {

    @Option(
            names = "--until-ess",
            paramLabel = "N",
            description =
                    "End once the effective sample size of every trace is N or more, over all chains, before the last"
                            + " of the draws. The same seed still gives the same draws.")
    private @Nullable Double untilEss;

    @Option(
            names = "--time",
            paramLabel = "DURATION",
            converter = Time.class,
            description = "End after this time, such as 90s, 10m or 1h30m, warm-up included, with what there is then.")
    private @Nullable Duration time;

    @Option(
            names = "--sink",
            paramLabel = "DIR",
            description = "Stream states and traces to NumPy files in DIR, which is new or empty, as they are drawn.")
    private @Nullable Path sink;

    @Mixin
    private final CheckpointOptions checkpoints = new CheckpointOptions();

    /** The directory for streamed draws; null if none. */
    @Nullable Path sink() {
        return sink;
    }

    /** The time after which the run ends; null if none. */
    @Nullable Duration time() {
        return time;
    }

    /** The options that save the run. */
    CheckpointOptions checkpoints() {
        return checkpoints;
    }

    /**
     * Refuses options that a part of a run cannot have.
     *
     * @throws IllegalArgumentException if one was given
     */
    void check(PartOptions parts) {
        parts.refuse(untilEss != null, "--until-ess", "because it is about the draws of all chains together");
        parts.refuse(time != null, "--time", "because parts would have different numbers of draws");
        checkpoints.check(parts);
    }

    /**
     * Declares the files that the options name.
     *
     * @param inParts whether other parts of the run may have written to the directory of draws
     * @throws IllegalArgumentException if the directory of draws is not empty, or a checkpoint is missing
     */
    void declare(CommandFiles files, boolean inParts) throws IOException {
        checkpoints.declare(files);
        if (sink != null) {
            if (!inParts && !checkpoints.goesOn() && Files.exists(sink)) {
                checkEmpty(sink);
            }
            files.sharesMatching("--sink", sink, "**"); // no lock: a second run finds that DIR has files
        }
    }

    private static void checkEmpty(Path directory) throws IOException {
        Check.that(Files.isDirectory(directory), "be a directory", "--sink", directory);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            Check.that(!entries.iterator().hasNext(), "be new or empty", "--sink", directory);
        }
    }

    /** Sets the options on the run. */
    void applyTo(Run<?, ?, ?> run) {
        if (untilEss != null) {
            run.untilEss(untilEss);
        }
        if (time != null) {
            run.budget(time);
        }
        if (sink != null) {
            run.sink(sink);
        }
        checkpoints.applyTo(run::checkpoint, run::checkpoint);
    }

    /** Hours, minutes and seconds as people write them, the time of an ISO 8601 duration without its PT. */
    public static final class Time implements ITypeConverter<Duration> {

        /** The permitted texts. ISO 8601 would also allow a sign before each number, and a comma in the last. */
        private static final Pattern FORM =
                Pattern.compile("-?(?:[0-9]+h)?(?:[0-9]+m)?(?:[0-9]+(?:\\.[0-9]+)?s)?", Pattern.CASE_INSENSITIVE);

        @Override
        public Duration convert(String text) {
            try {
                if (!FORM.matcher(text).matches()) {
                    throw new DateTimeParseException("of another form", text, 0);
                }
                return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
            } catch (DateTimeParseException e) {
                throw new TypeConversionException("must be a time like 90s, 10m or 1h30m: " + text);
            }
        }
    }
}
