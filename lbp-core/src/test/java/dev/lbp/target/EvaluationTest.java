package dev.lbp.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.ChainBatch;
import dev.lbp.GradientOnly;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SmallTargets;
import dev.lbp.SpinLine;
import dev.lbp.internal.States;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** What a batched model may say of its states: log-ratios, or the gradient that they are made of. */
class EvaluationTest {

    private static final int N = 9;

    static Stream<Arguments> typesAndWeights() {
        return Stream.of(DataType.DOUBLE, DataType.FLOAT)
                .flatMap(type -> SmallTargets.weights().stream().map(weight -> Arguments.of(type, weight)));
    }

    private static SamplingRun run(EnergyModel model, WeightFunction weight) {
        byte[][] initial = new byte[3][N];
        boolean[] frozen = new boolean[N];
        for (byte[] state : initial) {
            state[2] = 1;
        }
        frozen[2] = true; // one held at 1 and one at 0: their gradients must lose their say with opposite signs
        frozen[6] = true;
        return Samplers.lbp()
                .weight(weight)
                .build()
                .sample(model)
                .chains(3)
                .initial(initial)
                .frozen(frozen)
                .warmup(30)
                .draws(100)
                .seed(5)
                .threads(2);
    }

    @ParameterizedTest
    @MethodSource("typesAndWeights")
    void run_gradientOrRatios_drawsTheSame(DataType type, WeightFunction weight) {
        EnergyModel ratios = SpinLine.of(N).batched(type);
        EnergyModel gradient = new GradientOnly(ratios);
        SampleResult expected = run(ratios, weight).run();
        Results.assertSame(expected, run(gradient, weight).run());
        Results.assertSame(
                run(Tempered.of(ratios, 0.5), weight).run(),
                run(Tempered.of(gradient, 0.5), weight).run());
        for (byte[] state : expected.finalStates()) {
            assertThat(state[2]).isEqualTo((byte) 1);
            assertThat(state[6]).isEqualTo((byte) 0);
        }
    }

    @Test
    void ofGradient_anyStates_holdsItAndTheFirstOrderRatios() {
        EnergyModel model = SpinLine.of(N).batched(DataType.DOUBLE);
        INDArray states = States.array(new byte[][] {{0, 1, 1, 0, 1, 0, 0, 1, 1}, new byte[N]}, DataType.DOUBLE);
        INDArray gradient = model.gradient(states);
        EnergyModel.Evaluation evaluation = EnergyModel.Evaluation.ofGradient(states, model.logProb(states), gradient);
        assertThat(evaluation.gradient()).containsSame(gradient);
        assertThat(evaluation.flipLogRatios()).isEqualTo(model.flipLogRatios(states));
        INDArray ratios = model.flipLogRatios(states);
        EnergyModel.Evaluation known = new EnergyModel.Evaluation(evaluation.logProb(), ratios);
        assertThat(known.gradient()).isEmpty();
        assertThat(known.flipLogRatios()).isSameAs(ratios);
        assertThat(known.logProb()).isSameAs(evaluation.logProb());
    }

    /** The gradient calls the log-probability, which has one array for its results. */
    @Test
    void evaluate_modelThatReusesItsResult_keepsTheLogProbability() {
        EnergyModel line = SpinLine.of(N).batched(DataType.DOUBLE);
        INDArray result = Nd4j.zeros(DataType.DOUBLE, 2);
        EnergyModel model = new EnergyModel() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public INDArray logProb(INDArray states) {
                return result.assign(line.logProb(states));
            }

            @Override
            public INDArray gradient(INDArray states) {
                logProb(states.rsub(1.0));
                return line.gradient(states);
            }
        };
        INDArray states = States.array(new byte[][] {{0, 1, 1, 0, 1, 0, 0, 1, 1}, new byte[N]}, DataType.DOUBLE);
        assertThat(model.evaluate(states).logProb()).isEqualTo(line.logProb(states));
    }

    /** Which of the signs of an infinite gradient is an impossible flip depends on the state. */
    @ParameterizedTest
    @MethodSource("typesAndWeights")
    void start_infiniteGradient_isRefusedWhereTheFlipWouldBeCertain(DataType type, WeightFunction weight) {
        Sampler sampler = Samplers.lbp().weight(weight).scale(1).build();
        for (byte bit : new byte[] {0, 1}) {
            byte[][] initial = new byte[1][N];
            initial[0][4] = bit;
            double certain = bit == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            assertThatThrownBy(() -> sampler.start(withGradient(type, certain), 1L, initial))
                    .hasMessageContaining("must not be NaN or +Infinity: a log-ratio=Infinity");
            assertThatThrownBy(() -> sampler.start(withGradient(type, Double.NaN), 1L, initial))
                    .hasMessageContaining("must not be NaN or +Infinity: a log-ratio=NaN");
            ChainBatch batch = sampler.start(withGradient(type, -certain), 1L, initial);
            for (int t = 0; t < 20; t++) {
                batch.step();
                assertThat(batch.state(0)[4]).isEqualTo(bit);
            }
        }
    }

    /** A plain function returns no log-ratios, so that a bad score of a neighbour is called what it is. */
    @Test
    void start_badScoreOfAPlainFunction_isNamedAsAScore() {
        Sampler sampler = Samplers.lbp().build();
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            EnergyModel model = EnergyModels.of(N, x -> x[4] == 1 ? bad : 0.0);
            assertThatThrownBy(() -> sampler.start(model, 1L, new byte[1][N]))
                    .hasMessageContaining("must not be NaN or +Infinity: logProb=" + bad);
        }
    }

    /** Fair coins, but for what the gradient says of site 4. */
    private static EnergyModel withGradient(DataType type, double value) {
        return new GradientOnly(new EnergyModel() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public INDArray logProb(INDArray states) {
                return Nd4j.zeros(type, states.size(0));
            }

            @Override
            public INDArray gradient(INDArray states) {
                return Nd4j.zeros(type, states.size(0), N).putScalar(0, 4, value);
            }

            @Override
            public DataType dataType() {
                return type;
            }
        });
    }

    @Test
    void ofGradient_null_isRefused() {
        INDArray some = Nd4j.ones(1, N);
        assertThatThrownBy(() -> EnergyModel.Evaluation.ofGradient(some, some, null))
                .hasMessage("must not be null: gradient");
        assertThatThrownBy(() -> EnergyModel.Evaluation.ofGradient(null, some, some))
                .hasMessage("must not be null: states");
    }

    /** A failed score leaves the tracker at its state, so that whoever catches the failure may go on. */
    @Test
    void plainFunction_thatFailsOnce_goesOn() {
        boolean[] fails = {false};
        LocalEnergyModel.Tracker tracker = ((LocalEnergyModel) EnergyModels.of(3, (byte[] x) -> {
                    if (fails[0] && x[1] == 1) {
                        throw new IllegalStateException("once");
                    }
                    return fails[0] ? Double.NaN : x[0] + 2.0 * x[1] + 4.0 * x[2];
                }))
                .newTracker();
        tracker.reset(new byte[3]);
        double[] ratios = new double[3];
        tracker.logRatios(new int[] {0, 1, 2}, 3, ratios);
        fails[0] = true;
        assertThatThrownBy(() -> tracker.logRatios(new int[] {0}, 1, ratios)).hasMessageContaining("logProb=NaN");
        assertThatThrownBy(() -> tracker.logRatios(new int[] {1}, 1, ratios)).hasMessage("once");
        fails[0] = false;
        tracker.logRatios(new int[] {0, 1, 2}, 3, ratios);
        assertThat(ratios).containsExactly(1.0, 2.0, 4.0);
    }
}
