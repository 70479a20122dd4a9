package dev.lbp.result;

import java.util.List;
import java.util.Optional;

/** The records of the slots of a tempered run at each scan, see {@link TemperingResult#observables}. */
public interface TemperingObservables {

    /** {@code q = (1 / N) sum_i s_i s'_i} of two replicas of bits, with spins s = 2x - 1; an observable of the pair. */
    String OVERLAP = "overlap";

    /** The absolute overlap {@code |q|}. */
    String ABSOLUTE_OVERLAP = "absoluteOverlap";

    /** The mean of {@code s_i s_j s'_i s'_j} over the pairs of the model's graph. */
    String LINK_OVERLAP = "linkOverlap";

    /** The names of the observables: "logProb", then the tracked statistics. */
    List<String> names();

    /**
     * An observable at each slot, from all scans.
     *
     * @throws IllegalArgumentException if it was not tracked
     */
    SlotTable slots(String name);

    /**
     * The inverse temperature of the target, whose energy is {@code -log pi(x) / targetBeta()}: that of {@code
     * trackEnergy(beta)}, else 1.
     */
    double targetBeta();

    /**
     * The number of scans from one kept scan of a chain to the next; scans are kept for {@link #at}. 1 for short runs.
     */
    long thinning();

    /** The number of scans of all chains that are kept for {@link #at}. Each has a state of every slot. */
    long kept();

    /**
     * Averages at any inverse temperature on the path, from the scans that are kept, of all slots together.
     *
     * @param beta in [0, {@link #targetBeta}]
     */
    TemperedAverages at(double beta);

    /**
     * Overlaps of the two replicas of each inverse temperature, if {@code Tempering.overlaps()} was given and there are
     * two. The observables are {@value #OVERLAP}, {@value #ABSOLUTE_OVERLAP} and, if the graph joins any sites,
     * {@value #LINK_OVERLAP}; the mean of q^2 is {@code at(beta).estimate(moments -> moments.moment(OVERLAP, 2))}.
     *
     * <p>Two replicas count as one system of twice the size: "logProb" is the sum of both log-probabilities, a state's
     * weight at another inverse temperature has the sum of both log-ratios, and log Z is that of two systems.
     *
     * <p>Overlaps change slowly, so errors from within a ladder would be too small. Errors here come from the
     * differences between ladders; NaN with fewer than 4 ladders.
     */
    default Optional<TemperingObservables> overlaps() {
        return Optional.empty();
    }
}
