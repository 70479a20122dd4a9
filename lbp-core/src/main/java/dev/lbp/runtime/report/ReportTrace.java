package dev.lbp.runtime.report;

import dev.lbp.diagnostics.ChainMoments;
import dev.lbp.diagnostics.PooledAutocorrelation;
import dev.lbp.diagnostics.RankHistogram;
import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.HeatMap;
import dev.lbp.internal.html.Histograms;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Palette;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The section of a report on one trace: its draws, its autocorrelation, the ranks of its chains, and each chain's mean
 * and deviation.
 */
final class ReportTrace {

    /**
     * Bins of a rank histogram, as in Vehtari et al. (2021). Short runs have fewer, with at least
     * {@link #DRAWS_PER_BIN} draws of a chain in each.
     */
    private static final int BINS = 20;

    private static final int DRAWS_PER_BIN = 10;

    /** More histograms than this become a picture with a row for each. */
    private static final int MOST_HISTOGRAMS = 16;

    private static final String RANKS = "Ranks of each chain among the draws of all, the lowest values on the left.";

    private static final int LONGEST_TABLE = 100;

    /**
     * The plot ends at twice the first lag with an autocorrelation below this, but between {@link #FEWEST_LAGS} and
     * {@link #MOST_LAGS}.
     */
    private static final double FORGOTTEN = 0.05;

    private static final int FEWEST_LAGS = 20;
    private static final int MOST_LAGS = 2_000;

    /** The low end of the autocorrelation axis is a multiple of this. */
    private static final double LOW_END = 0.25;

    private final String name;
    private final double[][] trace;
    private final int every;
    private final int draws;
    private final ChainMoments moments;

    /**
     * @param trace one draw in {@code every}, [chains][draws], at least one of each
     */
    ReportTrace(String name, double[][] trace, int every) {
        this.name = name;
        this.trace = trace;
        this.every = every;
        this.draws = trace[0].length;
        this.moments = ChainMoments.of(trace);
    }

    void writeTo(Html html, boolean constant) {
        writeDraws(html);
        if (constant || !allFinite()) {
            String why = constant ? "is constant" : "has values that are not finite";
            html.paragraph("The trace " + why + ", so there are neither autocorrelations nor ranks.");
            return;
        }
        if (draws >= FEWEST_LAGS) {
            writeAutocorrelation(html);
        }
        if (trace.length > 1 && draws >= 2 * DRAWS_PER_BIN) {
            writeRanks(html);
        }
        if (trace.length > 1) {
            writeChains(html);
        }
    }

    private boolean allFinite() {
        return Arrays.stream(trace).flatMapToDouble(Arrays::stream).allMatch(Double::isFinite);
    }

    /** A sentence on the distance between chains, or between the halves of a single chain. */
    String spread() {
        if (trace.length > 1) {
            int low = moments.lowest();
            int high = moments.highest();
            return Numbers.format(
                    "The mean of %s is %s in chain %d and %s in chain %d; within a chain its standard deviation is %s.",
                    name,
                    Numbers.text(moments.mean()[low]),
                    low,
                    Numbers.text(moments.mean()[high]),
                    high,
                    Numbers.text(moments.within()));
        }
        double[][] halves = {Arrays.copyOf(trace[0], draws / 2), Arrays.copyOfRange(trace[0], draws / 2, draws)};
        ChainMoments ofHalves = ChainMoments.of(halves);
        return Numbers.format(
                "The mean of %s is %s in the first half of the chain and %s in the second; within a half its standard"
                        + " deviation is %s.",
                name,
                Numbers.text(ofHalves.mean()[0]),
                Numbers.text(ofHalves.mean()[1]),
                Numbers.text(ofHalves.within()));
    }

    private void writeDraws(Html html) {
        int chains = trace.length;
        String description = Numbers.format(
                "%s of %s%s. %s",
                Numbers.count(chains, "chain"),
                Numbers.count(draws, "draw"),
                every > 1 ? ", one in " + every + " of all" : "",
                draws > 1 ? spread() : "The value is " + Numbers.text(trace[0][0]) + " in chain 0.");
        Axis draw = Axis.counting("draw", 0, (draws - 1.0) * every);
        Plot plot = new Plot(new Caption("Draws of " + name, description), draw, Axis.around(name, trace));
        if (chains <= Palette.SIZE) {
            for (int c = 0; c < chains; c++) {
                plot.line("chain " + c, c, /* first= */ 0, /* step= */ every, trace[c]);
            }
            if (chains > 1) {
                plot.writeStripsTo(html);
            } else {
                plot.writeTo(html);
            }
            return;
        }
        // too many chains for colours of their own: draws their range and two of them, in the colours 0 and 1
        double[] lows = trace[0].clone();
        double[] highs = trace[0].clone();
        for (double[] chain : trace) {
            for (int t = 0; t < draws; t++) {
                lows[t] = Math.min(lows[t], chain[t]);
                highs[t] = Math.max(highs[t], chain[t]);
            }
        }
        int low = moments.lowest();
        int high = moments.highest();
        plot.area("all " + chains + " chains", 0, every, lows, highs)
                .line("chain " + low + ", of the lowest mean", 0, 0, every, trace[low])
                .line("chain " + high + ", of the highest mean", 1, 0, every, trace[high])
                .writeTo(html);
    }

    private void writeAutocorrelation(Html html) {
        double[] together = PooledAutocorrelation.of(trace);
        int forgotten = firstBelow(together);
        int lags = Math.min(draws, Math.min(Math.max(FEWEST_LAGS, 2 * forgotten), MOST_LAGS) + 1);
        String description = forgotten == draws
                ? "It stays above " + FORGOTTEN + " at every lag."
                : "It is first below " + FORGOTTEN + " at lag " + Numbers.count((long) forgotten * every) + ".";
        double[] shown = Arrays.copyOf(together, lags);
        double[] lows = shown.clone();
        double[] highs = shown.clone();
        boolean range = trace.length > 1 && findRange(lows, highs);
        double lowest = DoubleStream.concat(Arrays.stream(shown), Arrays.stream(lows))
                .min()
                .orElse(0.0);
        double end = Math.min(-LOW_END, LOW_END * Math.floor(lowest / LOW_END)); // the low end of the y axis
        Plot plot = new Plot(
                new Caption("Autocorrelation of " + name, description),
                Axis.counting("lag in draws", 0, (lags - 1.0) * every),
                Axis.of("autocorrelation", end, 1));
        if (range) {
            plot.area("each chain alone, lowest to highest", /* first= */ 0, /* step= */ every, lows, highs);
        }
        plot.line(trace.length > 1 ? "all chains together" : "chain 0", 0, every, shown)
                .level("none", 0.0)
                .writeTo(html);
    }

    /**
     * Computes the range over chains of the autocorrelations. Returns false if no chain moves: then none has
     * autocorrelations.
     */
    private boolean findRange(double[] lows, double[] highs) {
        List<double[]> moving = Arrays.stream(trace)
                .map(chain -> PooledAutocorrelation.of(new double[][] {chain}))
                .filter(own -> !Double.isNaN(own[0]))
                .toList();
        for (int k = 0; k < lows.length && !moving.isEmpty(); k++) {
            int lag = k;
            lows[k] = moving.stream().mapToDouble(own -> own[lag]).min().orElseThrow();
            highs[k] = moving.stream().mapToDouble(own -> own[lag]).max().orElseThrow();
        }
        return !moving.isEmpty();
    }

    /** The first lag whose autocorrelation is below {@link #FORGOTTEN}; the number of lags if there is none. */
    private static int firstBelow(double[] autocorrelation) {
        int lag = 0;
        while (lag < autocorrelation.length && autocorrelation[lag] >= FORGOTTEN) {
            lag++;
        }
        return lag;
    }

    private void writeRanks(Html html) {
        int bins = Math.min(BINS, draws / DRAWS_PER_BIN);
        double[][] counts = RankHistogram.of(trace, bins);
        double expected = (double) draws / bins;
        if (trace.length <= MOST_HISTOGRAMS) {
            String flat = " Chains that sample the same distribution have flat histograms, near the dashed line.";
            html.element("p", RANKS + flat, "class", "before");
            Histograms.write(html, "Ranks of " + name, "chain", counts, expected);
            return;
        }
        double[][] shares = new double[counts.length][bins];
        for (int c = 0; c < counts.length; c++) {
            for (int b = 0; b < bins; b++) {
                // the expected count has the colour in the middle
                shares[c][b] = Math.min(1.0, 0.5 * counts[c][b] / expected);
            }
        }
        html.element(
                "p", RANKS + " Chains that sample the same distribution have rows of one colour.", "class", "before");
        HeatMap.rows(
                html,
                new Caption("Ranks of " + name + ", a row for each chain, chain 0 at the top", spread()),
                shares,
                "no draws",
                "as expected",
                "twice that or more");
    }

    private void writeChains(Html html) {
        int shown = Math.min(LONGEST_TABLE, trace.length);
        List<List<String>> rows = new ArrayList<>();
        for (int c = 0; c < shown; c++) {
            rows.add(List.of("chain " + c, Numbers.text(moments.mean()[c]), Numbers.text(moments.deviation()[c])));
        }
        html.newLine().open("details").element("summary", "Chain by chain");
        String rest = shown < trace.length ? ", the first " + shown + " of " + trace.length + " chains" : "";
        Page.longTable(html, name + " by chain" + rest, List.of("chain", "mean", "sd"), rows);
        html.close();
    }
}
