package dev.lbp.bench.jmh;

import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;
import org.nd4j.nativeblas.NativeOps;
import org.nd4j.nativeblas.NativeOpsHolder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A step of LBP with 50 chains on a network of 12 sites and 40 hidden units in ND4J, on an idle and on a busy machine.
 * It compares one OpenMP thread, which lbp sets for small batches, with the number of threads that ND4J uses by
 * default. Also compare with {@code OMP_NUM_THREADS=1} in the environment.
 */
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SmallNetworkBenchmark extends TimedBenchmark {

    /** Whether the machine is busy: one further thread per processor spins. */
    @Param({"false", "true"})
    public boolean busy;

    /** Who sets the number of OpenMP threads for the model's operations. */
    @Param({"lbp", "nd4j"})
    public String threads;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Thread> others = new ArrayList<>();
    private ChainBatch batch;

    /** Makes chains whose scale still adapts, and starts the spinning threads. */
    @Setup
    public void setUp() {
        batch = Samplers.lbp().build().start(new Network(threads.equals("nd4j")), 1L, 50);
        for (int t = 0; busy && t < Runtime.getRuntime().availableProcessors(); t++) {
            Thread other = new Thread(() -> {
                while (!stopped.get()) {
                    Thread.onSpinWait();
                }
            });
            other.setDaemon(true);
            other.start();
            others.add(other);
        }
    }

    /** Ends the spinning threads. */
    @TearDown
    public void tearDown() throws InterruptedException {
        stopped.set(true);
        for (Thread other : others) {
            other.join();
        }
    }

    /** Makes one step of every chain. */
    @Benchmark
    public ChainBatch step() {
        batch.step();
        return batch;
    }

    /** A network with one hidden layer of tanh units. */
    private static final class Network implements EnergyModel {

        private static final long serialVersionUID = 1L;

        private static final int SITES = 12;

        private static final int HIDDEN = 40;

        private final boolean threadsOfNd4j;
        private final transient INDArray weights = normal(1, SITES, HIDDEN);
        private final transient INDArray biases = normal(2, 1, HIDDEN);
        private final transient INDArray output = normal(3, 1, HIDDEN);
        private final transient NativeOps ops = NativeOpsHolder.getInstance().getDeviceNativeOps();

        Network(boolean threadsOfNd4j) {
            this.threadsOfNd4j = threadsOfNd4j;
        }

        private static INDArray normal(long seed, int rows, int columns) {
            Random random = new Random(seed);
            double[][] values = new double[rows][columns];
            for (double[] row : values) {
                for (int j = 0; j < columns; j++) {
                    row[j] = random.nextGaussian() / 2;
                }
            }
            return Nd4j.createFromArray(values);
        }

        @Override
        public int dimension() {
            return SITES;
        }

        private INDArray hidden(INDArray states) {
            if (threadsOfNd4j) {
                ops.setOmpNumThreads(Runtime.getRuntime().availableProcessors());
            }
            return Transforms.tanh(states.mmul(weights).addiRowVector(biases), false);
        }

        @Override
        public INDArray logProb(INDArray states) {
            return hidden(states).muliRowVector(output).sum(1);
        }

        @Override
        public INDArray gradient(INDArray states) {
            INDArray hidden = hidden(states);
            return hidden.muli(hidden).rsubi(1).muliRowVector(output).mmul(weights.transpose());
        }
    }
}
