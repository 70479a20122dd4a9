package dev.lbp.cli.solve;

import dev.lbp.solve.Objective;

/**
 * The value of a state in the units of the file, {@code offset + factor * log-probability}.
 *
 * @param name such as "cut"
 * @param factor negative if the lowest value is the best
 */
record Units(String name, double offset, double factor) {

    double value(double logProb) {
        return offset + factor * logProb;
    }

    double logProb(double value) {
        return (value - offset) / factor;
    }

    boolean isLargest() {
        return factor > 0.0;
    }

    /** Whether a value is at least as good as another one. */
    boolean reaches(double value, double target) {
        return isLargest() ? value >= target : value <= target;
    }

    /** For reports of the library. */
    Objective objective() {
        return new Objective(name, this::value, isLargest());
    }
}
