package dev.lbp.experiments.selection;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.experiments.rival.AddDeleteSwap;
import dev.lbp.experiments.rival.InclusionChain;
import dev.lbp.experiments.rival.WeightedTemperedGibbs;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The samplers of {@link Selection}. Each starts from the model's start, and a tenth of the steps is burn-in. The
 * number of steps of a run follows from the approximate cost of a step.
 */
enum SelectionSampler {
    LBP_1("LBP, R = 1", Samplers.lbp().scale(1).build(), 2.0, 9.0),
    LBP_1_SWAPS(
            "LBP, R = 1, swaps in 1 of 4 steps",
            Samplers.lbp().scale(1).swaps(0.25).build(),
            2.0,
            10.0),
    LBP_ADAPTIVE("LBP, R at acceptance .574", Samplers.lbp().adaptive(0.574).build(), 4.0, 13.0),
    LBP_3("LBP, R = 3", Samplers.lbp().scale(3).build(), 4.0, 13.0),
    LBP_1_SQRT(
            "LBP, R = 1, sqrt(t)",
            Samplers.lbp().weight(WeightFunction.SQRT).scale(1).build(),
            2.0,
            9.0),
    RWM("RWM, R = 1", Samplers.rwm().scale(1).build(), 0.5, 0.1),
    GIBBS("Gibbs in order", Samplers.gibbs().inOrder().build(), 0.0, 230.0),
    ADD_DELETE_SWAP("add-delete-swap Metropolis", null, 0.3, 0.06) {
        @Override
        InclusionChain rival(LocalEnergyModel model, byte[] start, UniformRandomProvider random) {
            return new AddDeleteSwap(model, start, random);
        }
    },
    TEMPERED_GIBBS("weighted tempered Gibbs", null, 2.0, 9.0) {
        @Override
        InclusionChain rival(LocalEnergyModel model, byte[] start, UniformRandomProvider random) {
            return new WeightedTemperedGibbs(model, start, random);
        }
    };

    /** The burn-in is 1/10 of the steps. */
    private static final int BURN_IN = 10;

    /** The largest number of draws of a run, to bound memory. */
    private static final int MOST_DRAWS = 100_000;

    /** The number of steps of a rival between checks of the interrupt flag. */
    private static final int ROUND = 200;

    final String title;
    private final @Nullable Sampler sampler;
    /** The cost of a step, except for the part in proportion to the number of columns. */
    private final double microseconds;
    /** The cost of a step per thousand columns, in microseconds. */
    private final double perThousand;

    SelectionSampler(String title, @Nullable Sampler sampler, double microseconds, double perThousand) {
        this.title = title;
        this.sampler = sampler;
        this.microseconds = microseconds;
        this.perThousand = perThousand;
    }

    /**
     * Estimated inclusion probabilities.
     *
     * @param counted the shares of draws
     * @param averaged averages of conditional probabilities; NaN for a sampler without them
     */
    record Estimates(double scale, double acceptance, double[] counted, double[] averaged) {}

    /** The number of steps that take about {@code seconds} with p columns. */
    int steps(double seconds, int p) {
        return (int) Math.max(100.0, 1e6 * seconds / (microseconds + perThousand * p / 1_000.0));
    }

    /** Runs one chain. */
    Estimates run(Lab lab, LocalEnergyModel model, String task, double work, int steps) {
        return sampler == null ? runRival(lab, model, task, work, steps) : runSampler(lab, model, task, work, steps);
    }

    /** Runs a sampler of the library. */
    private Estimates runSampler(Lab lab, LocalEnergyModel model, String task, double work, int steps) {
        int burnIn = steps / BURN_IN;
        int thin = Math.max(1, steps / MOST_DRAWS);
        SamplingRun run = java.util.Objects.requireNonNull(sampler)
                .sample(model)
                .chains(1)
                .warmup(burnIn)
                .draws((steps - burnIn) / thin)
                .thin(thin)
                .seed(lab.settings().seed(task));
        // the chains that are also judged by their averages of conditional probabilities
        boolean averages = this == LBP_1 || this == LBP_1_SWAPS || this == LBP_ADAPTIVE || this == LBP_3;
        if (averages) {
            run.conditionals();
        }
        SampleResult result = lab.run(task, work, run);
        double[] none = new double[model.dimension()];
        Arrays.fill(none, Double.NaN);
        return new Estimates(
                result.scale(),
                result.acceptanceRate(),
                result.marginals(),
                averages ? result.conditionals().orElseThrow().marginals() : none);
    }

    /** Runs a sampler that the library does not have. */
    private Estimates runRival(Lab lab, LocalEnergyModel model, String task, double work, int steps) {
        UniformRandomProvider random =
                RandomSource.XO_SHI_RO_256_PP.create(lab.settings().seed(task));
        InclusionChain chain = rival(model, model.start(random), random);
        int burnIn = steps / BURN_IN;
        SamplingListener listener = lab.begin(task, work);
        listener.started(task, burnIn, steps - burnIn);
        for (int t = 0; t < steps; t++) {
            if (t == burnIn) {
                chain.clear();
            }
            if (t % ROUND == 0 && Thread.interrupted()) {
                throw new RunInterrupted(task);
            }
            chain.step();
        }
        listener.drawsProgress(steps - burnIn, steps - burnIn);
        return new Estimates(/* scale= */ 1.0, chain.acceptanceRate(), chain.frequencies(), chain.averages());
    }

    /** A chain of a sampler that the library does not have. */
    InclusionChain rival(LocalEnergyModel model, byte[] start, UniformRandomProvider random) {
        throw new IllegalStateException("must be a sampler of the library: " + this);
    }

    @Override
    public String toString() {
        return title;
    }
}
