package dev.lbp.experiments.energy;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.EnergyData;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Table 2: how many Metropolis-Hastings steps per update a sampler needs to train an energy-based network by persistent
 * contrastive divergence. Each cell trains a network and measures the log-likelihood of the test images.
 */
public final class EnergySteps extends Experiment {

    /** The samplers of the table. */
    static final List<EnergySampler> SAMPLERS =
            List.of(EnergySampler.LBP_B_1, EnergySampler.ALBP_B, EnergySampler.LBP_S_1, EnergySampler.ALBP_S);

    /** Estimated seconds of a step of all chains of a batch, with its evaluation of the network. */
    private static final double SECONDS_PER_STEP = 1.6e-3;

    /** The steps per update of other samplers. They are measured on static MNIST with the first seed only. */
    static final Map<EnergySampler, Integer> RIVALS = new EnumMap<>(Map.of(
            EnergySampler.AGWG_B, 10,
            EnergySampler.AGWG_S, 10,
            EnergySampler.RWM_1, 160,
            EnergySampler.ARWM, 160,
            EnergySampler.GIBBS, 1));

    public EnergySteps() {
        super("energy-steps", "Table 2: steps per update to train an energy.", Data.NEEDED);
    }

    static List<DataSet> dataSets(Settings settings) {
        return settings.budget()
                .quickOrPaper(List.of(DataSet.STATIC_MNIST, DataSet.CALTECH), List.of(DataSet.values()));
    }

    /** The steps per update of the table, in ascending order. */
    static int[] steps(Settings settings) {
        return settings.budget()
                .quickOrPaper(new int[] {2, 5, 10, 20, 40, 80}, new int[] {5, 10, 15, 20, 30, 40, 60, 80, 90, 100});
    }

    /** The steps per update of a sampler: all of the table, or one number for a sampler in {@link #RIVALS}. */
    static IntStream steps(Settings settings, EnergySampler sampler) {
        Integer rival = RIVALS.get(sampler);
        return rival == null ? IntStream.of(steps(settings)) : IntStream.of(rival);
    }

    /** The parameters of training and evaluation, in the order of {@link EnergyPlan}. */
    static EnergyPlan plan(Settings settings) {
        return settings.budget()
                .quickOrPaper(
                        new EnergyPlan("mlp", 500, 50, 1e-3, 1_000, 0.999, 1_000),
                        new EnergyPlan("mlp", 2_000, 200, 1e-3, 1_000, 0.999, 5_000));
    }

    static int repetitions(Settings settings) {
        return settings.budget().quickOrPaper(2, 3);
    }

    @Override
    public void check(Settings settings) {
        dataSets(settings).forEach(set -> set.check(settings.directory()));
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("cells", "data sampler steps repetition", EnergyTrial.FIGURES);
    }

    /**
     * Plans the cells seed by seed, then those of other samplers. Within a seed the longest cells come first, so that
     * threads end at about the same time.
     */
    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        Settings settings = lab.settings();
        EnergyPlan plan = plan(settings);
        Map<DataSet, EnergyData> data = new ConcurrentHashMap<>();
        return List.of(CellPlan.of(table(lab), Row.EMPTY)
                .axis("data", dataSets(settings), DataSet::toString)
                .axis("sampler", EnergySampler.values(), EnergySampler::toString)
                .axis("steps", key -> steps(settings, sampler(key)).boxed(), count -> count)
                .repeated("repetition", repetitions(settings))
                .where(key -> !isRival(key)
                        || key.part(DataSet.class) == DataSet.STATIC_MNIST && key.whole("repetition") == 1)
                .sorted(Comparator.comparing(EnergySteps::isRival)
                        .thenComparing(key -> key.whole("repetition"))
                        .thenComparing(key -> isRival(key) ? 0.0 : -work(plan, key)))
                .work(key -> work(plan, key))
                .measured(key -> new EnergyTrial(
                                data.computeIfAbsent(key.part(DataSet.class), set -> set.read(settings.directory())),
                                plan,
                                lab.begin(name(key), work(plan, key)))
                        .measure(key, sampler(key), key.whole("steps"), settings.seed(key.toString())))
                .parallel());
    }

    private static EnergySampler sampler(Row key) {
        return key.part(EnergySampler.class);
    }

    /** Whether a row is of a sampler that is not in the paper's table. */
    private static boolean isRival(Row key) {
        return RIVALS.containsKey(sampler(key));
    }

    private static String name(Row key) {
        return key.text("data") + ", " + key.text("sampler") + ", k = " + key.text("steps");
    }

    /** Estimated seconds of one thread. */
    private static double work(EnergyPlan plan, Row key) {
        // an evaluation without a gradient costs half; the gradient by the parameters, once an update, counts as two
        double each = sampler(key).needsGradient() ? SECONDS_PER_STEP : SECONDS_PER_STEP / 2;
        double evaluations = key.number("steps") * sampler(key).evaluations(EnergyPlan.TYPICAL_SITES);
        return each * (plan.updates() * (evaluations + 2.0) + plan.temperatures());
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new EnergyStepsReport(lab).publish();
    }
}
