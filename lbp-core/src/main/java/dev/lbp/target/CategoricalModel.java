package dev.lbp.target;

import dev.lbp.internal.Values;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A target whose N sites take each of C values in any combination, {@code 0} to {@code C - 1}. A move gives a site
 * another value: label {@code i * C + c} gives value c to site i. It is illegal if the site has this value already. Its
 * inverse is {@code i * C + x_i}, with the value x_i that the site has before the move.
 */
public interface CategoricalModel extends MoveModel {

    /** The number C of values of a site, at least 2. */
    @Override
    int values();

    /**
     * N C.
     *
     * @throws ArithmeticException if this is beyond an int
     */
    @Override
    default int moves() {
        return Math.multiplyExact(dimension(), values());
    }

    /** Which sites meet in a term of the log-probability, as {@link LocalEnergyModel#graph}; empty by default. */
    default Optional<SiteGraph> graph() {
        return Optional.empty();
    }

    /**
     * The whole log-probability as pairs of equal sites and fields, as {@link LocalEnergyModel#bonds}; empty by
     * default.
     */
    default Optional<PairBonds> bonds() {
        return Optional.empty();
    }

    /** Independent values, each with probability 1 / C. */
    @Override
    default int[] randomState(UniformRandomProvider rng) {
        return Values.random(dimension(), values(), rng);
    }
}
