package dev.lbp.internal.infer.table;

/**
 * Maps the indices of a large table, in ascending order, to indices of a small table whose variables are a subset. Both
 * tables have their variables in the same order. Adjacent variables that both tables have are merged into one axis, and
 * so are adjacent variables that only the large table has. So a step along the fastest axis changes the index of the
 * small table by 1 or not at all, and inner loops are long.
 */
public final class Alignment {

    private final int[] sizes; // of each axis, fastest first; at least two axes
    private final int[] strides; // of each axis, in the small table; 0 if the small table does not have it
    private final int axes;

    private Alignment(int[] sizes, int[] strides, int axes) {
        this.sizes = sizes;
        this.strides = strides;
        this.axes = axes;
    }

    /**
     * An alignment.
     *
     * @param large the variables of the large table
     * @param small the variables of the small table, a subset in the same order
     * @param values the number of values of each variable
     */
    public static Alignment of(int[] large, int[] small, int[] values) {
        int[] sizes = new int[large.length + 2];
        int[] strides = new int[large.length + 2];
        int axes = 0;
        int stride = 1; // in the small table
        int next = small.length - 1;
        for (int k = large.length - 1; k >= 0; k--) { // from the fastest variable
            int size = values[large[k]];
            boolean shared = next >= 0 && small[next] == large[k];
            // joins the axis of the variable after it if the small table has both variables, or none of them
            if (axes > 0 && shared == strides[axes - 1] > 0) {
                sizes[axes - 1] *= size;
            } else {
                sizes[axes] = size;
                strides[axes] = shared ? stride : 0;
                axes++;
            }
            if (shared) {
                stride *= size;
                next--;
            }
        }
        while (axes < 2) { // the loops over the tables run along two axes
            sizes[axes++] = 1;
        }
        return new Alignment(sizes, strides, axes);
    }

    /** Multiplies each entry of the large table by the entry of the small table at the mapped index. */
    public void multiply(double[] large, double[] small) {
        walk(large, small, true);
    }

    /** Adds each entry of the large table to the entry of the small table at the mapped index. */
    public void add(double[] large, double[] small) {
        walk(large, small, false);
    }

    /**
     * Visits the large table in runs along its two fastest axes. The other axes count like the digits of a number, the
     * third axis fastest.
     *
     * @param multiply whether to multiply the large table; if false, adds to the small one
     */
    private void walk(double[] large, double[] small, boolean multiply) {
        int[] counter = new int[axes];
        int at = 0;
        int base = 0;
        int axis = 0;
        while (axis < axes) {
            if (multiply) {
                multiplyRuns(large, at, small, base);
            } else {
                addRuns(large, at, small, base);
            }
            at += sizes[0] * sizes[1];
            for (axis = 2; axis < axes; axis++) {
                base += strides[axis];
                if (++counter[axis] < sizes[axis]) {
                    break;
                }
                base -= strides[axis] * sizes[axis];
                counter[axis] = 0;
            }
        }
    }

    /**
     * Multiplies entries of the large table by those of the small one, over the two axes whose indices change fastest.
     * They begin at index {@code from} of the large table and {@code base} of the small one.
     */
    private void multiplyRuns(double[] large, int from, double[] small, int base) {
        int length = sizes[0];
        int at = from;
        int other = base;
        for (int run = 0; run < sizes[1]; run++, at += length, other += strides[1]) {
            if (strides[0] == 1) {
                for (int k = 0; k < length; k++) {
                    large[at + k] *= small[other + k];
                }
            } else { // the small table does not have the first axis: one factor for all of it
                double factor = small[other];
                for (int k = 0; k < length; k++) {
                    large[at + k] *= factor;
                }
            }
        }
    }

    /**
     * Adds entries of the large table to the small one, over the two axes whose indices change fastest. They begin at
     * index {@code from} of the large table and {@code base} of the small one. An axis that the small table does not
     * have has the stride 0 there.
     */
    private void addRuns(double[] large, int from, double[] small, int base) {
        int length = sizes[0];
        int at = from;
        int other = base;
        for (int run = 0; run < sizes[1]; run++, at += length, other += strides[1]) {
            if (strides[0] == 1) {
                for (int k = 0; k < length; k++) {
                    small[other + k] += large[at + k];
                }
            } else { // the small table does not have the first axis: sum over it
                double sum = 0.0;
                for (int k = 0; k < length; k++) {
                    sum += large[at + k];
                }
                small[other] += sum;
            }
        }
    }
}
