package dev.lbp.spark;

import dev.lbp.RunSlice;
import java.io.Serializable;

/**
 * Some chains of a run.
 *
 * @param first the number in the run of the first of them
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
