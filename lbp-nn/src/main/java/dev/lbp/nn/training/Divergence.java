package dev.lbp.nn.training;

import org.jspecify.annotations.Nullable;

/** The exception for a training that diverged: a number is not finite, or exceeds its limit. */
final class Divergence extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Divergence(String message) {
        super(message);
    }

    /** A divergence that a sampler or a network reported by an exception. */
    Divergence(@Nullable Throwable cause) {
        super(cause == null ? null : cause.getMessage(), cause);
    }

    /** Returns the value. Throws if it is not finite. */
    static double checkFinite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new Divergence("must be finite: " + name + "=" + value);
        }
        return value;
    }

    /** Throws if a value is not finite. */
    static void checkFinite(String name, float[] values) {
        for (int k = 0; k < values.length; k++) {
            if (!Float.isFinite(values[k])) {
                checkFinite(name + "[" + k + "]", values[k]);
            }
        }
    }
}
