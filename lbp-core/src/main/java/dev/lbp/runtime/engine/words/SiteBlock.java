package dev.lbp.runtime.engine.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Sites that are updated at once, because no two of them are a pair. All have a field of one size, or all have none.
 * All have the same number d of pairs: a site with fewer pairs gets pairs with itself, in twos, one satisfied and one
 * unsatisfied. They do not change {@code 2c - d}, where c is the number of unsatisfied pairs.
 *
 * @param sites the sites
 * @param pairs d
 * @param neighbours the other site of each pair, [d][sites] row by row
 * @param signs the sign of each pair as in {@link PairTables}, [d][sites] row by row
 * @param pulled whether the sites have a field
 * @param wanted for each site, the value that its field favours, as in {@link PairTables}
 * @param rules the thresholds of each sweep of the cycle
 */
record SiteBlock(
        int[] sites, int pairs, int[] neighbours, long[] signs, boolean pulled, long[] wanted, Thresholds[] rules) {

    /** The largest number of sites in a block: some arrays of this length fit into the first-level cache. */
    static final int MOST = 256;

    /**
     * Divides the free sites into blocks. If a neighbour of a site comes earlier in the order, its block comes earlier
     * too. So every site is updated after the same neighbours as in a sweep site by site, and has the same draws.
     */
    static List<SiteBlock> of(PairTables tables) {
        int[] levels = new int[tables.sites()];
        TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
        for (int site : tables.order) {
            int level = 1;
            for (int k = tables.start[site]; k < tables.start[site + 1]; k++) {
                level = Math.max(level, levels[tables.neighbours[k]] + 1);
            }
            levels[site] = level;
            // a group has sites of one level, one parity of the number of pairs, and one size of the field
            int parity = tables.degree(site) & 1;
            int group = (2 * level + parity) * (tables.fields.length + 1) + tables.size[site];
            groups.computeIfAbsent(group, any -> new ArrayList<>()).add(site);
        }
        List<SiteBlock> blocks = new ArrayList<>();
        for (List<Integer> group : groups.values()) {
            group.sort(Comparator.comparingInt(tables::degree));
            for (int from = 0; from < group.size(); from += MOST) {
                int to = Math.min(from + MOST, group.size());
                blocks.add(of(
                        tables,
                        group.subList(from, to).stream().mapToInt(i -> i).toArray()));
            }
        }
        return blocks;
    }

    /** Makes a block of sites in ascending order of their numbers of pairs. */
    private static SiteBlock of(PairTables tables, int... sites) {
        int n = sites.length;
        int pairs = tables.degree(sites[n - 1]);
        int[] neighbours = new int[pairs * n];
        long[] signs = new long[pairs * n];
        for (int j = 0; j < n; j++) {
            int degree = tables.degree(sites[j]);
            for (int k = 0; k < pairs; k++) {
                int entry = tables.start[sites[j]] + k;
                neighbours[k * n + j] = k < degree ? tables.neighbours[entry] : sites[j];
                // a site with fewer pairs is paired with itself, alternately satisfied and not
                signs[k * n + j] = k < degree ? tables.signs[entry] : -(k - degree & 1L);
            }
        }
        boolean pulled = tables.size[sites[0]] >= 0;
        double field = pulled ? tables.fields[tables.size[sites[0]]] : 0.0;
        return new SiteBlock(
                sites,
                pairs,
                neighbours,
                signs,
                pulled,
                Arrays.stream(sites).mapToLong(site -> tables.wanted[site]).toArray(),
                tables.rules.stream()
                        .map(rule -> Thresholds.of(pairs, tables.coupling, field, rule))
                        .toArray(Thresholds[]::new));
    }
}
