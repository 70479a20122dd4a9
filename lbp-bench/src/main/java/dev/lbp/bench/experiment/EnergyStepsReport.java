package dev.lbp.bench.experiment;

import dev.lbp.bench.data.DataSet;
import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tables and the figure of {@link EnergySteps}. */
final class EnergyStepsReport {

    private final Lab lab;
    private final Settings settings;
    private final int[] steps;
    private final int repetitions;
    private final List<Row> rows;

    EnergyStepsReport(Lab lab) throws IOException {
        this.lab = lab;
        this.settings = lab.settings();
        this.steps = EnergySteps.steps(settings);
        this.repetitions = EnergySteps.repetitions(settings);
        this.rows = EnergySteps.table(lab).rows();
    }

    String publish() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        CurvePlot.write(
                lab.file("energy-steps.png"),
                2,
                EnergySteps.dataSets(settings).stream().map(this::panel).toList());
        EnergyPlan plan = EnergySteps.plan(settings);
        return "![Test log-likelihood against steps per update](energy-steps.png)\n\n"
                + String.format(
                        Locale.ROOT,
                        "Log-likelihood of the test images, nats per image, of net %s after %,d updates at learning rate %s (%,d"
                                + " of warm-up), batches of %d, buffer of %,d, averaged parameters (decay %s); log Z by annealed importance"
                                + " sampling with %,d temperatures and %d chains. A cell has a number for each of %d seeds, with"
                                + " * where the weights' effective sample size is under a fifth of the chains: the log-likelihood is then too high.\n\n",
                        plan.net(),
                        plan.updates(),
                        plan.learningRate(),
                        plan.warmUp(),
                        EnergyPlan.BATCH,
                        plan.buffer(),
                        plan.average(),
                        plan.temperatures(),
                        EnergyTrial.CHAINS,
                        repetitions)
                + curves()
                + "\nThe smallest sufficient number of steps: for it and all larger ones the log-likelihood is within "
                + (int) SufficientSteps.NEAR + " nats of the best sampler at " + steps[steps.length - 1]
                + " steps, and in the second half of the updates the gap between data and samples,"
                + " averaged over about " + EnergyTrial.WINDOW + " updates, stays below "
                + (int) SufficientSteps.LARGEST_GAP
                + ".\n\n" + thresholds()
                + "\nOther samplers on static MNIST, by evaluations of the network per update and chain:\n\n" + rivals()
                + String.format(
                        Locale.ROOT,
                        "\nAll cells together took %.0f minutes of CPU time. ",
                        rows.stream()
                                        .mapToDouble(row -> row.number("cpu_seconds"))
                                        .sum()
                                / 60.0)
                + lab.provenance(rows);
    }

    private Optional<Row> row(EnergySteps.Cell cell) {
        return rows.stream()
                .filter(row -> row.agrees(cell.key(), EnergySteps.KEYS))
                .findFirst();
    }

    private double figure(DataSet data, EnergySampler sampler, int count, int repetition, String column) {
        return row(new EnergySteps.Cell(data, sampler, count, repetition))
                .map(row -> row.number(column))
                .orElse(Double.NaN);
    }

    private String curves() {
        List<String> titles = new ArrayList<>(List.of("data", "sampler"));
        IntStream.of(steps).forEach(count -> titles.add("k = " + count));
        MarkdownTable table = new MarkdownTable(titles.toArray(String[]::new));
        for (DataSet data : EnergySteps.dataSets(settings)) {
            for (EnergySampler sampler : EnergySteps.SAMPLERS) {
                List<Object> cells = new ArrayList<>(List.of(data, sampler));
                IntStream.of(steps).forEach(count -> cells.add(seeds(data, sampler, count, EnergyTrial::outcome)));
                table.row(cells.toArray());
            }
        }
        return table.toString();
    }

    /** A text for each seed that is done; "-" if none is. */
    private String seeds(DataSet data, EnergySampler sampler, int count, Function<Row, String> text) {
        String texts = IntStream.rangeClosed(1, repetitions)
                .mapToObj(repetition -> row(new EnergySteps.Cell(data, sampler, count, repetition)))
                .flatMap(Optional::stream)
                .map(text)
                .collect(Collectors.joining(", "));
        return texts.isEmpty() ? "-" : texts;
    }

    private String thresholds() {
        List<String> titles = new ArrayList<>(List.of("data", ""));
        EnergySteps.SAMPLERS.forEach(sampler -> titles.add(sampler.toString()));
        MarkdownTable table = new MarkdownTable(titles.toArray(String[]::new));
        for (DataSet data : EnergySteps.dataSets(settings)) {
            for (int repetition = 1; repetition <= repetitions; repetition++) {
                List<Object> cells = new ArrayList<>(List.of(data, "seed " + repetition));
                for (EnergySampler sampler : EnergySteps.SAMPLERS) {
                    cells.add(threshold(data, sampler, repetition));
                }
                table.row(cells.toArray());
            }
            List<Object> paper = new ArrayList<>(List.of(data, "the paper's"));
            EnergySteps.SAMPLERS.forEach(sampler -> paper.add(PaperSteps.of(data, sampler)));
            table.row(paper.toArray());
        }
        return table.toString();
    }

    private String threshold(DataSet data, EnergySampler sampler, int repetition) {
        double best = EnergySteps.SAMPLERS.stream()
                .mapToDouble(
                        each -> figure(data, each, steps[steps.length - 1], repetition, EnergyTrial.LOG_LIKELIHOOD))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        OptionalInt smallest = SufficientSteps.smallest(
                steps,
                values(data, sampler, repetition, EnergyTrial.LOG_LIKELIHOOD),
                values(data, sampler, repetition, EnergyTrial.LARGEST_GAP),
                best);
        return smallest.isPresent() ? "" + smallest.getAsInt() : "over " + steps[steps.length - 1];
    }

    private double[] values(DataSet data, EnergySampler sampler, int repetition, String column) {
        return IntStream.of(steps)
                .mapToDouble(count -> figure(data, sampler, count, repetition, column))
                .toArray();
    }

    /** Trainings that diverged, or ended below the base measure alone, have no point. */
    private Panel panel(DataSet data) {
        double[] x = IntStream.of(steps).asDoubleStream().toArray();
        List<Series> series = new ArrayList<>();
        for (EnergySampler sampler : EnergySteps.SAMPLERS) {
            double[] y = new double[x.length];
            for (int k = 0; k < x.length; k++) {
                int count = steps[k];
                y[k] = IntStream.rangeClosed(1, repetitions)
                        .mapToDouble(repetition -> shown(data, sampler, count, repetition))
                        .average()
                        .orElse(Double.NaN);
            }
            series.add(new Series(sampler.toString(), Look.JOINED, series.size(), x, y));
        }
        return new Panel(
                data.toString(), "Metropolis-Hastings steps per update", "test log-likelihood", true, false, series);
    }

    private double shown(DataSet data, EnergySampler sampler, int count, int repetition) {
        double value = figure(data, sampler, count, repetition, EnergyTrial.LOG_LIKELIHOOD);
        return value >= figure(data, sampler, count, repetition, EnergyTrial.BASE) ? value : Double.NaN;
    }

    private String rivals() {
        MarkdownTable table = new MarkdownTable(
                "sampler", "steps", "evaluations", "log-likelihood", "acceptance", "R", "CPU ms per update");
        for (EnergySteps.Rival rival : EnergySteps.RIVALS) {
            rivalRow(table, rival.sampler(), rival.steps());
        }
        for (EnergySampler sampler : EnergySteps.SAMPLERS) {
            IntStream.of(steps).forEach(count -> rivalRow(table, sampler, count));
        }
        return table.toString();
    }

    private void rivalRow(MarkdownTable table, EnergySampler sampler, int count) {
        DataSet data = DataSet.STATIC_MNIST;
        table.row(
                sampler,
                count,
                count * sampler.evaluations(EnergyPlan.TYPICAL_SITES),
                seeds(data, sampler, count, EnergyTrial::outcome),
                seeds(data, sampler, count, row -> MarkdownTable.number(2, row.number("acceptance"))),
                seeds(data, sampler, count, row -> MarkdownTable.number(1, row.number("R"))),
                MarkdownTable.number(1, cpuMillis(data, sampler, count)));
    }

    private double cpuMillis(DataSet data, EnergySampler sampler, int count) {
        return IntStream.rangeClosed(1, repetitions)
                .mapToDouble(repetition -> 1e3
                        * figure(data, sampler, count, repetition, "cpu_seconds")
                        / figure(data, sampler, count, repetition, "updates"))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }
}
