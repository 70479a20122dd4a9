package dev.lbp.experiments.design;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.cli.instance.ModelFile;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.internal.Check;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.nn.CategoricalNetworkModel;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.SiteConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Protein sequences near a wild type, scored by a network that was trained on measurements. Compares samplers with
 * gradients and single-site Metropolis by effective samples per evaluation of the network, and tests parallel tempering
 * where plain chains do not mix.
 */
public final class DesignTrials extends Experiment {

    static final String NETWORK = "sequences/ube4b-cnn-0.onnx";

    static final String WILD_TYPE = "sequences/ube4b.fasta";

    private static final String MUTATIONS = "mutations";

    private static final int REPLICAS = 8;

    /** Steps of a replica between two exchanges, and between two draws of a cold run. */
    private static final int EVERY = 5;

    /** Estimated seconds of an evaluation of one state. */
    private static final double SECONDS = 50e-6;

    /**
     * The lengths of runs.
     *
     * @param chains the number of chains of a stationary run
     * @param burnIn steps of adaptive LBP before stationary runs
     * @param evaluations evaluations of each chain of a stationary run
     * @param longEvaluations evaluations of each chain of a {@linkplain #isRepeated repeated} run
     * @param draws draws of each chain of a stationary run
     * @param repetitions the number of repetitions of a repeated run
     * @param coldChains the number of chains of a cold run, which starts from the wild type
     * @param coldWarmUp steps of a cold run before the first draw
     * @param coldDraws draws of a cold run, one in {@link #EVERY} steps
     * @param coldRepetitions the number of repetitions of a cold run
     */
    record Plan(
            int chains,
            int burnIn,
            int evaluations,
            int longEvaluations,
            int draws,
            int repetitions,
            int coldChains,
            int coldWarmUp,
            int coldDraws,
            int coldRepetitions) {

        /** The number of steps between draws of a stationary run, so that draws are spread over all evaluations. */
        int thin(Row key) {
            int all = isRepeated(key) ? longEvaluations : evaluations;
            return all / key.part(DesignSampler.class).evaluations() / draws;
        }
    }

    public DesignTrials() {
        super("sequences", "Sequences by a network: LBP, Metropolis, tempering.", Data.NEEDED);
    }

    @Override
    public void check(Settings settings) {
        for (String name : List.of(NETWORK, WILD_TYPE)) {
            Check.that(
                    Files.isRegularFile(file(settings, name)), "hold the file " + name, "--data", settings.directory());
        }
        try (OnnxNetwork network = network(settings)) {
            int sites = wildType(settings).length;
            Check.that(
                    network.dimension() == sites * Alphabet.PROTEIN.size(),
                    "have " + sites * Alphabet.PROTEIN.size() + " inputs for the " + sites + " letters of " + WILD_TYPE
                            + ", and has " + network.dimension(),
                    "--data",
                    file(settings, NETWORK));
        }
    }

    private static OnnxNetwork network(Settings settings) {
        return ModelFile.network("--data", file(settings, NETWORK));
    }

    private static int[] wildType(Settings settings) {
        Path file = file(settings, WILD_TYPE);
        try {
            List<Fasta.Sequence> sequences = Fasta.read(file, Alphabet.PROTEIN).sequences();
            Check.that(sequences.size() == 1, "hold one sequence", "--data", file);
            return sequences.get(0).values();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(Settings settings, String name) {
        return settings.directory().resolve(name);
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "sequences",
                "case sampler repetition",
                "evaluations acceptance R ess_score ess_mutations log_rhat_score log_rhat_mutations log_score mutations"
                        + " mixed averaged_barrier cpu_seconds seconds");
    }

    private static Plan plan(Settings settings) {
        // chains, burnIn, evaluations, longEvaluations, draws, repetitions; of cold runs: chains, warm-up, draws,
        // repetitions
        return settings.budget()
                .quickOrPaper(
                        new Plan(16, 3_000, 36_000, 75_000, 3_000, 10, 4, 2_000, 3_000, 10),
                        new Plan(16, 10_000, 240_000, 480_000, 20_000, 10, 4, 10_000, 10_000, 10));
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        return List.of(plan(lab, plan(lab.settings())));
    }

    static CellPlan plan(Lab lab, Plan plan) throws IOException {
        Shared<int[][]> burnIns = new Shared<>();
        return CellPlan.of(table(lab), Row.EMPTY)
                .axis("case", DesignCase.values(), Enum::name)
                .axis("sampler", DesignSampler.values(), sampler -> sampler.title)
                .where(key -> key.part(DesignSampler.class).fits(key.part(DesignCase.class)))
                .axis(
                        "repetition",
                        key -> IntStream.rangeClosed(1, repetitions(plan, key)).boxed(),
                        k -> k)
                .work(key -> work(plan, key))
                .measured(key -> measured(lab, plan, burnIns, key));
    }

    private static int repetitions(Plan plan, Row key) {
        if (key.part(DesignCase.class).isCold()) {
            return plan.coldRepetitions;
        }
        return isRepeated(key) ? plan.repetitions : 1;
    }

    /** Whether a cell is repeated, for the standard error of the ratio of LBP to Metropolis near the wild type. */
    private static boolean isRepeated(Row key) {
        DesignSampler sampler = key.part(DesignSampler.class);
        return key.part(DesignCase.class) == DesignCase.PRICED
                && (sampler == DesignSampler.METROPOLIS || sampler == DesignSampler.LBP_4);
    }

    /** Estimated seconds of a run. */
    private static double work(Plan plan, Row key) {
        DesignSampler sampler = key.part(DesignSampler.class);
        if (!key.part(DesignCase.class).isCold()) {
            return SECONDS * sampler.evaluations() * plan.chains * plan.draws * plan.thin(key);
        }
        return SECONDS
                * sampler.evaluations()
                * plan.coldChains
                * replicas(sampler)
                * (plan.coldWarmUp + EVERY * plan.coldDraws);
    }

    /**
     * The number of replicas whose steps cost evaluations. The hottest replica is drawn from the reference at almost no
     * cost.
     */
    private static int replicas(DesignSampler sampler) {
        return sampler == DesignSampler.TEMPERED ? REPLICAS - 1 : 1;
    }

    /** Runs one sampler on one target. */
    private static Row measured(Lab lab, Plan plan, Shared<int[][]> burnIns, Row key) throws IOException {
        Settings settings = lab.settings();
        DesignCase target = key.part(DesignCase.class);
        DesignSampler sampler = key.part(DesignSampler.class);
        int[] wildType = wildType(settings);
        try (OnnxNetwork network = network(settings)) {
            CategoricalEnergyModel model = model(network, target, wildType);
            ValueRun run = tracked(sampler.sampler.sample(model), wildType);
            if (target.isCold()) {
                run.chains(plan.coldChains)
                        .initial(copies(wildType, plan.coldChains))
                        .warmup(plan.coldWarmUp)
                        .draws(plan.coldDraws)
                        .thin(EVERY);
            } else {
                int[][] states = burnIns.of(target, () -> burnIn(lab, plan, target, model, wildType));
                run.chains(plan.chains)
                        .initial(states)
                        .warmup(plan.burnIn / 4) // to adapt the scale; the states are stationary
                        .draws(plan.draws)
                        .thin(plan.thin(key));
            }
            if (sampler == DesignSampler.TEMPERED) {
                run.tempering(Tempering.replicas(REPLICAS).every(EVERY).reference(reference(target, wildType)));
            }
            Stopwatch watch = new Stopwatch();
            ValueResult result = lab.seeded(key.toString(), work(plan, key), run);
            return watch.addTo(row(key, plan, result));
        }
    }

    /** The target: beta times the score, minus the price of the mutations. */
    private static CategoricalEnergyModel model(OnnxNetwork network, DesignCase target, int[] wildType) {
        int values = Alphabet.PROTEIN.size();
        Experts score = Experts.of(
                wildType.length,
                values,
                Expert.of(CategoricalNetworkModel.of(network, values)).weight(target.beta));
        return SiteConstraints.of(wildType.length, values)
                .price(wildType, target.price)
                .on(score);
    }

    /** The run with a trace of the number of mutations. */
    private static ValueRun tracked(ValueRun run, int[] wildType) {
        return run.marginals(false)
                .track(
                        MUTATIONS,
                        x -> IntStream.range(0, x.length)
                                .filter(i -> x[i] != wildType[i])
                                .count());
    }

    /**
     * The reference of tempering: independent sites with the price but without the score, so that replicas stay near
     * the wild type.
     */
    private static double[][] reference(DesignCase target, int[] wildType) {
        double[][] logits = new double[wildType.length][Alphabet.PROTEIN.size()];
        for (int i = 0; i < wildType.length; i++) {
            logits[i][wildType[i]] = target.price;
        }
        return logits;
    }

    /** The last states of a run of LBP from the wild type, where stationary runs start. */
    private static int[][] burnIn(Lab lab, Plan plan, DesignCase target, CategoricalEnergyModel model, int[] wildType) {
        double work = DesignSampler.LBP.evaluations() * SECONDS * plan.chains * plan.burnIn;
        lab.expect(work);
        return lab.seeded(
                        "burn-in of " + target,
                        work,
                        tracked(DesignSampler.LBP.sampler.sample(model), wildType)
                                .chains(plan.chains)
                                .initial(copies(wildType, plan.chains))
                                .warmup(plan.burnIn)
                                .draws(1))
                .finalStates();
    }

    private static int[][] copies(int[] state, int count) {
        int[][] copies = new int[count][];
        Arrays.setAll(copies, c -> state.clone());
        return copies;
    }

    /** The figures of a run. The score follows from the log-probability and the mutations. */
    private static Row row(Row key, Plan plan, ValueResult result) {
        DesignCase target = key.part(DesignCase.class);
        DesignSampler sampler = key.part(DesignSampler.class);
        double[][] logProb = Objects.requireNonNull(result.traces().get("logProb"));
        double[][] mutations = Objects.requireNonNull(result.traces().get(MUTATIONS));
        double[][] scores = new double[logProb.length][logProb[0].length];
        for (int c = 0; c < scores.length; c++) {
            for (int d = 0; d < scores[c].length; d++) {
                // from log pi = beta score - price mutations
                scores[c][d] = (logProb[c][d] + target.price * mutations[c][d]) / target.beta;
            }
        }
        TraceStatistics score = TraceStatistics.of(scores);
        TraceStatistics distance = result.statistics(MUTATIONS);
        int thin = target.isCold() ? EVERY : plan.thin(key);
        double steps = (double) result.chains() * result.draws() * thin * replicas(sampler);
        return key.with("evaluations", steps * sampler.evaluations())
                .with("acceptance", result.acceptanceRate())
                .with("R", result.scale())
                .with("ess_score", score.bulkSample())
                .with("ess_mutations", distance.bulkSample())
                .with("log_rhat_score", Math.log(score.rHat()))
                .with("log_rhat_mutations", Math.log(distance.rHat()))
                .with("log_score", score.mean())
                .with("mutations", distance.mean())
                .with("mixed", result.mixed() ? 1 : 0)
                .with(
                        "averaged_barrier",
                        result.tempering().map(TemperingResult::barrier).orElse(Double.NaN));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(format(
                "Effective samples by 1,000 evaluations of the network; an evaluation with its gradient counts as three."
                        + " In brackets the standard error over repetitions. R-hat is the largest over repetitions; the last"
                        + " column counts those whose verdict is \"mixed\".%n"));
        for (DesignCase target : DesignCase.values()) {
            List<Group<DesignSampler>> groups =
                    rows.with("case", target.name()).by("sampler", DesignSampler.values(), sampler -> sampler.title);
            if (!groups.isEmpty()) {
                text.append(format("%n%s:%n%n", target.title())).append(table(groups));
            }
        }
        return text.append('\n').append(lab.provenance(rows)).toString();
    }

    private static String table(List<Group<DesignSampler>> groups) {
        return new Columns<Group<DesignSampler>>()
                .add("sampler", group -> group.value().title)
                .add("acceptance", group -> group.text(3, "acceptance"))
                .add("R", group -> group.text(1, "R"))
                .add("score", group -> group.text(2, "log_score"))
                .add("mutations", group -> group.text(1, "mutations"))
                .add("ESS of score", group -> perThousand(group, "ess_score", "evaluations"))
                .add("of mutations", group -> perThousand(group, "ess_mutations", "evaluations"))
                .add("R-hat of score", 2, group -> largest(group, "log_rhat_score"))
                .add("of mutations", 2, group -> largest(group, "log_rhat_mutations"))
                .add("mixed", group -> format("%.0f of %d", group.sum("mixed"), group.size()))
                .of(groups);
    }

    private static Estimate perThousand(Rows rows, String samples, String cost) {
        return Estimate.of(rows.numbers(row -> 1e3 * row.number(samples) / row.number(cost)));
    }

    /** The largest value of a column that is stored as a logarithm. */
    private static double largest(Rows rows, String logarithm) {
        return Math.exp(Arrays.stream(rows.numbers(logarithm)).max().orElse(Double.NaN));
    }
}
