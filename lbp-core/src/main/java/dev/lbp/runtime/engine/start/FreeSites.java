package dev.lbp.runtime.engine.start;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sites that chains may change, and the sites that they never change.
 *
 * @param free the sites that may change, ascending; null for all
 * @param frozen the sites that never change, ascending
 */
public record FreeSites(int @Nullable [] free, int[] frozen) {

    /**
     * The free and the frozen sites by a mask. If no site is frozen, the free ones are null.
     *
     * @param frozenMask N values, true for sites that never change; null for none
     */
    public static FreeSites of(int dimension, boolean @Nullable [] frozenMask) {
        if (frozenMask == null) {
            return new FreeSites(null, new int[0]);
        }
        int[] frozen = IntStream.range(0, dimension).filter(i -> frozenMask[i]).toArray();
        int[] free = frozen.length == 0
                ? null
                : IntStream.range(0, dimension).filter(i -> !frozenMask[i]).toArray();
        return new FreeSites(free, frozen);
    }
}
