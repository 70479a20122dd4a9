package dev.lbp.internal.select.linear;

import java.io.Serializable;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Columns of X'X in single precision, computed when they are asked for; those asked for last are kept. A column has the
 * same bits each time, those of {@link CrossProducts#compute}, so that the cache does not change what chains draw.
 * Chains share it.
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
        this.recent = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, float[]> eldest) {
                return size() > capacity;
            }
        };
    }

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

    /**
     * Two columns that are the same, whose product is at least {@code near}, or at most {@code -near}; null if there
     * are none. Such columns or their negatives have a squared distance of at most {@code 2 (1 - near)}. Their products
     * with the response are as near, so columns are sorted by these first.
     *
     * @param response products of the columns with the response
     * @param areSame decides whether two such columns are the same
     */
    int @Nullable [] equalPair(double[] response, double near, Gram.Pairs areSame) {
        double most = 2.0 * (1.0 - near);
        int[] order = IntStream.range(0, response.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> Math.abs(response[j])))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int i = 0; i < order.length; i++) {
            double here = Math.abs(response[order[i]]);
            for (int k = i - 1; k >= 0; k--) {
                double apart = here - Math.abs(response[order[k]]);
                if (apart * apart > most) {
                    break;
                }
                int first = Math.min(order[i], order[k]);
                int second = Math.max(order[i], order[k]);
                if ((areNear(first, second, 1.0, most) || areNear(first, second, -1.0, most))
                        && areSame.test(first, second)) {
                    return new int[] {first, second};
                }
            }
        }
        return null;
    }

    private boolean areNear(int i, int j, double sign, double most) {
        double squares = 0.0;
        for (int t = 0; t < x.length && squares <= most; t++) {
            double apart = x[t][i] - sign * x[t][j];
            squares += apart * apart;
        }
        return squares <= most;
    }
}
