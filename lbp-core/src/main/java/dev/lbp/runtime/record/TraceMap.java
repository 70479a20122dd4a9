package dev.lbp.runtime.record;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Traces by name, [chains][draws]; a value may be made at each call. {@link #get} refuses a name that no trace has,
 * because null would not tell the valid names.
 */
public final class TraceMap extends AbstractMap<String, double[][]> {

    private final Set<String> names;
    private final Function<String, double[][]> trace;

    /**
     * @param names in their order
     * @param trace gives the trace of a name
     */
    public TraceMap(Collection<String> names, Function<String, double[][]> trace) {
        this.names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
        this.trace = trace;
    }

    /**
     * The trace of a name.
     *
     * @throws IllegalArgumentException if no trace has this name
     */
    @Override
    public double[][] get(Object name) {
        if (name instanceof String text && names.contains(text)) {
            return trace.apply(text);
        }
        throw new IllegalArgumentException("must be one of " + names + ": trace=" + name);
    }

    @Override
    public double[][] getOrDefault(Object name, double[][] otherwise) {
        return containsKey(name) ? get(name) : otherwise;
    }

    @Override
    public boolean containsKey(Object name) {
        return names.contains(name);
    }

    @Override
    public Set<String> keySet() {
        return names;
    }

    @Override
    public Set<Map.Entry<String, double[][]>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, double[][]>> iterator() {
                return names.stream()
                        .map(name -> Map.entry(name, trace.apply(name)))
                        .iterator();
            }

            @Override
            public int size() {
                return names.size();
            }
        };
    }

    /** The names, because the values may be long. */
    @Override
    public String toString() {
        return names.toString();
    }
}
