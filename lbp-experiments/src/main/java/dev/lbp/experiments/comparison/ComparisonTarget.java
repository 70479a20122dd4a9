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
    ISING("Ising lattice", Kind.WHOLE) {
        @Override
        Target instance(Settings settings) {
            int side = settings.size().pick(6, 50, 100);
            return new WholeIsing(IsingModel.paper(side, PaperConfiguration.C2, seed(settings)));
        }
    },
    POTTS("Potts lattice", Kind.VALUES) {
        @Override
        Target instance(Settings settings) {
            return new WholePotts(settings.size().pick(5, 30, 60), 4, 0.7);
        }
    },
    RBM("RBM, random weights", Kind.LAYERED) {
        @Override
        Target instance(Settings settings) {
            Size size = settings.size();
            return BernoulliRbm.random(size.pick(25, 784, 784), size.pick(10, 500, 1_000), 0.1, seed(settings));
        }
    },
    /** A small one, and trained briefly: in trials no sampler left the modes of some larger ones. */
    TRAINED_RBM("RBM, trained", Kind.LAYERED) {
        @Override
        Target instance(Settings settings) {
            Size size = settings.size();
            byte[][] images = SyntheticImages.of(size.pick(6, 28, 28), size.pick(100, 10_000, 10_000), seed(settings));
            return RbmTraining.of(images)
                    .hidden(size.pick(10, 20, 20))
                    .steps(1)
                    .epochs(2)
                    .seed(seed(settings))
                    .run()
                    .model();
        }
    },
    NETWORK("tanh network", Kind.WHOLE) {
        @Override
        Target instance(Settings settings) {
            Size size = settings.size();
            return new TanhNetwork(
                    size.pick(20, 400, 800), size.pick(8, 64, 128), size.pick(4, 32, 64), seed(settings));
        }
    },
    GLASS("glass, beta 0.5", Kind.LOCAL) {
        @Override
        Target instance(Settings settings) {
            return glass(settings, 0.5);
        }
    },
    COLD_GLASS("glass, beta 1", Kind.LOCAL) {
        @Override
        Target instance(Settings settings) {
            return glass(settings, 1.0);
        }
    },
    FIELD("random field", Kind.LOCAL) {
        @Override
        Target instance(Settings settings) {
            int side = side(settings);
            double[] field = ZigguratSampler.NormalizedGaussian.of(random(settings))
                    .samples((long) side * side)
                    .map(z -> 2.0 * z)
                    .toArray();
            return torus(side, 1.0).field(field).build();
        }
    },
    GRAPH("random graph", Kind.LOCAL) {
        @Override
        Target instance(Settings settings) {
            Size size = settings.size();
            int pairs = size.pick(200, 9_990, 39_960);
            return SolveCase.graph(size.pick(50, 1_000, 4_000), pairs, () -> -0.2, random(settings)).model;
        }
    },
    COLD("cold ferromagnet", Kind.LOCAL) {
        @Override
        Target instance(Settings settings) {
            return torus(side(settings), 0.7).field(0.05).build();
        }
    };

    /** What a target offers to samplers. */
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

    ComparisonTarget(String title, Kind kind) {
        this.title = title;
        this.kind = kind;
    }

    /** The instance of the settings' seed and size. */
    abstract Target instance(Settings settings);

    /** Whether burn-in starts where all sites are 1: the phase against the field may hold other chains for long. */
    boolean startsAtOnes() {
        return this == COLD;
    }

    final long seed(Settings settings) {
        return settings.seed("instance " + name());
    }

    final UniformRandomProvider random(Settings settings) {
        return RandomSource.XO_SHI_RO_256_PP.create(seed(settings));
    }

    private static int side(Settings settings) {
        return settings.size().pick(6, 32, 64);
    }

    private static IsingModel.LatticeBuilder torus(int side, double coupling) {
        return IsingModel.lattice(side, side).periodic().coupling(coupling);
    }

    /** Couplings +beta and -beta; their signs are the same for each beta. */
    private static IsingModel glass(Settings settings, double beta) {
        UniformRandomProvider random = GLASS.random(settings);
        int side = side(settings);
        return SolveCase.torus(side * side, side, () -> random.nextBoolean() ? beta : -beta).model;
    }

    @Override
    public String toString() {
        return title;
    }
}
