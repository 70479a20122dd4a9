package dev.lbp.experiments.frame;

import dev.lbp.Samplers;
import dev.lbp.cli.instance.ModelFile;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.FactorialHmm;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.target.EnergyModel;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * An instance of one of the paper's targets, drawn from a seed, with the paper's number of steps. A factorial HMM has
 * 10 chains, and its length is the size: a size changes N but not the couplings. An RBM has 784 visible units; its
 * configuration is the number of hidden units.
 *
 * @param size the text in tables: the name of the size; for an RBM {@code VISIBLExHIDDEN}
 * @param configuration "C1" to "C3"; "file" for an RBM from a file
 * @param steps steps of each chain in the paper, half of them burn-in
 */
public record PaperTarget(TargetKind kind, String size, String configuration, EnergyModel model, int steps) {

    /** The configuration of an RBM from a file. */
    public static final String FROM_FILE = "file";

    private static final int VISIBLE = 784;

    private static final int HMM_CHAINS = 10;

    /**
     * The standard deviation of random weights: with it the target is not trivial, and chains still move. The paper's
     * RBM is trained.
     */
    private static final double RBM_DEVIATION = 0.05;

    /** Seconds of one thread per chain, step and weight of an RBM in single precision. */
    private static final double SECONDS_PER_WEIGHT = 0.37e-9;

    /** Seconds of one thread per step, for the work that does not depend on the scale. */
    private static final double SECONDS_PER_STEP = 0.3e-6;

    /**
     * Draws an instance.
     *
     * @param rbm the file of an RBM; null for a machine with weights and biases from N(0, 0.05^2)
     */
    public static PaperTarget of(
            TargetKind kind, Size size, PaperConfiguration configuration, long seed, @Nullable Path rbm) {
        int steps = steps(kind, size);
        if (kind == TargetKind.RBM) {
            int hidden = hidden(configuration);
            BernoulliRbm machine = rbm == null
                    ? BernoulliRbm.random(VISIBLE, hidden, RBM_DEVIATION, seed)
                    : ModelFile.rbm("--rbm", rbm);
            return new PaperTarget(
                    kind,
                    machine.dimension() + "x" + machine.hidden(),
                    rbm == null ? configuration.name() : FROM_FILE,
                    machine.withDataType(DataType.FLOAT),
                    steps);
        }
        EnergyModel model = model(kind, side(kind, size), configuration, seed);
        return new PaperTarget(kind, lower(size), configuration.name(), model, steps);
    }

    /** The paper's number of steps. */
    private static int steps(TargetKind kind, Size size) {
        return switch (kind) {
            case BERNOULLI, TWO_VALUED -> size.pick(4_000, 16_000, 64_000);
            case ISING -> size.pick(10_000, 40_000, 100_000);
            case FHMM, RELEASED_FHMM -> size.pick(10_000, 20_000, 40_000);
            case RBM -> 40_000;
        };
    }

    /** The size argument of {@link #model}: for Ising the side of the lattice. */
    public static int side(TargetKind kind, Size size) {
        return switch (kind) {
            case BERNOULLI, TWO_VALUED -> size.pick(100, 800, 6_400);
            case ISING -> size.pick(20, 50, 100);
            case FHMM, RELEASED_FHMM -> size.pick(200, 1_000, 4_000);
            case RBM -> VISIBLE;
        };
    }

    /** The number of hidden units of an RBM. */
    private static int hidden(PaperConfiguration configuration) {
        return switch (configuration) {
            case C1 -> 100;
            case C2 -> 400;
            case C3 -> 1_000;
        };
    }

    /**
     * An instance of about {@code sites} sites. Its number of steps is 0, because the paper has none.
     *
     * @param kind not RBM
     * @param sites rounded to a square for Ising, to whole steps for FHMM
     */
    public static PaperTarget ofSites(
            TargetKind kind, Size size, int sites, PaperConfiguration configuration, long seed) {
        int side = switch (kind) {
            case BERNOULLI, TWO_VALUED -> sites;
            case ISING -> (int) Math.round(Math.sqrt(sites));
            case FHMM, RELEASED_FHMM -> (int) Math.round((double) sites / HMM_CHAINS);
            case RBM -> throw new IllegalArgumentException("must grow with its sites: kind=" + kind);
        };
        return new PaperTarget(kind, lower(size), configuration.name(), model(kind, side, configuration, seed), 0);
    }

    private static EnergyModel model(TargetKind kind, int side, PaperConfiguration configuration, long seed) {
        return switch (kind) {
            case BERNOULLI -> BernoulliModel.paper(side, configuration, seed);
            case TWO_VALUED -> BernoulliModel.twoValued(side, configuration, seed);
            case ISING -> IsingModel.paper(side, configuration, seed);
            case FHMM -> FactorialHmm.paper(side, HMM_CHAINS, configuration, seed);
            case RELEASED_FHMM -> FactorialHmm.released(side, HMM_CHAINS, configuration, seed);
            case RBM -> throw new IllegalArgumentException("must grow with its sites: kind=" + kind);
        };
    }

    private static String lower(Size size) {
        return size.name().toLowerCase(Locale.ROOT);
    }

    /** The number of sites N. */
    public int dimension() {
        return model.dimension();
    }

    /**
     * Checks that a run of LBP fits into memory.
     * @param draws the number of draws of each chain; burn-in takes the same number of steps
     * @throws IllegalArgumentException if it does not
     */
    public void check(int chains, int draws) {
        Samplers.lbp()
                .build()
                .sample(model)
                .chains(chains)
                .warmup(draws)
                .draws(draws)
                .check();
    }

    /** The text that identifies the target's runs and their seeds: "Ising N=2500 C2". */
    public String id() {
        return kind.title() + " N=" + dimension() + " " + configuration;
    }

    /** The name in texts and figures: "Ising N=2500 C2", "RBM 784x400". */
    public String title() {
        return kind == TargetKind.RBM ? kind.title() + " " + variant() : id();
    }

    /** The name among targets of the same kind and size: the configuration, or for an RBM its units. */
    public String variant() {
        if (kind != TargetKind.RBM) {
            return configuration;
        }
        return configuration.equals(FROM_FILE) ? size : size + " (random)";
    }

    /** The key of the target's cells, as a row. Experiments add further columns. */
    public Row key() {
        return Row.EMPTY
                .with("target", kind)
                .with("size", size)
                .with("config", configuration)
                .behind(this);
    }

    /**
     * Starting states: independent fair bits, as in the paper. For an RBM, P(x_i = 1) is the logistic function of the
     * visible bias; the paper starts an RBM from the mean of its data.
     *
     * @return [chains][N]
     */
    public byte[][] initialStates(int chains, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double @Nullable [] bias = model instanceof BernoulliRbm machine ? machine.visibleBias() : null;
        byte[][] states = new byte[chains][dimension()];
        for (byte[] state : states) {
            for (int i = 0; i < state.length; i++) {
                double one = bias == null ? 0.5 : 1.0 / (1.0 + Math.exp(-bias[i]));
                state[i] = (byte) (random.nextDouble() < one ? 1 : 0);
            }
        }
        return states;
    }

    /** The approximate time of a step of one chain at a scale, in seconds of one thread. */
    public double secondsPerStep(double scale) {
        if (model instanceof BernoulliRbm machine) { // the cost of its matrix products, at any scale
            return SECONDS_PER_WEIGHT * machine.dimension() * machine.hidden();
        }
        return SECONDS_PER_STEP + kind.secondsPerFlip * scale;
    }
}
