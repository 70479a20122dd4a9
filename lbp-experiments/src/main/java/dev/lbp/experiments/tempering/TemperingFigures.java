package dev.lbp.experiments.tempering;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The figures of {@link TemperingTrials}.
 *
 * @param rows the runs
 * @param ladders the slots of the first repetition of each method
 * @param modes the modes of the runs
 */
record TemperingFigures(Lab lab, Rows rows, Rows ladders, Rows modes) {

    /** The width of a method's points on the axis of methods. */
    private static final double STEP = 0.5;

    /** Writes the figures. Returns their links, in Markdown. */
    String write() throws IOException {
        Figure barriers = new Figure();
        Figure logZ = new Figure();
        Figure roundTrips = new Figure();
        Figure shares = new Figure();
        for (TemperingCase target : TemperingCase.values()) {
            addBarriers(barriers, target);
            logZ.panel(target.brief, "method", "log Z less the exact one", logZ(target));
            roundTrips.panel(target.brief, "replicas", "round trips per second", roundTrips(target));
            shares.panel(target.brief, "mode", "share of draws", shares(target));
        }
        int columns = 2; // of panels
        return barriers.write(lab, "tempering-ladders", "Barrier and scale against beta", columns)
                + logZ.write(lab, "tempering-log-z", "Estimates of log Z less the exact one", columns)
                + roundTrips.write(lab, "tempering-round-trips", "Round trips per processor second", columns)
                + shares.write(lab, "tempering-modes", "Shares of the modes", columns);
    }

    /** Adds two panels for a target, barrier and scale against beta. */
    private void addBarriers(Figure figure, TemperingCase target) {
        Curves barriers = new Curves();
        Curves scales = new Curves();
        for (Group<TemperingMethod> group : tempered(ladders, target)) {
            String name = group.value().toString();
            barriers.add(name, Look.JOINED, group, "beta", "barrier");
            if (group.value().explorer() == TemperingMethod.Explorer.LBP) {
                scales.add(name, Look.JOINED, group.where(row -> row.whole("slot") > 0), "beta", "R");
            }
        }
        figure.panel(target.brief + ": barrier", "beta", "barrier from 0 to beta", barriers)
                .panel(target.brief + ": scale", "beta", "R", scales);
    }

    /** The estimate of each repetition with its stated error, by the number of the tempered method. */
    private Curves logZ(TemperingCase target) {
        Curves curves = new Curves();
        for (Group<TemperingMethod> group : tempered(rows, target)) {
            double[] x = new double[group.size()];
            int number = curves.size();
            // the points of the repetitions stand side by side around the method's number, which begins at 1
            Arrays.setAll(x, k -> number + 1 + STEP * ((k + 0.5) / x.length - 0.5));
            double[] y = group.numbers(row -> row.number("log_z") - row.number("log_exact"));
            curves.add(group.value().toString(), Look.POINTS, number, x, y, group.numbers("log_error"));
        }
        int methods = curves.size();
        // a line at 0 across all methods
        return methods == 0
                ? curves
                : curves.add("exact", Look.DASHED, methods, new double[] {0.5, methods + 0.5}, new double[2]);
    }

    /** Measured and predicted round trips per second against replicas, for each explorer and reference. */
    private Curves roundTrips(TemperingCase target) {
        Curves curves = new Curves();
        tempered(rows, target).stream()
                .collect(Collectors.groupingBy(
                        group -> group.value().explorer().title + (group.value().fromMeans() ? " from means" : ""),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((name, methods) -> {
                    int colour = curves.size() / 2; // one for the two curves of a name
                    curves.add(
                                    name,
                                    Look.JOINED,
                                    colour,
                                    byReplicas(
                                            methods,
                                            group -> group.spread(TemperingReport::roundTripsPerSecond)
                                                    .median()))
                            .add(
                                    name + ", predicted",
                                    Look.CROSS,
                                    colour,
                                    byReplicas(
                                            methods,
                                            group -> group.median("expected_round_trips")
                                                    / group.median("draw_cpu_seconds")));
                });
        return curves;
    }

    /** A point for each method: the number of replicas and the figure, by ascending number of replicas. */
    private static List<double[]> byReplicas(List<Group<TemperingMethod>> methods, ToDoubleFunction<Rows> figure) {
        return methods.stream()
                .map(group -> new double[] {group.median("replicas"), figure.applyAsDouble(group)})
                .sorted(Comparator.comparingDouble(point -> point[0]))
                .toList();
    }

    /** The share of each mode in each run, and its exact probability. */
    private Curves shares(TemperingCase target) {
        Curves curves = new Curves();
        Rows all = modes.with("case", target.name());
        List<TemperingMethod> methods = target.methods();
        for (Group<TemperingMethod> group : all.by("method", methods, TemperingMethod::toString)) {
            int number = methods.indexOf(group.value());
            double shift = STEP * ((number + 0.5) / methods.size() - 0.5);
            double[] x = group.numbers(row -> row.number("mode") + shift);
            curves.add(group.value().toString(), Look.POINTS, number, x, group.numbers("share"));
        }
        if (!all.isEmpty()) {
            // every run has rows with the exact probabilities; those of one run are enough
            Rows first = all.with("repetition", 1).with("method", all.text("method"));
            curves.add("exact", Look.MARK, 0, first.numbers("mode"), first.numbers("exact"));
        }
        return curves;
    }

    /** The rows of each tempered method on a target. */
    private static List<Group<TemperingMethod>> tempered(Rows rows, TemperingCase target) {
        return rows.with("case", target.name())
                .by(
                        "method",
                        target.methods().stream()
                                .filter(TemperingMethod::isTempered)
                                .toList(),
                        TemperingMethod::toString);
    }
}
