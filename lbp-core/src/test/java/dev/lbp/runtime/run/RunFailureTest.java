package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.EngineCases;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.internal.Failures;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Whatever is thrown in a run ends it with one RunException, which says who failed and holds what was sampled. */
class RunFailureTest {

    private static final int N = 8;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static List<Throwable> throwables() {
        return List.of(
                new Exception("checked"),
                new IllegalArgumentException("unchecked"),
                new AssertionError("assertion"),
                new NoClassDefFoundError("org/example/Missing"),
                new StackOverflowError("deep"),
                new OutOfMemoryError("Java heap space"));
    }

    /** As code that is not written in Java may. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static void throwAny(Throwable thrown) {
        RunFailureTest.<RuntimeException>sneak(thrown);
    }

    /** The line; in a method of choice it throws at a call of choice. */
    private static final class Failing implements EnergyModel {

        private static final long serialVersionUID = 1L;

        private final EnergyModel line = SpinLine.of(N).batched(DataType.DOUBLE);
        private final String method;
        private final int call;
        private final transient Throwable thrown;
        private int calls;

        Failing(String method, int call, Throwable thrown) {
            this.method = method;
            this.call = call;
            this.thrown = thrown;
        }

        private void called(String name) {
            if (name.equals(method) && ++calls == call) {
                throwAny(thrown);
            }
        }

        @Override
        public int dimension() {
            called("dimension");
            return N;
        }

        @Override
        public String name() {
            called("name");
            return "failing";
        }

        @Override
        public DataType dataType() {
            called("dataType");
            return DataType.DOUBLE;
        }

        @Override
        public INDArray logProb(INDArray states) {
            called("logProb");
            return line.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            called("gradient");
            return line.gradient(states);
        }
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(3).warmup(5).draws(20).seed(2).threads(2);
    }

    private static RunException failure(SamplingRun run) {
        RunException failure = catchThrowableOfType(RunException.class, run::run);
        assertThat(failure).isNotNull();
        return failure;
    }

    /**
     * A checkpoint scores states of its own; the first five calls are those of sample(), run() and the start of the
     * chain.
     */
    @ParameterizedTest
    @MethodSource("throwables")
    void run_dimensionThrowsAtTheStatesOfACheckpoint_isAModelException(Throwable thrown, @TempDir Path directory) {
        EnergyModel model = new Failing("dimension", 6, thrown);
        assertThat(failure(
                        Samplers.gibbs().build().sample(model).chains(1).checkpoint(directory.resolve("checkpoint"))))
                .hasMessageContaining(" failed in the seeded states of a checkpoint: ")
                .cause()
                .isInstanceOf(ModelException.class)
                .hasCauseReference(thrown);
    }

    private static Stream<Arguments> thrownByModels() {
        return throwables().stream()
                .flatMap(thrown -> Stream.of("logProb", "gradient", "name", "dimension", "dataType")
                        .map(method -> Arguments.of(method, thrown)));
    }

    @ParameterizedTest
    @MethodSource("thrownByModels")
    void run_batchedModelThrows_isAModelException(String method, Throwable thrown) {
        boolean inSteps = method.equals("logProb") || method.equals("gradient");
        EnergyModel model = new Failing(method, inSteps ? 16 : 1, thrown); // the start is the first, warm-up 5 more
        Throwable failure =
                catchThrowable(() -> run(Samplers.lbp().build(), model).run());
        if (failure instanceof RunException run) { // dimension() fails before there is a run
            assertThat(run.partialResult().map(SampleResult::draws))
                    .isEqualTo(inSteps ? Optional.of(9) : Optional.empty());
            assertThat(run).hasMessage(run.getCause().getMessage());
            failure = run.getCause();
        }
        assertThat(failure)
                .isInstanceOf(ModelException.class)
                .hasCauseReference(thrown)
                .hasMessageContaining(" failed in ")
                .hasMessageContaining(inSteps ? "the batch of 3 chains at step 14" : method + "()")
                .hasMessageEndingWith(": " + Failures.words(thrown));
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void run_localModelThrows_isAModelException(Throwable thrown) {
        SpinLine line = SpinLine.of(N);
        for (int limit : new int[] {0, 300}) {
            int[] calls = new int[1];
            RunException failure = failure(run(Samplers.rwm().build(), EnergyModels.of(N, x -> {
                        if (++calls[0] > limit) {
                            throwAny(thrown);
                        }
                        return line.score(x);
                    }))
                    .draws(1_000)
                    .threads(1));
            assertThat(failure)
                    .hasMessageStartingWith("your function failed in chain ")
                    .hasMessageContaining(limit == 0 ? " at its start: " : " at step ")
                    .cause()
                    .isInstanceOf(ModelException.class)
                    .hasCauseReference(thrown);
            assertThat(failure.partialResult().isPresent()).isEqualTo(limit > 0);
        }
    }

    @Test
    void run_functionLooksBeyondItsSites_saysHowManyThereAre() {
        assertThat(failure(run(Samplers.rwm().build(), EnergyModels.of(N, (byte[] x) -> x[x.length]))))
                .hasMessageStartingWith("your function of " + N + " sites failed in ")
                .hasMessageEndingWith(": Index " + N + " out of bounds for length " + N);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void run_statisticThrows_isNamed(Throwable thrown) {
        for (EnergyModel model : EngineCases.models()) {
            int[] calls = new int[1];
            RunException failure = failure(run(Samplers.lbp().scale(1).build(), model)
                    .threads(1)
                    .track("mine", state -> {
                        if (++calls[0] > 20) {
                            throwAny(thrown);
                        }
                        return 0.0;
                    }));
            assertThat(failure)
                    .hasMessageStartingWith("statistic mine failed in chain ")
                    .cause()
                    .isInstanceOf(ModelException.class)
                    .hasCauseReference(thrown);
            assertThat(failure.partialResult()).isPresent();
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void run_weightFunctionThrows_isNamedAndNotTheModel(Throwable thrown) {
        for (EnergyModel model : EngineCases.models()) {
            int[] calls = new int[1];
            WeightFunction weight = WeightFunction.of("mine", logT -> {
                if (++calls[0] > 5_000) {
                    throwAny(thrown);
                }
                return 0.5 * logT;
            });
            RunException failure =
                    failure(run(Samplers.lbp().weight(weight).scale(1).build(), model)
                            .draws(100_000)
                            .threads(1));
            assertThat(failure)
                    .hasMessageStartingWith("weight function mine failed in chain ")
                    .hasMessageContaining(" at step ")
                    .hasCauseReference(thrown);
            assertThat(failure.partialResult()).isPresent();
        }
    }

    @Test
    void run_weightIsNotANumber_isTheFailureOfTheWeightFunction() {
        for (EnergyModel model : EngineCases.models()) {
            WeightFunction weight = WeightFunction.of("mine", logT -> Double.NaN);
            assertThat(failure(run(Samplers.lbp().weight(weight).scale(1).build(), model)))
                    .hasMessageStartingWith("weight function mine failed in chain 0 at ")
                    .hasMessageContaining("must not be NaN: logWeight(");
        }
    }

    /** Throws in a method of choice, from a call on. */
    private record Scale(String method, int call, int[] calls, Consumer<String> thrower) implements ScaleController {

        private void called(String name) {
            if (name.equals(method) && ++calls[0] >= call) {
                thrower.accept(name);
            }
        }

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            called("begin");
            return new Adaptation() {
                @Override
                public double scale() {
                    called("scale");
                    return 1.0;
                }

                @Override
                public void update(double acceptanceProbability, int flips) {
                    called("update");
                }
            };
        }

        @Override
        public double freeze(List<? extends Adaptation> chains, double meanScale) {
            called("freeze");
            return meanScale;
        }

        @Override
        public String describe() {
            return "mine";
        }
    }

    private static Stream<Arguments> thrownByScales() {
        return throwables().stream()
                .flatMap(thrown -> Stream.of("begin 1", "begin 8", "scale 1", "scale 20", "update 3", "freeze 1")
                        .map(where -> Arguments.of(where, thrown)));
    }

    @ParameterizedTest
    @MethodSource("thrownByScales")
    void run_scaleControllerThrows_isNamedAndNotTheModel(String where, Throwable thrown) {
        String[] parts = where.split(" ");
        for (EnergyModel model : EngineCases.models()) {
            ScaleController scale =
                    new Scale(parts[0], Integer.parseInt(parts[1]), new int[1], name -> throwAny(thrown));
            RunException failure =
                    failure(run(Samplers.lbp().scale(scale).build(), model).threads(1));
            assertThat(failure)
                    .hasMessageMatching(
                            "(?s)scale controller dev.lbp.runtime.run.RunFailureTest.Scale failed in (chain|all chains).*")
                    .hasCauseReference(thrown);
        }
    }

    @Test
    void runException_ofAnError_saysWhatHelps() {
        Error error = new OutOfMemoryError("Java heap space");
        assertThat(RunTask.runException(error, null, true))
                .hasMessage("the run failed: out of memory: Java heap space"
                        + " (fewer chains or draws, or a larger heap: java -Xmx)")
                .hasCauseReference(error);
    }

    @Test
    void run_dimensionHasChanged_isRefused() {
        int[] n = {N};
        EnergyModel line = SpinLine.of(N).batched(DataType.DOUBLE);
        EnergyModel model = new EnergyModel() {
            @Override
            public int dimension() {
                return n[0];
            }

            @Override
            public INDArray logProb(INDArray states) {
                return line.logProb(states);
            }

            @Override
            public INDArray gradient(INDArray states) {
                return line.gradient(states);
            }

            @Override
            public String name() {
                return "elastic";
            }
        };
        SamplingRun run = run(Samplers.lbp().build(), model);
        n[0] = N + 1;
        assertThat(failure(run))
                .hasCauseInstanceOf(ModelException.class)
                .hasMessage("elastic: must stay 8: dimension()=9");
    }

    @Test
    void run_oneTrackerForAllChains_isRefused() {
        SpinLine line = SpinLine.of(N);
        LocalEnergyModel.Tracker shared = line.newTracker();
        LocalEnergyModel model = new LocalEnergyModel() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public Tracker newTracker() {
                return shared;
            }

            @Override
            public String name() {
                return "sharing";
            }
        };
        for (Sampler sampler : List.of(Samplers.lbp().build(), Samplers.gibbs().build())) {
            assertThat(failure(run(sampler, model)))
                    .hasMessage(
                            "sharing: newTracker() must return a new tracker for each chain: chain 0 and chain 1 have"
                                    + " the same");
        }
    }
}
