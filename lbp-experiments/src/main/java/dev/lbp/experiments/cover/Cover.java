package dev.lbp.experiments.cover;

import dev.lbp.SamplingRun;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.RelativeRate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.experiments.report.Spread;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Gene sets that explain a list of genes: compares samplers by effective samples per processor second. Each repetition
 * has its own instance. On an instance, all samplers start from the same states in equilibrium and run one after
 * another, so that a temporary load slows all of them.
 */
public final class Cover extends Experiment {

    private static final int CHAINS = 2;

    /** Before each measured run comes an unmeasured one of 1/5 of the draws, for the just-in-time compiler. */
    private static final int COLD = 5;

    private static final int REFERENCE_DRAWS = 25_000;

    /** Estimated seconds of one thread for a cell. */
    private static final double CELL = 3.0;

    /** Estimated seconds of one thread for a long run. */
    private static final double REFERENCE = 10.0;

    /** A larger deviation, in standard errors, means that a chain has not moved. */
    private static final double STUCK = 100.0;

    public Cover() {
        super("cover", "Gene sets: LBP, Gibbs and RWM by the processor second.");
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "cover",
                "size repetition sampler",
                "sets found R us_per_step acceptance ess_log_prob rmse deviation cpu_seconds seconds");
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        Shared<CoverInstance> shared = new Shared<>();
        double share = draws(lab, REFERENCE_DRAWS) / (double) REFERENCE_DRAWS;
        return List.of(CellPlan.of(table(lab), lab.sizeKey())
                .repeated("repetition", Lab.SEEDS)
                .axis("sampler", CoverSampler.values(), Enum::name)
                .work(key -> share * (CELL + REFERENCE / CoverSampler.values().length))
                .measured(key -> {
                    int number = key.whole("repetition");
                    CoverInstance instance =
                            shared.of(number, () -> new CoverInstance(lab, number, draws(lab, REFERENCE_DRAWS)));
                    return measured(lab, instance, key.part(CoverSampler.class), key);
                }));
    }

    /**
     * The number of draws for the budget and the size, if it is {@code quick} for the medium size with the budget
     * quick.
     */
    private static int draws(Lab lab, int quick) {
        int draws = lab.settings().budget().either(quick, 10 * quick);
        return lab.settings().size().pick(draws / 20, draws, draws);
    }

    private static Row measured(Lab lab, CoverInstance instance, CoverSampler sampler, Row key) {
        int draws = draws(lab, 2 * sampler.steps / sampler.thin);
        lab.seeded("warming up " + key, 0.0, run(instance, sampler, Math.max(100, draws / COLD)));
        Stopwatch watch = new Stopwatch();
        SampleResult result = lab.seeded(key.toString(), 0.0, run(instance, sampler, draws));
        double cpu = watch.cpuSeconds();
        boolean averaged = sampler == CoverSampler.LBP_1_CONDITIONALS;
        double[] estimates = averaged ? result.conditionals().orElseThrow().marginals() : result.marginals();
        double[] errors = averaged ? result.conditionals().orElseThrow().errors() : result.marginalErrors();
        return key.with("sets", instance.model.dimension())
                .with("found", instance.found())
                .with("R", result.scale())
                .with("us_per_step", 1e6 * cpu / ((double) CHAINS * draws * sampler.thin))
                .with("acceptance", result.acceptanceRate())
                .with("ess_log_prob", result.effectiveSampleSize("logProb"))
                .with("rmse", instance.rootMeanSquare(estimates))
                .with("deviation", instance.largestDeviation(estimates, errors))
                .with("cpu_seconds", cpu)
                .with("seconds", result.drawTime());
    }

    private static SamplingRun run(CoverInstance instance, CoverSampler sampler, int draws) {
        SamplingRun run = sampler.sampler(instance.tuned)
                .sample(instance.model)
                .chains(CHAINS)
                .initial(Arrays.copyOf(instance.states, CHAINS))
                .warmup(0)
                .draws(draws)
                .thin(sampler.thin);
        return sampler == CoverSampler.LBP_1_CONDITIONALS ? run.conditionals() : run;
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        Rows gibbs = of(rows, CoverSampler.GIBBS);
        String table = new Columns<Group<CoverSampler>>()
                .add("sampler", Group::value)
                .add("R", group -> group.median("%.1f", "R"))
                .add("us per step", group -> group.median("%.1f", "us_per_step"))
                .add("acceptance", group -> group.median("%.2f", "acceptance"))
                .add("ESS(logProb) per second", group -> group.spread(Cover::perSecond))
                .add("times Gibbs in order", group -> timesGibbs(gibbs, group))
                .add("rmse of probabilities times sqrt(seconds)", group -> group.spread(Cover::timesRoot))
                .add("largest deviation", Cover::deviation)
                .of(rows.by("sampler", CoverSampler.values(), Enum::name));
        Rows reference = of(rows, CoverSampler.LBP_1);
        return "Medians over " + rows.by("repetition").size()
                + " instances, with the least and the largest; all times are processor time."
                + " A step of Gibbs is a sweep. The rmse of"
                + " probabilities is over the sets with a probability in (.01, .9999) by a long run. The largest deviation from the long run"
                + " is in standard errors, over the sets with a probability in (.05, .95).\n\n"
                + table
                + (reference.isEmpty()
                        ? ""
                        : "\nOf the " + CoverInstance.PLANTED + " planted sets, with a probability above .9: "
                                + reference.spread("found") + ".\n")
                + "\n" + lab.provenance(rows);
    }

    private static String deviation(Rows rows) {
        Spread spread = rows.spread("deviation");
        return spread.largest() > STUCK ? "stuck" : spread.toString();
    }

    private static Rows of(Rows rows, CoverSampler sampler) {
        return rows.with("sampler", sampler.name());
    }

    private static double perSecond(Row row) {
        double size = row.number("ess_log_prob");
        return Double.isNaN(size) ? 0.0 : size / row.number("cpu_seconds");
    }

    private static double timesRoot(Row row) {
        return row.number("rmse") * Math.sqrt(row.number("cpu_seconds"));
    }

    /** The ratios of ESS per second to Gibbs on the same instance. */
    private static String timesGibbs(Rows gibbs, Rows group) {
        return RelativeRate.text(group.stream()
                .flatMapToDouble(row -> gibbs.stream()
                        .filter(other -> other.agrees(row, List.of("size", "repetition")))
                        .mapToDouble(other -> perSecond(row) / perSecond(other)))
                .toArray());
    }
}
