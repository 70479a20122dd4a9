package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import dev.lbp.bench.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of {@link TemperingTrials}. */
final class TemperingFigures {

    /** Distance of seeds on the axis of methods. */
    private static final double STEP = 0.5;

    private final Lab lab;
    private final List<Row> rows;
    private final List<Row> ladders;
    private final List<Row> modes;

    /**
     * Figures of the cells shown.
     *
     * @param rows the runs
     * @param ladders the slots of the first runs
     * @param modes the modes of the runs
     */
    TemperingFigures(Lab lab, List<Row> rows, List<Row> ladders, List<Row> modes) {
        this.lab = lab;
        this.rows = rows;
        this.ladders = ladders;
        this.modes = modes;
    }

    /** Writes the figures. Returns their links, in Markdown. */
    String write() throws IOException {
        return picture("ladders", "Barrier and scale against beta", 2, ladderPanels())
                + picture("log-z", "Estimates of log Z less the exact one", 2, logZPanels())
                + picture("round-trips", "Round trips per processor second", 2, roundTripPanels())
                + picture("modes", "Shares of the modes", 2, modePanels());
    }

    private String picture(String name, String title, int columns, List<Panel> panels) throws IOException {
        if (panels.isEmpty()) {
            return "";
        }
        String file = "tempering-" + name + "-" + lab.settings().sizeText() + ".png";
        CurvePlot.write(lab.file(file), columns, panels);
        return "\n![" + title + "](" + file + ")\n";
    }

    /** Two panels for each target with ladders. */
    private List<Panel> ladderPanels() {
        List<Panel> panels = new ArrayList<>();
        for (TemperingCase target : TemperingCase.values()) {
            List<Series> barriers = new ArrayList<>();
            List<Series> scales = new ArrayList<>();
            for (TemperingMethod method : tempered(target)) {
                List<Row> mine = of(ladders, target, method);
                if (!mine.isEmpty()) {
                    barriers.add(curve(method, barriers.size(), mine, "barrier"));
                    boolean scaled = method.explorer() == TemperingMethod.Explorer.LBP;
                    if (scaled) {
                        scales.add(curve(method, scales.size(), mine.subList(1, mine.size()), "R"));
                    }
                }
            }
            if (!barriers.isEmpty()) {
                panels.add(new Panel(target.brief + ": barrier", "beta", "barrier from 0 to beta", barriers));
                panels.add(new Panel(target.brief + ": scale", "beta", "R", scales));
            }
        }
        return panels;
    }

    private static Series curve(TemperingMethod method, int colour, List<Row> slots, String column) {
        return new Series(method.toString(), Look.JOINED, colour, numbers(slots, "beta"), numbers(slots, column));
    }

    /** A panel for each target: each seed's estimate with its own error, by the number of the tempered method. */
    private List<Panel> logZPanels() {
        List<Panel> panels = new ArrayList<>();
        for (TemperingCase target : TemperingCase.values()) {
            List<Series> series = new ArrayList<>();
            int number = 1;
            for (TemperingMethod method : tempered(target)) {
                List<Row> mine = of(rows, target, method);
                if (!mine.isEmpty()) {
                    series.add(estimates(method, number, mine));
                    number++;
                }
            }
            if (!series.isEmpty()) {
                series.add(new Series(
                        "exact", Look.DASHED, series.size(), new double[] {0.5, number - 0.5}, new double[] {0.0, 0.0
                        }));
                panels.add(new Panel(target.brief, "method", "log Z less the exact one", series));
            }
        }
        return panels;
    }

    private static Series estimates(TemperingMethod method, int number, List<Row> rows) {
        double[] x = new double[rows.size()];
        double[] y = new double[rows.size()];
        for (int k = 0; k < x.length; k++) {
            x[k] = number + STEP * ((k + 0.5) / x.length - 0.5);
            y[k] = rows.get(k).number("log_z") - rows.get(k).number("log_exact");
        }
        return new Series(method.toString(), Look.POINTS, number - 1, x, y, numbers(rows, "log_error"));
    }

    /** A panel for each target: made and predicted, by explorer and reference. */
    private List<Panel> roundTripPanels() {
        List<Panel> panels = new ArrayList<>();
        for (TemperingCase target : TemperingCase.values()) {
            Map<String, List<TemperingMethod>> groups = new LinkedHashMap<>();
            for (TemperingMethod method : tempered(target)) {
                String name = method.explorer().title + (method.fromMeans() ? " from means" : "");
                groups.computeIfAbsent(name, key -> new ArrayList<>()).add(method);
            }
            List<Series> series = new ArrayList<>();
            groups.forEach((name, methods) -> addRoundTrips(series, name, target, methods));
            if (!series.isEmpty()) {
                panels.add(new Panel(target.brief, "replicas", "round trips per second", series));
            }
        }
        return panels;
    }

    private void addRoundTrips(List<Series> series, String name, TemperingCase target, List<TemperingMethod> methods) {
        List<double[]> points = new ArrayList<>();
        for (TemperingMethod method : methods) {
            List<Row> mine = of(rows, target, method);
            if (!mine.isEmpty()) {
                points.add(new double[] {
                    median(mine, "replicas"),
                    Rows.spread(mine, TemperingReport::roundTripsPerSecond).median(),
                    median(mine, "expected_round_trips") / median(mine, "draw_cpu_seconds")
                });
            }
        }
        points.sort(Comparator.comparingDouble(point -> point[0]));
        if (!points.isEmpty()) {
            int colour = series.size() / 2;
            series.add(new Series(name, Look.JOINED, colour, column(points, 0), column(points, 1)));
            series.add(new Series(name + ", predicted", Look.CROSS, colour, column(points, 0), column(points, 2)));
        }
    }

    /** A panel for each target: the share of each mode in each run, and the exact one. */
    private List<Panel> modePanels() {
        List<Panel> panels = new ArrayList<>();
        for (TemperingCase target : TemperingCase.values()) {
            List<Series> series = new ArrayList<>();
            List<Row> all = Rows.with(modes, "case", target.name());
            List<TemperingMethod> methods = target.methods();
            for (TemperingMethod method : methods) {
                List<Row> mine = of(modes, target, method);
                if (!mine.isEmpty()) {
                    double shift = STEP * ((methods.indexOf(method) + 0.5) / methods.size() - 0.5);
                    double[] x = Arrays.stream(numbers(mine, "mode"))
                            .map(mode -> mode + shift)
                            .toArray();
                    series.add(new Series(
                            method.toString(), Look.POINTS, methods.indexOf(method), x, numbers(mine, "share")));
                }
            }
            if (!all.isEmpty()) {
                List<Row> first = Rows.with(
                        Rows.with(all, "repetition", "1"), "method", all.get(0).text("method"));
                series.add(new Series("exact", Look.MARK, 0, numbers(first, "mode"), numbers(first, "exact")));
                panels.add(new Panel(target.brief, "mode", "share of draws", series));
            }
        }
        return panels;
    }

    private static List<TemperingMethod> tempered(TemperingCase target) {
        return target.methods().stream().filter(TemperingMethod::isTempered).toList();
    }

    private static List<Row> of(List<Row> rows, TemperingCase target, TemperingMethod method) {
        return Rows.with(Rows.with(rows, "case", target.name()), "method", method.toString());
    }

    private static double[] numbers(List<Row> rows, String column) {
        return rows.stream().mapToDouble(row -> row.number(column)).toArray();
    }

    private static double median(List<Row> rows, String column) {
        return Spread.of(numbers(rows, column)).median();
    }

    private static double[] column(List<double[]> points, int k) {
        return points.stream().mapToDouble(point -> point[k]).toArray();
    }
}
