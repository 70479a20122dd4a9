package dev.lbp.target;

import dev.lbp.internal.Names;
import java.io.Serializable;
import java.util.Map;

/**
 * A distribution over states, each an array of N whole numbers or of real coordinates, known by its unnormalised
 * log-probability, which is a log-density for real coordinates.
 */
public interface Target extends Serializable {

    /** The number of sites or coordinates N of a state; always the same. */
    int dimension();

    /** The name used in summaries and error messages. */
    default String name() {
        return Names.ofClass(getClass());
    }

    /**
     * What distinguishes this target from others of its class, by name: parameters, a checksum of data. A checkpoint
     * holds these values, and a run on a target with other values is refused with their names. A resumed run also
     * compares some log-probabilities. Default: none.
     *
     * @return names and values, not null
     */
    default Map<String, String> identity() {
        return Map.of();
    }

    /**
     * The names of sites and values, as runs, results, reports and files print them. Default: numbers.
     *
     * @return N names of sites or none, and names of values for N sites or none
     */
    default SiteNames siteNames() {
        return SiteNames.NONE;
    }
}
