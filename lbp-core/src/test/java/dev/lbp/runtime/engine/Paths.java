package dev.lbp.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All paths of a length over some sites. */
public final class Paths {

    private Paths() {}

    /** Ordered, without repeats: n! / (n - length)! of them. */
    public static List<int[]> distinct(int[] sites, int length) {
        List<int[]> paths = new ArrayList<>();
        extend(paths, sites, new int[length], 0, false);
        return paths;
    }

    /** Ordered, with repeats: n^length of them. */
    public static List<int[]> sequences(int[] sites, int length) {
        List<int[]> paths = new ArrayList<>();
        extend(paths, sites, new int[length], 0, true);
        return paths;
    }

    /** Every set of sites once, in ascending order: 2^n of them. */
    public static List<int[]> subsets(int[] sites) {
        return IntStream.range(0, 1 << sites.length)
                .mapToObj(set -> IntStream.range(0, sites.length)
                        .filter(k -> (set >> k & 1) == 1)
                        .map(k -> sites[k])
                        .toArray())
                .toList();
    }

    /** The number of the state that a path leads to, each of its sites flipped once. */
    public static int end(int number, int[] path) {
        int mask = 0;
        for (int site : path) {
            mask |= 1 << site;
        }
        return number ^ mask;
    }

    private static void extend(List<int[]> paths, int[] sites, int[] path, int depth, boolean repeats) {
        if (depth == path.length) {
            paths.add(path.clone());
            return;
        }
        for (int site : sites) {
            if (repeats || !contains(path, depth, site)) {
                path[depth] = site;
                extend(paths, sites, path, depth + 1, repeats);
            }
        }
    }

    private static boolean contains(int[] path, int length, int site) {
        for (int k = 0; k < length; k++) {
            if (path[k] == site) {
                return true;
            }
        }
        return false;
    }
}
