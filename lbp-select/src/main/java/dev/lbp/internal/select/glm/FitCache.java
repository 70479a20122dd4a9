package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.average.Sites;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results of one chain's fits, of the models that it visited last, within a bound on memory. The cache saves
 * time and changes no number, since all results are functions of the model.
 */
final class FitCache {

    private static final long MOST_BYTES = 32L << 20;

    /** Bytes of one entry, beside a log-ratio for each variable. */
    private static final long OVERHEAD = 256;

    private static final int LEAST_ENTRIES = 4;

    private final Map<Sites, Known> entries;

    /** The results for one model. */
    static final class Known {

        final double logProb;

        /** The log-ratios; null until they are computed. */
        float @Nullable [] ratios;

        Known(double logProb) {
            this.logProb = logProb;
        }
    }

    FitCache(int variables) {
        long most = Math.max(MOST_BYTES / (OVERHEAD + Float.BYTES * (long) variables), LEAST_ENTRIES);
        // Ordered by access: the eldest entry, which is removed, is the one that was not asked for the longest.
        this.entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Sites, Known> eldest) {
                return size() > most;
            }
        };
    }

    @Nullable Known get(Sites key) {
        return entries.get(key);
    }

    void put(Sites key, Known known) {
        entries.put(key, known);
    }
}
