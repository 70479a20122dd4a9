package dev.lbp.bench.jmh;

import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.models.BernoulliRbm;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * A step of LBP with 100 chains on an RBM of 784 visible and 400 hidden units, after warm-up, and the two matrix
 * products of the step alone. The products have the same calls, shapes and orders as in the step, and write to arrays
 * that are allocated once.
 */
public class BatchStepBenchmark extends TimedBenchmark {

    private static final int CHAINS = 100;

    private static final int VISIBLE = 784;

    private static final int HIDDEN = 400;

    /** The type of the products. */
    @Param({"DOUBLE", "FLOAT"})
    public DataType type;

    private ChainBatch batch;
    private INDArray weights;
    private INDArray states;
    private INDArray hidden;
    private INDArray visible;

    /** Makes chains in equilibrium with a frozen scale, and the arrays of the products in the model's layout. */
    @Setup
    public void setUp() {
        BernoulliRbm model = BernoulliRbm.random(VISIBLE, HIDDEN, 0.05, 1L).withDataType(type);
        batch = Samplers.lbp().build().start(model, 1L, CHAINS);
        batch.warmUp(500);
        weights = Nd4j.rand(type, HIDDEN, VISIBLE).dup('f');
        states = batch.states().transpose();
        hidden = Nd4j.createUninitialized(type, new long[] {HIDDEN, CHAINS}, 'f');
        visible = Nd4j.createUninitialized(type, new long[] {VISIBLE, CHAINS}, 'f');
    }

    /** Makes one step of every chain. */
    @Benchmark
    public ChainBatch step() {
        batch.step();
        return batch;
    }

    /** Multiplies from the visible to the hidden units and back. */
    @Benchmark
    public INDArray products() {
        Nd4j.gemm(weights, states, hidden, false, false, 1.0, 0.0); // hidden = W states
        return Nd4j.gemm(weights, hidden, visible, true, false, 1.0, 0.0); // visible = W' hidden
    }
}
