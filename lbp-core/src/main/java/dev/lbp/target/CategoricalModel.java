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

    /** The number C of values of a site, at least 2; the largest one if sites have numbers of their own. */
    @Override
    int values();

    /**
     * The number of values of a site, C by default. The labels of larger values are illegal at this site in every
     * state.
     *
     * @param site 0 to N - 1
     * @return 1 to C
     */
    default int values(int site) {
        return values();
    }

    /**
     * The number of labels, N C.
     *
     *
     * @throws ArithmeticException if N C does not fit an int
     */
    @Override
    default int moves() {
        return Math.multiplyExact(dimension(), values());
    }

    /** Which sites meet in a term of the log-probability, as {@link LocalEnergyModel#graph}; empty by default. */
    default Optional<SiteGraph> graph() {
        return Optional.empty();
    }

    /** The log-probability as pairs of equal sites and fields, as {@link LocalEnergyModel#bonds}; empty by default. */
    default Optional<PairBonds> bonds() {
        return Optional.empty();
    }

    /** Draws each site's value independently and uniformly. */
    @Override
    default int[] randomState(UniformRandomProvider rng) {
        return Values.random(dimension(), this::values, rng);
    }
}
