package dev.lbp.bench.experiment;

import dev.lbp.MultipleTryBuilder;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Multiple-try Metropolis, plain and locally balanced: acceptance and jumps against the size of a move, on bits and on the slides'
 * target of reals, and the effective samples of bits per evaluation beside those of Metropolis.
 */
final class TryTrials {

    /** Candidates of a step along the curves, as in the slides' example. */
    static final int TRIES = 10;

    static final int STUDENT_DIMENSION = 10_000;

    /** The plain choice in proportion to probability, and two balanced ones. */
    static final List<WeightFunction> WEIGHTS =
            List.of(WeightFunction.of("t", logT -> logT), WeightFunction.SQRT, WeightFunction.BARKER);

    static final List<String> TARGETS = List.of("Bernoulli", "sparse", "rough lattice", "Ising C2");

    /** Below the critical coupling, .4407, so that chains of single flips mix. */
    private static final double ROUGHNESS = 0.3;

    private static final int[] SCALES = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};

    private static final double[] SIGMAS = {0.003, 0.006, 0.009, 0.012, 0.016, 0.020, 0.024, 0.030, 0.040, 0.050, 0.065
    };

    private static final int[] NUMBERS = {1, 4, 16, 64};

    private static final int[] FEW_SCALES = {1, 2, 4, 8};

    private static final List<String> KEYS = List.of("size", "case", "tries", "weight", "scale");

    private static final List<String> FIGURES =
            List.of("steps", "acceptance", "acceptance_se", "ejd", "ejd_se", "ess", "seconds");

    private static final List<String> STUDENT_KEYS = List.of("size", "weight", "sigma");

    private static final List<String> STUDENT_FIGURES =
            List.of("trials", "acceptance", "acceptance_se", "ejd", "ejd_se", "gap_drift", "gap_drift_se", "seconds");

    static final int CHAINS = 8;

    /** Seconds of one thread for a candidate of one chain and for one coordinate of a candidate, roughly. */
    private static final double PER_CANDIDATE = 0.3e-6;

    private static final double PER_COORDINATE = 15e-9;

    private final Lab lab;

    /** A row for each sampler of bits. */
    final CellTable bits;

    /** A row for each weight and size of a move of reals. */
    final CellTable student;

    TryTrials(Lab lab) throws IOException {
        this.lab = lab;
        this.bits = lab.table("tries", KEYS, FIGURES);
        this.student = lab.table("student", STUDENT_KEYS, STUDENT_FIGURES);
    }

    /** The scales along the curves. */
    static int[] scales() {
        return SCALES.clone();
    }

    private List<Row> missing(String target) {
        List<Row> missing = new ArrayList<>();
        for (WeightFunction weight : WEIGHTS) {
            for (int scale : SCALES) {
                addMissing(missing, target, TRIES, weight, scale);
            }
        }
        for (int tries : NUMBERS) {
            for (int scale : FEW_SCALES) {
                addMissing(missing, target, tries, WeightFunction.BARKER, scale);
            }
            addMissing(missing, target, tries, WEIGHTS.get(0), 1);
        }
        return missing;
    }

    private void addMissing(List<Row> missing, String target, int tries, WeightFunction weight, int scale) {
        Row key = Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("case", target)
                .with("tries", tries)
                .with("weight", weight.name())
                .with("scale", scale);
        if (bits.find(key).isEmpty()) {
            missing.add(key);
        }
    }

    private List<Row> missingStudent() {
        List<Row> missing = new ArrayList<>();
        for (double sigma : SIGMAS) {
            for (WeightFunction weight : WEIGHTS) {
                Row key = Row.EMPTY
                        .with("size", lab.settings().sizeText())
                        .with("weight", weight.name())
                        .with("sigma", sigma);
                if (student.find(key).isEmpty()) {
                    missing.add(key);
                }
            }
        }
        return missing;
    }

    /** Adds the missing cells to the expected work. */
    void expect() {
        for (String target : TARGETS) {
            missing(target).forEach(key -> lab.expect(work(key)));
        }
        lab.expect(missingStudent().size() * studentWork());
    }

    private double work(Row key) {
        return PER_CANDIDATE * evaluations((int) key.number("tries")) * CHAINS * steps(key);
    }

    private double studentWork() {
        return PER_COORDINATE * evaluations(TRIES) * dimension() * studentTrials();
    }

    /** Scores of states in a step. */
    static int evaluations(int tries) {
        return 2 * tries - 1;
    }

    /** The same number of scores for each number of tries, within limits; more where effective samples are counted. */
    private int steps(Row key) {
        int tries = (int) key.number("tries");
        int scores = lab.settings().size().pick(2_000, 100_000, 100_000)
                * lab.settings().budget().either(1, 10)
                * (tries == TRIES ? 1 : 5);
        return Math.max(200, scores / evaluations(tries));
    }

    private int dimension() {
        return lab.settings().size().pick(100, STUDENT_DIMENSION, STUDENT_DIMENSION);
    }

    private int studentTrials() {
        return lab.settings().budget().either(1_000, 10_000);
    }

    /** Measures the missing cells. */
    void measure() throws IOException {
        for (String name : TARGETS) {
            byte @Nullable [][] states = null;
            EnergyModel model = model(name);
            for (Row key : missing(name)) {
                states = states == null ? burnIn(name, model) : states;
                bits.add(measured(model, states, key));
            }
        }
        List<Callable<Row>> cells = new ArrayList<>();
        missingStudent().forEach(key -> cells.add(() -> measuredStudent(key)));
        ParallelCells.measure(lab.settings().threads(), student, cells);
    }

    private EnergyModel model(String name) {
        Settings settings = lab.settings();
        int sites = settings.size().pick(100, 800, 6_400);
        int side = settings.size().pick(10, 50, 100);
        return switch (name) {
            case "Bernoulli" ->
                PaperTarget.ofSites(
                                TargetKind.BERNOULLI, settings.size(), sites, PaperConfiguration.C2, settings.seed())
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

    /** Independent sites that are seldom 1, with probabilities from .002 to .006. */
    private static EnergyModel sparse(int sites, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] p = new double[sites];
        Arrays.setAll(p, i -> 0.002 + 0.004 * random.nextDouble());
        return BernoulliModel.of(p);
    }

    /** States in equilibrium: Gibbs sampling forgets its start soon on all of these targets. */
    private byte[][] burnIn(String name, EnergyModel model) {
        String task = "burn-in of " + name;
        return lab.run(
                        task,
                        0.0,
                        Samplers.gibbs()
                                .build()
                                .sample(model)
                                .chains(CHAINS)
                                .warmup(1_000)
                                .draws(1)
                                .seed(lab.settings().seed(task)))
                .finalStates();
    }

    private Row measured(EnergyModel model, byte[][] states, Row key) {
        int tries = (int) key.number("tries");
        SampleResult result = lab.run(
                key.toString(),
                work(key),
                sampler(tries, key.text("weight"), (int) key.number("scale"))
                        .sample(model)
                        .chains(CHAINS)
                        .warmup(0)
                        .draws(steps(key))
                        .seed(lab.settings().seed(key.toString()))
                        .initial(states));
        Estimate acceptance = Estimate.of(result.acceptanceRates());
        Estimate distance = Estimate.of(result.jumpDistances());
        return key.with("steps", steps(key))
                .with("acceptance", acceptance.mean())
                .with("acceptance_se", acceptance.error())
                .with("ejd", distance.mean())
                .with("ejd_se", distance.error())
                .with("ess", result.effectiveSampleSize("hamming"))
                .with("seconds", 1e-9 * result.drawTime().toNanos());
    }

    private static Sampler sampler(int tries, String weight, int scale) {
        if (tries == 1) {
            return Samplers.rwm().scale(scale).build();
        }
        MultipleTryBuilder builder = Samplers.multipleTry(tries).scale(scale);
        return (weight.equals(WEIGHTS.get(0).name()) ? builder.plain() : builder.weight(named(weight))).build();
    }

    private static WeightFunction named(String name) {
        return WEIGHTS.stream()
                .filter(weight -> weight.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Row measuredStudent(Row key) {
        String task = "Student's t " + key;
        long began = System.nanoTime();
        StudentTries tries = new StudentTries(
                dimension(),
                TRIES,
                RandomSource.XO_SHI_RO_256_PP.create(lab.settings().seed(task)));
        StudentTries.Outcome outcome = lab.task(
                task, studentWork(), () -> tries.run(key.number("sigma"), named(key.text("weight")), studentTrials()));
        return key.with("trials", studentTrials())
                .with("acceptance", outcome.acceptance().mean())
                .with("acceptance_se", outcome.acceptance().error())
                .with("ejd", outcome.jumpDistance().mean())
                .with("ejd_se", outcome.jumpDistance().error())
                .with("gap_drift", outcome.drift().mean())
                .with("gap_drift_se", outcome.drift().error())
                .with("seconds", 1e-9 * (System.nanoTime() - began));
    }
}
