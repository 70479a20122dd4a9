package dev.lbp.experiments.energy;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.Samplers;
import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.EnergyData;
import dev.lbp.cli.plot.ImageGrid;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.nn.training.NetworkTrainingResult;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Figure 6: trains residual networks by ALBP with sqrt(t), and draws samples of each network by many steps of ALBP. */
public final class EnergyTrain extends Experiment {

    private static final EnergySampler SAMPLER = EnergySampler.ALBP_S;

    private static final int STEPS = 20;

    /** Chains of a picture. */
    private static final int CHAINS = 100;

    /** Steps of these chains, half of them warm-up. */
    private static final int LONG_RUN = 2_000;

    /**
     * Estimated seconds, per channel, of an evaluation with gradient for a batch. Measured: 8.9 ms for 8 channels, 21.5
     * ms for 16.
     */
    private static final double SECONDS_PER_CHANNEL = 1.2e-3;

    public EnergyTrain() {
        super("energy-train", "Figure 6: long-run samples of residual networks.", Data.NEEDED);
    }

    @Override
    public void check(Settings settings) {
        EnergySteps.dataSets(settings).forEach(set -> set.check(settings.directory()));
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("cells", "data net steps", EnergyTrial.FIGURES);
    }

    /** The numbers of channels of the networks. */
    private static int[] channels(Settings settings) {
        return settings.budget().quickOrPaper(new int[] {8}, new int[] {8, 16});
    }

    static EnergyPlan plan(int channels) {
        return new EnergyPlan("resnet-" + channels + "-2", 3_000, 50, 5e-4, 1_000, 0.999, 10_000);
    }

    /** The prefix of the names of a training's files. */
    private static String name(Row key) {
        return key.text("net") + "-" + key.text("data").toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /**
     * Estimated seconds of one thread. An update makes {@link #STEPS} evaluations for the chains; its gradient by the
     * parameters and the rest cost about 7 more. A temperature of the measurement of log Z costs about 1.2.
     */
    private static double work(Row key) {
        int channels = key.part(Integer.class);
        EnergyPlan plan = plan(channels);
        double evaluations = plan.updates() * (STEPS + 7.0) + 1.2 * plan.temperatures() + LONG_RUN;
        return SECONDS_PER_CHANNEL * channels * evaluations;
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        Settings settings = lab.settings();
        Map<DataSet, EnergyData> data = new ConcurrentHashMap<>();
        return List.of(CellPlan.of(table(lab), Row.EMPTY)
                .axis("data", EnergySteps.dataSets(settings), DataSet::toString)
                .axis(
                        "net",
                        key -> IntStream.of(channels(settings)).boxed(),
                        channels -> plan(channels).net())
                .axis("steps", STEPS)
                .sorted(Comparator.comparing(key -> key.part(Integer.class))) // channels
                .work(EnergyTrain::work)
                .measured(key -> train(
                        lab,
                        key,
                        data.computeIfAbsent(key.part(DataSet.class), set -> set.read(settings.directory())),
                        plan(key.part(Integer.class))))
                .parallel());
    }

    /** Trains a network, or resumes a training that was interrupted, and measures it. */
    static Row train(Lab lab, Row key, EnergyData images, EnergyPlan plan) throws IOException {
        String name = name(key);
        Path checkpoint = lab.saved(name);
        Row row = new EnergyTrial(images, plan, lab.begin(name, work(key)))
                .saving(checkpoint)
                .then(result -> draw(lab, name, images, result))
                .measure(key, SAMPLER, STEPS, lab.settings().seed(name));
        Lab.forget(checkpoint);
        return row;
    }

    /** Draws pictures of the training's chains, and of chains that continue from them with the averaged network. */
    private static void draw(Lab lab, String name, EnergyData images, NetworkTrainingResult result) throws IOException {
        byte[][] chains = Arrays.copyOf(result.buffer(), CHAINS);
        ImageGrid.write(lab.file(name + "-buffer.png"), images.rows(), images.columns(), chains);
        SampleResult samples = Samplers.lbp()
                .weight(WeightFunction.SQRT)
                .build()
                .sample(result.model())
                .initial(chains)
                .chains(CHAINS)
                .warmup(LONG_RUN / 2)
                .draws(LONG_RUN / 2)
                .threads(1)
                .seed(lab.settings().seed("samples of " + name))
                .run();
        if (samples.stopReason() == StopReason.INTERRUPTED) {
            throw new RunInterrupted("samples of " + name);
        }
        ImageGrid.write(lab.file(samplesFile(name)), images.rows(), images.columns(), samples.finalStates());
    }

    private static String samplesFile(String cell) {
        return cell + "-samples.png";
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        EnergyPlan plan = plan(channels(lab.settings())[0]);
        StringBuilder text = new StringBuilder(format(
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
        Columns<Row> table = new Columns<Row>()
                .add("data", row -> row.text("data"))
                .add("net", row -> row.text("net"))
                .add("test log-likelihood", EnergyTrial::outcome)
                .add("of the base measure", row -> row.number(1, EnergyTrial.BASE))
                .add("ESS of the weights", row -> row.number(1, EnergyTrial.WEIGHTS))
                .add("gap", row -> row.number(2, "gap_last"))
                .add("R", row -> row.number(1, "R"))
                .add("CPU minutes", 1, row -> row.number("cpu_seconds") / 60.0);
        List<Row> shown = IntStream.of(channels(lab.settings()))
                .mapToObj(channels -> rows.with("net", plan(channels).net()))
                .flatMap(net -> net.by("data", EnergySteps.dataSets(lab.settings()), DataSet::toString).stream())
                .map(Rows::first)
                .toList();
        text.append(table.of(shown));
        for (Row row : shown) {
            text.append(format(
                    "\n![%s, %s: %d chains after %,d steps](%s)\n",
                    row.text("data"), row.text("net"), CHAINS, LONG_RUN, samplesFile(name(row))));
        }
        return text.append('\n').append(lab.provenance(rows)).toString();
    }
}
