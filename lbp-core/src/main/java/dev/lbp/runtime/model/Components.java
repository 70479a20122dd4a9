package dev.lbp.runtime.model;

import dev.lbp.target.SiteGraph;

/**
 * Splits sets of sites into the connected components of a graph restricted to them. A split costs O(n + the degrees of
 * the n sites), and allocates nothing.
 */
public final class Components {

    private final SiteGraph graph;

    /** 1 for each site of the set that is not yet in a component. */
    private final byte[] waiting;

    /** The sites of all components, one component after another; component c begins at {@link #start}[c]. */
    private final int[] sites;

    private final int[] start;
    private int count;

    public Components(SiteGraph graph) {
        this.graph = graph;
        this.waiting = new byte[graph.sites()];
        this.sites = new int[graph.sites() + 1]; // one more, to write neighbours outside the set that are then dropped
        this.start = new int[graph.sites() + 1];
    }

    /**
     * Splits a set. The components are in the order of their first sites in the set.
     *
     * @param set the first {@code n} elements are distinct sites
     * @return the number of components
     */
    public int split(int[] set, int n) {
        for (int k = 0; k < n; k++) {
            waiting[set[k]] = 1;
        }
        SiteGraph rows = graph;
        int[] found = sites;
        byte[] left = waiting;
        count = 0;
        int tail = 0;
        for (int k = 0; k < n; k++) {
            if (left[set[k]] == 1) {
                left[set[k]] = 0;
                int head = tail;
                found[tail++] = set[k];
                for (; head < tail; head++) {
                    int end = rows.start(found[head] + 1);
                    for (int entry = rows.start(found[head]); entry < end; entry++) {
                        int next = rows.neighbour(entry);
                        found[tail] = next; // without a branch, which would be unpredictable
                        tail += left[next];
                        left[next] = 0;
                    }
                }
                start[++count] = tail;
            }
        }
        return count;
    }

    /** The number of components of the last split. */
    public int count() {
        return count;
    }

    /** The number of sites of a component. */
    public int size(int component) {
        return start[component + 1] - start[component];
    }

    /** Copies the sites of a component to {@code to}, from index {@code at} on. Returns their number. */
    public int copy(int component, int[] to, int at) {
        int size = size(component);
        System.arraycopy(sites, start[component], to, at, size);
        return size;
    }
}
