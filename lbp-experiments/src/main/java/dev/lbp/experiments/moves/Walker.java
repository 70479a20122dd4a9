package dev.lbp.experiments.moves;

import dev.lbp.Sampler;
import dev.lbp.Samplers;

/** The samplers on targets with their own moves. */
enum Walker {
    RWM("RWM", Samplers.rwm().scale(1).build(), 0),
    PAS_1("PAS 1", 1),
    PAS_5("PAS 5", 5),
    PAS_25("PAS 25", 25),
    PAS_100("PAS 100", 100),
    GIBBS("Gibbs", Samplers.gibbs().build(), 0);

    /** A step of PAS makes R or R + 1 moves, on average R + 1/2. */
    private static final double HALF = 0.5;

    /** Approximate seconds of one thread, from which the lengths of runs follow. */
    private static final double PER_UNIFORM_MOVE = 1e-7;

    private static final double PER_INFORMED_MOVE = 2e-7;
    private static final double PER_RATIO = 1e-8;

    final String title;
    final Sampler sampler;
    private final int path;

    Walker(String title, int path) {
        this(title, Samplers.pas().path(path).build(), path);
    }

    Walker(String title, Sampler sampler, int path) {
        this.title = title;
        this.sampler = sampler;
        this.path = path;
    }

    /** Estimated seconds of a step of one chain. */
    private double secondsPerStep(MoveInstance instance) {
        return switch (this) {
            case RWM -> PER_UNIFORM_MOVE;
            case GIBBS -> PER_RATIO * instance.model().moves();
            default -> (path + HALF) * (PER_INFORMED_MOVE + PER_RATIO * instance.touched());
        };
    }

    /** The number of steps between draws, so that about {@code movesPerDraw()} moves are made on average. */
    int thin(MoveInstance instance) {
        double moves = switch (this) {
            case RWM -> instance.uniformAcceptance();
            case GIBBS -> instance.model().dimension();
            default -> path + HALF;
        };
        return (int) Math.max(1.0, instance.kind.movesPerDraw() / moves);
    }

    /** The number of draws of each chain, for runs of about {@code seconds} per chain. */
    int draws(MoveInstance instance, double seconds) {
        return (int) Math.max(FEWEST_DRAWS, seconds / secondsPerStep(instance) / thin(instance));
    }

    /** With fewer draws the estimate of bulk ESS is unreliable. */
    private static final double FEWEST_DRAWS = 100.0;
}
