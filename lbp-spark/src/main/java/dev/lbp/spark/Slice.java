package dev.lbp.spark;

import dev.lbp.RunSlice;
import java.io.Serializable;

/**
 * Consecutive chains of a run.
 *
 * @param first the number of the first chain in the run
 * @param count the number of chains
 */
record Slice(int first, int count) implements Serializable {

    static Slice of(RunSlice slice) {
        return new Slice(slice.first(), slice.count());
    }

    @Override
    public String toString() {
        return count == 1 ? "chain " + first : "chains " + first + " to " + (first + count - 1);
    }
}
