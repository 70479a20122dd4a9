package dev.lbp.experiments.proposals;

import dev.lbp.experiments.frame.Settings;
import java.util.function.Function;

/** The targets of {@link CrossingTrials}. Local moves seldom or never pass between their modes. */
enum CrossingCase {
    /** Slightly below the critical temperature, J = .4407. */
    ISING_5("Ising 8x8, J = .5", "periodic, h = .0067", settings -> CrossingTarget.ising(8, 0.5, CrossingCase.FIELD)),
    /** Below the critical temperature. */
    ISING_6("Ising 8x8, J = .6", "periodic, h = .0067", settings -> CrossingTarget.ising(8, 0.6, CrossingCase.FIELD)),
    /** Dense, with six modes of different probabilities. */
    HOPFIELD_64(
            "Hopfield 64",
            "network of 64 sites with 3 patterns, beta = 2",
            settings -> CrossingTarget.hopfield(64, 2.0, settings.seed("patterns of 64"))),
    /** A glass with many modes, in pairs of a state and its negative. */
    GLASS_8(
            "+-J glass 8x8",
            "periodic, beta = 1.2",
            settings -> CrossingTarget.glass(8, 1.2, settings.seed("glass 8"))),
    /** A glass with more sites. */
    GLASS_12(
            "+-J glass 12x12",
            "periodic, beta = 1.2",
            settings -> CrossingTarget.glass(12, 1.2, settings.seed("glass 12")));

    /** The field of a ferromagnet. It makes the modes unequal, so that a chain in one mode has wrong shares. */
    private static final double FIELD = 0.0067;

    /** The number of repetitions, by the budget. */
    private static final int QUICK = 3;

    private static final int PAPER = 10;

    private static final int DRAWS = 20_000;

    /** Small runs have 1/20 of the draws. Large runs have four times the draws. */
    private static final int SMALL = 20;

    /** The name in titles of figures. */
    final String brief;

    private final String details;

    private final Function<Settings, CrossingTarget> target;

    CrossingCase(String brief, String details, Function<Settings, CrossingTarget> target) {
        this.brief = brief;
        this.details = details;
        this.target = target;
    }

    /** Makes the target and its exact answers. */
    CrossingTarget target(Settings settings) {
        return target.apply(settings);
    }

    static int repetitions(Settings settings) {
        return settings.budget().quickOrPaper(QUICK, PAPER);
    }

    /** The number of draws of each chain. */
    static int draws(Settings settings) {
        return settings.size().pick(DRAWS / SMALL, DRAWS, 4 * DRAWS);
    }

    @Override
    public String toString() {
        return brief + ": " + details;
    }
}
