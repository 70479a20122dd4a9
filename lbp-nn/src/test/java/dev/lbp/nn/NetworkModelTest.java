package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.Serialized;
import dev.lbp.TableTarget;
import dev.lbp.check.ModelCheck;
import dev.lbp.target.EnergyModel.Evaluation;
import java.nio.FloatBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** Scores and base measure against their definitions, on all states of a small network. */
class NetworkModelTest {

    private static final int N = 6;

    /** Floats of scores up to 5. */
    private static final double TOLERANCE = 1e-6;

    private static final double[] MEANS = {0.1, 0.5, 0.93, 0.3, 0.01, 0.6};

    private final PlainNetwork network = new PlainNetwork(N);
    private final NetworkModel model = NetworkModel.of(network);
    private final NetworkModel based = model.withBase(MEANS);

    @Test
    void network_ofAModel_isTheGivenOne() {
        assertThat(model.network()).isSameAs(network);
        assertThat(based.network()).isSameAs(network);
    }

    private static double base(byte[] x) {
        double logProb = 0.0;
        for (int i = 0; i < N; i++) {
            logProb += Math.log(x[i] == 1 ? MEANS[i] : 1.0 - MEANS[i]);
        }
        return logProb;
    }

    /** All states, in the order of their numbers. */
    private static INDArray allStates() {
        float[][] rows = new float[1 << N][N];
        for (int k = 0; k < rows.length; k++) {
            for (int i = 0; i < N; i++) {
                rows[k][i] = TableTarget.state(k, N)[i];
            }
        }
        return Nd4j.createFromArray(rows);
    }

    @Test
    void logProb_isTheScore_andAddsTheBase() {
        INDArray scores = model.logProb(allStates());
        INDArray sums = based.logProb(allStates());
        for (int k = 0; k < 1 << N; k++) {
            byte[] x = TableTarget.state(k, N);
            assertThat(scores.getDouble(k)).isCloseTo(network.score(x), within(TOLERANCE));
            assertThat(sums.getDouble(k)).isCloseTo(network.score(x) + base(x), within(TOLERANCE));
        }
    }

    /** A network whose scores are 1, 2, 3, ..., written behind the buffer's position, which moves. */
    private static NetworkModel counting(int missing) {
        return NetworkModel.of(new ScoreNetwork() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
                for (int r = 1; r <= rows - missing; r++) {
                    scores.put(r);
                }
            }
        });
    }

    @Test
    void scores_writtenByPosition_areReadAtEachCall() {
        NetworkModel counting = counting(0);
        INDArray two = Nd4j.zeros(DataType.FLOAT, 2, N);
        for (int call = 0; call < 3; call++) {
            assertThat(counting.logProb(two).toDoubleVector()).containsExactly(1.0, 2.0);
        }
    }

    /** Not that of an earlier call. */
    @Test
    void scores_notWritten_areNaN() {
        INDArray two = Nd4j.zeros(DataType.FLOAT, 2, N);
        assertThat(counting(1).logProb(two).toDoubleVector()).containsExactly(1.0, Double.NaN);
    }

    @Test
    void states_withoutRows_areRefused() {
        INDArray none = Nd4j.zeros(DataType.FLOAT, 0, N);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model.logProb(none))
                .withMessage("must have at least 1 row: states.rows=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model.evaluate(none))
                .withMessage("must have at least 1 row: states.rows=0");
    }

    @Test
    void modelCheck_passes() {
        assertThat(ModelCheck.of(model).verify().flipCorrelation()).isGreaterThan(0.5);
        assertThat(ModelCheck.of(based).verify().flipCorrelation()).isGreaterThan(0.5);
    }

    /** A base measure that replaces another does not add to it. */
    @Test
    void withBase_again_replacesIt() {
        double[] halves = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
        INDArray one = allStates();
        assertThat(based.withBase(halves).logProb(one).sub(model.logProb(one)).getDouble(9))
                .isCloseTo(-N * Math.log(2.0), within(TOLERANCE));
        assertThat(based.base()).hasValueSatisfying(means -> assertThat(means).containsExactly(MEANS));
        assertThat(model.base()).isEmpty();
    }

    @Test
    void logProb_alone_asksForNoGradient() {
        model.logProb(allStates());
        assertThat(network.gradientCalls).isZero();
        model.evaluate(allStates());
        assertThat(network.gradientCalls).isEqualTo(1);
        assertThat(network.calls).isEqualTo(2);
    }

    /** A change of the array is seen in the buffer that the network got. */
    @Test
    void states_ofTheModelsType_areNotCopied() {
        INDArray states = allStates();
        model.evaluate(states);
        FloatBuffer seen = network.lastStates;
        states.putScalar(3, 2, 0.25);
        assertThat(seen.get(3 * N + 2)).isEqualTo(0.25f);
        assertThat(seen.isDirect()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DOUBLE", "INT", "f", "view"})
    void states_ofOtherForms_giveTheSame(String form) {
        INDArray states = allStates();
        INDArray other = switch (form) {
            case "f" -> states.dup('f');
            case "view" ->
                Nd4j.concat(1, states, Nd4j.ones(DataType.FLOAT, 1 << N, 3))
                        .get(NDArrayIndex.all(), NDArrayIndex.interval(0, N));
            default -> states.castTo(DataType.valueOf(form));
        };
        assertThat(based.logProb(other)).isEqualTo(based.logProb(states));
        assertThat(based.gradient(other)).isEqualTo(based.gradient(states));
    }

    /** The next call writes to them, wherever they are. */
    @Test
    void arrays_thatAReaderCloses_serveAgain() {
        Evaluation first = based.evaluate(allStates());
        INDArray expected = first.gradient().orElseThrow().dup();
        first.logProb().close();
        first.gradient().orElseThrow().close();
        assertThat(based.evaluate(allStates()).gradient()).contains(expected);
    }

    /** Each thread keeps its answers while the other calls with other states. */
    @Test
    void answers_ofTwoThreads_areApart() throws Exception {
        INDArray ones = Nd4j.ones(DataType.FLOAT, 3, N);
        INDArray zeros = Nd4j.zeros(DataType.FLOAT, 3, N);
        Evaluation own = based.evaluate(ones);
        INDArray before = own.gradient().orElseThrow().dup();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<INDArray> there =
                    other.submit(() -> based.evaluate(zeros).logProb().dup());
            assertThat(there.get().getDouble(0)).isCloseTo(base(new byte[N]), within(TOLERANCE));
        } finally {
            other.shutdown();
        }
        assertThat(own.gradient()).contains(before);
    }

    @Test
    void copy_bySerialisation_isTheSameTarget() throws Exception {
        assertThat(Serialized.copy(based).logProb(allStates())).isEqualTo(based.logProb(allStates()));
    }

    /**
     * Marginals of a run against enumeration. The largest of 6 errors is below 4.5 standard errors: false alarm at most
     * 6 * 7e-6 = 4e-5, and the seed is fixed.
     */
    @Test
    void samples_haveTheMarginals_ofTheEnumeration() {
        double[] weight = new double[1 << N];
        double total = 0.0;
        for (int k = 0; k < weight.length; k++) {
            byte[] x = TableTarget.state(k, N);
            weight[k] = Math.exp(network.score(x) + base(x));
            total += weight[k];
        }
        var result = Samplers.lbp()
                .build()
                .sample(based)
                .chains(50)
                .warmup(100)
                .draws(1_000)
                .seed(5)
                .run();
        for (int i = 0; i < N; i++) {
            double expected = 0.0;
            for (int k = 0; k < weight.length; k++) {
                expected += weight[k] / total * (k >> i & 1);
            }
            assertThat(result.marginals()[i]).isCloseTo(expected, within(4.5 * result.marginalErrors()[i]));
        }
    }

    @Test
    void badInput_isRefused() {
        assertThatThrownBy(() -> NetworkModel.of(new PlainNetwork(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be >= 1: network.dimension()=0");
        assertThatThrownBy(() -> model.withBase(new double[N - 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must have length 6: means.length=5");
        for (double wrong : new double[] {0.0, 1.0, Double.NaN}) {
            double[] means = MEANS.clone();
            means[2] = wrong;
            assertThatThrownBy(() -> model.withBase(means))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be in (0, 1): means[2]=" + wrong);
        }
        assertThatThrownBy(() -> model.logProb(Nd4j.zeros(DataType.FLOAT, 2, N + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must have 6 columns");
    }
}
