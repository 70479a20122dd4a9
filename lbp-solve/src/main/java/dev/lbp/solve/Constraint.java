package dev.lbp.solve;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.solve.walk.Slots;
import dev.lbp.internal.solve.walk.WalkProblem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A constraint on all states of a search over bits: a number of ones, or groups with exactly one 1. The search moves
 * ones to zeros of the same group, so it never leaves the allowed states and needs no penalty.
 */
public final class Constraint {

    /** The groups; null if all sites are one group. */
    private final int @Nullable [][] groups;

    /** The number of ones in each group. */
    private final int ones;

    private Constraint(int @Nullable [][] groups, int ones) {
        this.groups = groups;
        this.ones = ones;
    }

    /**
     * Exactly k sites are 1.
     *
     * @param k 0 to N
     */
    public static Constraint ones(int k) {
        return new Constraint(null, Check.atLeast(0, "k", k));
    }

    /**
     * Exactly one site of each group is 1. Sites outside of all groups are free.
     *
     * @param groups the sites of each group, in [0, N - 1]: at least one group, and at least one site per group. No
     *     site occurs twice
     */
    public static Constraint oneHot(int[]... groups) {
        Check.atLeast(1, "groups.length", Check.notNull("groups", groups).length);
        int[][] copy = new int[groups.length][];
        Map<Integer, String> places = new HashMap<>();
        for (int g = 0; g < groups.length; g++) {
            String group = "groups[" + g + "]";
            copy[g] = Check.notNull(group, groups[g]).clone();
            Check.atLeast(1, group + ".length", copy[g].length);
            for (int m = 0; m < copy[g].length; m++) {
                String place = group + "[" + m + "]";
                Check.atLeast(0, place, copy[g][m]);
                String other = places.putIfAbsent(copy[g][m], place);
                Check.that(other == null, "differ from " + other, place, copy[g][m]);
            }
        }
        return new Constraint(copy, 1);
    }

    /**
     * The slots of a model's sites under this constraint.
     *
     * @throws IllegalArgumentException if the constraint does not fit the number of sites
     */
    private Slots slots(int sites) {
        if (groups == null) {
            Check.that(ones <= sites, "be in [0, N=" + sites + "]", "k", ones);
            int[] all = new int[sites];
            Arrays.setAll(all, i -> i);
            return new Slots(sites, ones, all);
        }
        for (int g = 0; g < groups.length; g++) {
            for (int m = 0; m < groups[g].length; m++) {
                int site = groups[g][m];
                Check.that(site < sites, "be in [0, N - 1=" + (sites - 1) + "]", "groups[" + g + "][" + m + "]", site);
            }
        }
        return new Slots(sites, ones, groups);
    }

    /** Converts this constraint to the form that a search takes: slots, words, and a text that identifies it. */
    WalkProblem.Allowed allowed() {
        return new WalkProblem.Allowed(this::slots, toString(), identity());
    }

    /** A text that differs between unequal constraints. */
    private String identity() {
        return groups == null
                ? toString()
                : toString() + " " + Fingerprint.of(Map.of("groups", Arrays.deepToString(groups)));
    }

    /** The constraint in words. */
    @Override
    public String toString() {
        return groups == null ? "exactly " + ones + " ones" : groups.length + " groups with one 1 each";
    }
}
