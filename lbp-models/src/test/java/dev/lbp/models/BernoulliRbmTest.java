package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

class BernoulliRbmTest {

    private final BernoulliRbm model = BernoulliRbm.random(10, 4, 0.8, 3);

    /** {@code log sum_h exp(b.v + c.h + v'Wh)}, over all 2^hidden h. */
    private static double definition(BernoulliRbm model, double[] v) {
        double[][] w = model.weights();
        double total = 0.0;
        for (byte[] h : Enumeration.states(model.hidden())) {
            double energy = 0.0;
            for (int i = 0; i < v.length; i++) {
                energy += model.visibleBias()[i] * v[i];
                for (int j = 0; j < h.length; j++) {
                    energy += v[i] * w[i][j] * h[j];
                }
            }
            for (int j = 0; j < h.length; j++) {
                energy += model.hiddenBias()[j] * h[j];
            }
            total += Math.exp(energy);
        }
        return Math.log(total);
    }

    @Test
    void logProb_everyState_sumsOutTheHiddenUnits() {
        byte[][] states = Enumeration.states(10);
        double[] logProb = Enumeration.logProb(model, states);
        double[][] v = Enumeration.doubles(states);
        for (int s = 0; s < states.length; s++) {
            assertThat(logProb[s]).isCloseTo(definition(model, v[s]), within(1e-12));
        }
    }

    @Test
    void evaluate_anotherThreadDoesToo_keepsTheAnswer() throws InterruptedException {
        INDArray zeros = Nd4j.zeros(DataType.DOUBLE, 3, 10);
        INDArray ones = Nd4j.ones(DataType.DOUBLE, 3, 10);
        EnergyModel.Evaluation answer = model.evaluate(zeros);
        INDArray logProb = answer.logProb().dup();
        INDArray gradient = answer.gradient().orElseThrow().dup();
        Thread other = new Thread(() -> model.evaluate(ones));
        other.start();
        other.join();
        assertThat(answer.logProb()).isEqualTo(logProb);
        assertThat(answer.gradient().orElseThrow()).isEqualTo(gradient);
    }

    /** The two take as long as each other, so that their evaluations meet many times. */
    @Test
    void run_twoAtOnceOnOneInstance_drawTheSameAsAlone() {
        BernoulliRbm shared = BernoulliRbm.random(60, 30, 0.1, 5);
        List<SampleResult> alone =
                LongStream.of(1, 2).mapToObj(seed -> run(shared, seed)).toList();
        List<CompletableFuture<SampleResult>> atOnce = LongStream.of(1, 2)
                .mapToObj(seed ->
                        CompletableFuture.supplyAsync(() -> run(shared, seed), task -> new Thread(task).start()))
                .toList();
        for (int k = 0; k < 2; k++) {
            SampleResult result = atOnce.get(k).join();
            assertThat(result.traces().get("logProb"))
                    .isDeepEqualTo(alone.get(k).traces().get("logProb"));
            assertThat(result.scale()).isEqualTo(alone.get(k).scale());
        }
    }

    private static SampleResult run(EnergyModel model, long seed) {
        return Samplers.lbp()
                .build()
                .sample(model)
                .chains(20)
                .warmup(100)
                .draws(200)
                .seed(seed)
                .threads(2)
                .run();
    }

    @Test
    void logProb_moreHiddenUnitsThanShareALogarithm_addsUp() {
        int hidden = 1300;
        double[][] weights = new double[1][hidden];
        double[] c = new double[hidden];
        double expected = 0.0;
        for (int j = 0; j < hidden; j++) {
            c[j] = Math.sin(j);
            expected += Math.log1p(Math.exp(c[j]));
        }
        BernoulliRbm wide = BernoulliRbm.of(weights, new double[1], c);
        assertThat(Enumeration.logProb(wide, new byte[1])[0]).isCloseTo(expected, within(1e-11));
    }

    @Test
    void gradient_betweenStates_isTheDifferenceQuotient() {
        double[] v = {0.1, 0.9, 0.5, 0.3, 0.7, 0.2, 0.6, 0.4, 0.8, 0.05};
        double[] gradient =
                model.gradient(Nd4j.createFromArray(new double[][] {v})).toDoubleVector();
        double step = 1e-4; // error of the quotient step^2 |f'''| / 6 < 1e-8 for weights of this size
        for (int i = 0; i < v.length; i++) {
            double[] above = v.clone();
            double[] below = v.clone();
            above[i] += step;
            below[i] -= step;
            double quotient = (definition(model, above) - definition(model, below)) / (2 * step);
            assertThat(gradient[i]).isCloseTo(quotient, within(1e-8));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void evaluate_anyNumberOfChains_isBothMethodsInOne(DataType type) {
        BernoulliRbm typed = model.withDataType(type);
        for (int chains : new int[] {1, 7, 1000, 7}) {
            INDArray states = Nd4j.createFromArray(Enumeration.doubles(Enumeration.states(10)))
                    .castTo(type)
                    .get(NDArrayIndex.interval(20, 20 + chains), NDArrayIndex.all());
            EnergyModel.Evaluation evaluation = typed.evaluate(states);
            INDArray ratios = evaluation.flipLogRatios().dup('c');
            assertThat(ratios.shape()).containsExactly(chains, 10);
            assertThat(evaluation.logProb()).isEqualTo(typed.logProb(states.dup()));
            INDArray firstOrder = typed.flipLogRatios(states.dup()); // the default: (1 - 2x) gradient
            assertThat(ratios.dataType()).isEqualTo(type);
            assertThat(ratios.sub(firstOrder).amaxNumber().doubleValue()).isZero();
        }
    }

    @Test
    void flipLogRatios_smallWeights_approachTheExactDifferences() {
        // second order in the weights: 0.01^2 * hidden / 8 < 1e-4
        BernoulliRbm weak = BernoulliRbm.random(6, 4, 0.01, 8);
        byte[][] states = Enumeration.states(6);
        double[] logProb = Enumeration.logProb(weak, states);
        double[][] ratios = weak.flipLogRatios(Nd4j.createFromArray(Enumeration.doubles(states)))
                .toDoubleMatrix();
        for (int s = 0; s < states.length; s++) {
            for (int i = 0; i < 6; i++) {
                assertThat(ratios[s][i]).isCloseTo(logProb[s ^ 1 << i] - logProb[s], within(1e-4));
            }
        }
        assertThat(weak.exactFlips()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"INT", "FLOAT", "DOUBLE"})
    void batchedMethods_anyTypeOrderOrView_agree(DataType type) {
        INDArray plain = Nd4j.createFromArray(Enumeration.doubles(Enumeration.states(10)));
        INDArray rows = Nd4j.concat(0, plain.rsub(1.0), plain).castTo(type).get(NDArrayIndex.interval(1024, 2048));
        for (INDArray states :
                new INDArray[] {plain.castTo(type), plain.castTo(type).dup('f'), rows}) {
            assertThat(model.logProb(states)).isEqualTo(model.logProb(plain));
            assertThat(model.gradient(states)).isEqualTo(model.gradient(plain));
        }
    }

    @Test
    void withDataType_float_isNearDouble() {
        BernoulliRbm single = model.withDataType(DataType.FLOAT);
        INDArray states = Nd4j.createFromArray(Enumeration.doubles(Enumeration.states(10)));
        assertThat(single.dataType()).isEqualTo(DataType.FLOAT);
        assertThat(single.logProb(states)
                        .sub(model.logProb(states))
                        .amaxNumber()
                        .doubleValue())
                .isBetween(1e-12, 1e-4);
    }

    /** softplus(a) is a, and 0, to double precision; its slope 1, and 0. */
    @Test
    void softplus_largeActivations_neitherOverflowsNorVanishes() {
        BernoulliRbm steep =
                BernoulliRbm.of(new double[][] {{1e4, -1e4, 0.0}}, new double[] {0.5}, new double[] {0.0, 0.0, 800.0});
        INDArray state = Nd4j.createFromArray(new double[][] {{1.0}});
        assertThat(steep.logProb(state).getDouble(0)).isEqualTo(0.5 + 1e4 + 800.0);
        assertThat(steep.gradient(state).getDouble(0)).isEqualTo(0.5 + 1e4);
    }

    @Test
    void returnedArrays_ofLogProbAndGradient_areTheCallersOwn() {
        INDArray first = Nd4j.zeros(DataType.DOUBLE, 2, 10);
        INDArray logProb = model.logProb(first);
        INDArray gradient = model.gradient(first);
        INDArray copies = gradient.dup();
        double value = logProb.getDouble(0);
        model.evaluate(Nd4j.ones(DataType.DOUBLE, 2, 10));
        assertThat(logProb.getDouble(0)).isEqualTo(value);
        assertThat(gradient).isEqualTo(copies);
    }

    /**
     * 2600 draws of N(0, 0.05^2): the mean's standard deviation is .001, the variance's 2.8 % of it; six of each fail
     * in 4e-9 of all seeds.
     */
    @Test
    void random_weights_areGaussian() {
        BernoulliRbm random = BernoulliRbm.random(50, 50, 0.05, 11);
        INDArray all = Nd4j.concat(
                0,
                Nd4j.createFromArray(random.weights()).reshape(2500),
                Nd4j.createFromArray(random.visibleBias()),
                Nd4j.createFromArray(random.hiddenBias()));
        assertThat(all.meanNumber().doubleValue()).isCloseTo(0.0, within(0.006));
        assertThat(all.mul(all).meanNumber().doubleValue()).isCloseTo(0.0025, within(0.0025 * 0.17));
        assertThat(BernoulliRbm.random(50, 50, 0.05, 11).weights()).isDeepEqualTo(random.weights());
        assertThat(BernoulliRbm.random(50, 50, 0.05, 12).weights()[0]).isNotEqualTo(random.weights()[0]);
    }

    @Test
    void of_badArgument_namesIt() {
        double[][] w = new double[2][3];
        double[][] nan = {{0, 0, 0}, {0, Double.NaN, 0}};
        double[] b = new double[2];
        double[] c = new double[3];
        assertRefused(() -> BernoulliRbm.of(w, new double[0], c), "must be >= 1: visibleBias.length=0");
        assertRefused(() -> BernoulliRbm.of(w, b, new double[0]), "must be >= 1: hiddenBias.length=0");
        assertRefused(
                () -> BernoulliRbm.of(w, c, c),
                "must have as many entries as weights has rows (2): visibleBias.length=3");
        assertRefused(
                () -> BernoulliRbm.of(new double[][] {{1, 2, 3}, {1, 2}}, b, c),
                "must have length 3: weights[1].length=2");
        assertRefused(() -> BernoulliRbm.of(nan, b, c), "must be finite: weights[1][1]=NaN");
        assertRefused(() -> BernoulliRbm.of(w, new double[] {0, Double.NaN}, c), "must be finite: visibleBias[1]=NaN");
        assertRefused(
                () -> BernoulliRbm.of(w, b, new double[] {Double.NaN, 0, 0}), "must be finite: hiddenBias[0]=NaN");
        assertRefused(() -> BernoulliRbm.random(0, 1, 0.1, 1), "must be >= 1: visible=0");
        assertRefused(() -> BernoulliRbm.random(1, 0, 0.1, 1), "must be >= 1: hidden=0");
        assertRefused(() -> BernoulliRbm.random(1, 1, -0.1, 1), "must be >= 0 and finite: standardDeviation=-0.1");
        assertRefused(() -> model.withDataType(DataType.INT32), "must be FLOAT or DOUBLE: dataType=INT");
        assertRefused(() -> model.logProb(Nd4j.zeros(2, 9)), "must have 10 columns: states.columns=9");
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
