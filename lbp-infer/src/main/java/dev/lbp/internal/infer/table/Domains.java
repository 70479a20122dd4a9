package dev.lbp.internal.infer.table;

import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of each site that evidence and zeros of tables allow, by generalised arc consistency: a value stays if
 * each table has an entry above 0 with this value and with values of the other sites that stay. A removed value has
 * probability 0; so may a value that stays.
 */
public final class Domains {

    private final FactorGraph graph;
    private final boolean[][] allowed;
    private final List<List<Integer>> tablesOf = new ArrayList<>(); // for each site, the tables with zeros
    private boolean possible = true;

    private Domains(FactorGraph graph) {
        this.graph = graph;
        this.allowed = new boolean[graph.sites()][];
    }

    /**
     * Domains given evidence.
     *
     * @param observed a value for each site; -1 if it is not observed
     */
    public static Domains of(FactorGraph graph, int[] observed) {
        Domains domains = new Domains(graph);
        for (int i = 0; i < graph.sites(); i++) {
            domains.allowed[i] = new boolean[graph.values(i)];
            if (observed[i] < 0) {
                Arrays.fill(domains.allowed[i], true);
            } else {
                domains.allowed[i][observed[i]] = true;
            }
            domains.tablesOf.add(new ArrayList<>(0));
        }
        domains.propagate();
        return domains;
    }

    /**
     * Whether each site has a value left. If not, no state that agrees with the evidence has a positive probability.
     */
    public boolean possible() {
        return possible;
    }

    /** The values of a site that stay, ascending. */
    public int[] values(int site) {
        int[] left = new int[allowed[site].length];
        int count = 0;
        for (int value = 0; value < left.length; value++) {
            if (allowed[site][value]) {
                left[count++] = value;
            }
        }
        return Arrays.copyOf(left, count);
    }

    /**
     * Removes values without support until none is left. A table is checked again when a value of its sites is removed.
     */
    private void propagate() {
        List<Factor> factors = graph.factors();
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        boolean[] queued = new boolean[factors.size()];
        for (int a = 0; a < factors.size(); a++) {
            Factor factor = factors.get(a);
            if (hasZero(factor)) { // a table without zeros supports every value
                for (int k = 0; k < factor.width(); k++) {
                    tablesOf.get(factor.site(k)).add(a);
                }
                queue.add(a);
                queued[a] = true;
            }
        }
        while (possible && !queue.isEmpty()) {
            int a = queue.remove();
            queued[a] = false;
            Factor factor = factors.get(a);
            boolean[][] supported = supported(factor);
            possible = factor.width() > 0 || factor.logValue(0) > Double.NEGATIVE_INFINITY;
            for (int k = 0; k < factor.width(); k++) {
                if (narrow(factor.site(k), supported[k])) {
                    for (int other : tablesOf.get(factor.site(k))) {
                        if (other != a && !queued[other]) { // table a itself has no more to remove
                            queue.add(other);
                            queued[other] = true;
                        }
                    }
                }
            }
        }
    }

    private static boolean hasZero(Factor factor) {
        for (int k = 0; k < factor.size(); k++) {
            if (factor.logValue(k) == Double.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    /** Removes the values of a site that have no support. Returns whether it removed any. */
    private boolean narrow(int site, boolean[] supported) {
        boolean changed = false;
        boolean anyLeft = false;
        for (int value = 0; value < supported.length; value++) {
            changed |= allowed[site][value] && !supported[value];
            allowed[site][value] &= supported[value];
            anyLeft |= allowed[site][value];
        }
        possible &= anyLeft;
        return changed;
    }

    /** For each site of a factor and each value: whether an entry above 0 has this value and else allowed values. */
    private boolean[][] supported(Factor factor) {
        int width = factor.width();
        int[] state = new int[width];
        boolean[][] supported = new boolean[width][];
        for (int k = 0; k < width; k++) {
            supported[k] = new boolean[graph.values(factor.site(k))];
        }
        for (int index = 0; index < factor.size(); index++) {
            boolean support = factor.logValue(index) > Double.NEGATIVE_INFINITY;
            for (int k = 0; k < width && support; k++) {
                support = allowed[factor.site(k)][state[k]];
            }
            for (int k = 0; k < width && support; k++) {
                supported[k][state[k]] = true;
            }
            // the state of the next entry: the last variable's value runs fastest
            for (int k = width - 1; k >= 0 && ++state[k] == supported[k].length; k--) {
                state[k] = 0;
            }
        }
        return supported;
    }
}
