package dev.lbp.internal.infer.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The interaction graph while variables are eliminated: variables with a common table are neighbours. For each variable
 * it keeps the logarithm of the size of the table of the variable and its neighbours (weight), and the number of pairs
 * of its neighbours that are not neighbours (fill).
 */
final class Neighbours {

    private final double[] logSizes;
    /** The neighbours of each variable: the first {@link #degree} entries. */
    private final int[][] near;

    private final int[] degree;
    private final double[] weight;
    private final long[] fill;
    /** A variable u is marked if {@code mark[u] == stamp}. A new stamp removes all marks. */
    private final int[] mark;

    private int stamp;
    /** The variables whose weight or fill changed since {@link #takeChanges}: the first {@link #changes} entries. */
    private final int[] changed;

    private final boolean[] isChanged;
    private int changes;
    private double work;

    /**
     * The interaction graph of tables. Its weights are right from here on, its fills after {@link #countFill}.
     *
     * @param sizes the number of values of each variable
     * @param scopes the variables of each table
     */
    Neighbours(int[] sizes, int[][] scopes) {
        int count = sizes.length;
        logSizes = Arrays.stream(sizes).mapToDouble(Math::log).toArray();
        near = new int[count][4];
        degree = new int[count];
        weight = logSizes.clone();
        fill = new long[count];
        mark = new int[count];
        changed = new int[count];
        isChanged = new boolean[count];
        List<List<int[]>> scopesOf = Stream.<List<int[]>>generate(() -> new ArrayList<>(0))
                .limit(count)
                .toList();
        for (int[] scope : scopes) {
            Arrays.stream(scope).forEach(v -> scopesOf.get(v).add(scope));
        }
        for (int v = 0; v < count; v++) {
            stamp++; // removes all marks; then v and its neighbours so far are marked
            mark[v] = stamp;
            for (int[] scope : scopesOf.get(v)) {
                for (int u : scope) {
                    if (mark[u] != stamp) {
                        mark[u] = stamp;
                        addNeighbour(v, u);
                    }
                }
            }
        }
    }

    /** A copy, for another search. */
    Neighbours(Neighbours other) {
        logSizes = other.logSizes;
        near = new int[other.near.length][];
        for (int v = 0; v < near.length; v++) {
            near[v] = Arrays.copyOf(other.near[v], Math.max(1, other.degree[v]));
        }
        degree = other.degree.clone();
        weight = other.weight.clone();
        fill = other.fill.clone();
        mark = new int[near.length];
        changed = new int[near.length];
        isChanged = new boolean[near.length];
    }

    /** Counts the fill of each variable. */
    void countFill() {
        for (int v = 0; v < near.length; v++) {
            long present = 0; // pairs of neighbours that are neighbours, each counted from both
            stamp++;
            for (int k = 0; k < degree[v]; k++) {
                mark[near[v][k]] = stamp;
            }
            for (int k = 0; k < degree[v]; k++) {
                int u = near[v][k];
                for (int j = 0; j < degree[u]; j++) {
                    present += mark[near[u][j]] == stamp ? 1 : 0;
                }
            }
            fill[v] = ((long) degree[v] * (degree[v] - 1) - present) / 2;
        }
    }

    /** Adds u to the neighbours of v, but not v to those of u. */
    private void addNeighbour(int v, int u) {
        if (degree[v] == near[v].length) {
            near[v] = Arrays.copyOf(near[v], 2 * degree[v]);
        }
        near[v][degree[v]++] = u;
        weight[v] += logSizes[u];
    }

    /**
     * The position of each variable in a breadth-first search. In each connected component it starts at a variable far
     * from a random one.
     */
    double[] front(UniformRandomProvider rng) {
        double[] place = new double[near.length];
        int[] queue = new int[near.length];
        Arrays.fill(place, -1.0); // not reached
        int count = 0; // of the variables that have their place
        int first = near.length == 0 ? 0 : rng.nextInt(near.length);
        for (int k = 0; k < near.length; k++) {
            int v = (first + k) % near.length;
            if (place[v] < 0.0) {
                int end = searchBreadthFirst(v, queue, count, place);
                int start = queue[end - 1]; // the last variable found is far from v
                for (int j = count; j < end; j++) { // forgets the first search, which only finds the start
                    place[queue[j]] = -1.0;
                }
                count = searchBreadthFirst(start, queue, count, place);
            }
        }
        return place;
    }

    /**
     * Writes the variables that {@code start} reaches to {@code queue}, from index {@code from} on, and their indices
     * to {@code place}. Returns the index after the last one.
     */
    private int searchBreadthFirst(int start, int[] queue, int from, double[] place) {
        int end = from;
        place[start] = end;
        queue[end++] = start;
        for (int at = from; at < end; at++) {
            int v = queue[at];
            for (int k = 0; k < degree[v]; k++) {
                int u = near[v][k];
                if (place[u] < 0.0) { // not yet reached
                    place[u] = end;
                    queue[end++] = u;
                }
            }
        }
        return end;
    }

    int variables() {
        return near.length;
    }

    int degree(int v) {
        return degree[v];
    }

    /** The neighbours of a variable; a copy. */
    int[] neighbours(int v) {
        return Arrays.copyOf(near[v], degree[v]);
    }

    /** The logarithm of the number of entries of the table of a variable and its neighbours. */
    double weight(int v) {
        return weight[v];
    }

    double logSize(int v) {
        return logSizes[v];
    }

    /** The number of pairs of neighbours of a variable that are not neighbours of each other. */
    long fill(int v) {
        return fill[v];
    }

    /** The number of elementary operations so far. */
    double work() {
        return work;
    }

    /** Makes all pairs of these variables neighbours. */
    void join(int[] clique) {
        for (int i = 0; i < clique.length; i++) {
            int a = clique[i];
            stamp++;
            mark[a] = stamp;
            for (int k = 0; k < degree[a]; k++) {
                mark[near[a][k]] = stamp;
            }
            work += degree[a] + clique.length - i;
            for (int j = i + 1; j < clique.length; j++) {
                int b = clique[j];
                if (mark[b] != stamp) {
                    joinPair(a, b);
                    mark[b] = stamp;
                }
            }
        }
    }

    /**
     * Makes a and b neighbours, where the neighbours of a are marked. Each common neighbour then has a missing pair
     * less. Each other neighbour of a makes a new missing pair with b, and so do those of b with a.
     */
    private void joinPair(int a, int b) {
        int common = 0;
        for (int k = 0; k < degree[b]; k++) {
            int w = near[b][k];
            if (mark[w] == stamp) {
                common++;
                fill[w]--;
                markChanged(w);
            }
        }
        work += degree[b];
        fill[a] += degree[a] - common;
        fill[b] += degree[b] - common;
        addNeighbour(a, b);
        addNeighbour(b, a);
        markChanged(a);
        markChanged(b);
    }

    /** Removes a variable whose neighbours are all neighbours of each other. */
    void remove(int v) {
        for (int k = 0; k < degree[v]; k++) {
            int u = near[v][k];
            fill[u] -= degree[u] - degree[v]; // all neighbours of u, less v's neighbours, are no neighbours of v
            int at = 0;
            while (near[u][at] != v) {
                at++;
            }
            work += at;
            near[u][at] = near[u][--degree[u]];
            weight[u] -= logSizes[v];
            markChanged(u);
        }
        degree[v] = 0;
    }

    /** Lists a variable, once, among those whose neighbours or size have changed. */
    private void markChanged(int v) {
        if (!isChanged[v]) {
            isChanged[v] = true;
            changed[changes++] = v;
        }
    }

    /** Returns the variables whose weight or fill changed since the last call. */
    int[] takeChanges() {
        int[] taken = Arrays.copyOf(changed, changes);
        for (int v : taken) {
            isChanged[v] = false;
        }
        changes = 0;
        return taken;
    }
}
