package dev.lbp.experiments.solve;

import dev.lbp.experiments.frame.Settings;
import dev.lbp.solve.Graph;

/**
 * The families of graphs in which {@link Solve} searches for independent sets. Small graphs have a tenth of the nodes.
 */
enum SolveSets {
    ER_800("ER-[700-800], p = .15", 700, 800, 0.15, 1.0, 32),
    ER_11000("ER-[9000-11000], p = .02", 9_000, 11_000, 0.02, 5.0, 8);

    private final String title;
    private final int least;
    private final int most;
    private final double p;

    /** Processor seconds of a search. */
    final double seconds;

    final int graphs;

    SolveSets(String title, int least, int most, double p, double seconds, int graphs) {
        this.title = title;
        this.least = least;
        this.most = most;
        this.p = p;
        this.seconds = seconds;
        this.graphs = graphs;
    }

    @Override
    public String toString() {
        return title;
    }

    /** Draws a graph of the family. */
    Graph graph(Settings settings, int number) {
        int divisor = settings.size().pick(10, 1, 1);
        return RandomGraphs.erdosRenyi(least / divisor, most / divisor, p, settings.seed(name() + " " + number));
    }
}
