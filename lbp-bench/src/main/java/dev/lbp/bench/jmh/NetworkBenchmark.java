package dev.lbp.bench.jmh;

import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.cli.instance.NetworkChoice;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Spread;
import dev.lbp.nn.NetworkModel;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Networks of images of 28 x 28, with 100 rows on one thread. It compares ONNX Runtime alone on the derived graph of
 * scores and gradients, the evaluation of a model, the evaluation of a model with a base measure, and a step of LBP on
 * the model with a base measure. R is 15, about the scale to which LBP with sqrt(t) adapts when it trains the
 * perceptron.
 *
 * <p>One invocation is a round, which makes these four calls in turn, {@link #calls} times. A figure is the median over
 * the calls of the CPU time of the calling thread, which other processes on the machine change little.
 */
@Warmup(iterations = 15)
@Measurement(iterations = 9)
public class NetworkBenchmark extends RoundBenchmark {

    private static final int ROWS = 100;

    private static final int SIDE = 28;

    private static final int SITES = SIDE * SIDE;

    /** The network, as {@code lbp train-energy --net} names it. */
    @Param({"mlp-256-256", "resnet-8-2"})
    public String net;

    /** The number of calls of each kind in a round. */
    @Param("100")
    public int calls;

    private OnnxNetwork network;
    private OnnxAlone alone;
    private NetworkModel model;
    private NetworkModel based;
    private INDArray states;
    private ChainBatch chains;

    /** Milliseconds of a call of each kind. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        /** Median processor milliseconds of a call of ONNX Runtime alone. */
        public double onnxRuntime;

        /** Median processor milliseconds of an evaluation of the model. */
        public double evaluation;

        /** Median processor milliseconds of an evaluation of the model with a base measure. */
        public double withBase;

        /** Median processor milliseconds of a step of all chains. */
        public double step;
    }

    /**
     * Makes a network, and chains on it. The initial parameters are multiplied by four, because they give a nearly
     * constant score.
     */
    @Setup
    public void setUp() throws IOException {
        network = new NetworkChoice("net", net).network(SIDE, SIDE, 1L);
        FloatBuffer parameters = network.parameters();
        for (int k = 0; k < parameters.capacity(); k++) {
            parameters.put(k, 4.0f * parameters.get(k));
        }
        double[] means = IntStream.range(0, SITES) // of a base measure: two bands of rows are seldom 1
                .mapToDouble(i -> i / SIDE % 20 < 4 ? 0.02 : 0.2)
                .toArray();
        model = NetworkModel.of(network);
        based = model.withBase(means);
        chains = Samplers.lbp().weight(WeightFunction.SQRT).scale(15).build().start(based, 1L, ROWS);
        chains.step(100); // away from the random starts
        states = chains.states().castTo(DataType.FLOAT);
        alone = new OnnxAlone(network, ROWS);
    }

    /** Frees the native memory. */
    @TearDown
    public void tearDown() {
        alone.close();
        network.close();
    }

    /** Makes one round. */
    @Benchmark
    public void round(Figures figures) {
        Runnable[] tasks = {
            alone::run, () -> model.evaluate(states), () -> based.evaluate(states), chains::step,
        };
        double[][] millis = new double[tasks.length][calls];
        for (int k = 0; k < calls; k++) {
            for (int t = 0; t < tasks.length; t++) {
                double began = Stopwatch.ofThread();
                tasks[t].run();
                millis[t][k] = 1e3 * (Stopwatch.ofThread() - began);
            }
        }
        figures.onnxRuntime = Spread.of(millis[0]).median();
        figures.evaluation = Spread.of(millis[1]).median();
        figures.withBase = Spread.of(millis[2]).median();
        figures.step = Spread.of(millis[3]).median();
    }
}
