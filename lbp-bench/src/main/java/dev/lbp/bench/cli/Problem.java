package dev.lbp.bench.cli;

import dev.lbp.target.EnergyModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The problem of {@code lbp sample}: an energy E over states, low for good states, and {@code pi(x)} proportional to
 * {@code exp(-beta E(x))}.
 */
interface Problem {

    /** Kind and size, for titles. */
    String description();

    /** The target at an inverse temperature. */
    EnergyModel model(double beta);

    /** E of a state, computed from the input alone, followed by further measures of the state. */
    List<Measure> measures(byte[] state);

    /** The name of a site's value in the file of the best state. */
    String valueName();

    /** The value of a site as the problem writes it: a spin, -1 or 1, or a bit. */
    int value(byte bit);

    /** A line on how to read the input; empty if there is none. */
    default String note() {
        return "";
    }

    /**
     * A line on how to read the marginals; empty if there is none.
     *
     * @param ones the fixed number of ones; null for any number
     */
    default String marginalsNote(@Nullable Integer ones) {
        return "";
    }

    /** A number with its name. */
    record Measure(String name, double value) {}
}
