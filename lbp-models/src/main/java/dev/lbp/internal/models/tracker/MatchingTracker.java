package dev.lbp.internal.models.tracker;

import static dev.lbp.internal.models.tracker.CandidateLinks.NONE;

import dev.lbp.internal.Check;
import dev.lbp.target.MoveModel;
import java.util.Arrays;

/**
 * Keeps one matching of a {@code MatchingModel}: the link of each site, and the log-probability as an exact sum.
 * Log-ratios are computed from the links when they are asked for.
 */
public final class MatchingTracker implements MoveModel.Tracker {

    private static final long serialVersionUID = 1L;

    private final int n1;
    private final int n2;
    private final CandidateLinks links;
    private final int[] left;
    private final int[] right;
    private final double[] weight;
    private final double quantum;
    private final double perQuantum;

    /** The link of each site, or NONE. */
    private final int[] ofLeft;

    private final int[] ofRight;

    /** {@code log pi / quantum}. */
    private long quanta;

    /** Links of left sites. */
    private final SavedValues saved;

    private long savedQuanta;

    public MatchingTracker(int n1, int n2, CandidateLinks links, double quantum) {
        this.n1 = n1;
        this.n2 = n2;
        this.links = links;
        this.left = links.left;
        this.right = links.right;
        this.weight = links.weight;
        this.quantum = quantum;
        this.perQuantum = 1.0 / quantum;
        this.ofLeft = new int[n1];
        this.ofRight = new int[n2];
        this.saved = new SavedValues(n1);
    }

    @Override
    public void reset(int[] state) {
        int[] link = checked(state);
        Arrays.fill(ofLeft, NONE);
        Arrays.fill(ofRight, NONE);
        quanta = 0;
        saved.forget();
        for (int e : link) {
            if (e != NONE) {
                add(e);
                quanta += (long) (weight[e] * perQuantum);
            }
        }
    }

    /** The link of each left site in a state. */
    private int[] checked(int[] state) {
        Check.length(n1, "state", Check.notNull("state", state).length);
        int[] link = new int[n1];
        int[] owner = new int[n2];
        for (int i = 0; i < n1; i++) {
            int j = state[i] - 1;
            String name = "state[" + i + "]";
            Check.that(j >= -1 && j < n2, "be in [0, " + n2 + "]", name, state[i]);
            link[i] = j < 0 ? NONE : links.find(i, j);
            if (j >= 0) {
                Check.that(link[i] != NONE, "be 0, or j + 1 of a candidate link (" + i + ", j)", name, state[i]);
                Check.that(owner[j] == 0, "differ from state[" + (owner[j] - 1) + "], for a matching", name, state[i]);
                owner[j] = i + 1;
            }
        }
        return link;
    }

    @Override
    public double logProb() {
        return quanta * quantum;
    }

    @Override
    public void logRatios(int[] moves, int n, double[] out) {
        for (int k = 0; k < n; k++) {
            out[k] = logRatio(moves[k]);
        }
    }

    private double logRatio(int link) {
        int mine = ofLeft[left[link]];
        if (mine == link) {
            return -weight[link];
        }
        int theirs = ofRight[right[link]];
        if (mine == NONE) {
            return theirs == NONE ? weight[link] : weight[link] - weight[theirs];
        }
        if (theirs == NONE) {
            return weight[link] - weight[mine];
        }
        int other = links.find(left[theirs], right[mine]);
        return other == NONE ? Double.NEGATIVE_INFINITY : weight[link] + weight[other] - weight[mine] - weight[theirs];
    }

    /**
     * A deletion undoes an addition; otherwise the deleted link of the left site comes back, or else that of the right
     * one.
     */
    @Override
    public int inverse(int move) {
        int mine = ofLeft[left[move]];
        int theirs = ofRight[right[move]];
        return mine != NONE ? mine : theirs != NONE ? theirs : move;
    }

    @Override
    public int changes(int move, int[] sites, int[] values) {
        int mine = ofLeft[left[move]];
        int theirs = ofRight[right[move]];
        sites[0] = left[move];
        values[0] = mine == move ? 0 : right[move] + 1;
        if (mine == move || theirs == NONE) {
            return 1;
        }
        sites[1] = left[theirs];
        values[1] = mine == NONE ? 0 : right[mine] + 1;
        return 2;
    }

    @Override
    public int apply(int move, int[] touched) {
        quanta += (long) (logRatio(move) * perQuantum);
        int mine = ofLeft[left[move]];
        int theirs = ofRight[right[move]];
        int otherLeft = mine == move || theirs == NONE ? NONE : left[theirs];
        int otherRight = mine == move || mine == NONE ? NONE : right[mine];
        note(left[move]);
        remove(mine);
        if (mine != move) {
            if (otherLeft != NONE) {
                note(otherLeft);
                remove(theirs);
            }
            add(move);
            if (otherLeft != NONE && otherRight != NONE) {
                add(links.find(otherLeft, otherRight));
            }
        }
        int count = leftLinks(left[move], touched, 0);
        count = leftLinks(otherLeft, touched, count);
        count = rightLinks(right[move], left[move], otherLeft, touched, count);
        return rightLinks(otherRight, left[move], otherLeft, touched, count);
    }

    private void note(int i) {
        saved.note(i, ofLeft[i]);
    }

    private void remove(int link) {
        if (link != NONE) {
            ofLeft[left[link]] = NONE;
            ofRight[right[link]] = NONE;
        }
    }

    private void add(int link) {
        ofLeft[left[link]] = link;
        ofRight[right[link]] = link;
    }

    private int leftLinks(int i, int[] touched, int count) {
        int n = count;
        if (i != NONE) {
            for (int e = links.leftStart[i]; e < links.leftStart[i + 1]; e++) {
                touched[n++] = e;
            }
        }
        return n;
    }

    /** The links of a right site, but those with the two left sites, which are there already. */
    private int rightLinks(int j, int one, int other, int[] touched, int count) {
        int n = count;
        if (j != NONE) {
            for (int k = links.rightStart[j]; k < links.rightStart[j + 1]; k++) {
                int e = links.rightLinks[k];
                if (left[e] != one && left[e] != other) {
                    touched[n++] = e;
                }
            }
        }
        return n;
    }

    @Override
    public void save() {
        saved.save();
        savedQuanta = quanta;
    }

    /** Removes the present links of all changed sites before it adds the saved ones: they may share right sites. */
    @Override
    public void restore() {
        int count = saved.count();
        for (int k = 0; k < count; k++) {
            remove(ofLeft[saved.site(k)]);
        }
        for (int k = 0; k < count; k++) {
            if (saved.value(k) != NONE) {
                add(saved.value(k));
            }
        }
        saved.save();
        quanta = savedQuanta;
    }
}
