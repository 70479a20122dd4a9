package dev.lbp.experiments.bayes;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.experiments.report.Spread;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The text and the figure of {@link BayesianNetwork}. */
final class BayesianNetworkReport {

    /**
     * A chain that only keeps the best of its draws accepts few proposals. A chain that accepts at most three times as
     * many is said to stand still. Over two seeds of four chains the former accepts 5.5 draws on average, nearly a
     * Poisson number, which exceeds 16 with probability 1e-4.
     */
    private static final double STANDING = 3.0;

    private final Lab lab;
    private final Rows rows;

    BayesianNetworkReport(Lab lab, Rows rows) {
        this.lab = lab;
        this.rows = new Rows(rows.stream()
                .sorted(Comparator.comparingInt(row -> row.whole("seed")))
                .toList());
    }

    String text() throws IOException {
        StringBuilder text = new StringBuilder(format(
                "Classifiers of MNIST, each parameter with the prior N(0, %.0f), given n training images: a LeNet sees the %d"
                        + " x %2$d pixels in the middle, a regression the means of squares. Chains with q have"
                        + " %.0f steps after as many of warm-up, for every n; %.0f of them begin at draws of q. Their"
                        + " acceptance, with its least and largest value over seeds, stands beside the bound 1 - sqrt(KL /"
                        + " 2), whose draws of the posterior are the chains' points. The ELBO is in nats for each image;"
                        + " its rise is the mean of the last tenth of the updates less that of the tenth before.%n%n",
                NetworkTrial.PRIOR, NetworkKind.MIDDLE, rows.number("steps"), rows.number("predictions")));
        text.append(format(
                "A chain that only keeps the best of its draws accepts the t-th proposal with probability 1 / t, so log 2 /"
                        + " %.0f = %.4f of them here. It stands still if its median acceptance is at most %.0f times that, at"
                        + " this n and at all larger ones.%n%n",
                rows.number("steps"), floor(), STANDING));
        List<Group<NetworkKind>> kinds = rows.by("network", NetworkKind.values(), kind -> kind.title);
        text.append(new Columns<Group<NetworkKind>>()
                .add("network", group -> group.value().title)
                .add("parameters", group -> group.text(0, "parameters"))
                .add("ELBO: stands still from n =", group -> standsFrom(group, NetworkWay.ELBO))
                .add("KL form: from n =", group -> standsFrom(group, NetworkWay.DIVERGENCE))
                .of(kinds));
        for (Group<NetworkKind> kind : kinds) {
            text.append(format("%n## Acceptance: %s%n%n", kind.value().title)).append(acceptance(kind));
        }
        Rows predicting = rows.with("network", NetworkKind.LENET.title);
        for (Rows count : byCount(predicting.where(row -> !hasOnlyFits(predicting, row)))) {
            text.append(format("%n## Prediction: %s, n = %s%n%n", NetworkKind.LENET.title, count.text("n")))
                    .append(prediction(count));
        }
        return text.append(figure(kinds, predicting))
                .append('\n')
                .append(lab.provenance(rows))
                .toString();
    }

    /** Whether only fits are measured for the number of images of a row. */
    private static boolean hasOnlyFits(Rows all, Row row) {
        return all.with("n", row.text("n")).with("way", NetworkWay.MODE.title).isEmpty();
    }

    private static List<Rows> byCount(Rows some) {
        return some.sorted("n").by("n");
    }

    /**
     * The acceptance rate of a chain that only keeps the best of its draws: its t-th proposal with probability 1 / t.
     * The sum of 1 / t over the second half of a run, after warm-up of as many steps, is log 2.
     */
    private double floor() {
        return Math.log(2.0) / rows.number("steps");
    }

    /** The smallest number of images from which on chains stand still; "-" if there is none. */
    private String standsFrom(Rows kind, NetworkWay way) {
        String from = "-";
        for (Rows count : byCount(kind.with("way", way.title))) {
            boolean stands = count.median("averaged_acceptance") <= STANDING * floor();
            from = !stands ? "-" : from.equals("-") ? count.text("n") : from;
        }
        return from;
    }

    /** The median and the range of a column, in words. */
    private static String medianAndRange(Rows some, String column) {
        if (some.isEmpty()) {
            return "-";
        }
        Spread spread = some.spread(column);
        return format("%.3f (%.3f to %.3f)", spread.median(), spread.least(), spread.largest());
    }

    /** The table of acceptance rates and ELBOs of one network. */
    private static String acceptance(Rows kind) {
        Columns<Rows> columns = new Columns<Rows>().add("n", count -> count.text("n"));
        for (NetworkWay way : List.of(NetworkWay.ELBO, NetworkWay.DIVERGENCE)) {
            columns.add(
                            "accepted, " + way.title,
                            count -> medianAndRange(count.with("way", way.title), "averaged_acceptance"))
                    .add("bound", 1, count -> count.with("way", way.title).median("gap_bound"))
                    .add("ELBO / n", 2, count -> count.with("way", way.title).median("log_elbo") / count.number("n"))
                    .add("rise", 2, count -> rise(count.with("way", way.title)));
        }
        return columns.of(byCount(kind.where(row -> Stream.of(NetworkWay.ELBO, NetworkWay.DIVERGENCE)
                .anyMatch(way -> row.text("way").equals(way.title)))));
    }

    /** The ELBO of the last tenth of the updates less that of the tenth before, per image. */
    private static double rise(Rows some) {
        return some.median("log_elbo_" + NetworkTrial.PARTS) / some.number("n")
                - some.median("log_elbo_" + (NetworkTrial.PARTS - 1)) / some.number("n");
    }

    /** A line of the table of predictions. */
    private record Line(String title, Rows rows, String error, String logLoss, boolean isChain) {}

    /** The table of predictions for one number of images. */
    private static String prediction(Rows count) {
        List<Line> lines = count.by("way", NetworkWay.values(), way -> way.title).stream()
                .flatMap(group -> group.value().isFit()
                        ? Stream.of(
                                // q alone has no chain, and so no acceptance and jumps
                                new Line("q alone, " + group.value().title, group, "error", "log_loss", false),
                                new Line(
                                        "chain with q, " + group.value().title,
                                        group,
                                        "averaged_chain_error",
                                        "averaged_chain_log_loss",
                                        /* isChain= */ true))
                        : Stream.of(new Line(
                                group.value().title, group, "error", "log_loss", group.value() == NetworkWay.MALA)))
                .toList();
        return new Columns<Line>()
                .add("", Line::title)
                .add("test error", line -> medianAndRange(line.rows(), line.error()))
                .add("log-loss", line -> medianAndRange(line.rows(), line.logLoss()))
                .add("accepted", 3, line -> line.isChain() ? line.rows().median("averaged_acceptance") : Double.NaN)
                .add("jump", 3, line -> line.isChain() ? line.rows().median("averaged_jump") : Double.NaN)
                .of(lines);
    }

    /** The figure: acceptance against n, log-loss against n, and the ELBO of fits over the updates. */
    private String figure(List<Group<NetworkKind>> kinds, Rows predicting) throws IOException {
        Curves accepted = new Curves();
        for (Group<NetworkKind> kind : kinds) {
            accepted.addMeans(
                    kind.value().title,
                    Look.LINE,
                    kind.with("way", NetworkWay.DIVERGENCE.title).sorted("n"),
                    "n",
                    "averaged_acceptance");
        }
        Curves losses = new Curves();
        Rows wide = predicting.where(row -> !hasOnlyFits(predicting, row)).sorted("n");
        for (Group<NetworkWay> group : wide.by("way", NetworkWay.values(), way -> way.title)) {
            losses.addMeans(group.value().title, Look.LINE, group, "n", "log_loss");
        }
        Figure figure = new Figure()
                // of the two flags, the first makes the x axis logarithmic, the second the y axis
                .panel("Acceptance, KL form", "images n", "acceptance", true, false, accepted)
                .panel("Prediction, LeNet", "images n", "log-loss of test images", true, false, losses)
                .panel("Fits, LeNet", "tenth of the updates", "-ELBO / n, nats", false, true, fits(predicting));
        return "\n"
                + figure.link(lab.file("bayesian-network.png"), "Acceptance, log-loss and the fits' curves", 2)
                + "\n";
    }

    /** The costs of the fits of the ELBO, in tenths of the updates. */
    private static Curves fits(Rows predicting) {
        Curves fits = new Curves();
        double[] tenths = IntStream.rangeClosed(1, NetworkTrial.PARTS)
                .mapToDouble(part -> part)
                .toArray();
        for (Rows count : byCount(predicting.with("way", NetworkWay.ELBO.title))) {
            double[] costs = Arrays.stream(tenths)
                    .map(part -> -count.median("log_elbo_" + (int) part) / count.number("n"))
                    .toArray();
            fits.add("n = " + count.text("n"), Look.LINE, fits.size(), tenths, costs);
        }
        return fits;
    }
}
