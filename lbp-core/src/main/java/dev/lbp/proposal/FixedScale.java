package dev.lbp.proposal;

import dev.lbp.internal.Check;

/**
 * The same scale at every step: exactly R sites for a whole scale, else a mixture of the two integers around it.
 *
 * @param scale finite and at least 1
 */
public record FixedScale(double scale) implements ScaleController {

    /** A scale that is finite and at least 1. */
    public FixedScale {
        Check.that(scale >= 1.0 && Double.isFinite(scale), "be finite and >= 1", "scale", scale);
    }

    @Override
    public Adaptation begin(double start, double largest, int steps) {
        double fixed = scale;
        return new Adaptation() {
            @Override
            public double scale() {
                return fixed;
            }

            @Override
            public void update(double acceptanceProbability, int flips) {
                // Nothing to adapt: the user chose the scale.
            }
        };
    }

    @Override
    public String describe() {
        return "fixed at " + number();
    }

    /** Whether every step draws the same number of sites. */
    public boolean isWhole() {
        return scale == Math.rint(scale);
    }

    /** The scale in the notation of a user: "188", "188.3". */
    public String number() {
        return isWhole() ? String.valueOf((long) scale) : String.valueOf(scale);
    }
}
