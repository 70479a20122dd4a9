package dev.lbp.experiments.frame;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a value that successive cells share, such as an instance. The first of the cells makes it, and a cell with
 * another key drops it.
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
