package dev.lbp.internal.infer.order;

/** A priority queue of variables whose keys change: a binary heap that stores the position of each variable. */
final class SiteHeap {

    private final double[] keys;
    private final int[] heap;
    /** The index of each variable in {@link #heap}; -1 if it was removed. */
    private final int[] place;

    private int size;

    /** A heap of all variables, with key 0. */
    SiteHeap(int variables) {
        keys = new double[variables];
        heap = new int[variables];
        place = new int[variables];
        size = variables;
        for (int v = 0; v < variables; v++) {
            heap[v] = v;
            place[v] = v;
        }
    }

    /** The variable of the smallest key. */
    int first() {
        return heap[0];
    }

    boolean contains(int variable) {
        return place[variable] >= 0;
    }

    double key(int variable) {
        return keys[variable];
    }

    /** Changes the key of a variable. */
    void put(int variable, double key) {
        keys[variable] = key;
        sift(variable);
    }

    /** Removes a variable. */
    void remove(int variable) {
        int last = heap[--size];
        int at = place[variable];
        place[variable] = -1;
        if (last != variable) {
            heap[at] = last;
            place[last] = at;
            sift(last);
        }
    }

    /** Moves a variable up or down until the heap is in order. */
    private void sift(int variable) {
        int at = place[variable];
        double key = keys[variable];
        while (at > 0 && keys[heap[(at - 1) / 2]] > key) {
            at = move((at - 1) / 2, at);
        }
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < size && keys[heap[child + 1]] < keys[heap[child]]) {
                child++;
            }
            if (child >= size || keys[heap[child]] >= key) {
                break;
            }
            at = move(child, at);
        }
        heap[at] = variable;
        place[variable] = at;
    }

    /** Moves an entry of the heap. Returns the free place {@code from}. */
    private int move(int from, int to) {
        heap[to] = heap[from];
        place[heap[to]] = to;
        return from;
    }
}
