package dev.lbp.cli.sequences;

import dev.lbp.cli.run.CheckpointOptions;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.Progress;
import dev.lbp.cli.terminal.Text;
import dev.lbp.models.training.BoltzmannResult;
import dev.lbp.models.training.BoltzmannTraining;
import dev.lbp.result.CheckpointException;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;

/** Trains a Potts model, with progress on stderr and a checkpoint beside that of the run. */
final class FamilyTraining {

    /** The length of the progress bar: unknown, because the correlation ends the training. */
    private static final int UNKNOWN = -1;

    private final BoltzmannTraining training;
    private final CheckpointOptions checkpoints;
    private final RunOptions options;
    private boolean begun;
    private boolean interrupted;

    FamilyTraining(BoltzmannTraining training, CheckpointOptions checkpoints, RunOptions options) {
        this.training = training.seed(options.seed).threads(options.threads);
        this.checkpoints = checkpoints;
        this.options = options;
    }

    /**
     * Trains, or continues a saved training. An interruption ends it; {@link #isInterrupted} records that, and the flag
     * is cleared.
     *
     * @throws IllegalArgumentException if the training does not fit into memory, or the saved training is another one
     */
    BoltzmannResult carryOut() {
        Path file = checkpoints.training();
        try (ProgressBar bar = Progress.bar("training", UNKNOWN, options.quiet)) {
            training.listener((update, updates, correlation) -> {
                if (!begun) {
                    begun = true;
                    checkpoints.begun();
                }
                bar.stepTo(update);
                bar.setExtraMessage(Text.format("correlation %.4f", correlation));
            });
            if (file != null) {
                training.checkpoint(file, checkpoints.every());
            }
            BoltzmannResult result = file != null && checkpoints.isTrained() ? training.resume(file) : training.run();
            interrupted = Thread.interrupted(); // before the bar is closed, which would clear it
            return result;
        } catch (IllegalArgumentException | CheckpointException e) {
            if (begun) {
                throw e;
            }
            // the library's argument "chains" is an option of the training here, not --chains of the run
            throw new IllegalArgumentException(
                    String.valueOf(e.getMessage()).replace(" chains=", " --training-chains="), e);
        } finally {
            Thread.interrupted(); // the next step writes files, which fails in an interrupted thread
        }
    }

    /** Whether a signal interrupted the training. */
    boolean isInterrupted() {
        return interrupted;
    }
}
