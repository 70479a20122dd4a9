package dev.lbp.cli.run;

import dev.lbp.Run;
import dev.lbp.internal.Check;
import picocli.CommandLine.Option;

/** The options for the number of chains and their lengths. Each command has its own defaults. */
public final class Lengths {

    @Option(names = "--chains", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    public int chains;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Steps of each chain before the first draw. Default: ${DEFAULT-VALUE}.")
    public int warmup;

    @Option(names = "--draws", paramLabel = "N", description = "Draws of each chain. Default: ${DEFAULT-VALUE}.")
    public int draws;

    @Option(names = "--thin", paramLabel = "N", description = "Steps from draw to draw. Default: ${DEFAULT-VALUE}.")
    public int thin;

    public Lengths(int chains, int warmup, int draws, int thin) {
        this.chains = chains;
        this.warmup = warmup;
        this.draws = draws;
        this.thin = thin;
    }

    /** Lengths of a run whose steps are half warm-up; each later step is a draw. */
    public static Lengths halves(int chains, int steps) {
        return new Lengths(chains, steps / 2, steps - steps / 2, 1);
    }

    /** Refuses what a run would refuse, for commands that may make no run, such as an enumeration. */
    public void check() {
        Check.atLeast(1, "chains", chains);
        Check.atLeast(0, "warmup", warmup);
        Check.atLeast(1, "draws", draws);
        Check.atLeast(1, "thin", thin);
    }

    public void applyTo(Run<?, ?, ?> run) {
        run.chains(chains);
        run.warmup(warmup);
        run.draws(draws);
        run.thin(thin);
    }
}
