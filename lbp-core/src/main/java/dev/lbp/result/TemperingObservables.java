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

    /** The scans of a chain from one that is kept for {@link #at} to the next: 1 for short runs. */
    long thinning();

    /** The number of scans of all chains that are kept for {@link #at}. Each has a state of every slot. */
    long kept();

    /**
     * Averages at any inverse temperature on the path, from the scans that are kept, of all slots together.
     *
     * @param fraction in [0, 1]
     * @param unit the inverse temperature of the target in the user's unit, finite and > 0
     */
    TemperedAverages at(double fraction, double unit);
}
