package dev.lbp.cli;

import dev.lbp.internal.Check;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.run.CheckpointFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that save a run and continue it. */
final class CheckpointOptions {

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Save the run to FILE every half minute and at its end, for --resume.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--resume",
            description = "Go on with the run saved to the --checkpoint FILE; it makes the draws it would have made.")
    private boolean resume;

    /** The file that the run is saved to; null if none. */
    @Nullable Path file() {
        return checkpoint;
    }

    /** Whether to continue the saved run. */
    boolean isResume() {
        return resume;
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
     * @throws IllegalArgumentException if the checkpoint exists and is not resumed, or does not exist and is
     */
    void declare(CommandFiles files) {
        if (checkpoint != null) {
            boolean fresh = !Files.exists(checkpoint);
            Check.that(resume || fresh, "be a new file, or be given with --resume", "--checkpoint", checkpoint);
            boolean there = !resume || new CheckpointFile(checkpoint).exists();
            Check.that(there, "be there to be resumed", "--checkpoint", checkpoint);
            files.writes("--checkpoint", checkpoint);
            for (String suffix : List.of(".previous", ".next", ".lock")) {
                files.writesAlso(
                        "--checkpoint", checkpoint, checkpoint.resolveSibling(checkpoint.getFileName() + suffix));
            }
        } else if (resume) {
            throw new IllegalArgumentException("must be given with --checkpoint FILE: --resume");
        }
    }

    /** A line on how to resume a run that ended before its last draw; empty if it was not saved. */
    String hint(StopReason reason) {
        boolean early = reason == StopReason.INTERRUPTED || reason == StopReason.BUDGET;
        return checkpoint != null && early ? "To go on: the same command with --resume\n" : "";
    }
}
