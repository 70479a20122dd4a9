package dev.lbp.internal.kernel.nd4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Samplers;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;
import org.nd4j.nativeblas.NativeOps;
import org.nd4j.nativeblas.NativeOpsHolder;

class NativeThreadsTest {

    /** This thread's number in these tests: not 1 on any machine. */
    private static final int OWN = 3;

    private final NativeOps ops = ops();
    private final int before = ops.ompGetMaxThreads();

    private static NativeOps ops() {
        Nd4j.scalar(1.0); // starts ND4J
        return NativeOpsHolder.getInstance().getDeviceNativeOps();
    }

    @BeforeEach
    void ownNumber() {
        ops.setOmpNumThreads(OWN);
    }

    @AfterEach
    void numberBefore() {
        ops.setOmpNumThreads(before);
    }

    private int within(NativeThreads threads) {
        int[] seen = new int[1];
        threads.run(() -> seen[0] = ops.ompGetMaxThreads());
        return seen[0];
    }

    @Test
    void run_smallBatch_hasOneThread() {
        assertThat(within(NativeThreads.of(NativeThreads.SMALL - 1, null))).isEqualTo(1);
        assertThat(ops.ompGetMaxThreads()).isEqualTo(OWN);
    }

    @Test
    void run_largeBatch_hasTheThreadsOfNd4j() {
        assertThat(within(NativeThreads.of(NativeThreads.SMALL, null))).isEqualTo(OWN);
    }

    @Test
    void run_numberInTheEnvironment_stays() {
        assertThat(within(NativeThreads.of(1, "3"))).isEqualTo(OWN);
    }

    @Test
    void run_taskThatThrows_setsTheOwnNumberAgain() {
        NativeThreads threads = NativeThreads.of(1, null);
        assertThatThrownBy(() -> threads.run(() -> {
                    throw new IllegalStateException("fails");
                }))
                .hasMessage("fails");
        assertThat(ops.ompGetMaxThreads()).isEqualTo(OWN);
    }

    @Test
    void run_anotherThread_keepsItsNumber() throws InterruptedException {
        int[] seen = new int[2];
        NativeThreads.of(1, null).run(() -> {
            Thread other = new Thread(() -> {
                ops.setOmpNumThreads(OWN);
                seen[0] = ops.ompGetMaxThreads();
            });
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            seen[1] = ops.ompGetMaxThreads();
        });
        assertThat(seen).containsExactly(OWN, 1);
    }

    /** 50 x 400 numbers: ND4J divides each of these operations. */
    @Test
    void run_oneThreadOrMore_sameBits() {
        INDArray x = Nd4j.linspace(DataType.DOUBLE, -3, 3e-4, 20_000).reshape(50, 400);
        INDArray row = Nd4j.linspace(DataType.DOUBLE, 0.1, 3e-3, 400);
        List<double[]> values = new ArrayList<>();
        Runnable operations = () -> {
            INDArray y = Transforms.tanh(x.addRowVector(row), true);
            values.add(y.data().asDouble());
            values.add(y.sum(1).toDoubleVector());
            values.add(y.sum(0).toDoubleVector());
            values.add(y.mulRowVector(row).mmul(y.transpose()).data().asDouble());
            values.add(
                    new double[] {y.sumNumber().doubleValue(), y.norm2Number().doubleValue()});
        };
        operations.run();
        NativeThreads.of(1, null).run(operations);
        int half = values.size() / 2;
        for (int k = 0; k < half; k++) {
            assertThat(values.get(half + k)).isEqualTo(values.get(k));
        }
    }

    @Test
    void batchedRun_smallBatch_callsTheModelWithOneThread() {
        int expected = System.getenv("OMP_NUM_THREADS") == null ? 1 : OWN;
        List<Integer> seen = new ArrayList<>();
        EnergyModel model = new EnergyModel() {
            private static final long serialVersionUID = 1L;

            @Override
            public int dimension() {
                return 4;
            }

            @Override
            public INDArray logProb(INDArray states) {
                seen.add(ops.ompGetMaxThreads());
                return states.castTo(dataType()).sum(1);
            }

            @Override
            public INDArray gradient(INDArray states) {
                seen.add(ops.ompGetMaxThreads());
                return Nd4j.onesLike(states.castTo(dataType()));
            }
        };
        Samplers.lbp().build().start(model, 1, 5).step();
        Samplers.rwm().build().start(model, 1, 5).step();
        assertThat(seen).isNotEmpty().containsOnly(expected);
        assertThat(ops.ompGetMaxThreads()).isEqualTo(OWN);
    }
}
