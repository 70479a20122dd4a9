package dev.lbp.cli.run;

import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.internal.Check;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.run.CheckpointFile;
import dev.lbp.solve.Ending;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that save a run and continue it. */
public final class CheckpointOptions {

    /** The end of the name of the file with the options of the saved run. */
    private static final String OPTIONS = ".options";

    private static final String PREVIOUS = ".previous";
    private static final String LOCK = ".lock";

    /** The end of the name of the file of a training that comes before the run. */
    private static final String TRAINING = ".training";

    /** The default time from one save of a training to the next. The default of runs is as long. */
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Save the run to FILE every half minute and at its end. If FILE is there, go on with its run"
                    + " as if it had never ended; else begin.")
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

    /** The options that may change when a run goes on. */
    private final Set<String> free;

    /** The file that the checkpoint's symbolic links end at. */
    private Path real = Path.of("");

    /** Whether a training comes before the run and is saved too. */
    private boolean trains;

    /** Whether there is a saved run. */
    private boolean hasRun;

    /** Whether there is a saved run, or a saved training before it. */
    private boolean goesOn;

    private @Nullable SavedOptions options;

    /** The options of a command that samples. A run that goes on may have other values of {@link SavedOptions#FREE}. */
    public CheckpointOptions() {
        this(SavedOptions.FREE);
    }

    /** @param free the options that may change when a run goes on */
    public CheckpointOptions(Set<String> free) {
        this.free = free;
    }

    /** Whether a file was given. */
    public boolean isGiven() {
        return checkpoint != null;
    }

    /** Sets that a training comes before the run and is saved too. Must be called before {@link #declare}. */
    void trainFirst() {
        trains = true;
    }

    /** The file of the training; null if it is not saved. */
    public @Nullable Path training() {
        return checkpoint == null ? null : fileBeside(TRAINING);
    }

    /** Whether there is a saved training. */
    public boolean isTrained() {
        return checkpoint != null && Files.exists(fileBeside(TRAINING));
    }

    /** The time from one save of the training to the next. */
    public Duration every() {
        return every == null ? USUAL : every;
    }

    /** Whether to continue a saved run or training, after {@link #declare}. */
    public boolean goesOn() {
        return goesOn;
    }

    /** Sets the checkpoint of a run: the file, and the time between saves if it was given. */
    public void applyTo(Consumer<Path> saving, BiConsumer<Path, Duration> savingEvery) {
        if (checkpoint != null && every != null) {
            savingEvery.accept(checkpoint, every);
        } else if (checkpoint != null) {
            saving.accept(checkpoint);
        }
    }

    /**
     * Refuses the options beside {@code --part}.
     *
     * @throws IllegalArgumentException if one was given
     */
    public void check(PartOptions parts) {
        parts.refuse(checkpoint != null, "--checkpoint", "which saves each part in --out");
        parts.refuse(resume, "--resume", "because a part that was saved goes on by itself");
    }

    /**
     * Declares the files of the checkpoint, and finds out whether there is a saved run or training to go on with.
     *
     * @throws IllegalArgumentException if an option is given without the file that it needs
     */
    public void declare(CommandFiles files) {
        if (checkpoint == null) {
            Check.that(!resume, "be given with --checkpoint FILE: --resume");
            Check.that(every == null, "be given with --checkpoint FILE: --checkpoint-every");
            return;
        }
        boolean positive = every == null || every.compareTo(Duration.ZERO) > 0;
        Check.that(positive, "be > 0", "--checkpoint-every", every().toSeconds() + "s");
        CheckpointFile file = new CheckpointFile(checkpoint);
        real = file.path();
        hasRun = file.exists();
        goesOn = hasRun || trains && isTrained();
        Check.that(goesOn || !resume, "be there to be resumed", "--checkpoint", checkpoint);
        files.writes("--checkpoint", checkpoint);
        for (String suffix : List.of(PREVIOUS, ".next", LOCK, OPTIONS)) {
            files.writesAlso("--checkpoint", checkpoint, fileBeside(suffix));
        }
        if (trains) {
            files.writesAlso("--checkpoint", checkpoint, fileBeside(TRAINING));
            files.writesAlso("--checkpoint", checkpoint, fileBeside(TRAINING + LOCK));
        }
    }

    private Path fileBeside(String suffix) {
        return real.resolveSibling(real.getFileName() + suffix);
    }

    /**
     * Reads the options of this command, and checks that a saved run that it resumes was begun with the same ones. An
     * earlier version saved no options beside the checkpoint; then only the checkpoint is compared, when it is read.
     *
     * @param files the files that the command reads, all declared
     * @param defaults the values of options that are left out, beside those that picocli knows
     * @throws IllegalArgumentException if an option or the content of a file differs
     */
    public void checkSame(CommandFiles files, Map<String, String> defaults) throws IOException {
        if (checkpoint == null) {
            return;
        }
        options = SavedOptions.of(
                Objects.requireNonNull(command).commandLine().getParseResult(), files.read(), free, defaults);
        Path saved = fileBeside(OPTIONS);
        if (!goesOn || !Files.isRegularFile(saved)) {
            return;
        }
        // as long as only a training is saved, the options that end it may still differ
        Set<String> mayDiffer = hasRun ? Set.of() : SavedOptions.FREE_OF_TRAININGS;
        try {
            options.checkSame("the checkpoint", SavedOptions.read(saved), mayDiffer);
        } catch (IllegalArgumentException e) {
            Path from = Stream.of(checkpoint, fileBeside(PREVIOUS), fileBeside(TRAINING))
                    .filter(Files::exists)
                    .findFirst()
                    .orElse(checkpoint);
            throw new IllegalArgumentException("cannot resume from " + from + ": " + e.getMessage(), e);
        }
    }

    /**
     * Checks the saved run, if there is one. A command calls it before long work that comes before the run.
     *
     * @throws IllegalArgumentException if it is damaged
     */
    void checkWhole() {
        if (checkpoint != null && hasRun) {
            try {
                new CheckpointFile(checkpoint).lastWhole();
            } catch (IOException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }

    /** Executes or resumes a run. */
    public <R> R carryOut(Supplier<R> run, Function<Path, R> resume) {
        return checkpoint != null && hasRun ? resume.apply(checkpoint) : run.get();
    }

    /**
     * Writes the options beside the checkpoint, when the run begins, or the training before it begins or goes on. It
     * does nothing if a saved run goes on.
     */
    public void begun() {
        if (checkpoint != null && !hasRun) {
            try {
                Objects.requireNonNull(options).write(fileBeside(OPTIONS));
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }
    }

    /** A line on how to resume a run that ended before its last draw; empty if it was not saved. */
    public String hint(StopReason reason) {
        return reason == StopReason.INTERRUPTED || reason == StopReason.BUDGET ? hint("") : "";
    }

    /** A line on how to go on with a search; empty if it was not saved, or reached its target. */
    public String hint(Ending ending) {
        return switch (ending) {
            case INTERRUPTED -> hint("");
            case TIME -> hint(" with a longer --time");
            case RESTARTS -> hint(" with more --restarts");
            case TARGET, STOPPED, FAILED -> "";
        };
    }

    /**
     * A line on how to go on; empty if nothing was saved.
     *
     * @param change what differs from the same command, with a blank before it
     */
    public String hint(String change) {
        return checkpoint == null ? "" : "To go on: the same command" + change + "\n";
    }
}
