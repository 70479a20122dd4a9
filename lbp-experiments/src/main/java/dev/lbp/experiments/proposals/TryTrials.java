package dev.lbp.experiments.proposals;

import dev.lbp.MultipleTryBuilder;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.paper.Roughness;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.rival.StudentTries;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Measures multiple-try Metropolis, plain and locally balanced: acceptance and jumps against the size of a move, on
 * bits and on the real target of Zanella's slides, and effective samples of bits per scored state, beside Metropolis.
 */
final class TryTrials {

    /** The number of candidates of a step in curves against the scale, as in the slides. */
    static final int TRIES = 10;

    static final int STUDENT_DIMENSION = 10_000;

    /** The plain weight, in proportion to probability, and two balanced weights. */
    static final List<WeightFunction> WEIGHTS =
            List.of(WeightFunction.of("t", logT -> logT), WeightFunction.SQRT, WeightFunction.BARKER);

    static final List<String> TARGETS = List.of("Bernoulli", "sparse", "rough lattice", "Ising C2");

    /** The coupling of the rough lattice, below the critical one of .4407, so that chains of single flips mix. */
    private static final double ROUGHNESS = 0.3;

    /** The scales of the curves. */
    static final int[] SCALES = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};

    /** The sizes of moves of reals. */
    private static final double[] SIGMAS = {0.003, 0.006, 0.009, 0.012, 0.016, 0.020, 0.024, 0.030, 0.040, 0.050, 0.065
    };

    /** The scales at which effective samples are counted. */
    private static final int[] FEW_SCALES = {1, 2, 4, 8};

    static final int CHAINS = 8;

    /** Estimated seconds of one thread for a candidate of bits. */
    private static final double PER_CANDIDATE = 0.3e-6;

    /** Estimated seconds of one thread for a coordinate of a candidate of reals. */
    private static final double PER_COORDINATE = 15e-9;

    private final Lab lab;

    /** A row for each sampler of bits. */
    final CellTable bits;

    /** A row for each weight and size of a move of reals. */
    final CellTable student;

    TryTrials(Lab lab) throws IOException {
        this.lab = lab;
        this.bits = lab.table(
                "tries", "size case tries weight scale", "steps acceptance acceptance_se ejd ejd_se ess seconds");
        this.student = lab.table(
                "student",
                "size weight sigma",
                "trials acceptance acceptance_se ejd ejd_se gap_drift gap_drift_se seconds");
    }

    /** The plans of both tables. */
    List<CellPlan> plans() {
        Shared<byte[][]> states = new Shared<>();
        Map<String, EnergyModel> models = new HashMap<>();
        return List.of(
                CellPlan.of(bits, lab.sizeKey())
                        .axis("case", TARGETS, target -> target)
                        .axis("tries", TRIES, 1, 4, 16, 64)
                        .axis("weight", this::weights, WeightFunction::name)
                        .axis("scale", this::scales, scale -> scale)
                        .work(this::work)
                        .measured(key -> {
                            String target = key.text("case");
                            EnergyModel model = models.computeIfAbsent(target, this::model);
                            return measured(model, states.of(target, () -> burnIn(target, model)), key);
                        }),
                CellPlan.of(student, lab.sizeKey())
                        .axis("weight", WEIGHTS, WeightFunction::name)
                        .axis("sigma", SIGMAS)
                        .sorted(Comparator.comparingDouble(key -> key.number("sigma")))
                        .work(key -> PER_COORDINATE * evaluations(TRIES) * dimension() * studentTrials())
                        .measured(this::measuredStudent)
                        .parallel());
    }

    /** The weight functions of a cell: all with the usual number of candidates, otherwise two. */
    private Stream<WeightFunction> weights(Row key) {
        return key.whole("tries") == TRIES ? WEIGHTS.stream() : Stream.of(WeightFunction.BARKER, WEIGHTS.get(0));
    }

    /**
     * The scales of a cell: those of the curves with the usual number of candidates; with another number only 1 for the
     * plain weight, and few for a balanced one.
     */
    private Stream<Integer> scales(Row key) {
        boolean plain = key.part(WeightFunction.class) == WEIGHTS.get(0);
        int[] scales = key.whole("tries") == TRIES ? SCALES : plain ? new int[] {1} : FEW_SCALES;
        return IntStream.of(scales).boxed();
    }

    /** Estimated seconds of a cell of bits. */
    private double work(Row key) {
        return PER_CANDIDATE * evaluations(key.whole("tries")) * CHAINS * steps(key);
    }

    /** The number of states that a step scores. */
    static int evaluations(int tries) {
        return 2 * tries - 1;
    }

    /**
     * The number of steps. Each number of tries scores the same number of states, except for a minimum of steps; five
     * times as many where effective samples are counted.
     */
    private int steps(Row key) {
        int tries = key.whole("tries");
        int scores = lab.settings().size().pick(2_000, 100_000, 100_000)
                * lab.settings().budget().quickOrPaper(1, 10)
                * (tries == TRIES ? 1 : 5);
        return Math.max(200, scores / evaluations(tries));
    }

    /** The number of coordinates of reals. */
    private int dimension() {
        return lab.settings().size().pick(100, STUDENT_DIMENSION, STUDENT_DIMENSION);
    }

    /** The number of steps on reals. */
    private int studentTrials() {
        return lab.settings().budget().quickOrPaper(1_000, 10_000);
    }

    /** Makes a target of bits. */
    private EnergyModel model(String name) {
        Settings settings = lab.settings();
        int sites = settings.size().pick(100, 800, 6_400);
        int side = settings.size().pick(10, 50, 100);
        return switch (name) {
            case "Bernoulli" ->
                PaperTarget.ofSites(
                                TargetKind.TWO_VALUED, settings.size(), sites, PaperConfiguration.C2, settings.seed())
                        .model();
            case "Ising C2" ->
                PaperTarget.ofSites(
                                TargetKind.ISING, settings.size(), side * side, PaperConfiguration.C2, settings.seed())
                        .model();
            case "rough lattice" -> Roughness.instance(side, ROUGHNESS, settings.seed("rough field"));
            case "sparse" -> sparse(sites, settings.seed("sparse"));
            default -> throw new IllegalArgumentException("must be one of " + TARGETS + ": " + name);
        };
    }

    /** Independent sites with probabilities from .002 to .006. */
    private static EnergyModel sparse(int sites, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] p = new double[sites];
        Arrays.setAll(p, i -> 0.002 + 0.004 * random.nextDouble());
        return BernoulliModel.of(p);
    }

    /** States in equilibrium, by Gibbs sampling, which mixes fast on all of these targets. */
    private byte[][] burnIn(String name, EnergyModel model) {
        String task = "burn-in of " + name;
        return lab.seeded(
                        task,
                        /* work= */ 0.0,
                        Samplers.gibbs()
                                .build()
                                .sample(model)
                                .chains(CHAINS)
                                .warmup(1_000)
                                .draws(1))
                .finalStates();
    }

    /** Measures a sampler of bits, from states in equilibrium. */
    private Row measured(EnergyModel model, byte[][] states, Row key) {
        SampleResult result = lab.seeded(
                key.toString(),
                work(key),
                sampler(key.whole("tries"), key.part(WeightFunction.class), key.whole("scale"))
                        .sample(model)
                        .chains(CHAINS)
                        .warmup(0)
                        .draws(steps(key))
                        .initial(states));
        return key.with("steps", steps(key))
                .with("acceptance", Estimate.of(result.acceptanceRates()))
                .with("ejd", Estimate.of(result.jumpDistances()))
                .with("ess", result.effectiveSampleSize("hamming"))
                .with("seconds", result.drawTime());
    }

    private static Sampler sampler(int tries, WeightFunction weight, int scale) {
        if (tries == 1) {
            return Samplers.rwm().scale(scale).build();
        }
        MultipleTryBuilder builder = Samplers.multipleTry(tries).scale(scale);
        boolean plain = weight == WEIGHTS.get(0); // candidates in proportion to pi, without a balanced weight
        return (plain ? builder.plain() : builder.weight(weight)).build();
    }

    /** Measures steps on Student's t distribution. */
    private Row measuredStudent(Row key) {
        String task = "Student's t " + key;
        Stopwatch watch = new Stopwatch();
        StudentTries tries = new StudentTries(
                dimension(),
                TRIES,
                RandomSource.XO_SHI_RO_256_PP.create(lab.settings().seed(task)));
        StudentTries.Outcome outcome = lab.task(
                task,
                PER_COORDINATE * evaluations(TRIES) * dimension() * studentTrials(),
                () -> tries.run(key.number("sigma"), key.part(WeightFunction.class), studentTrials()));
        return key.with("trials", studentTrials())
                .with("acceptance", Estimate.of(outcome.acceptance()))
                .with("ejd", Estimate.of(outcome.jumpDistance()))
                .with("gap_drift", Estimate.of(outcome.drift()))
                .with("seconds", watch.seconds());
    }
}
