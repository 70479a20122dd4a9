package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.proposal.CostedScale;
import dev.lbp.proposal.ScaleController.Adaptation;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Tempered;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** {@code adaptive()} without a number: its target depends on what a step costs on the model, and on nothing else. */
class AdaptivePerSecondTest {

    private static final int N = 30;

    private static final SpinLine LINE = SpinLine.of(N);

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    /** Models with the target acceptance rates of informed proposals and of random walks. */
    private static Stream<Arguments> models() {
        EnergyModel plain = EnergyModels.of(N, LINE::score);
        return Stream.of(
                Arguments.of("a tracker", LINE, 0.85, 0.5),
                Arguments.of("a tracker, tempered", Tempered.of(LINE, 0.5), 0.85, 0.5),
                Arguments.of("a batch", LINE.batched(DataType.DOUBLE), 0.574, 0.234),
                Arguments.of("a function", plain, 0.574, 0.234),
                Arguments.of("a function, tempered", Tempered.of(plain, 0.5), 0.574, 0.234));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void adaptive_anyModel_isTheTargetOfItsCost(String name, EnergyModel model, double informed, double walk) {
        same(
                Samplers.lbp().adaptive().build(),
                Samplers.lbp().adaptive(informed).build(),
                model,
                informed);
        same(
                Samplers.gwg().adaptive().build(),
                Samplers.gwg().adaptive(informed).build(),
                model,
                informed);
        same(Samplers.rwm().adaptive().build(), Samplers.rwm().adaptive(walk).build(), model, walk);
    }

    /** The same draws in runs, chains and batches, and the same words in the summary. */
    private static void same(Sampler sampler, Sampler fixed, EnergyModel model, double target) {
        SampleResult result = run(sampler, model);
        assertThat(result.traces())
                .usingRecursiveComparison()
                .isEqualTo(run(fixed, model).traces());
        assertThat(result.summary()).contains("acceptance " + target).doesNotContain("local");
        Chain chain = sampler.start(model, 7L);
        Chain other = fixed.start(model, 7L);
        chain.warmUp(60);
        other.warmUp(60);
        assertThat(chain.scale()).isEqualTo(other.scale());
        assertThat(chain.state()).isEqualTo(other.state());
        ChainBatch batch = sampler.start(model, 7L, 3);
        ChainBatch others = fixed.start(model, 7L, 3);
        batch.step(50);
        others.step(50);
        assertThat(batch.scale()).isEqualTo(others.scale());
        assertThat(batch.state(2)).isEqualTo(others.state(2));
    }

    @Test
    void adaptive_onMoves_isTheTargetOfShortSteps() {
        TableMoves moves = TableMoves.random(MoveSpaces.permutations(5), 1.0, 1L);
        ValueChain chain = Samplers.rwm().adaptive().build().start(moves, 7L);
        ValueChain other = Samplers.rwm().adaptive(0.5).build().start(moves, 7L);
        chain.warmUp(100);
        other.warmUp(100);
        assertThat(chain.scale()).isEqualTo(other.scale());
        assertThat(chain.state()).isEqualTo(other.state());
    }

    private static SampleResult run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(2).warmup(60).draws(20).seed(3).run();
    }

    @Test
    void toString_withoutModel_saysBothTargets() {
        assertThat(Samplers.lbp().adaptive().build())
                .hasToString("LBP, weight t/(t+1), scale: acceptance 0.85 on local models, else 0.574");
        assertThat(Samplers.rwm().adaptive().build())
                .hasToString("RWM, scale: acceptance 0.5 on local models, else 0.234");
    }

    /** The default stays the paper's: the draws of a seed must not change. */
    @Test
    void build_withoutAdaptive_isThePapersTarget() {
        assertThat(Samplers.lbp().build()).hasToString("LBP, weight t/(t+1), scale: acceptance 0.574");
        assertThat(Samplers.lbp().adaptive().adaptive(0.574).build())
                .hasToString("LBP, weight t/(t+1), scale: acceptance 0.574");
    }

    /** Where nobody knows the model, steps are taken to cost the same at any R. */
    @Test
    void begin_withoutModel_adaptsPerStep() {
        CostedScale costed = new CostedScale(0.85, 0.574);
        Adaptation adaptation = costed.begin(10.0, 100.0, 50);
        Adaptation perStep = costed.forCost(false).begin(10.0, 100.0, 50);
        adaptation.update(0.7, 3);
        perStep.update(0.7, 3);
        assertThat(adaptation.scale()).isEqualTo(perStep.scale()).isGreaterThan(10.0);
        assertThat(costed.targetAcceptance()).isEmpty();
    }
}
