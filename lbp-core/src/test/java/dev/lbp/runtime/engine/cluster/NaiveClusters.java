package dev.lbp.runtime.engine.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The transition matrices of Swendsen-Wang and Wolff by their definitions: a sum over all sets of bonds between equal
 * neighbours.
 */
final class NaiveClusters {

    private final PairTable table;
    private final boolean[] frozen;
    private final double[][] p;

    private NaiveClusters(PairTable table, boolean[] frozen) {
        this.table = table;
        this.frozen = frozen;
        this.p = new double[table.states()][table.states()];
    }

    static double[][] swendsenWang(PairTable table, boolean[] frozen) {
        NaiveClusters naive = new NaiveClusters(table, frozen);
        naive.overBonds((x, clusters, probability) -> naive.spread(x, x.clone(), clusters, 0, probability));
        return naive.p;
    }

    static double[][] wolff(PairTable table, boolean[] frozen) {
        NaiveClusters naive = new NaiveClusters(table, frozen);
        int[] seeds = IntStream.range(0, table.sites()).filter(i -> !frozen[i]).toArray();
        naive.overBonds((x, clusters, probability) -> {
            for (int seed : seeds) {
                naive.turn(
                        x,
                        clusters.stream()
                                .filter(c -> c.contains(seed))
                                .findFirst()
                                .orElseThrow(),
                        probability / seeds.length);
            }
        });
        return naive.p;
    }

    private interface Move {
        void from(int[] x, List<List<Integer>> clusters, double probability);
    }

    /** Visits each state with each set of bonds. */
    private void overBonds(Move move) {
        int m = table.pairs().length;
        for (int number = 0; number < table.states(); number++) {
            int[] x = table.state(number);
            for (int set = 0; set < 1 << m; set++) {
                double probability = 1.0;
                int[] label = IntStream.range(0, table.sites()).toArray();
                for (int k = 0; k < m; k++) {
                    int i = table.pairs()[k][0];
                    int j = table.pairs()[k][1];
                    double bond = x[i] == x[j] ? 1.0 - Math.exp(-table.couplings()[k]) : 0.0;
                    boolean on = (set >> k & 1) == 1;
                    probability *= on ? bond : 1.0 - bond;
                    if (on) {
                        int from = label[j];
                        int to = label[i];
                        IntStream.range(0, label.length)
                                .filter(s -> label[s] == from)
                                .forEach(s -> label[s] = to);
                    }
                }
                if (probability > 0.0) {
                    move.from(x, clusters(label), probability);
                }
            }
        }
    }

    private static List<List<Integer>> clusters(int[] label) {
        List<List<Integer>> clusters = new ArrayList<>();
        for (int l = 0; l < label.length; l++) {
            int wanted = l;
            List<Integer> cluster = IntStream.range(0, label.length)
                    .filter(s -> label[s] == wanted)
                    .boxed()
                    .toList();
            if (!cluster.isEmpty()) {
                clusters.add(cluster);
            }
        }
        return clusters;
    }

    /** Gives a value to each cluster from the k-th on. */
    private void spread(int[] x, int[] y, List<List<Integer>> clusters, int k, double probability) {
        if (k == clusters.size()) {
            p[table.number(x)][table.number(y)] += probability;
            return;
        }
        List<Integer> cluster = clusters.get(k);
        if (cluster.stream().anyMatch(i -> frozen[i])) {
            spread(x, y, clusters, k + 1, probability);
            return;
        }
        double total = IntStream.range(0, table.values())
                .mapToDouble(c -> Math.exp(field(cluster, c)))
                .sum();
        for (int c = 0; c < table.values(); c++) {
            int[] next = y.clone();
            for (int i : cluster) {
                next[i] = c;
            }
            double weight = Math.exp(field(cluster, c)) / total;
            if (weight > 0.0) {
                spread(x, next, clusters, k + 1, probability * weight);
            }
        }
    }

    private double field(List<Integer> cluster, int value) {
        return cluster.stream().mapToDouble(i -> table.fields()[i][value]).sum();
    }

    private void turn(int[] x, List<Integer> cluster, double probability) {
        int here = x[cluster.get(0)];
        double left = probability;
        for (int c = 0; c < table.values(); c++) {
            if (c == here || cluster.stream().anyMatch(i -> frozen[i])) {
                continue;
            }
            int[] y = x.clone();
            for (int i : cluster) {
                y[i] = c;
            }
            double accepted = Math.min(1.0, Math.exp(field(cluster, c) - field(cluster, here)));
            double moves = probability / (table.values() - 1) * accepted;
            p[table.number(x)][table.number(y)] += moves;
            left -= moves;
        }
        p[table.number(x)][table.number(x)] += left;
    }
}
