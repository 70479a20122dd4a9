package dev.lbp;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.lbp.check.ModelCheck;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.MoveModel;
import dev.lbp.target.Statistic;
import dev.lbp.target.Tempered;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Every public argument is checked where it is given. */
class BadArgumentTest {

    private static final Sampler LBP = Samplers.lbp().build();
    private static final SpinLine LINE = SpinLine.of(6);
    private static final SamplingRun RUN = LBP.sample(LINE);

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    private static void nullRefused(String name, ThrowingCallable call) {
        assertThatNullPointerException().isThrownBy(call).withMessage("must not be null: " + name);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 1.0, 1.3, -0.2, Double.NaN, Double.POSITIVE_INFINITY})
    void targetAcceptance_outsideTheUnitInterval_isRefused(double target) {
        String message = "must be in (0, 1): targetAcceptance=" + target;
        refused(message, () -> Samplers.lbp().adaptive(target));
        refused(message, () -> Samplers.gwg().adaptive(target));
        refused(message, () -> Samplers.rwm().adaptive(target));
        refused(message, () -> Samplers.dlmc().adaptive(target));
        refused(message, () -> ScaleController.robbinsMonro(target));
        refused(message, () -> ScaleController.logScale(target));
    }

    @Test
    void scale_outsideOneToN_isRefused() {
        refused("must be finite and >= 1: scale=0.0", () -> Samplers.lbp().scale(0));
        refused("must be finite and >= 1: scale=-3.0", () -> Samplers.rwm().scale(-3));
        refused("must be finite and >= 1: scale=0.0", () -> ScaleController.fixed(0));
        for (Sampler sampler : new Sampler[] {
            Samplers.lbp().scale(7).build(),
            Samplers.gwg().scale(7).build(),
            Samplers.rwm().scale(7).build()
        }) {
            for (EnergyModel model : new EnergyModel[] {LINE, LINE.batched(DataType.DOUBLE)}) {
                refused(
                        "must be in [1, 6]: scale=7",
                        () -> sampler.sample(model).run());
                refused("must be in [1, 6]: scale=7", () -> sampler.start(model, 1L));
                refused("must be in [1, 6]: scale=7", () -> sampler.start(model, 1L, 2));
            }
        }
        boolean[] frozen = {true, true, false, false, false, false};
        Sampler five = Samplers.lbp().scale(5).build();
        refused(
                "must be in [1, 4]: scale=5",
                () -> five.sample(LINE)
                        .chains(1)
                        .initial(new byte[1][6])
                        .frozen(frozen)
                        .run());
    }

    @Test
    void scale_belowOneAsARule_isRefused() {
        refused(
                "must be >= 1: scaleController.scale()=0.5",
                () -> Samplers.lbp().scale(new FixedScale(0.5)));
        refused("must be finite and > 0: scale=0.0", () -> new FixedScale(0.0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, -1.0, 9e-7, 1.1e6, Double.NaN, Double.POSITIVE_INFINITY})
    void timeStep_outOfRange_isRefused(double tau) {
        refused("must be in [1e-6, 1e6]: scale=" + tau, () -> Samplers.dlmc().scale(tau));
        refused("must be in [1e-6, 1e6]: scale=" + tau, () -> Samplers.dmala().scale(tau));
    }

    @Test
    void weightFunction_thatAFactorisedProposalDoesNotTake_isRefused() {
        for (WeightFunction other :
                new WeightFunction[] {WeightFunction.MIN, WeightFunction.MAX, WeightFunction.of("my t", logT -> logT)
                }) {
            refused(
                    "must be sqrt(t) or t/(t+1): weightFunction=" + other,
                    () -> Samplers.dlmc().weight(other));
            refused(
                    "must be sqrt(t) or t/(t+1): weightFunction=" + other,
                    () -> Samplers.dmala().weight(other));
        }
        nullRefused("weightFunction", () -> Samplers.dlmc().weight(null));
    }

    @Test
    void scalesOfAGrid_noneOrBelowOne_areRefused() {
        refused("must be >= 1: scales.length=0", () -> ScaleController.grid());
        refused("must be finite and >= 1: scales=0.5", () -> ScaleController.grid(2, 0.5));
        refused("must be finite and >= 1: scales=NaN", () -> ScaleController.grid(Double.NaN));
        refused("must be finite and >= 1: scales=Infinity", () -> ScaleController.grid(Double.POSITIVE_INFINITY));
        nullRefused("scales", () -> ScaleController.grid((double[]) null));
    }

    @Test
    void counts_tooSmall_areRefused() {
        refused("must be >= 1: chains=0", () -> RUN.chains(0));
        refused("must be >= 0: warmup=-1", () -> RUN.warmup(-1));
        refused("must be >= 1: draws=0", () -> RUN.draws(0));
        refused("must be >= 1: thin=0", () -> RUN.thin(0));
        refused("must be >= 1: threads=0", () -> RUN.threads(0));
        refused("must be >= 1: threads=-2", () -> RUN.threads(-2));
        refused("must be >= 1: leastDraws=0", () -> RUN.leastDraws(0));
        refused("must be >= 1: chainsPerBatch=0", () -> RUN.chainsPerBatch(0));
        refused("must be >= 1: chains=0", () -> LBP.start(LINE, 1L, 0));
        refused("must be >= 1: initial.length=0", () -> LBP.start(LINE, 1L, new byte[0][]));
        refused("must be >= 0: steps=-1", () -> LBP.start(LINE, 1L).warmUp(-1));
        refused("must be >= 0: steps=-1", () -> LBP.start(LINE, 1L, 2).warmUp(-1));
        refused("must be >= 1: states=0", () -> ModelCheck.of(LINE).states(0));
    }

    @Test
    void dimension_belowOne_isRefused() {
        refused("must be >= 1: dimension=0", () -> EnergyModels.of(0, x -> 0.0));
        refused("must be >= 1: dimension=-1", () -> EnergyModels.of(-1, x -> 0.0, (x, gradient) -> {}));
        refused("must be >= 1: dimension=0", () -> EnergyModels.perChain(0, () -> x -> 0.0));
        EnergyModel empty = SpinLine.of(0);
        refused("must be >= 1: model.dimension()=0", () -> LBP.sample(empty));
        refused("must be >= 1: model.dimension()=0", () -> LBP.start(empty, 1L));
        refused("must be >= 1: model.dimension()=0", () -> LBP.start(empty, 1L, 3));
        refused("must be >= 1: model.dimension()=0", () -> LBP.start(empty, 1L, new byte[1][0]));
        refused("must be >= 1: model.dimension()=0", () -> ModelCheck.of(empty));
    }

    @Test
    void initialStates_wrongLengthOrValues_areRefused() {
        refused("must have length 6: initial[1].length=5", () -> RUN.initial(new byte[][] {new byte[6], new byte[5]}));
        refused("must be 0 or 1: initial[0][2]=2", () -> RUN.initial(new byte[][] {{0, 1, 2, 0, 0, 0}}));
        refused("must be 0 or 1: initial[0][5]=-1", () -> RUN.initial(new byte[][] {{0, 1, 1, 0, 0, -1}}));
        refused("must have length 6: initial[0].length=7", () -> LBP.start(LINE, 1L, new byte[1][7]));
        refused("must be 0 or 1: initial[0][1]=7", () -> LBP.start(LINE, 1L, new byte[][] {{0, 7, 0, 0, 0, 0}}));
        refused(
                "must have one row per chain (4): initial.length=3",
                () -> LBP.sample(LINE).initial(new byte[3][6]).run());
        nullRefused("initial[1]", () -> RUN.initial(new byte[][] {new byte[6], null}));
        nullRefused("initial", () -> RUN.initial(null));
        nullRefused("initial", () -> LBP.start(LINE, 1L, (byte[][]) null));
        nullRefused("initial[0]", () -> LBP.start(LINE, 1L, new byte[][] {null}));
    }

    @Test
    void initialStates_changedLater_areThoseThatWereGiven() {
        byte[][] initial = new byte[1][6];
        SamplingRun run = LBP.sample(LINE).chains(1).initial(initial).warmup(2).draws(5);
        SampleResult before = run.run();
        initial[0][3] = 1;
        Results.assertSame(before, run.run());
        initial[0][3] = 9;
        Results.assertSame(before, run.run());
    }

    @Test
    void frozen_wrongLengthOrAllOrWithoutInitial_isRefused() {
        refused("must have length 6: frozen.length=5", () -> RUN.frozen(new boolean[5]));
        boolean[] all = {true, true, true, true, true, true};
        refused("must leave at least one site free: frozen sites=6", () -> RUN.frozen(all));
        refused(
                "must be given with frozen sites: initial=null",
                () -> LBP.sample(LINE)
                        .frozen(new boolean[] {true, false, false, false, false, false})
                        .run());
        nullRefused("frozen", () -> RUN.frozen(null));
    }

    @Test
    void chainBatch_wrongChainOrState_isRefused() {
        ChainBatch batch = LBP.start(LINE, 1L, 3);
        refused("must be in [0, 2]: chain=3", () -> batch.state(3));
        refused("must be in [0, 2]: chain=-1", () -> batch.logProb(-1));
        refused("must be in [0, 2]: chain=3", () -> batch.lastStep(3));
        refused("must be in [0, 2]: chain=3", () -> batch.reset(3, new byte[6]));
        refused("must have length 6: state.length=4", () -> batch.reset(0, new byte[4]));
        refused("must be 0 or 1: state[1]=3", () -> batch.reset(0, new byte[] {0, 3, 0, 0, 0, 0}));
        nullRefused("state", () -> batch.reset(0, null));
    }

    @Test
    void null_anywhere_isRefusedByName() {
        nullRefused("model", () -> LBP.sample((EnergyModel) null));
        nullRefused("model", () -> Samplers.rwm().build().sample((MoveModel) null));
        nullRefused("model", () -> LBP.start((EnergyModel) null, 1L));
        nullRefused("model", () -> Samplers.rwm().build().start((MoveModel) null, 1L));
        nullRefused("model", () -> LBP.start(null, 1L, 2));
        nullRefused("model", () -> Tempered.of(null, 0.5));
        nullRefused("model", () -> ModelCheck.of((EnergyModel) null));
        nullRefused("weightFunction", () -> Samplers.lbp().weight(null));
        nullRefused("weightFunction", () -> Samplers.gwg().weight(null));
        nullRefused("scaleController", () -> Samplers.rwm().scale(null));
        nullRefused("progressListener", () -> RUN.listener(null));
        nullRefused("directory", () -> RUN.sink(null));
        nullRefused("name", () -> RUN.track(null, x -> 0.0));
        nullRefused("statistic", () -> RUN.track("a", null));
        nullRefused("weights", () -> Statistic.weightedSum((double[]) null));
        nullRefused("time", () -> RUN.budget(null));
        nullRefused("traces", () -> RUN.untilEss(400, (String[]) null));
        nullRefused("traces", () -> RUN.untilRHat(1.01, (String[]) null));
        nullRefused("name", () -> WeightFunction.of(null, t -> t));
        nullRefused("logWeight", () -> WeightFunction.of("own", null));
        nullRefused("logWeight", () -> WeightFunction.balanced("own", null));
        nullRefused("logProb", () -> EnergyModels.of(3, null));
        nullRefused("logProb", () -> EnergyModels.of(3, null, (x, gradient) -> {}));
        nullRefused("gradient", () -> EnergyModels.of(3, x -> 0.0, null));
        nullRefused("factory", () -> EnergyModels.perChain(3, null));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY})
    void beta_notPositiveAndFinite_isRefused(double beta) {
        refused("must be finite and > 0: beta=" + beta, () -> Tempered.of(LINE, beta));
    }

    @Test
    void trace_unknownName_isRefusedWithThoseThereAre() {
        SampleResult result = LBP.sample(LINE).warmup(1).draws(8).run();
        refused("must be one of [logProb, hamming]: trace=energy", () -> result.rHat("energy"));
        refused("must be one of [logProb, hamming]: trace=energy", () -> result.effectiveSampleSize("energy"));
    }

    @Test
    void conditionals_ofABatchedModelOrOfFirstOrderRatios_areRefused() {
        String message =
                "must be local, with exact log-ratios unless the sampler is lbp() of scale 1 with the weight t/(t+1): model=";
        EnergyModel batched = LINE.batched(DataType.DOUBLE);
        refused(message + batched.name(), () -> LBP.sample(batched).conditionals());
        EnergyModel firstOrder = EnergyModels.of(6, x -> 0.0, (x, gradient) -> {});
        refused(message + firstOrder.name(), () -> LBP.sample(firstOrder).conditionals());
    }

    @Test
    void trackedNames_blankOrTaken_areRefused() {
        refused("must not be blank: name= ", () -> RUN.track(" ", x -> 0.0));
        refused("must be unlike the names of other traces: name=logProb", () -> RUN.track("logProb", x -> 0.0));
        refused("must be unlike the names of other traces: name=hamming", () -> RUN.track("hamming", x -> 0.0));
        SamplingRun run = LBP.sample(LINE).track("a", x -> 0.0);
        refused("must be unlike the names of other traces: name=a", () -> run.track("a", x -> 1.0));
    }

    @Test
    void weights_wrongLengthOrNotFinite_areRefused() {
        refused("must have length 6: weights.length=2", () -> RUN.track("a", Statistic.weightedSum(1, 2)));
        refused("must be finite: weights[1]=NaN", () -> Statistic.weightedSum(1, Double.NaN));
        double most = Double.MAX_VALUE;
        refused("must be finite: the sum of |weights|=Infinity", () -> Statistic.weightedSum(most, most));
    }

    @Test
    void traceOfAStoppingRule_unknownName_isRefusedByTheRun() {
        String message = "must be one of [logProb, hamming]: trace=energy";
        refused(
                message,
                () -> LBP.sample(LINE).untilEss(400, "logProb", "energy").run());
        refused(message, () -> LBP.sample(LINE).untilRHat(1.01, "energy").run());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY})
    void boundOfAStoppingRule_outOfRange_isRefused(double bound) {
        refused("must be finite and > 0: least=" + bound, () -> RUN.untilEss(bound));
        refused("must be finite and > 1: most=" + bound, () -> RUN.untilRHat(bound));
        refused("must be finite and > 1: most=1.0", () -> RUN.untilRHat(1.0));
        refused("must be in (0, 1): most=" + bound, () -> RUN.untilConditionalError(bound));
        refused("must be in (0, 1): most=1.0", () -> RUN.untilConditionalError(1.0));
    }

    @Test
    void budget_notPositive_isRefused() {
        refused("must be > 0: time=PT0S", () -> RUN.budget(Duration.ZERO));
        refused("must be > 0: time=PT-1S", () -> RUN.budget(Duration.ofSeconds(-1)));
    }

    @Test
    void dataType_notFloatOrDouble_isRefused() {
        EnergyModel model = LINE.batched(DataType.INT32);
        refused("must be DOUBLE or FLOAT: dataType=INT", () -> LBP.sample(model).run());
        refused("must be DOUBLE or FLOAT: dataType=INT", () -> LBP.start(model, 1L));
    }
}
