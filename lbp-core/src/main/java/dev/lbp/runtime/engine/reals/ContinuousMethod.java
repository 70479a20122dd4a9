package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.kernel.Increment;
import dev.lbp.internal.kernel.ScaleRange;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ChainScale;
import java.util.Map;

/**
 * A Metropolis-Hastings method on densities: locally balanced increments of all coordinates, with one scale.
 *
 * @param diagonal whether warm-up also learns the relative scale of each coordinate
 */
public record ContinuousMethod(Increment increment, ScaleController controller, boolean diagonal)
        implements RealMethod {

    /** The least scale, far below the width of any coordinate. Controllers work in units of it. */
    private static final double LEAST = 1e-100;

    private static final double LARGEST = 1e100;

    private static final String ONE_SHAPE =
            "diagonal() learns one shape of the coordinates, and each replica would need its own; scale the coordinates";

    /**
     * The best scale for d independent coordinates is in proportion to this power of d (Roberts and Rosenthal 1998).
     */
    private static final double POWER = -1.0 / 6.0;

    /**
     * The arrays of the state, the increments, the proposed point, two gradients, and the batch's input and answers.
     */
    private static final int BYTES_PER_COORDINATE = Integer.BYTES + 8 * Double.BYTES;

    /** The scales of a density of d coordinates. */
    static ScaleRange scales(int d) {
        return new ScaleRange(LEAST, Math.pow(d, POWER), LARGEST, /* whole= */ false);
    }

    @Override
    public Abilities abilities() {
        return diagonal ? RealMethod.super.abilities().without(Ability.TEMPERING, ONE_SHAPE) : RealMethod.TEMPERED;
    }

    @Override
    public Ensemble<double[]> ensemble(DensityModel model, Start<double[]> start, WorkerPool pool) {
        return RealEnsemble.of(
                model,
                start,
                increment.informed(),
                (batch, c) -> new IncrementChain(model, batch, start, c, this),
                pool);
    }

    @Override
    public int bytesPerSite() {
        return BYTES_PER_COORDINATE + (diagonal ? 4 * Double.BYTES : 0);
    }

    @Override
    public String describe() {
        String name = switch (increment) {
            case SQRT -> "MALA";
            case BARKER -> "Barker";
            case BIMODAL_BARKER -> "Barker, bimodal noise";
            case MIN -> "locally balanced, weight min(1,t)";
            case CONSTANT -> "random walk";
        };
        return name + ", " + scaleName() + ": " + ChainScale.describe(controller)
                + (diagonal ? ", diagonal shape" : "");
    }

    @Override
    public void identify(Map<String, String> entries) {
        entries.put("the scale controller", Fingerprint.of(controller));
    }

    @Override
    public String scaleName() {
        return "scale s";
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return Numbers.format("%s %.3g, acceptance %.3f", scaleName(), scale, acceptanceRate);
    }

    @Override
    public String caveat(double acceptanceRate) {
        return acceptanceRate < STANDSTILL
                ? Numbers.format(
                        "acceptance is %.4f: the chains hardly move. Likely causes: coordinates of very different widths, where"
                                + " barker() with diagonal() helps, or a gradient that is not that of the log-probability.",
                        acceptanceRate)
                : "";
    }

    @Override
    public boolean usesLogRatios() {
        return increment.informed();
    }
}
