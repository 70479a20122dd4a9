package dev.lbp.cli.option;

import dev.lbp.Run;
import dev.lbp.cli.option.SamplerKind.Form;
import dev.lbp.internal.Check;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the number of chains whose states a batched model evaluates in one call. */
public final class BatchOptions {

    @Option(
            names = "--chains-per-batch",
            paramLabel = "N",
            description =
                    "Evaluate the model for N chains at a time, with --rbm or --net. The last bits of its answers depend on N, so a run in"
                            + " parts needs it. Default: all chains.")
    private @Nullable Integer chainsPerBatch;

    /**
     * Checks the option.
     *
     * @param source the option of the target
     * @throws IllegalArgumentException if the target has no batches, or the number is below 1
     */
    public void check(Form form, String source) {
        if (chainsPerBatch != null) {
            Check.atLeast(1, "--chains-per-batch", chainsPerBatch);
            String constraint = "be left out with " + source + ", which has no batches";
            Check.that(form.isBatched(), constraint, "--chains-per-batch", chainsPerBatch);
        }
    }

    public void applyTo(Run<?, ?, ?> run) {
        if (chainsPerBatch != null) {
            run.chainsPerBatch(chainsPerBatch);
        }
    }

    /** The number of chains that must be in the same part of a run. */
    public int unit() {
        return chainsPerBatch == null ? 1 : chainsPerBatch;
    }
}
