package dev.lbp.experiments.comparison;

import dev.lbp.cli.data.SyntheticImages;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.solve.SolveCase;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.models.training.RbmTraining;
import dev.lbp.target.Target;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** The ten targets of {@link Comparison}: five are scored as a whole, five are local. */
enum ComparisonTarget {
    ISING("Ising lattice", Kind.WHOLE, (size, seed) -> {
        return new WholeIsing(IsingModel.paper(size.pick(6, 50, 100), PaperConfiguration.C2, seed));
    }),
    POTTS("Potts lattice", Kind.VALUES, (size, seed) -> new WholePotts(size.pick(5, 30, 60), 4, 0.7)),
    RBM("RBM, random weights", Kind.LAYERED, (size, seed) -> {
        return BernoulliRbm.random(size.pick(25, 784, 784), size.pick(10, 500, 1_000), 0.1, seed);
    }),
    /** Small and trained briefly. On some larger RBMs no sampler left the modes. */
    TRAINED_RBM("RBM, trained", Kind.LAYERED, (size, seed) -> {
        byte[][] images = SyntheticImages.of(size.pick(6, 28, 28), size.pick(100, 10_000, 10_000), seed);
        return RbmTraining.of(images)
                .hidden(size.pick(10, 20, 20))
                .steps(1)
                .epochs(2)
                .seed(seed)
                .run()
                .model();
    }),
    NETWORK("tanh network", Kind.WHOLE, (size, seed) -> {
        return new TanhNetwork(size.pick(20, 400, 800), size.pick(8, 64, 128), size.pick(4, 32, 64), seed);
    }),
    GLASS("glass, beta 0.5", Kind.LOCAL, (size, seed) -> glass(size, seed, 0.5)),
    /** The glass of {@link #GLASS} with the same signs, at a lower temperature. */
    COLD_GLASS("glass, beta 1", Kind.LOCAL, (size, seed) -> glass(size, seed, 1.0)),
    FIELD("random field", Kind.LOCAL, (size, seed) -> {
        double[] field = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(seed))
                .samples((long) side(size) * side(size))
                .map(z -> 2.0 * z)
                .toArray();
        return torus(size, 1.0).field(field).build();
    }),
    GRAPH("random graph", Kind.LOCAL, (size, seed) -> {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        return SolveCase.graph(size.pick(50, 1_000, 4_000), size.pick(200, 9_990, 39_960), () -> -0.2, random).model;
    }),
    COLD(
            "cold ferromagnet",
            Kind.LOCAL,
            (size, seed) -> torus(size, 0.7).field(0.05).build());

    /** The quantities that a target computes. */
    enum Kind {
        /** Log-probability and gradient of bits. */
        WHOLE,
        /** Log-probability and gradient of bits, and hidden variables that can be drawn. */
        LAYERED,
        /** Log-probability and gradient of sites of several values. */
        VALUES,
        /** Log-ratios of single flips in O(degree). */
        LOCAL
    }

    final String title;
    final Kind kind;
    private final Maker maker;

    private interface Maker {

        Target of(Size size, long seed);
    }

    ComparisonTarget(String title, Kind kind, Maker maker) {
        this.title = title;
        this.kind = kind;
        this.maker = maker;
    }

    /** Draws the instance of the settings' seed and size. */
    Target instance(Settings settings) {
        ComparisonTarget seeded = this == COLD_GLASS ? GLASS : this; // the two have couplings of equal signs
        return maker.of(settings.size(), settings.seed("instance " + seeded.name()));
    }

    /** Whether burn-in starts from ones. From other states a chain may stay for long in the phase of the wrong sign. */
    boolean startsAtOnes() {
        return this == COLD;
    }

    private static int side(Size size) {
        return size.pick(6, 32, 64);
    }

    private static IsingModel.LatticeBuilder torus(Size size, double coupling) {
        return IsingModel.lattice(side(size), side(size)).periodic().coupling(coupling);
    }

    /** A spin glass on a periodic square lattice, with couplings +beta and -beta by fair coins. */
    private static IsingModel glass(Size size, long seed, double beta) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int side = side(size);
        return SolveCase.torus(side * side, side, () -> random.nextBoolean() ? beta : -beta).model;
    }

    @Override
    public String toString() {
        return title;
    }
}
