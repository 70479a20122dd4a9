package dev.lbp.cli.instance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads groups of sites: a line for each group, with the numbers of its sites separated by blanks. */
public final class GroupFile {

    private GroupFile() {}

    /**
     * Reads a file.
     *
     * @param sites the number of sites
     * @param first the number of the first site in the file, 0 or 1
     * @return the sites of each group, numbered from 0
     * @throws InstanceException if the file cannot be read, has no group, or has a site twice
     */
    public static int[][] read(Path file, int sites, int first) {
        InstanceLines lines = new InstanceLines(file);
        List<int[]> groups = new ArrayList<>();
        Map<Integer, Long> lineOf = new HashMap<>();
        lines.forEach(entry -> {
            String[] fields = entry.split("\\s+");
            int[] group = new int[fields.length];
            for (int k = 0; k < group.length; k++) {
                group[k] = lines.index("site", fields[k], first, sites - 1 + first) - first;
                Long earlier = lineOf.put(group[k], lines.line());
                if (earlier != null) {
                    throw lines.bad("must be in one group, and is in line " + earlier + " too: site=" + fields[k]);
                }
            }
            groups.add(group);
        });
        if (groups.isEmpty()) {
            throw lines.bad("must be a group of sites on each line: the file has none");
        }
        return groups.toArray(int[][]::new);
    }
}
