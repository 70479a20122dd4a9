package dev.lbp.internal.models.tracker;

import dev.lbp.target.SiteGraph;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Colours the sites so that no two neighbours have the same colour. If two colours are enough, a breadth-first walk of
 * the graph finds them. Otherwise it colours greedily in order of decreasing degree (Welsh and Powell, 1967,
 * doi:10.1093/comjnl/10.1.85), and needs at most one colour more than the largest degree. O(sites log sites + pairs).
 */
public final class GraphColouring {

    private static final int NONE = -1;

    private GraphColouring() {}

    /** The sites of each colour, in increasing order. */
    public static int[][] of(SiteGraph graph) {
        int[] colour = new int[graph.sites()];
        if (!twoColours(graph, colour)) {
            colourGreedily(graph, colour);
        }
        return classes(colour);
    }

    /** Gives neighbours opposite colours, walking from site to site; false at the first odd cycle. */
    private static boolean twoColours(SiteGraph graph, int[] colour) {
        Arrays.fill(colour, NONE);
        ArrayDeque<Integer> reached = new ArrayDeque<>();
        for (int root = 0; root < colour.length; root++) {
            if (colour[root] != NONE) {
                continue;
            }
            colour[root] = 0;
            reached.add(root);
            while (!reached.isEmpty()) {
                int site = reached.remove();
                for (int k = graph.start(site); k < graph.start(site + 1); k++) {
                    int neighbour = graph.neighbour(k);
                    if (colour[neighbour] == NONE) {
                        colour[neighbour] = 1 - colour[site];
                        reached.add(neighbour);
                    } else if (colour[neighbour] == colour[site]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Gives each site, in order of decreasing degree, the first colour that none of its neighbours has. */
    private static void colourGreedily(SiteGraph graph, int[] colour) {
        Arrays.fill(colour, NONE);
        int[] takenBy = new int[colour.length]; // the last site that could not have this colour
        Arrays.fill(takenBy, NONE);
        IntStream.range(0, colour.length)
                .boxed()
                .sorted(Comparator.comparingInt(site -> -graph.degree(site)))
                .forEachOrdered(site -> {
                    for (int k = graph.start(site); k < graph.start(site + 1); k++) {
                        int taken = colour[graph.neighbour(k)];
                        if (taken != NONE) {
                            takenBy[taken] = site;
                        }
                    }
                    int free = 0;
                    while (takenBy[free] == site) {
                        free++;
                    }
                    colour[site] = free;
                });
    }

    /** The sites of each colour. */
    private static int[][] classes(int[] colour) {
        int[] sizes = new int[Arrays.stream(colour).max().orElse(NONE) + 1];
        for (int c : colour) {
            sizes[c]++;
        }
        int[][] classes = new int[sizes.length][];
        Arrays.setAll(classes, c -> new int[sizes[c]]);
        int[] filled = new int[classes.length];
        for (int site = 0; site < colour.length; site++) {
            classes[colour[site]][filled[colour[site]]++] = site;
        }
        return classes;
    }
}
