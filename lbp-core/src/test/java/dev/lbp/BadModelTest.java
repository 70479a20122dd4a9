package dev.lbp;

import static dev.lbp.BadInput.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.check.ModelCheck;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The table of bad models, trackers and scale controllers: what is thrown, and the words of its message. */
class BadModelTest {

    private static final Class<?> IAE = IllegalArgumentException.class;
    private static final Class<?> NPE = NullPointerException.class;
    private static final Class<?> MODEL = ModelException.class;
    private static final Class<?> RUN = RunException.class;
    private static final double NAN = Double.NaN;
    private static final Sampler LBP = Samplers.lbp().build();
    private static final SpinLine LINE = SpinLine.of(6);

    @ParameterizedTest
    @MethodSource({"controllers", "models", "answers", "questions", "trackers"})
    void badPart_isRefused_withConstraintNameAndValue(BadInput row) {
        row.verify();
    }

    /** What a rule of one's own for the scale can answer that it must not. */
    private record Rule(Adaptation adaptation, String describe, OptionalDouble targetAcceptance)
            implements ScaleController {
        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return adaptation;
        }
    }

    /** An adaptation that holds this scale. */
    private record Held(double scale) implements ScaleController.Adaptation {
        @Override
        public void update(double acceptanceProbability, int flips) {
            // learns nothing
        }
    }

    static List<BadInput> controllers() {
        OptionalDouble none = OptionalDouble.empty();
        String where = "scale controller " + Rule.class.getName() + " failed in chain 0 at its start: ";
        return List.of(
                row(
                        RUN,
                        where,
                        () -> tuned(new Rule(null, "mine", none)).sample(LINE).run()),
                row(
                        RUN,
                        "must not be null: begin()",
                        () -> tuned(new Rule(null, "mine", none)).start(LINE, 1)),
                row(
                        RUN,
                        "must not be null: begin()",
                        () -> Samplers.rwm()
                                .scale(new Rule(null, "mine", none))
                                .build()
                                .sample(LINE.batched(DataType.FLOAT))
                                .run()),
                row(
                        RUN,
                        "must be in [1, 3.0]: scale=NaN",
                        () -> tuned(new Rule(new Held(NAN), "mine", none)).start(LINE, 1)),
                row(
                        NPE,
                        "must not be null: scaleController.describe()",
                        () -> tuned(new Rule(new Held(1), null, none))),
                row(
                        NPE,
                        "must not be null: scaleController.targetAcceptance()",
                        () -> tuned(new Rule(new Held(1), "mine", null))),
                row(
                        IAE,
                        "must be in (0, 1): scaleController.targetAcceptance()=NaN",
                        () -> tuned(new Rule(new Held(1), "mine", OptionalDouble.of(NAN)))));
    }

    /** A rule that describes itself while the sampler is built, and never again. */
    private static final class Silent implements ScaleController {

        private int described;

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Held(1);
        }

        @Override
        public String describe() {
            if (described++ > 0) {
                throw new IllegalStateException("no words");
            }
            return "silent";
        }

        @Override
        public OptionalDouble targetAcceptance() {
            return OptionalDouble.empty();
        }
    }

    @Test
    void controllerWhoseDescriptionFailsLater_isNamedAndLosesNoResult() {
        SampleResult result =
                tuned(new Silent()).sample(LINE).warmup(10).draws(10).run();
        assertThat(result.draws()).isEqualTo(10);
        assertThat(result.summary()).contains(Silent.class.getName() + ", whose describe() failed: ", "no words");
    }

    private static Sampler tuned(ScaleController rule) {
        return Samplers.lbp().scale(rule).build();
    }

    /** A tracker that tells these things of its flips. */
    private static EnergyModel telling(int count, int site) {
        return new WrappedModel(() -> new Telling(count, site));
    }

    private static final class Telling extends WrappedTracker {

        private final int count;
        private final int site;

        Telling(int count, int site) {
            super(LINE.newTracker());
            this.count = count;
            this.site = site;
        }

        @Override
        public int flip(int flipped, int[] touched) {
            int told = sound.flip(flipped, touched);
            touched[0] = site < 0 ? touched[0] : site;
            return count < -1 || count > LINE.dimension() ? count : told;
        }
    }

    static List<BadInput> trackers() {
        String count = "must be in [0, N=6], or ALL_SITES: flip()=";
        String site = "must be in [0, N - 1=5]: touched[0]=99 of flip";
        EnergyModel forgetful = new WrappedModel(() -> new ForgetfulTracker(LINE.newTracker()));
        String tell = "must tell every site whose log-ratio a flip changes: flip(), touched, site ";
        return List.of(
                row(RUN, tell, () -> LBP.sample(forgetful).run()),
                row(MODEL, tell, () -> LBP.start(forgetful, 1L, 3).step()),
                row(
                        RUN,
                        "must have classes whose sites do not touch each other: colouring(), site ",
                        () -> Samplers.gibbs()
                                .build()
                                .sample(colouring(new int[][] {{0, 1, 2, 3, 4, 5}}))
                                .run()),
                row(
                        RUN,
                        "must not be written to: state[0]=",
                        () -> LBP.sample(Keeping.model(true)).run()),
                row(RUN, count + "-7", () -> LBP.sample(telling(-7, -1)).run()),
                row(RUN, count + "7", () -> LBP.sample(telling(7, -1)).run()),
                row(RUN, site, () -> LBP.sample(telling(0, 99)).run()),
                row(MODEL, count + "-7", () -> ModelCheck.of(telling(-7, -1)).verify()),
                row(MODEL, count + "7", () -> ModelCheck.of(telling(7, -1)).verify()),
                row(MODEL, site, () -> ModelCheck.of(telling(0, 99)).verify()));
    }

    /**
     * A tracker that keeps the array that it is reset to, and flips sites in it; or writes to it in {@code reset}
     * already.
     */
    private static final class Keeping extends WrappedTracker {

        private final boolean atOnce;
        private byte[] kept = {};

        Keeping(boolean atOnce) {
            super(LINE.newTracker());
            this.atOnce = atOnce;
        }

        static LocalEnergyModel model(boolean atOnce) {
            return new WrappedModel(() -> new Keeping(atOnce));
        }

        @Override
        public void reset(byte[] state) {
            sound.reset(state);
            kept = state;
            kept[0] ^= atOnce ? 1 : 0;
        }

        @Override
        public int flip(int flipped, int[] touched) {
            kept[flipped] ^= 1;
            return sound.flip(flipped, touched);
        }
    }

    /** The array is the tracker's own: a state of the chain is not changed through it. */
    @Test
    void trackerThatKeepsItsArray_makesTheSameDraws() {
        for (Sampler sampler : List.of(LBP, Samplers.gibbs().build())) {
            Results.assertSame(
                    sampler.sample(new WrappedModel())
                            .warmup(10)
                            .draws(50)
                            .conditionals()
                            .run(),
                    sampler.sample(Keeping.model(false))
                            .warmup(10)
                            .draws(50)
                            .conditionals()
                            .run());
        }
    }

    /** A batched model of two sites that answers this. */
    private record Answer(UnaryOperator<INDArray> logProb, UnaryOperator<INDArray> gradient) implements EnergyModel {
        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return logProb.apply(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return gradient.apply(states);
        }
    }

    private static INDArray zeros(INDArray states) {
        return Nd4j.zeros(states.dataType(), states.size(0));
    }

    static List<BadInput> answers() {
        EnergyModel transposed = new Answer(BadModelTest::zeros, states -> states.transpose());
        EnergyModel whole = new Answer(BadModelTest::zeros, states -> states.castTo(DataType.INT32));
        EnergyModel closed = new Answer(
                states -> {
                    INDArray answer = zeros(states);
                    answer.close();
                    return answer;
                },
                states -> states.dup());
        return List.of(
                row(
                        RUN,
                        "must be [4, 2]: gradient.shape=[2, 4]",
                        () -> LBP.sample(transposed).run()),
                row(MODEL, "must be [3, 2]: gradient.shape=[2, 3]", () -> LBP.start(transposed, 1, 3)),
                row(MODEL, "must be a floating type: gradient.dataType=INT", () -> LBP.start(whole, 1, 3)),
                row(RUN, "must not be closed: logProb", () -> LBP.sample(closed).run()),
                row(
                        MODEL,
                        "must not be closed: logProb",
                        () -> Samplers.rwm().build().start(closed, 1)));
    }

    static List<BadInput> questions() {
        EnergyModel sizeless = new WrappedModel() {
            @Override
            public int dimension() {
                throw new IllegalStateException("no size");
            }
        };
        EnergyModel unsure = new WrappedModel() {
            @Override
            public boolean exactFlips() {
                throw new IllegalStateException("unsure");
            }

            @Override
            public boolean differentiable() {
                throw new IllegalStateException("unsure");
            }
        };
        EnergyModel nameless = new WrappedModel() {
            @Override
            @SuppressWarnings("NullAway")
            public String name() {
                return null;
            }
        };
        return List.of(
                row(MODEL, "Wrapped failed in dimension(): no size", () -> LBP.sample(sizeless)),
                row(MODEL, "Wrapped failed in dimension()", () -> LBP.start(sizeless, 1)),
                row(
                        MODEL,
                        "Wrapped failed in exactFlips(): ",
                        () -> LBP.sample(unsure).conditionals()),
                row(
                        MODEL,
                        "Wrapped: differentiable() failed: ",
                        () -> ModelCheck.of(unsure).verify()),
                row(MODEL, "Wrapped failed in dimension()", () -> ModelCheck.of(sizeless)),
                row(
                        RUN,
                        nameless.getClass().getName() + " failed in name()",
                        () -> LBP.sample(nameless).run()));
    }

    private static EnergyModel colouring(int[][] classes) {
        return new WrappedModel() {
            @Override
            public int[][] colouring() {
                return classes;
            }
        };
    }

    static List<BadInput> models() {
        EnergyModel noTracker = new WrappedModel() {
            @Override
            @SuppressWarnings("NullAway")
            public Tracker newTracker() {
                return null;
            }
        };
        EnergyModel noGradient = new EnergyModel() {
            @Override
            public int dimension() {
                return 2;
            }

            @Override
            public INDArray logProb(INDArray states) {
                return Nd4j.zeros(states.dataType(), states.size(0));
            }

            @Override
            @SuppressWarnings("NullAway")
            public INDArray gradient(INDArray states) {
                return null;
            }
        };
        Sampler gibbs = Samplers.gibbs().build();
        return List.of(
                row(
                        RUN,
                        "must not be null: newTracker()",
                        () -> LBP.sample(noTracker).run()),
                row(MODEL, "must not be null: newTracker()", () -> gibbs.start(noTracker, 1L)),
                row(
                        RUN,
                        "must not be null: gradient",
                        () -> LBP.sample(noGradient).run()),
                row(
                        MODEL,
                        "must not be null: factory.create()",
                        () -> LBP.start(EnergyModels.perChain(2, () -> null), 1L)),
                row(
                        RUN,
                        "must not be null: colouring()",
                        () -> gibbs.sample(colouring(null)).run()),
                row(
                        MODEL,
                        "Wrapped: must not be null: a class of colouring()",
                        () -> gibbs.start(colouring(new int[2][]), 1L)),
                row(
                        MODEL,
                        "must name every site exactly once",
                        () -> gibbs.start(colouring(new int[][] {{0, 6}}), 1L)));
    }
}
