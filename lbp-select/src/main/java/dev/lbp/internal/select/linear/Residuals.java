package dev.lbp.internal.select.linear;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The numbers of every column j outside a fit: {@code c_j}, its product with the residual of the response, and its
 * pivot {@code d_j}, the squared length of its residual. If column j enters, rss falls by {@code c_j^2 / d_j}. The
 * numbers of the fit's own columns mean nothing.
 *
 * <p>Changes of the fit are recorded. {@link #update} applies them, in O(k p) for each, or computes the residuals from
 * nothing, in O(k^2 p), if there are more than {@link #MOST_NOTED}. Two pairs of arrays hold c and d: after {@link
 * #save} the present pair is not written to, so that {@link #restore} brings it back bit for bit.
 */
final class Residuals implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final int MOST_NOTED = 8;

    /** Residuals with an error of this many times that of a fit are computed from nothing. */
    private static final double WORN = 100.0;

    private final Gram gram;
    private final double lambda;

    /** Two arrays for c and two for d: {@code c[present]} is current, {@code c[saved]} is what {@link #save} kept. */
    private final double[][] c;

    private final double[][] d;
    private final double[] v; // room for the products of all columns with one vector

    private int present;
    private int saved;

    /** The largest {@link ColumnChange#reach} of all changes since the residuals were computed from nothing. */
    double reach = 1.0;

    private double savedReach = 1.0;

    /**
     * The number of recorded changes that the present c and d lack; above {@link #MOST_NOTED} if it must be computed
     * from nothing.
     */
    private int noted = MOST_NOTED + 1;

    private int savedNoted;
    private final ColumnChange[] notes = newChanges();
    private final ColumnChange[] savedNotes = newChanges();
    private final ColumnChange unused = new ColumnChange();

    Residuals(Gram gram, double lambda) {
        this.gram = gram;
        this.lambda = lambda;
        int p = gram.columns();
        this.c = new double[2][p];
        this.d = new double[2][p];
        this.v = new double[p];
    }

    private static ColumnChange[] newChanges() {
        return IntStream.range(0, MOST_NOTED).mapToObj(k -> new ColumnChange()).toArray(ColumnChange[]::new);
    }

    /**
     * The object in which the caller records the change that it is about to make. After too many changes it is one that
     * nobody reads, because residuals are then computed from nothing.
     */
    ColumnChange next() {
        if (noted >= MOST_NOTED) {
            noted = MOST_NOTED + 1; // update() then computes the residuals from nothing
            return unused;
        }
        return notes[noted++];
    }

    /** Forgets all numbers, because the fit was replaced. */
    void forget() {
        noted = MOST_NOTED + 1;
    }

    /** The product c of every column with the response's residual, after {@link #update}; not to be written to. */
    double[] covariances() {
        return c[present];
    }

    /** The pivot d of every column, after {@link #update}; not to be written to. */
    double[] pivots() {
        return d[present];
    }

    /** Applies the noted changes of the fit to c and d, or computes both from nothing if errors have grown too much. */
    void update(LinearFit fit) {
        if (noted == 0) {
            return;
        }
        int from = present;
        int to = present == saved ? 1 - present : present; // what is saved must stay
        if (noted > MOST_NOTED || reach > WORN * (fit.isExact() ? 1.0 : 1.0 + fit.solution.trace())) {
            compute(fit, c[to], d[to]);
        } else {
            for (int k = 0; k < noted; k++) {
                notes[k].apply(gram, fit, v, c[from], d[from], c[to], d[to]);
                reach = Math.max(reach, notes[k].reach());
                from = to; // further changes are made in place
            }
        }
        if (fit.isExact()) {
            gram.project(fit.residual(), c[to]); // c from the exact residual has more digits than sums of changes
        }
        present = to;
        noted = 0;
    }

    /** Computes c and d from nothing: adds the fit's columns one by one to an empty fit, in ascending order. */
    private void compute(LinearFit fit, double[] toC, double[] toD) {
        gram.copyResponse(toC);
        Arrays.fill(toD, 1.0 + lambda);
        reach = 1.0;
        // A fit that only records the changes, each in `unused`, from where it is applied to c and d at once.
        LinearFit fresh = new LinearFit(gram, lambda);
        for (int column : fit.solution.sorted()) {
            if (fresh.add(column, unused)) {
                unused.apply(gram, fresh, v, toC, toD, toC, toD);
                reach = Math.max(reach, unused.reach());
            }
        }
    }

    /** Keeps the numbers for {@link #restore}: updates then write to the other one of two pairs of arrays. */
    void save() {
        saved = present;
        savedReach = reach;
        savedNoted = noted;
        for (int k = 0; k < Math.min(noted, MOST_NOTED); k++) {
            savedNotes[k].copy(notes[k]);
        }
        if (noted > MOST_NOTED) {
            savedNoted = MOST_NOTED + 1;
        }
    }

    /** Returns to what {@link #save} kept; the saved arrays of c and d are still there, since updates spare them. */
    void restore() {
        present = saved;
        reach = savedReach;
        noted = savedNoted;
        for (int k = 0; k < Math.min(noted, MOST_NOTED); k++) {
            notes[k].copy(savedNotes[k]);
        }
    }
}
