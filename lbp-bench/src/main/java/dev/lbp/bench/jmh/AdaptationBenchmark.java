package dev.lbp.bench.jmh;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.paper.Settling;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.SampleResult;
import dev.lbp.theory.OptimalScaling;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The number of steps until a rule finds its scale, from random states, in a run of 32 chains. The result is the number
 * of steps, not the time. There is one iteration for each seed.
 */
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class AdaptationBenchmark extends RoundBenchmark {

    /** The rule: the library's own, starting from a guess by theory, or the paper's, starting from R = 1. */
    @Param({"adaptive", "robbinsMonro"})
    public String rule;

    /** The seed of the states and the draws; the model stays the same. */
    @Param({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"})
    public long seed;

    /** The side of the lattice, an Ising model C2. */
    @Param("100")
    public int side;

    /** Steps of warm-up; the last half determines the final scale. Long enough for either rule. */
    @Param("5000")
    public int warmup;

    /** Draws of each chain at the final scale. */
    @Param("1000")
    public int draws;

    private IsingModel model;
    private Sampler sampler;

    /** The figures of a run. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Outcome {
        /** The number of steps after which the geometric mean of R over chains stays within 10 % of the final scale. */
        public double steps;

        /** The final scale. */
        public double scale;

        /** The acceptance rate at the final scale. */
        public double acceptance;
    }

    /** Makes the model and the sampler. */
    @Setup
    public void setUp() {
        model = IsingModel.paper(side, PaperConfiguration.C2, 1L);
        double target = OptimalScaling.LBP_ACCEPTANCE;
        sampler = switch (rule) {
            case "adaptive" -> Samplers.lbp().adaptive(target).build();
            case "robbinsMonro" ->
                Samplers.lbp().scale(ScaleController.robbinsMonro(target)).build();
            default -> throw new IllegalArgumentException("must be adaptive or robbinsMonro: rule=" + rule);
        };
    }

    /** Makes one run. */
    @Benchmark
    public SampleResult run(Outcome outcome) {
        SampleResult result = sampler.sample(model)
                .chains(32)
                .warmup(warmup)
                .draws(draws)
                .seed(seed)
                .run();
        outcome.steps = Settling.steps(result.warmUp(), result.scale());
        outcome.scale = result.scale();
        outcome.acceptance = result.acceptanceRate();
        return result;
    }
}
