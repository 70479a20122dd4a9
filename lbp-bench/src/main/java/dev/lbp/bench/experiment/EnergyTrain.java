package dev.lbp.bench.experiment;

import dev.lbp.Samplers;
import dev.lbp.bench.data.DataSet;
import dev.lbp.bench.data.EnergyData;
import dev.lbp.bench.plot.ImageGrid;
import dev.lbp.nn.training.NetworkTrainingResult;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;

/** Figure 6: residual networks trained by ALBP with sqrt(t), and samples after many steps of it. */
final class EnergyTrain implements Experiment {

    static final List<String> KEYS = List.of("data", "net", "steps");

    private static final EnergySampler SAMPLER = EnergySampler.ALBP_S;

    private static final int STEPS = 20;

    /** Chains of a picture, and their steps, half of them warm-up. */
    private static final int CHAINS = 100;

    private static final int LONG_RUN = 2_000;

    /** Seconds of an evaluation with its gradient for a batch, by channels: 8.9 ms for 8, 21.5 ms for 16. */
    private static final double SECONDS_PER_CHANNEL = 1.2e-3;

    @Override
    public String name() {
        return "energy-train";
    }

    @Override
    public String purpose() {
        return "Figure 6: long-run samples of residual networks.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public boolean usesData() {
        return true;
    }

    @Override
    public void check(Settings settings) {
        EnergySteps.dataSets(settings).forEach(set -> set.check(Objects.requireNonNull(settings.data())));
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("cells", KEYS, EnergyTrial.FIGURES);
    }

    /** The networks, by channels. */
    private static int[] channels(Settings settings) {
        return settings.budget().either(new int[] {8}, new int[] {8, 16});
    }

    static EnergyPlan plan(int channels) {
        return new EnergyPlan("resnet-" + channels + "-2", 3_000, 50, 5e-4, 1_000, 0.999, 10_000);
    }

    /** One training. */
    record Cell(DataSet data, int channels) {

        Row key() {
            return Row.EMPTY
                    .with("data", data)
                    .with("net", plan(channels).net())
                    .with("steps", STEPS);
        }

        /** The beginning of the names of its files. */
        String name() {
            return plan(channels).net() + "-"
                    + data.toString().toLowerCase(Locale.ROOT).replace(' ', '-');
        }

        /** A gradient by the parameters costs about five evaluations. */
        double work() {
            EnergyPlan plan = plan(channels);
            double evaluations = plan.updates() * (STEPS + 7.0) + 1.2 * plan.temperatures() + LONG_RUN;
            return SECONDS_PER_CHANNEL * channels * evaluations;
        }
    }

    @Override
    public void measure(Lab lab) throws IOException {
        Settings settings = lab.settings();
        CellTable table = table(lab);
        Map<DataSet, EnergyData> data = new EnumMap<>(DataSet.class);
        List<Callable<Row>> cells = new ArrayList<>();
        for (int channels : channels(settings)) {
            for (DataSet set : EnergySteps.dataSets(settings)) {
                Cell cell = new Cell(set, channels);
                if (table.find(cell.key()).isEmpty()) {
                    lab.expect(cell.work());
                    EnergyData images =
                            data.computeIfAbsent(set, each -> each.read(Objects.requireNonNull(settings.data())));
                    cells.add(() -> train(lab, cell, images, plan(channels)));
                }
            }
        }
        ParallelCells.measure(settings.threads(), table, cells);
    }

    static Row train(Lab lab, Cell cell, EnergyData images, EnergyPlan plan) throws IOException {
        Path checkpoint = lab.saved(cell.name());
        long seed = lab.settings().seed(cell.name());
        Row row = new EnergyTrial(images, plan, lab.begin(cell.name(), cell.work()))
                .saving(checkpoint)
                .then(result -> draw(lab, cell, images, result))
                .measure(cell.key(), SAMPLER, STEPS, seed);
        Lab.forget(checkpoint);
        return row;
    }

    /** Draws pictures of the training's chains, and of chains that go on from them under the averaged network. */
    private static void draw(Lab lab, Cell cell, EnergyData images, NetworkTrainingResult result) throws IOException {
        byte[][] chains = Arrays.copyOf(result.buffer(), CHAINS);
        ImageGrid.write(lab.file(cell.name() + "-buffer.png"), images.rows(), images.columns(), chains);
        SampleResult samples = Samplers.lbp()
                .weight(WeightFunction.SQRT)
                .build()
                .sample(result.model())
                .initial(chains)
                .chains(CHAINS)
                .warmup(LONG_RUN / 2)
                .draws(LONG_RUN / 2)
                .threads(1)
                .seed(lab.settings().seed("samples of " + cell.name()))
                .run();
        if (samples.stopReason() == StopReason.INTERRUPTED) {
            throw new RunInterrupted("samples of " + cell.name());
        }
        ImageGrid.write(lab.file(samplesFile(cell.name())), images.rows(), images.columns(), samples.finalStates());
    }

    private static String samplesFile(String cell) {
        return cell + "-samples.png";
    }

    @Override
    public String publish(Lab lab) throws IOException {
        List<Row> rows = table(lab).rows();
        if (rows.isEmpty()) {
            return "";
        }
        EnergyPlan plan = plan(channels(lab.settings())[0]);
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Residual networks after %,d updates by %s with %d steps, learning rate %s, batches of %d, buffer of %,d; log Z by annealed"
                        + " importance sampling with %,d temperatures and %d chains, * where the weights' effective sample size is"
                        + " under a fifth of them.\n\n",
                plan.updates(),
                SAMPLER,
                STEPS,
                plan.learningRate(),
                EnergyPlan.BATCH,
                plan.buffer(),
                plan.temperatures(),
                EnergyTrial.CHAINS));
        MarkdownTable table = new MarkdownTable(
                "data",
                "net",
                "test log-likelihood",
                "of the base measure",
                "ESS of the weights",
                "gap",
                "R",
                "CPU minutes");
        StringBuilder pictures = new StringBuilder();
        for (int channels : channels(lab.settings())) {
            for (DataSet set : EnergySteps.dataSets(lab.settings())) {
                Cell cell = new Cell(set, channels);
                rows.stream().filter(row -> row.agrees(cell.key(), KEYS)).forEach(row -> {
                    table.row(
                            set,
                            row.text("net"),
                            EnergyTrial.outcome(row),
                            MarkdownTable.number(1, row.number(EnergyTrial.BASE)),
                            MarkdownTable.number(1, row.number(EnergyTrial.WEIGHTS)),
                            MarkdownTable.number(2, row.number("gap_last")),
                            MarkdownTable.number(1, row.number("R")),
                            MarkdownTable.number(1, row.number("cpu_seconds") / 60.0));
                    pictures.append(String.format(
                            Locale.ROOT,
                            "\n![%s, %s: %d chains after %,d steps](%s)\n",
                            set,
                            row.text("net"),
                            CHAINS,
                            LONG_RUN,
                            samplesFile(cell.name())));
                });
            }
        }
        return text.append(table)
                .append(pictures)
                .append('\n')
                .append(lab.provenance(rows))
                .toString();
    }
}
