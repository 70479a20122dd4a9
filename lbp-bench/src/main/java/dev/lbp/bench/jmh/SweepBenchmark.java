package dev.lbp.bench.jmh;

import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.SweepBuilder;
import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Spread;
import dev.lbp.experiments.solve.SolveCase;
import dev.lbp.models.IsingModel;
import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Sweeps of one chain on 1,024 sites by Gibbs, Metropolis, thinned Gibbs and thinned Metropolis. Most targets are 32x32
 * tori. Each iteration draws a new instance. An iteration makes slices of sweeps by the four methods in turn; a figure
 * is the median CPU time of a method's slices.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 5)
public class SweepBenchmark extends RoundBenchmark {

    private static final int SIDE = 32;
    private static final int N = SIDE * SIDE;
    private static final int BURN_IN = 4_000;
    private static final int SLICES = 15;
    private static final int DEGREE = 20;

    /**
     * The target and its J. {@code glass}: random couplings +J and -J. {@code field}: a ferromagnet in a random field
     * of standard deviation 2 J. {@code ferromagnet}: a ferromagnet in a small field. {@code graph}: couplings -J of
     * random pairs, 20 for each site.
     */
    @Param({
        "glass-0.5",
        "glass-1",
        "glass-2",
        "field-1",
        "field-2",
        "ferromagnet-0.7",
        "ferromagnet-1",
        "graph-0.2",
        "graph-0.6"
    })
    public String target;

    /** The rate of candidates of thinned sweeps; 0 if the chain chooses it. */
    @Param("0")
    public double rate;

    /** Whether sweeps visit sites in their order; otherwise by colours. */
    @Param("false")
    public boolean inOrder;

    /** The number of sweeps with recorded energy and direction. */
    @Param("100000")
    public int recorded;

    /** The number of sweeps in a slice. */
    @Param("10000")
    public int slice;

    private long instance;

    /** The figures of a round. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        /** Nanoseconds per site in a Gibbs sweep. */
        public double gibbs;
        /** Nanoseconds per site in a Metropolis sweep. */
        public double metropolis;
        /** Nanoseconds per site in a thinned Gibbs sweep. */
        public double thinnedGibbs;
        /** Nanoseconds per site in a thinned Metropolis sweep. */
        public double thinnedMetropolis;
        /** Effective samples of the energy per second, Metropolis relative to Gibbs. */
        public double energy;

        /** Effective samples per second of the sum over sites with random signs, Metropolis relative to Gibbs. */
        public double direction;
    }

    /**
     * Makes one round: times the four methods on a new instance, then estimates from further draws how many effective
     * samples Metropolis has per second, relative to Gibbs.
     */
    @Benchmark
    public double round(Figures figures) {
        Random random = new Random(++instance);
        IsingModel model = model(random);
        ChainBatch[] chains = {
            burnedInChain(Samplers.gibbs(), model, false),
            burnedInChain(Samplers.metropolis(), model, false),
            burnedInChain(Samplers.gibbs(), model, true),
            burnedInChain(Samplers.metropolis(), model, true)
        };
        double[][] nanos = new double[chains.length][SLICES]; // per update of a site
        for (int s = 0; s < SLICES; s++) {
            for (int k = 0; k < chains.length; k++) {
                double began = Stopwatch.ofThread();
                for (int t = 0; t < slice; t++) {
                    chains[k].step();
                }
                nanos[k][s] = 1e9 * (Stopwatch.ofThread() - began) / slice / N;
            }
        }
        double[] medians = Arrays.stream(nanos)
                .mapToDouble(slices -> Spread.of(slices).median())
                .toArray();
        figures.gibbs = medians[0];
        figures.metropolis = medians[1];
        figures.thinnedGibbs = medians[2];
        figures.thinnedMetropolis = medians[3];
        double[] signs = random.doubles(N).map(u -> u < 0.5 ? -1.0 : 1.0).toArray();
        EffectiveSamples gibbs = effectiveSamples(chains[0], signs);
        EffectiveSamples metropolis = effectiveSamples(chains[1], signs);
        // samples per sweep over nanoseconds per site
        figures.energy = metropolis.energy / gibbs.energy * medians[0] / medians[1];
        figures.direction = metropolis.direction / gibbs.direction * medians[0] / medians[1];
        return figures.energy;
    }

    /**
     * A chain near equilibrium.
     *
     * @param thinned whether sweeps skip sites that hardly ever flip; a rate of 0 lets the chain choose its rate
     */
    private ChainBatch burnedInChain(SweepBuilder builder, IsingModel model, boolean thinned) {
        if (inOrder) {
            builder.inOrder();
        }
        if (thinned) {
            builder = rate == 0.0 ? builder.thinned() : builder.thinned(rate);
        }
        ChainBatch chain = builder.build().start(model, instance, 1);
        if (target.startsWith("ferromagnet")) { // a chain from a random state may stay in the other phase for long
            byte[] up = new byte[N];
            Arrays.fill(up, (byte) 1);
            chain.reset(0, up);
        }
        for (int t = 0; t < BURN_IN; t++) {
            chain.step();
        }
        return chain;
    }

    /** The numbers of effective samples of the energy, and of the sum over sites with signs. */
    private record EffectiveSamples(double energy, double direction) {}

    private EffectiveSamples effectiveSamples(ChainBatch chain, double[] signs) {
        double[] energy = new double[recorded];
        double[] direction = new double[recorded];
        for (int t = 0; t < recorded; t++) {
            chain.step();
            energy[t] = chain.logProb(0);
            byte[] state = chain.state(0);
            for (int i = 0; i < N; i++) {
                direction[t] += signs[i] * state[i];
            }
        }
        return new EffectiveSamples(EffectiveSampleSize.tfp(energy), EffectiveSampleSize.tfp(direction));
    }

    private IsingModel model(Random random) {
        return target.startsWith("graph") ? graph(random) : torus(random);
    }

    private double strength() {
        return Double.parseDouble(target.substring(target.indexOf('-') + 1));
    }

    /** An Ising model of equal couplings on a random graph: each pair joins a random site with a random other site. */
    private IsingModel graph(Random random) {
        int pairs = DEGREE / 2 * N;
        int[] from = random.ints(pairs, 0, N).toArray();
        int[] to = Arrays.stream(from)
                .map(site -> (site + 1 + random.nextInt(N - 1)) % N)
                .toArray();
        double[] couplings = new double[pairs];
        Arrays.fill(couplings, -strength());
        return IsingModel.graph(N, from, to, couplings).build();
    }

    /** A torus with random couplings +J and -J (glass), or a ferromagnet in a random or in a small uniform field. */
    private IsingModel torus(Random random) {
        double strength = strength();
        if (target.startsWith("glass")) {
            return SolveCase.torus(N, SIDE, () -> random.nextBoolean() ? -strength : strength).model;
        }
        double[] field = new double[N];
        Arrays.setAll(field, i -> target.startsWith("field") ? 2.0 * strength * random.nextGaussian() : 0.05);
        return IsingModel.lattice(SIDE, SIDE)
                .periodic()
                .coupling(strength)
                .field(field)
                .build();
    }
}
