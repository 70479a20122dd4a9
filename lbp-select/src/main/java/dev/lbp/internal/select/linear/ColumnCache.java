package dev.lbp.internal.select.linear;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Computes columns of X'X in single precision when they are asked for, and keeps those that were asked for last. A
 * column has the same bits each time, those of {@link CrossProducts#compute}, so that the cache does not change what
 * chains draw. Chains share it.
 */
final class ColumnCache implements Serializable {

    private static final long serialVersionUID = 1L;

    private final double[][] x;
    private final int capacity;
    private final transient Map<Integer, float[]> recent;

    /**
     * @param x [n][p]: each column of sum of squares 1
     * @param capacity the number of columns kept, at least 1
     */
    ColumnCache(double[][] x, int capacity) {
        this.x = x;
        this.capacity = capacity;
        // In the order of access: the eldest column, which is removed, is the one that was asked for longest ago.
        this.recent = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, float[]> eldest) {
                return size() > capacity;
            }
        };
    }

    /** Replaces a deserialised object, whose map is null, by one with an empty cache. */
    private Object readResolve() {
        return new ColumnCache(x, capacity);
    }

    /** The products of column j with all columns; not to be written to. Two threads may both compute it. */
    float[] column(int j) {
        synchronized (recent) {
            float[] known = recent.get(j);
            if (known != null) {
                return known;
            }
        }
        float[] made = CrossProducts.column(x, j);
        synchronized (recent) {
            recent.put(j, made);
        }
        return made;
    }
}
