package dev.lbp.experiments.frame;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A value that successive cells share, such as an instance. It is made for the first of the cells, and dropped when a
 * cell asks for another key.
 */
public final class Shared<V> {

    private @Nullable Object key;
    private @Nullable V value;

    /** Makes a value. */
    @FunctionalInterface
    public interface Maker<V> {

        /** The value. */
        V make() throws IOException;
    }

    /** The value of a key. It is made unless the last call had an equal key. */
    public V of(Object wanted, Maker<V> maker) throws IOException {
        V known = value;
        if (known == null || !wanted.equals(key)) {
            value = null; // two values may not fit into memory
            known = maker.make();
            key = wanted;
            value = known;
        }
        return known;
    }
}
