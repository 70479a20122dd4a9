package dev.lbp.result;

import java.util.List;

/** What a tempered run recorded of its slots at each scan: see {@link TemperingResult#observables}. */
public interface TemperingObservables {

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

    /** The scans of a chain from one that is kept for {@link #at} to the next: 1 for short runs. */
    long thinning();

    /** The number of scans of all chains that are kept for {@link #at}. Each has a state of every slot. */
    long kept();

    /**
     * Averages at any inverse temperature on the path, from the scans that are kept, of all slots together.
     *
     * @param beta in [0, {@link #targetBeta}]
     */
    TemperedAverages at(double beta);
}
