package dev.lbp.runtime.engine.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Sites that are decided at once, because no two of them are joined. All have a field, or none, and all have the same
 * number d of pairs: a site with fewer, by an even number, is joined to itself by pairs of which half are satisfied and
 * half are not. They change nothing of {@code 2c - d}.
 *
 * @param sites the sites
 * @param pairs d
 * @param neighbours the other site of each pair, [d][sites]
 * @param signs as in {@link PairTables}, [d][sites]
 * @param pulled whether the sites have a field
 * @param wanted as in {@link PairTables}, of each site
 * @param rules the thresholds, for each of the cycle of sweeps
 */
record SiteBlock(
        int[] sites, int pairs, int[] neighbours, long[] signs, boolean pulled, long[] wanted, Thresholds[] rules) {

    /** The most sites of a block: some arrays of so many words fit into the first cache. */
    static final int MOST = 256;

    /**
     * Divides the free sites into blocks. A block comes after those that have an earlier neighbour of one of its sites,
     * so every site is decided after the same ones of its neighbours as in a sweep site by site, and has the same
     * draws.
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
            int parity = tables.degree(site) & 1;
            int group = 4 * level + 2 * parity + (tables.pulled[site] == 0L ? 0 : 1);
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
                signs[k * n + j] = k < degree ? tables.signs[entry] : -(k - degree & 1L);
            }
        }
        boolean pulled = tables.pulled[sites[0]] != 0L;
        double field = pulled ? tables.field : 0.0;
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
