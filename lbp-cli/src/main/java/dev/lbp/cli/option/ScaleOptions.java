package dev.lbp.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The acceptance rate to tune the scale for, or the scale: at most one of the two. */
final class ScaleOptions {

    @Option(
            names = "--target",
            paramLabel = "RATE",
            description = "Acceptance rate to tune the scale for. Default: 0.574, most effective samples per step; rwm"
                    + " 0.234. Of most per second on an Ising model or a QUBO: 0.85; rwm 0.5.")
    @Nullable Double target;

    @Option(
            names = "--scale",
            paramLabel = "R",
            description =
                    "Sites drawn by each step, fixed; an even number is reducible for lbp and rwm. For dlmc and dmala the"
                            + " time step, in [1e-6, 1e6].")
    @Nullable Double fixed;
}
