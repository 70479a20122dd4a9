package dev.lbp.internal.models.tracker;

import static dev.lbp.internal.models.tracker.CandidateLinks.NONE;

import dev.lbp.internal.Check;
import dev.lbp.target.MoveModel;
import java.util.Arrays;

/**
 * Keeps one matching of a {@code MatchingModel}: the link of each site, and the log-probability as an exact sum.
 * Log-ratios are computed from the links at each call.
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

    /** For each left site that has changed since the state was saved, its link in the saved state. */
    private final SavedValues saved;

    private long savedQuanta;

    public MatchingTracker(int n1, int n2, CandidateLinks links, double quantum) {
        this.n1 = n1;
        this.n2 = n2;
        this.links = links;
        this.left = links.left();
        this.right = links.right();
        this.weight = links.weight();
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

    /** Checks a state, and returns the link of each left site. */
    private int[] checked(int[] state) {
        Check.length(n1, "state", Check.notNull("state", state).length);
        int[] link = new int[n1];
        int[] owner = new int[n2]; // of each right site, its left site plus 1; 0 for none yet
        for (int i = 0; i < n1; i++) {
            int j = state[i] - 1;
            String name = "state[" + i + "]";
            Check.that(j >= -1 && j < n2, "be in [0, " + n2 + "]", name, state[i]);
            link[i] = j < 0 ? NONE : links.find(i, j);
            if (j >= 0) {
                Check.that(link[i] != NONE, "be 0, or j + 1 of a candidate link (" + i + ", j)", name, state[i]);
                Check.that(
                        owner[j] == 0,
                        "be a matching (give one by initial(...)), and state[" + (owner[j] - 1)
                                + "] has this value already",
                        name,
                        state[i]);
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

    /**
     * The log-ratio of the move of a link. It deletes a link that is present, and adds an absent one in place of the
     * present links of both its sites. If both have one, the sites that they leave free are linked with each other.
     */
    private double logRatio(int link) {
        int leftLink = ofLeft[left[link]];
        if (leftLink == link) {
            return -weight[link];
        }
        int rightLink = ofRight[right[link]];
        if (leftLink == NONE) {
            return rightLink == NONE ? weight[link] : weight[link] - weight[rightLink];
        }
        if (rightLink == NONE) {
            return weight[link] - weight[leftLink];
        }
        int other = links.find(left[rightLink], right[leftLink]); // the link of the sites left free
        return other == NONE // they are no candidate link
                ? Double.NEGATIVE_INFINITY
                : weight[link] + weight[other] - weight[leftLink] - weight[rightLink];
    }

    /**
     * The label that undoes a move, asked before the move is made: the link of its left site now, else the link of its
     * right site now, which the move would remove; else its own label, since a deletion undoes an addition.
     */
    @Override
    public int inverse(int move) {
        int leftLink = ofLeft[left[move]];
        int rightLink = ofRight[right[move]];
        return leftLink != NONE ? leftLink : rightLink != NONE ? rightLink : move;
    }

    @Override
    public int changes(int move, int[] sites, int[] values) {
        int leftLink = ofLeft[left[move]];
        int rightLink = ofRight[right[move]];
        sites[0] = left[move]; // a left site's value is 0 without a link, else the number of its right site plus 1
        values[0] = leftLink == move ? 0 : right[move] + 1;
        if (leftLink == move || rightLink == NONE) {
            return 1;
        }
        sites[1] = left[rightLink]; // it loses its right site to the move's left site
        values[1] = leftLink == NONE ? 0 : right[leftLink] + 1;
        return 2;
    }

    @Override
    public int apply(int move, int[] touched) {
        quanta += (long) (logRatio(move) * perQuantum);
        int leftLink = ofLeft[left[move]];
        int rightLink = ofRight[right[move]];
        boolean deletes = leftLink == move; // the link is there, and the move deletes it
        // the sites that lose their link with the right and the left site of the move
        int otherLeft = deletes || rightLink == NONE ? NONE : left[rightLink];
        int otherRight = deletes || leftLink == NONE ? NONE : right[leftLink];
        note(left[move]);
        remove(leftLink);
        if (!deletes) {
            if (otherLeft != NONE) {
                note(otherLeft);
                remove(rightLink);
            }
            add(move);
            // a double switch: the two sites that lose their links are linked with each other
            if (otherLeft != NONE && otherRight != NONE) {
                add(links.find(otherLeft, otherRight));
            }
        }
        int count = addLeftLinks(left[move], touched, 0);
        count = addLeftLinks(otherLeft, touched, count);
        count = addRightLinks(right[move], left[move], otherLeft, touched, count);
        return addRightLinks(otherRight, left[move], otherLeft, touched, count);
    }

    private void note(int i) {
        saved.note(i, ofLeft[i]);
    }

    /** Leaves both sites of a link without a link; {@link #NONE} has no sites. */
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

    /** Adds the links of a left site to the touched ones, and returns the new number of touched links. */
    private int addLeftLinks(int i, int[] touched, int count) {
        int n = count;
        if (i != NONE) {
            for (int e = links.leftStart()[i]; e < links.leftStart()[i + 1]; e++) {
                touched[n++] = e;
            }
        }
        return n;
    }

    /** Adds the links of a right site, except its links with two left sites, which are already there. */
    private int addRightLinks(int j, int one, int other, int[] touched, int count) {
        int n = count;
        if (j != NONE) {
            for (int k = links.rightStart()[j]; k < links.rightStart()[j + 1]; k++) {
                int e = links.rightLinks()[k];
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
        saved.save(); // the state is the saved one again, with no changes noted
        quanta = savedQuanta;
    }
}
