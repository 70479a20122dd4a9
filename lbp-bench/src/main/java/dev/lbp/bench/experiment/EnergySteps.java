package dev.lbp.bench.experiment;

import dev.lbp.bench.data.DataSet;
import dev.lbp.bench.data.EnergyData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Table 2: how many Metropolis-Hastings steps per update a sampler needs to train an energy-based network by persistent
 * contrastive divergence. Each cell trains a network, and judges it by the log-likelihood of the test images.
 */
final class EnergySteps implements Experiment {

    /** The samplers of the table. */
    static final List<EnergySampler> SAMPLERS =
            List.of(EnergySampler.LBP_B_1, EnergySampler.ALBP_B, EnergySampler.LBP_S_1, EnergySampler.ALBP_S);

    static final List<String> KEYS = List.of("data", "sampler", "steps", "repetition");

    /** Seconds of an evaluation of the network for a batch, and of a step beside it, to estimate times. */
    private static final double SECONDS_PER_STEP = 1.6e-3;

    /** Other samplers, on static MNIST, for a comparison per evaluation. */
    static final List<Rival> RIVALS = List.of(
            new Rival(EnergySampler.AGWG_B, 10),
            new Rival(EnergySampler.AGWG_S, 10),
            new Rival(EnergySampler.RWM_1, 160),
            new Rival(EnergySampler.ARWM, 160),
            new Rival(EnergySampler.GIBBS, 1));

    /** A sampler with its steps per update. */
    record Rival(EnergySampler sampler, int steps) {}

    /** One training. */
    record Cell(DataSet data, EnergySampler sampler, int steps, int repetition) {

        Row key() {
            return Row.EMPTY
                    .with("data", data)
                    .with("sampler", sampler)
                    .with("steps", steps)
                    .with("repetition", repetition);
        }

        @Override
        public String toString() {
            return data + ", " + sampler + ", k = " + steps;
        }

        /** Seconds of a thread, roughly. */
        double work(EnergyPlan plan) {
            double each = sampler.needsGradient() ? SECONDS_PER_STEP : SECONDS_PER_STEP / 2;
            double evaluations = (double) steps * sampler.evaluations(EnergyPlan.TYPICAL_SITES);
            return each * (plan.updates() * (evaluations + 2.0) + plan.temperatures());
        }
    }

    @Override
    public String name() {
        return "energy-steps";
    }

    @Override
    public String purpose() {
        return "Table 2: steps per update to train an energy.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public boolean usesData() {
        return true;
    }

    static List<DataSet> dataSets(Settings settings) {
        return settings.budget().either(List.of(DataSet.STATIC_MNIST, DataSet.CALTECH), List.of(DataSet.values()));
    }

    /** The steps per update of the table, in ascending order. */
    static int[] steps(Settings settings) {
        return settings.budget()
                .either(new int[] {2, 5, 10, 20, 40, 80}, new int[] {5, 10, 15, 20, 30, 40, 60, 80, 90, 100});
    }

    /** The network, its training and how it is judged. */
    static EnergyPlan plan(Settings settings) {
        EnergyPlan quick = new EnergyPlan("mlp", 500, 50, 1e-3, 1_000, 0.999, 1_000);
        return settings.budget().either(quick, quick.withUpdates(2_000, 200).withTemperatures(5_000));
    }

    static int repetitions(Settings settings) {
        return settings.budget().either(2, 3);
    }

    @Override
    public void check(Settings settings) {
        dataSets(settings).forEach(set -> set.check(Objects.requireNonNull(settings.data())));
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("cells", KEYS, EnergyTrial.FIGURES);
    }

    /** All cells, seed after seed, and at last the rivals with the first seed; the longest first, so that threads end together. */
    static List<Cell> cells(Settings settings) {
        EnergyPlan plan = plan(settings);
        List<Cell> cells = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions(settings); repetition++) {
            List<Cell> ofSeed = new ArrayList<>();
            for (DataSet data : dataSets(settings)) {
                for (EnergySampler sampler : SAMPLERS) {
                    for (int steps : steps(settings)) {
                        ofSeed.add(new Cell(data, sampler, steps, repetition));
                    }
                }
            }
            ofSeed.sort(Comparator.comparingDouble(cell -> -cell.work(plan)));
            cells.addAll(ofSeed);
        }
        for (Rival rival : RIVALS) {
            cells.add(new Cell(DataSet.STATIC_MNIST, rival.sampler, rival.steps, 1));
        }
        return cells;
    }

    @Override
    public void measure(Lab lab) throws IOException {
        Settings settings = lab.settings();
        EnergyPlan plan = plan(settings);
        CellTable table = table(lab);
        List<Cell> missing = cells(settings).stream()
                .filter(cell -> table.find(cell.key()).isEmpty())
                .toList();
        Map<DataSet, EnergyData> data = new EnumMap<>(DataSet.class);
        List<Callable<Row>> cells = new ArrayList<>();
        for (Cell cell : missing) {
            lab.expect(cell.work(plan));
            EnergyData images =
                    data.computeIfAbsent(cell.data, set -> set.read(Objects.requireNonNull(settings.data())));
            cells.add(() -> new EnergyTrial(images, plan, lab.begin(cell.toString(), cell.work(plan)))
                    .measure(
                            cell.key(),
                            cell.sampler,
                            cell.steps,
                            settings.seed(cell.key().toString())));
        }
        ParallelCells.measure(settings.threads(), table, cells);
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new EnergyStepsReport(lab).publish();
    }
}
