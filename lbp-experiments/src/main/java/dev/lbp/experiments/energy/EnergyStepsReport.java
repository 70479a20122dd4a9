package dev.lbp.experiments.energy;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables and the figure of {@link EnergySteps}. */
final class EnergyStepsReport {

    /**
     * Table 2 of Sun et al. (2022): the smallest number of Metropolis-Hastings steps per update with which resnet-64
     * trains well, by each of {@link EnergySteps#SAMPLERS}.
     */
    private static final Map<DataSet, int[]> PAPER = Map.of(
            DataSet.STATIC_MNIST, new int[] {90, 20, 40, 15},
            DataSet.DYNAMIC_MNIST, new int[] {100, 20, 40, 15},
            DataSet.OMNIGLOT, new int[] {100, 60, 30, 5},
            DataSet.CALTECH, new int[] {100, 60, 80, 30});

    private final Lab lab;
    private final int[] steps;
    private final int most;
    private final int repetitions;
    private final List<DataSet> dataSets;

    /** All cells, by increasing seeds. */
    private final Rows rows;

    EnergyStepsReport(Lab lab) throws IOException {
        this.lab = lab;
        this.steps = EnergySteps.steps(lab.settings());
        this.most = steps[steps.length - 1];
        this.repetitions = EnergySteps.repetitions(lab.settings());
        this.dataSets = EnergySteps.dataSets(lab.settings());
        this.rows = lab.rows(EnergySteps.table(lab)).sorted("repetition");
    }

    /** A line of a table: the trainings by a sampler with a number of steps per update. */
    private record Line(DataSet data, EnergySampler sampler, int steps) {}

    /** A line of a table: the trainings with a seed. Seed 0 stands for the paper's trainings. */
    private record Seed(DataSet data, int seed) {}

    String publish() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        Figure figure = new Figure();
        dataSets.forEach(data -> figure.panel(
                data.toString(),
                "Metropolis-Hastings steps per update",
                "test log-likelihood",
                /* logX= */ true,
                /* logY= */ false,
                curves(data)));
        EnergyPlan plan = EnergySteps.plan(lab.settings());
        return figure.link(lab.file("energy-steps.png"), "Test log-likelihood against steps per update", 2)
                + format(
                        "\n\n"
                                + "Log-likelihood of the test images, nats per image, of net %s after %,d updates at"
                                + " learning rate %s (%,d of warm-up), batches of %d, buffer of %,d, averaged parameters"
                                + " (decay %s); log Z by annealed importance sampling with %,d temperatures and %d chains."
                                + " A cell has a number for each of %d seeds, with * where the weights' effective sample"
                                + " size is under a fifth of the chains: the log-likelihood is then too high.\n\n",
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
                + outcomes()
                + "\nThe smallest sufficient number of steps: for it and all larger ones the log-likelihood is within "
                + (int) SufficientSteps.NEAR + " nats of the best sampler at " + most
                + " steps, and in the second half of the updates the gap between data and samples,"
                + " averaged over about " + EnergyTrial.WINDOW + " updates, stays below "
                + (int) SufficientSteps.LARGEST_GAP
                + ".\n\n" + thresholds()
                + "\nOther samplers on static MNIST, by evaluations of the network per update and chain:\n\n" + rivals()
                + format("\nAll cells together took %.0f minutes of CPU time. ", rows.sum("cpu_seconds") / 60.0)
                + lab.provenance(rows);
    }

    private Rows of(DataSet data, EnergySampler sampler, int count) {
        return rows.with("data", data).with("sampler", sampler).with("steps", count);
    }

    private Rows of(Line line) {
        return of(line.data, line.sampler, line.steps);
    }

    /** A figure of one training; NaN if it is not measured. */
    private double figure(DataSet data, EnergySampler sampler, int count, int repetition, String column) {
        Rows cells = of(data, sampler, count).with("repetition", repetition);
        return cells.isEmpty() ? Double.NaN : cells.number(column);
    }

    /** The table of log-likelihoods. */
    private String outcomes() {
        return new Columns<Line>()
                .add("data", Line::data)
                .add("sampler", Line::sampler)
                .each(
                        IntStream.of(steps).boxed().toList(),
                        count -> "k = " + count,
                        (line, count) -> seeds(of(line.data, line.sampler, count), EnergyTrial::outcome))
                .of(dataSets.stream() // the numbers of steps are columns here, so a line has none of its own
                        .flatMap(data -> EnergySteps.SAMPLERS.stream().map(sampler -> new Line(data, sampler, 0)))
                        .toList());
    }

    /** The texts of all finished seeds; "-" if there is none. */
    private static String seeds(Rows cells, Function<Row, String> text) {
        return cells.isEmpty() ? "-" : cells.stream().map(text).collect(Collectors.joining(", "));
    }

    /** The table of the smallest sufficient numbers of steps, beside the paper's. */
    private String thresholds() {
        return new Columns<Seed>()
                .add("data", Seed::data)
                .add("", line -> line.seed == 0 ? "the paper's" : "seed " + line.seed)
                .each(
                        EnergySteps.SAMPLERS,
                        EnergySampler::toString,
                        (line, sampler) -> line.seed == 0
                                ? Objects.requireNonNull(PAPER.get(line.data))[EnergySteps.SAMPLERS.indexOf(sampler)]
                                : threshold(line, sampler))
                .of(dataSets.stream() // the seeds from 1 on, and last 0, the paper's line
                        .flatMap(data -> IntStream.rangeClosed(1, repetitions + 1)
                                .mapToObj(seed -> new Seed(data, seed % (repetitions + 1))))
                        .toList());
    }

    /** The smallest sufficient number of steps of a sampler, in words. */
    private String threshold(Seed line, EnergySampler sampler) {
        double best = EnergySteps.SAMPLERS.stream()
                .mapToDouble(each -> figure(line.data, each, most, line.seed, EnergyTrial.LOG_LIKELIHOOD))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        OptionalInt smallest = SufficientSteps.smallest(
                steps,
                values(line, sampler, EnergyTrial.LOG_LIKELIHOOD),
                values(line, sampler, EnergyTrial.LARGEST_GAP),
                best);
        return smallest.isPresent() ? "" + smallest.getAsInt() : "over " + most;
    }

    /** A figure of a sampler's trainings with one seed, for each number of steps per update. */
    private double[] values(Seed line, EnergySampler sampler, String column) {
        return IntStream.of(steps)
                .mapToDouble(count -> figure(line.data, sampler, count, line.seed, column))
                .toArray();
    }

    /** The curves of a data set. A training that diverged, or ended below the base measure, has no point. */
    private Curves curves(DataSet data) {
        double[] x = IntStream.of(steps).asDoubleStream().toArray();
        Curves curves = new Curves();
        for (EnergySampler sampler : EnergySteps.SAMPLERS) {
            double[] y = IntStream.of(steps)
                    .mapToDouble(count -> IntStream.rangeClosed(1, repetitions)
                            .mapToDouble(repetition -> shown(data, sampler, count, repetition))
                            .average()
                            .orElse(Double.NaN))
                    .toArray();
            curves.add(sampler.toString(), Look.JOINED, curves.size(), x, y);
        }
        return curves;
    }

    /** The log-likelihood of one training; NaN if it is below that of the base measure. */
    private double shown(DataSet data, EnergySampler sampler, int count, int repetition) {
        double value = figure(data, sampler, count, repetition, EnergyTrial.LOG_LIKELIHOOD);
        return value >= figure(data, sampler, count, repetition, EnergyTrial.BASE) ? value : Double.NaN;
    }

    /** The table of samplers that are not in the paper's table. */
    private String rivals() {
        return new Columns<Line>()
                .add("sampler", Line::sampler)
                .add("steps", Line::steps)
                .add("evaluations", line -> line.steps * line.sampler.evaluations(EnergyPlan.TYPICAL_SITES))
                .add("log-likelihood", line -> seeds(of(line), EnergyTrial::outcome))
                .add("acceptance", line -> seeds(of(line), row -> row.number(2, "acceptance")))
                .add("R", line -> seeds(of(line), row -> row.number(1, "R")))
                .add("CPU ms per update", 1, line -> cpuMillis(of(line)))
                .of(Stream.concat(EnergySteps.RIVALS.keySet().stream(), EnergySteps.SAMPLERS.stream())
                        .flatMap(sampler -> EnergySteps.steps(lab.settings(), sampler)
                                .mapToObj(count -> new Line(DataSet.STATIC_MNIST, sampler, count)))
                        .toList());
    }

    /** Milliseconds of processor time for an update of the parameters, on average over trainings. */
    private static double cpuMillis(Rows cells) {
        return Arrays.stream(cells.numbers(row -> 1e3 * row.number("cpu_seconds") / row.number("updates")))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }
}
