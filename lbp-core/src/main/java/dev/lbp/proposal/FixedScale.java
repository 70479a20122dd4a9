package dev.lbp.proposal;

import dev.lbp.internal.Check;

/**
 * One scale for all steps. A whole R draws exactly R sites, any other R a mixture of the two integers around it; a
 * time step is used as it is.
 *
 * @param scale finite and positive; R is at least 1
 */
public record FixedScale(double scale) implements ScaleController {

    /** Checks that the scale is finite and positive. */
    public FixedScale {
        Check.positive("scale", scale);
    }

    /** An adaptation that always gives this scale. */
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
