package dev.lbp.experiments.tempering;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.SyntheticImages;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.tempering.TemperingMethod.Explorer;
import dev.lbp.models.training.RbmTraining;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The targets of {@link TemperingTrials}. Local moves do not pass between their modes. */
enum TemperingCase {
    /** An Ising ferromagnet below the critical temperature: J is above the critical .4407. */
    ISING_8("Ising 8x8", "periodic, J = .6", 5, 8_000, 8, 12, List.of(8, 6, 12), 3, any -> ising(8)),
    /** An Ising ferromagnet on a larger lattice. */
    ISING_16("Ising 16x16", "periodic, J = .6", 10, 6_000, 6, 8, List.of(15, 10, 21), 3, any -> ising(16)),
    /** A dense Hopfield network, with six modes of different probabilities. */
    HOPFIELD_120(
            "Hopfield 120",
            "network of 120 sites with 3 patterns, beta = 2",
            5,
            5_000,
            5,
            10,
            List.of(12, 8, 16),
            1,
            settings -> TemperingInstance.hopfield(120, 2.0, settings.seed("patterns of 120"))),
    /** A Hopfield network of more sites. */
    HOPFIELD_240(
            "Hopfield 240",
            "network of 240 sites with 3 patterns, beta = 2",
            5,
            4_000,
            3,
            5,
            List.of(14),
            1,
            settings -> TemperingInstance.hopfield(240, 2.0, settings.seed("patterns of 240"))),
    /** A spin glass of few sites, with many modes. */
    GLASS_20(
            "Spin glass of 20",
            "Sherrington and Kirkpatrick, beta = 4",
            3,
            10_000,
            20,
            20,
            List.of(6, 10),
            1,
            settings -> TemperingInstance.glass(20, 4.0, settings.seed("glass"))),
    /** A batched target that block Gibbs sampling mixes well. */
    RBM("RBM", "20 hidden units, trained by CD-1", 10, 1_000, 3, 5, List.of(10, 20), 0, TemperingCase::trained);

    private static final double COUPLING = 0.6;
    /** The means of pixels are clipped, because the reference must have probabilities in (0, 1). */
    private static final double LEAST_MEAN = 0.01;

    private static final int IMAGES = 10_000;

    /** Small runs have 1/20 of the scans. */
    private static final int SMALL = 20;

    /** The name in titles of figures. */
    final String brief;

    private final String details;
    final int every;
    private final int scans;
    private final int quick;
    private final int paper;
    private final List<Integer> replicas;
    private final int sweeps;
    private final Function<Settings, TemperingInstance> instance;

    /**
     * A target.
     *
     * @param every steps of LBP between exchanges
     * @param scans exchanges while draws are made
     * @param quick repetitions over seeds with the quick budget
     * @param paper repetitions over seeds with the paper's budget
     * @param replicas numbers of replicas with LBP; a plain sampler makes as many steps as all replicas of the first
     *     number
     * @param sweeps sweeps of Gibbs sampling between exchanges; 0 for block Gibbs, which cannot be tempered
     */
    TemperingCase(
            String brief,
            String details,
            int every,
            int scans,
            int quick,
            int paper,
            List<Integer> replicas,
            int sweeps,
            Function<Settings, TemperingInstance> instance) {
        this.brief = brief;
        this.details = details;
        this.every = every;
        this.scans = scans;
        this.quick = quick;
        this.paper = paper;
        this.replicas = replicas;
        this.sweeps = sweeps;
        this.instance = instance;
    }

    /** Makes the target and its exact answers. */
    TemperingInstance instance(Settings settings) {
        return instance.apply(settings);
    }

    private static TemperingInstance ising(int side) {
        return TemperingInstance.ising(side, COUPLING);
    }

    /** An RBM, trained on images. */
    private static TemperingInstance trained(Settings settings) {
        byte[][] images = images(settings);
        return TemperingInstance.rbm(
                RbmTraining.of(images)
                        .hidden(settings.size().pick(8, 20, 20))
                        .steps(1)
                        .epochs(5)
                        .seed(settings.seed("training"))
                        .run()
                        .model(),
                means(images));
    }

    /** Whether annealed importance sampling also estimates log Z of the target. */
    boolean isAnnealed() {
        return this == GLASS_20 || this == RBM;
    }

    /** The samplers: plain ones, then tempered ones with the target's numbers of replicas. */
    List<TemperingMethod> methods() {
        Explorer other = sweeps == 0 ? Explorer.BLOCK_GIBBS : Explorer.GIBBS; // 0 sweeps stand for block Gibbs
        List<TemperingMethod> methods = new ArrayList<>();
        methods.add(TemperingMethod.alone(Explorer.LBP));
        methods.add(TemperingMethod.alone(other));
        replicas.stream().sorted().forEach(count -> methods.add(new TemperingMethod(Explorer.LBP, count, every)));
        if (sweeps > 0) {
            methods.add(new TemperingMethod(other, replicas.get(0), sweeps));
        }
        if (this == GLASS_20) {
            methods.add(new TemperingMethod(Explorer.LBP, TemperingMethod.FOUND, every));
        }
        if (this == RBM) {
            boolean fromMeans = true; // 10 replicas, and a reference with the data's means
            methods.add(new TemperingMethod(Explorer.LBP, 10, every, fromMeans));
        }
        return methods;
    }

    int repetitions(Settings settings) {
        return settings.budget().quickOrPaper(quick, paper);
    }

    /** The number of exchanges while draws are made. */
    int scans(Settings settings) {
        return settings.size().pick(scans / SMALL, scans, 4 * scans);
    }

    /**
     * The steps of a plain sampler per scan: as many as the replicas of the first of the ladders make together, without
     * the replica at beta = 0.
     */
    int stepsAlone(TemperingMethod method) {
        int each = method.explorer() == Explorer.GIBBS ? sweeps : every;
        return each * (replicas.get(0) - 1);
    }

    /** MNIST if the settings have data, otherwise generated images. */
    private static byte[][] images(Settings settings) {
        @Nullable Path data = settings.data();
        if (data == null) {
            int side = settings.size().pick(8, 28, 28);
            return SyntheticImages.of(side, settings.size().pick(500, IMAGES, IMAGES), settings.seed("images"));
        }
        return ImageSet.read("--data", DataSet.STATIC_MNIST.check(data))
                .training()
                .binarised(0.5);
    }

    /** The means of the pixels, clipped to [0.01, 0.99]. */
    private static double[] means(byte[][] images) {
        double[] means = new double[images[0].length];
        for (int i = 0; i < means.length; i++) {
            int ink = 0;
            for (byte[] image : images) {
                ink += image[i];
            }
            means[i] = Math.min(Math.max((double) ink / images.length, LEAST_MEAN), 1.0 - LEAST_MEAN);
        }
        return means;
    }

    @Override
    public String toString() {
        return brief + ": " + details;
    }
}
