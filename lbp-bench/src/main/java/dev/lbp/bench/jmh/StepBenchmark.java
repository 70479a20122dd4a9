package dev.lbp.bench.jmh;

import dev.lbp.Chain;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.FactorialHmm;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Steps of one chain per second after warm-up, and proposed flips per second, by sampler and target. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class StepBenchmark extends TimedBenchmark {

    /** The sampler. */
    @Param({"lbp", "lbp-sqrt", "lbp-max", "gwg", "rwm", "gibbs", "dlmc", "dmala", "hammingball"})
    public String sampler;

    /** The target. */
    @Param({"bernoulli-6400", "ising-50", "ising-100", "ising-316", "fhmm-1000x10", "rbm-784x400"})
    public String target;

    private Chain chain;

    /** Proposed flips: the sum of the scales of all steps. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Flips {
        /** Proposed flips since the iteration began. */
        public long proposed;
    }

    /** Makes a chain in equilibrium with a frozen scale. */
    @Setup
    public void setUp() {
        chain = sampler().start(target(), 1L);
        chain.warmUp(1_000);
    }

    private Sampler sampler() {
        return switch (sampler) {
            case "lbp" -> Samplers.lbp().build();
            case "lbp-sqrt" -> Samplers.lbp().weight(WeightFunction.SQRT).build();
            case "lbp-max" -> Samplers.lbp().weight(WeightFunction.MAX).build();
            case "gwg" -> Samplers.gwg().build();
            case "rwm" -> Samplers.rwm().build();
            case "dlmc" -> Samplers.dlmc().build();
            case "dmala" -> Samplers.dmala().build();
            case "hammingball" -> Samplers.hammingBall(2).build();
            default -> Samplers.gibbs().build();
        };
    }

    private EnergyModel target() {
        return switch (target) {
            case "bernoulli-6400" -> BernoulliModel.twoValued(6400, PaperConfiguration.C2, 1L);
            case "ising-50" -> IsingModel.paper(50, PaperConfiguration.C2, 1L);
            case "ising-100" -> IsingModel.paper(100, PaperConfiguration.C2, 1L);
            case "ising-316" -> IsingModel.paper(316, PaperConfiguration.C2, 1L);
            case "fhmm-1000x10" -> FactorialHmm.paper(1000, 10, PaperConfiguration.C2, 1L);
            default -> BernoulliRbm.random(784, 400, 0.05, 1L);
        };
    }

    /** Makes one step. Does not return its {@code StepInfo}, so that the JVM need not allocate it. */
    @Benchmark
    public double step(Flips flips) {
        flips.proposed += chain.step().scale();
        return chain.logProb();
    }
}
