package dev.lbp.cli.solve;

import dev.lbp.solve.Objective;

/**
 * The value of a state in the units of the file, {@code offset + factor * log-probability}.
 *
 * @param name the name of the value, such as "cut"
 * @param factor the factor; negative if the lowest value is the best
 */
record Units(String name, double offset, double factor) {

    /** The value of a log-probability. */
    double value(double logProb) {
        return offset + factor * logProb;
    }

    /** The log-probability of a value. */
    double logProb(double value) {
        return (value - offset) / factor;
    }

    boolean largerIsBetter() {
        return factor > 0.0;
    }

    /** Whether a value is at least as good as another one. */
    boolean reaches(double value, double target) {
        return largerIsBetter() ? value >= target : value <= target;
    }

    /** The units for the library's reports. */
    Objective objective() {
        return new Objective(name, this::value, largerIsBetter());
    }
}
