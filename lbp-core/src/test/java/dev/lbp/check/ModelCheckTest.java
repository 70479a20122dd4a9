package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.EngineCases;
import dev.lbp.Fault;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import dev.lbp.target.Tempered;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Passes what is right, and names the fault of what is wrong. */
class ModelCheckTest {

    static final int N = 9;
    private static final SpinLine LINE = SpinLine.of(N);

    /** A batched model with one method bent. */
    static class Bent implements EnergyModel {
        private static final long serialVersionUID = 1L;
        private final EnergyModel sound;

        Bent() {
            this(LINE.batched(DataType.DOUBLE));
        }

        Bent(EnergyModel sound) {
            this.sound = sound;
        }

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public String name() {
            return "bent";
        }

        @Override
        public INDArray logProb(INDArray states) {
            return sound.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return sound.gradient(states);
        }
    }

    static void assertNamed(EnergyModel model, String... parts) {
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageStartingWith(model.name() + ": ")
                .hasMessageContainingAll(parts);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void verify_soundModel_passes(EnergyModel model) {
        ModelCheck.Report report = ModelCheck.of(model).states(6).seed(4).verify();
        assertThat(report.sites()).isEqualTo(EngineCases.N);
        assertThat(report.flipCorrelation()).isCloseTo(1.0, within(1e-9));
        if (model.differentiable()) {
            assertThat(report.largestGradientError()).isBetween(0.0, 1e-4);
        } else {
            assertThat(report.largestGradientError()).isNaN();
        }
    }

    @Test
    void verify_temperedModel_passes() {
        ModelCheck.of(Tempered.of(LINE, 0.3)).verify();
        ModelCheck.of(Tempered.of(LINE.batched(DataType.DOUBLE), 3.0)).verify();
    }

    @Test
    void verify_impossibleStates_pass() {
        EnergyModel hardCore = EnergyModels.of(N, x -> {
            for (int i = 1; i < N; i++) {
                if (x[i] + x[i - 1] == 2) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            return 0.0;
        });
        ModelCheck.of(hardCore).states(20).verify();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8})
    void verify_wrongGradient_namesTheSite(int site) {
        EnergyModel model = new Bent() {
            private static final long serialVersionUID = 1L;

            @Override
            public INDArray gradient(INDArray states) {
                INDArray gradient = super.gradient(states);
                gradient.getColumn(site).negi();
                return gradient.addi(Nd4j.zerosLike(gradient).putScalar(0, site, 1e-3));
            }
        };
        assertNamed(model, "gradient of site " + site + " is ", "differences of logProb give");
    }

    @Test
    void verify_gradientOfWrongShape_saysSo() {
        assertNamed(
                new Bent() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public INDArray gradient(INDArray states) {
                        return super.gradient(states).sum(1);
                    }
                },
                "gradient must have shape [1, 9]: [1]");
    }

    /** A run gives states of the model's type and no other, so a model need not know what to do with integers. */
    @Test
    void verify_modelOfItsOwnTypeAlone_passesAndRuns() {
        for (DataType type : new DataType[] {DataType.DOUBLE, DataType.FLOAT}) {
            EnergyModel model = linear(type, -1, 0.3);
            assertThat(ModelCheck.of(model).verify().flipCorrelation()).isCloseTo(1.0, within(1e-6));
            assertThat(Samplers.lbp().build().sample(model).draws(10).run().draws())
                    .isEqualTo(10);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, -0.3, 0.4})
    void verify_linearModelOfWrongGradient_namesTheSite(double wrong) {
        assertNamed(
                linear(DataType.DOUBLE, 4, wrong), "gradient of site 4 is " + wrong, "differences of logProb give 0.");
    }

    /** {@code 0.3 sum_i x_i}, which is 0 of integers; with a gradient of its own at one site. */
    private static EnergyModel linear(DataType type, int site, double partial) {
        return new EnergyModel() {
            private static final long serialVersionUID = 1L;

            @Override
            public int dimension() {
                return N;
            }

            @Override
            public DataType dataType() {
                return type;
            }

            @Override
            public String name() {
                return "linear";
            }

            @Override
            public INDArray logProb(INDArray states) {
                assertThat(states.dataType()).isEqualTo(type);
                return states.mul(0.3).sum(1);
            }

            @Override
            public INDArray gradient(INDArray states) {
                INDArray gradient = states.mul(0.0).addi(0.3);
                for (int c = 0; site >= 0 && c < states.size(0); c++) {
                    gradient.putScalar(c, site, partial);
                }
                return gradient;
            }
        };
    }

    private static EnergyModels.LogProb ones(int n) {
        return x -> {
            int ones = 0;
            for (int i = 0; i < n; i++) {
                ones += x[i];
            }
            return 0.5 * ones;
        };
    }

    /** A function of bytes has no differences between 0 and 1, only flips. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 8})
    void verify_plainGradientOfWrongSignOrZero_namesTheSite(int site) {
        for (double factor : new double[] {-1.0, 0.0}) {
            EnergyModels.Gradient gradient = (x, g) -> {
                Arrays.fill(g, 0.5);
                g[site] *= factor;
            };
            assertNamed(EnergyModels.of(N, ones(N), gradient), "the gradient is wrong at site " + site + ": ");
        }
    }

    @Test
    void verify_plainGradient_passes() {
        ModelCheck.Report report = ModelCheck.of(EnergyModels.of(N, ones(N), (x, g) -> Arrays.fill(g, 0.5)))
                .verify();
        assertThat(report.flipCorrelation()).isEqualTo(1.0);
    }

    /** First-order log-ratios that are off by 1/2 each, and 0 at the modes: poor estimates, and no mistake. */
    @Test
    void verify_plainGradientOfACurvedTarget_passes() {
        EnergyModel curved =
                EnergyModels.of(20, x -> -0.5 * excess(x) * excess(x), (x, g) -> Arrays.fill(g, -excess(x)));
        for (int seed = 0; seed < 4; seed++) {
            assertThat(ModelCheck.of(curved).seed(seed).verify().flipCorrelation())
                    .isGreaterThan(0.9);
        }
    }

    private static double excess(byte[] x) {
        int ones = 0;
        for (byte bit : x) {
            ones += bit;
        }
        return ones - 7.0;
    }

    /** As where a normalisation over the batch has slipped in. */
    @Test
    void verify_rowsThatDependOnEachOther_saysSo() {
        assertNamed(
                new Bent() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public INDArray logProb(INDArray states) {
                        INDArray logProb = super.logProb(states);
                        return logProb.sub(logProb.meanNumber());
                    }
                },
                "logProb is 0.0 for a state alone and ",
                " for the same state as row 0 of 4: rows must not depend on each other");
    }

    @Test
    void verify_gradientsThatDependOnEachOther_saysSo() {
        assertNamed(
                new Bent() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public INDArray gradient(INDArray states) {
                        INDArray gradient = super.gradient(states);
                        return states.size(0) == 1 ? gradient : gradient.subRowVector(gradient.mean(0));
                    }
                },
                "the log-ratio of site ",
                "rows must not depend on each other");
    }

    @Test
    void verify_modelThatThrows_namesItAndTheQuestion() {
        EnergyModel model = new Bent() {
            private static final long serialVersionUID = 1L;

            @Override
            public INDArray gradient(INDArray states) {
                return states.mmul(Nd4j.ones(DataType.FLOAT, N, N));
            }
        };
        assertNamed(model, "bent: gradient of DOUBLE states [1, 9] failed: ", "DOUBLE vs. FLOAT");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void verify_notANumber_saysSo(double value) {
        assertNamed(
                new Bent() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public INDArray logProb(INDArray states) {
                        return super.logProb(states).putScalar(0, value);
                    }
                },
                "must not be NaN or +Infinity: logProb=" + value);
    }

    @Test
    void verify_null_saysSo() {
        assertNamed(
                new Bent() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public INDArray logProb(INDArray states) {
                        return null;
                    }
                },
                "must not be null: logProb");
    }

    enum Evaluated {
        LOG_PROB,
        RATIOS
    }

    @ParameterizedTest
    @EnumSource(Evaluated.class)
    void verify_evaluateSaysOther_namesWhat(Evaluated what) {
        boolean logProb = what == Evaluated.LOG_PROB;
        assertNamed(
                new Bent() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public Evaluation evaluate(INDArray states) {
                        return new Evaluation(
                                logProb(states).addi(logProb ? 0.01 : 0.0),
                                flipLogRatios(states).addi(logProb ? 0.0 : 0.01));
                    }
                },
                logProb ? "evaluate().logProb[0] is" : "evaluate().flipLogRatios[0] is");
    }

    private static EnergyModel ratios(boolean exact, UnaryOperator<INDArray> change) {
        return new Bent() {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean exactFlips() {
                return exact;
            }

            @Override
            public INDArray flipLogRatios(INDArray states) {
                return change.apply(super.flipLogRatios(states));
            }
        };
    }

    @Test
    void verify_exactRatiosThatAreNot_namesTheSite() {
        assertNamed(
                ratios(true, r -> {
                    r.getColumn(5).addi(0.01);
                    return r;
                }),
                "flipLogRatios of site 5 is");
    }

    @Test
    void verify_ratioNotANumber_namesTheSite() {
        for (boolean exact : new boolean[] {false, true}) {
            assertNamed(
                    ratios(exact, r -> r.putScalar(0, 5, Double.NaN)),
                    "must not be NaN or +Infinity: flipLogRatios of site 5=NaN");
        }
    }

    @Test
    void verify_firstOrderRatios_areOnlyReported() {
        assertThat(ModelCheck.of(ratios(false, r -> r.addi(r.mul(r).muli(0.4))))
                        .verify()
                        .flipCorrelation())
                .isBetween(0.5, 0.999);
    }

    @Test
    void verify_firstOrderRatiosOfTheOppositeSignOrNone_saysSo() {
        assertNamed(ratios(false, INDArray::neg), "flipLogRatios have a correlation of -1.000");
        assertNamed(ratios(false, r -> r.mul(0.0)), "flipLogRatios have a correlation of 0.000");
    }

    @Test
    void verify_logProbIsAColumn_isTakenAsInARun() {
        EnergyModel column = Fault.changed(0, logProb -> logProb.reshape(logProb.size(0), 1), UnaryOperator.identity());
        assertThat(ModelCheck.of(column).verify().sites()).isEqualTo(Fault.N);
    }
}
