package dev.lbp;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sets whose deserialisation does not end: each is in both sets of the level above. */
public final class NestedSets {

    private NestedSets() {}

    /** The outermost set. To read it would take 2^levels calls of hashCode. */
    public static Set<Object> of(int levels) {
        Set<Object> outermost = new HashSet<>();
        Set<Object> first = outermost;
        Set<Object> second = new HashSet<>();
        for (int level = 0; level < levels; level++) {
            Set<Object> below = new HashSet<>();
            Set<Object> another = new HashSet<>(Set.of("other"));
            first.addAll(List.of(below, another));
            second.addAll(List.of(below, another));
            first = below;
            second = another;
        }
        return outermost;
    }
}
