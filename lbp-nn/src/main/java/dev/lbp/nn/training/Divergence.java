package dev.lbp.nn.training;

import org.jspecify.annotations.Nullable;

/** A training diverges: a number is not finite, or beyond its limit. */
final class Divergence extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Divergence(String message) {
        super(message);
    }

    /** What a sampler or a network complained of. */
    Divergence(@Nullable Throwable cause) {
        super(cause == null ? null : cause.getMessage(), cause);
    }

    /** Returns a finite value. */
    static double finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new Divergence("must be finite: " + name + "=" + value);
        }
        return value;
    }

    /** Checks that all values are finite. */
    static void finite(String name, float[] values) {
        for (int k = 0; k < values.length; k++) {
            if (!Float.isFinite(values[k])) {
                finite(name + "[" + k + "]", values[k]);
            }
        }
    }
}
