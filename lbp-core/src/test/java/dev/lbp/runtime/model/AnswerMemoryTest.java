package dev.lbp.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.Workers;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Statistic;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A batched model that returns new arrays, whose native memory ND4J frees once they are unreachable. */
class AnswerMemoryTest {

    private static final int CHAINS = 2;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    /** {@code log pi(x) = sum_i i x_i / 16}, in new arrays of its own type; it remembers none of them. */
    private record Fresh(int dimension, DataType dataType, List<WeakReference<INDArray>> gradients)
            implements EnergyModel {

        @Override
        public INDArray logProb(INDArray states) {
            return states.mul(slopes(1)).sum(1);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return slopes(states.size(0));
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            INDArray gradient = gradient(states);
            gradients.add(new WeakReference<>(gradient));
            return Evaluation.ofGradient(states, logProb(states), gradient);
        }

        private INDArray slopes(long rows) {
            INDArray row = Nd4j.arange(dimension).castTo(dataType).divi(16.0).reshape(1, dimension);
            return rows == 1 ? row : row.repeat(0, rows);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DataType.class,
            names = {"DOUBLE", "FLOAT"})
    void evaluate_newArrays_areHeldUntilTheNext(DataType type) {
        Fresh model = new Fresh(64, type, new ArrayList<>());
        BatchModel batch = new BatchModel(model, 64, 2);
        batch.evaluate();
        collect();
        WeakReference<INDArray> first = model.gradients.get(0);
        assertThat(first.get()).as("the answer whose rows are read below").isNotNull();
        double[] ratios = new double[64];
        batch.logRatios(1, ratios);
        assertThat(ratios[63]).isEqualTo(63.0 / 16.0);
        batch.weigh(1, Form.SQRT, false, new int[0], WeightTable.of(64, null));
        batch.evaluate();
        collect();
        assertThat(first.get()).as("the answer before the last").isNull();
    }

    /**
     * A statistic of chain 0 collects garbage, and makes arrays where that has freed memory, after every evaluation and
     * before the rows of the other chains are read.
     */
    @Test
    void run_garbageCollectedBeforeRowsAreRead_drawsTheSame() {
        DataType type = DataType.FLOAT;
        int n = 1_000;
        SampleResult expected = run(new Fresh(n, type, new ArrayList<>()), state -> 0.0);
        List<INDArray> others = new ArrayList<>();
        SampleResult result = run(new Fresh(n, type, new ArrayList<>()), state -> {
            collect();
            for (int k = 0; k < 20; k++) {
                others.add(Nd4j.valueArrayOf(new long[] {CHAINS, n}, Double.NaN, type));
            }
            return 0.0;
        });
        Results.assertSame(expected, result);
    }

    private static SampleResult run(EnergyModel model, Statistic statistic) {
        return Samplers.lbp()
                .scale(9)
                .build()
                .sample(model)
                .track("statistic", statistic)
                .chains(CHAINS)
                .warmup(0)
                .draws(2)
                .seed(3)
                .threads(1)
                .run();
    }

    private static void collect() {
        for (int k = 0; k < 2; k++) {
            System.gc();
            LockSupport.parkNanos(5_000_000); // time for ND4J's own thread to free what was found
        }
    }
}
