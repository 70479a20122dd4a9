package dev.lbp.bench.jmh;

import dev.lbp.Chain;
import dev.lbp.Samplers;
import dev.lbp.cli.data.SyntheticRegressions;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Variable selection: the set-up of the model, a step of LBP with R = 1, a step in a run that averages conditional
 * probabilities, with and without swaps, and the log-ratio of one variable. Columns have correlation 0.6^|i - j|, and
 * ten of them have an effect (SNR 2). Times are CPU times, of the process if several threads work; other processes
 * change them little.
 */
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class SelectionBenchmark extends RoundBenchmark {

    private static final int BYTES_PER_MEGABYTE = 1_000_000;

    /** The number of observations. */
    @Param("500")
    public int n;

    /** The number of columns. */
    @Param("5000")
    public int p;

    /** The number of steps of each kind in a round. */
    @Param("10000")
    public int steps;

    private SyntheticRegressions data = SyntheticRegressions.autoregressive(3, 200, 0.6, 2.0, 1L);
    private byte[] state = {};

    /** The figures of a round. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        /** CPU seconds of all threads to make the model from arrays: checks, scaling, and all products of columns. */
        public double setUpSeconds;

        /** The heap that the model uses, in 10^6 bytes. */
        public double megabytes;

        /** The number of selected variables in the state where {@link #ratio} is measured. */
        public double variables;

        /** Microseconds of a step. */
        public double step;

        /** Microseconds of a step in a run that averages conditional probabilities. */
        public double averagedStep;
        /** Microseconds of a step in a run that averages conditional probabilities; a quarter of the steps swap. */
        public double swappingStep;

        /** Microseconds of one variable's log-ratio. */
        public double ratio;
    }

    /** Draws the data. */
    @Setup
    public void setUp() {
        data = SyntheticRegressions.autoregressive(n, p, /* rho= */ 0.6, /* snr= */ 2.0, /* seed= */ 1L);
    }

    /** Makes one round. */
    @Benchmark
    public double round(Figures figures) {
        long free = usedHeap();
        double began = Stopwatch.ofProcess();
        LocalEnergyModel model = VariableSelection.linear(data.x(), data.y())
                .inclusion(Inclusion.expectedSize(10))
                .model();
        figures.setUpSeconds = Stopwatch.ofProcess() - began;
        figures.megabytes = (double) (usedHeap() - free) / BYTES_PER_MEGABYTE;
        Chain chain = Samplers.lbp().scale(1).build().start(model, 1L);
        makeSteps(chain, steps / 2); // from the random start to likely models; not measured
        double atStep = Stopwatch.ofThread();
        makeSteps(chain, steps);
        figures.step = 1e6 * (Stopwatch.ofThread() - atStep) / steps;
        state = chain.state();
        figures.averagedStep = microsPerStep(model, 0.0); // no step is a swap
        figures.swappingStep = microsPerStep(model, 0.25); // a quarter of the steps are swaps
        measureRatio(model, figures);
        return chain.logProb();
    }

    /** The used bytes of the heap after a garbage collection. */
    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void makeSteps(Chain chain, int times) {
        for (int t = 0; t < times; t++) {
            chain.step();
        }
    }

    /** Makes a run that averages conditional probabilities. Returns the CPU microseconds of a step. */
    private double microsPerStep(LocalEnergyModel model, double swaps) {
        double began = Stopwatch.ofProcess();
        Samplers.lbp()
                .scale(1)
                .swaps(swaps)
                .build()
                .sample(model)
                .chains(1)
                .threads(1)
                .initial(new byte[][] {state})
                .warmup(0)
                .draws(steps)
                .conditionals()
                .run();
        return 1e6 * (Stopwatch.ofProcess() - began) / steps;
    }

    /** Measures log-ratios at the state after the steps. */
    private void measureRatio(LocalEnergyModel model, Figures figures) {
        LocalEnergyModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        figures.variables = 0;
        for (byte bit : state) {
            figures.variables += bit;
        }
        int[] site = new int[1];
        double[] out = new double[1];
        double began = Stopwatch.ofThread();
        for (int t = 0; t < steps; t++) {
            site[0] = t % p;
            tracker.logRatios(site, 1, out);
        }
        figures.ratio = 1e6 * (Stopwatch.ofThread() - began) / steps;
    }
}
