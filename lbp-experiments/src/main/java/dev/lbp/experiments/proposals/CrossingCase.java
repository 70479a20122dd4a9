package dev.lbp.experiments.proposals;

import dev.lbp.experiments.frame.Settings;
import java.util.function.Function;

/** The targets of {@link CrossingTrials}: each has modes that local moves do not join, or seldom. */
enum CrossingCase {
    /** A little below the critical temperature: J = .4407 is critical. */
    ISING_5("Ising 8x8, J = .5", "periodic, h = .0067", settings -> CrossingTarget.ising(8, 0.5, CrossingCase.FIELD)),
    /** Below the critical temperature. */
    ISING_6("Ising 8x8, J = .6", "periodic, h = .0067", settings -> CrossingTarget.ising(8, 0.6, CrossingCase.FIELD)),
    /** Dense, with six modes of different probabilities. */
    HOPFIELD_64(
            "Hopfield 64",
            "network of 64 sites with 3 patterns, beta = 2",
            settings -> CrossingTarget.hopfield(64, 2.0, settings.seed("patterns of 64"))),
    /** Rough: many modes, in pairs of a state and its negative. */
    GLASS_8(
            "+-J glass 8x8",
            "periodic, beta = 1.2",
            settings -> CrossingTarget.glass(8, 1.2, settings.seed("glass 8"))),
    /** The rough glass with more sites. */
    GLASS_12(
            "+-J glass 12x12",
            "periodic, beta = 1.2",
            settings -> CrossingTarget.glass(12, 1.2, settings.seed("glass 12")));

    /** Makes the modes of a ferromagnet unequal, so that their shares test something. */
    private static final double FIELD = 0.0067;

    private static final int QUICK = 3;

    private static final int PAPER = 10;

    private static final int DRAWS = 20_000;

    /** Numbers of draws are divided by this for small runs, and multiplied by 4 for large ones. */
    private static final int SMALL = 20;

    /** For titles of figures. */
    final String brief;

    private final String details;

    private final Function<Settings, CrossingTarget> target;

    CrossingCase(String brief, String details, Function<Settings, CrossingTarget> target) {
        this.brief = brief;
        this.details = details;
        this.target = target;
    }

    /** The target with its exact answers. */
    CrossingTarget target(Settings settings) {
        return target.apply(settings);
    }

    static int repetitions(Settings settings) {
        return settings.budget().either(QUICK, PAPER);
    }

    /** Draws of each chain. */
    static int draws(Settings settings) {
        return settings.size().pick(DRAWS / SMALL, DRAWS, 4 * DRAWS);
    }

    @Override
    public String toString() {
        return brief + ": " + details;
    }
}
