package dev.lbp.bench.jmh;

import dev.lbp.Chain;
import dev.lbp.Samplers;
import dev.lbp.internal.Check;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.result.StepInfo;
import dev.lbp.target.EnergyModel;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The growth of the cost of an LBP-R step with N, in microseconds per step and per touched site. A step touches R
 * (degree + 1) sites: the R drawn sites, and the neighbours of each drawn site.
 */
public class GrowthBenchmark extends TimedBenchmark {

    /** The target, in the paper's configuration C2. */
    @Param({"bernoulli", "ising"})
    public String target;

    /** The number of sites N: the squares of 32, 100, 316 and 1,000. */
    @Param({"1024", "10000", "99856", "1000000"})
    public int n;

    /** Steps of warm-up. */
    @Param("1000")
    public int warmup;

    private Chain chain;
    private double touchedPerSite;

    /** The work of an iteration. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Work {
        /** Sites touched since the iteration began. */
        public double touched;
    }

    /** Makes a chain in equilibrium with a frozen scale. */
    @Setup
    public void setUp() {
        EnergyModel model = model();
        chain = Samplers.lbp().build().start(model, 1L);
        chain.warmUp(warmup);
    }

    private EnergyModel model() {
        switch (target) {
            case "bernoulli" -> {
                touchedPerSite = 1.0;
                return BernoulliModel.twoValued(n, PaperConfiguration.C2, 1L);
            }
            case "ising" -> {
                int side = (int) Math.round(Math.sqrt(n));
                Check.that(side * side == n, "be a square", "n", n);
                touchedPerSite = 1.0 + 4.0 * (side - 1) / side; // sites at the open border have fewer neighbours
                return IsingModel.paper(side, PaperConfiguration.C2, 1L);
            }
            default -> throw new IllegalArgumentException("must be bernoulli or ising: target=" + target);
        }
    }

    /** Makes one step. */
    @Benchmark
    public StepInfo step(Work work) {
        StepInfo info = chain.step();
        work.touched += touchedPerSite * info.scale();
        return info;
    }
}
