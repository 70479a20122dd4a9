package dev.lbp.runtime.engine.step;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.ScaleRange;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.PartFailure;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The scale of one chain, a number R of sites or a time step. It adapts during warm-up and is frozen afterwards.
 *
 * <p>If it is R, each step draws one of the two integers around a real scale, independently of the state; the upper one
 * has a probability in [0.1, 0.9]. A move of exactly R flips changes the parity of the number of ones by R mod 2, so a
 * fixed even R would reach only half of the states. A mixture of an even and an odd R reaches all of them.
 */
public final class ChainScale {

    /** The least probability of each of the two integers. */
    private static final double LEAST_PROBABILITY = 0.1;

    private static final VarHandle SCALE;

    static {
        try {
            SCALE = MethodHandles.lookup().findVarHandle(ChainScale.class, "scale", double.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ScaleController controller;
    private final ScaleRange range;

    /** The largest scale that a controller may choose, in units of the least. */
    private final double largest;

    /** Whether every step has the scale itself, rounded down, and does not mix two integers. */
    private final boolean exact;

    private double scale;
    private ScaleController.@Nullable Adaptation adaptation;

    /**
     * Describes a controller in words. If {@code describe()} fails, the words tell so: every result needs this text.
     */
    public static String describe(ScaleController controller) {
        try {
            return Answers.notNull("describe()", controller.describe());
        } catch (Throwable e) { // checked exceptions too, which a class written in another language may throw
            return controller.getClass().getName() + ", whose describe() failed: " + Failures.words(e);
        }
    }

    /**
     * The scale R of a chain.
     *
     * @param sites the largest number of sites, or pairs of sites, that a step may draw
     */
    public ChainScale(ScaleController controller, int sites) {
        this(controller, ScaleRange.ofSites(sites));
    }

    /**
     * @param range the scales of the chain's proposal
     */
    public ChainScale(ScaleController controller, ScaleRange range) {
        this.controller = controller;
        this.range = range;
        this.largest = range.largest() / range.least();
        // With fewer than 3 sites an adaptive scale stays at R = 1, which reaches all states without a mixture.
        this.exact = controller instanceof FixedScale given ? given.isWhole() : largest < 1.5;
        this.scale = range.start();
        if (controller instanceof FixedScale fixed) {
            this.scale = fixed.scale();
        }
        startAdapting(Integer.MAX_VALUE); // the length of warm-up is not known yet
    }

    /**
     * Sets an adaptive scale to {@code start} before warm-up, or to the largest scale if that is less. NaN or a value
     * below the least scale changes nothing.
     */
    public void guess(double start) {
        if (adaptation != null && start >= range.least()) {
            set(Math.min(start, range.largest()));
            startAdapting(Integer.MAX_VALUE); // from this scale on; the length of warm-up is not known yet
        }
    }

    /** Starts to adapt from the current scale, for {@code steps} steps. A controller's unit is the least scale. */
    public void startAdapting(int steps) {
        try {
            adaptation = controller instanceof FixedScale
                    ? null
                    : Answers.notNull("begin()", controller.begin(scale / range.least(), largest, steps));
            readScale();
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /**
     * Computes the common scale of all chains after warm-up, in units of the least.
     *
     * @param chains the adaptations of the chains, by index
     * @param meanScale the geometric mean of the scale over the last half of warm-up
     */
    public double frozenScale(List<ScaleController.Adaptation> chains, double meanScale) {
        try {
            return controller.freeze(chains, Math.min(Math.max(meanScale / range.least(), 1.0), largest));
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Ends adaptation at the given scale, in units of the least. */
    public void freeze(double frozen) {
        if (adaptation != null) {
            try {
                set(bounded(frozen));
            } catch (IllegalStateException e) {
                throw failure(e);
            }
            adaptation = null;
        }
    }

    /** Ends adaptation at a scale, or at the nearest that a controller may choose. May be called again. */
    public void freezeAt(double value) {
        set(Math.min(Math.max(value, range.least()), range.largest()));
        adaptation = null;
    }

    private PartFailure failure(Throwable thrown) {
        return new PartFailure("scale controller " + controller.getClass().getName(), thrown);
    }

    /** Writes or reads the scale and, in warm-up, what its adaptation has learned. */
    public void transcribe(Transcript transcript) {
        set(transcript.of(scale));
        if (transcript.of(adapting())) {
            adaptation = SavedAdaptation.transcribe(transcript, Objects.requireNonNull(adaptation));
        } else {
            adaptation = null;
        }
    }

    public boolean adapting() {
        return adaptation != null;
    }

    Optional<ScaleController.Adaptation> adaptation() {
        return Optional.ofNullable(adaptation);
    }

    /** The current scale. Any thread may read it. */
    public double value() {
        return (double) SCALE.getOpaque(this);
    }

    private void set(double value) {
        SCALE.setOpaque(this, value);
    }

    /** Draws the scale of the next step if it is a number R of sites; else returns the time step. */
    public double next(UniformRandomProvider rng) {
        return range.whole() ? draw(rng) : scale;
    }

    /** Draws the number R of sites of the next step. */
    public int draw(UniformRandomProvider rng) {
        int floor = (int) scale;
        if (exact) {
            return floor;
        }
        // both integers keep a positive probability: steps of one number alone may not reach all states
        double upper = Math.min(Math.max(scale - floor, LEAST_PROBABILITY), 1.0 - LEAST_PROBABILITY);
        return rng.nextDouble() < upper ? floor + 1 : floor;
    }

    /** Adapts the scale, if it adapts, after a move with this acceptance probability and number of proposed flips. */
    public void update(double acceptanceProbability, int flips) {
        if (adaptation != null) {
            try {
                adaptation.update(acceptanceProbability, flips);
                readScale();
            } catch (Throwable e) {
                throw failure(e);
            }
        }
    }

    /** Takes over the scale that the adaptation has chosen, if the scale adapts. */
    private void readScale() {
        if (adaptation != null) {
            set(bounded(adaptation.scale()));
        }
    }

    /** Checks a scale of the controller, which works in units of the range's least scale, and returns the scale. */
    private double bounded(double proposed) {
        if (!(proposed >= 1.0 && proposed <= largest)) {
            throw new IllegalStateException("must be in [1, " + largest + "]: scale=" + proposed);
        }
        return range.least() * proposed;
    }
}
