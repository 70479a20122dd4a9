package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.NestedSets;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A checkpoint of another sampler, or of a rule of the scale that cannot be read, is refused with the reason. */
class CheckpointSamplersTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("run.checkpoint");
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static SamplingRun run(Samplers.Lbp sampler) {
        return sampler.build()
                .sample(SpinLine.of(12))
                .chains(2)
                .warmup(5)
                .draws(5)
                .threads(1);
    }

    /** A rule of a user's own, whose settings its description leaves out. */
    private record Constant(double scale) implements ScaleController {

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Unchanging(scale);
        }

        @Override
        public String describe() {
            return "constant";
        }

        private record Unchanging(double scale) implements Adaptation {

            @Override
            public void update(double acceptanceProbability, int flips) {}
        }
    }

    /** A rule of a user's own, whose adaptation holds something. */
    private static final class Holding implements ScaleController {

        private final transient Object content;

        Holding(Object content) {
            this.content = content;
        }

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Held(content);
        }

        @Override
        public String describe() {
            return "holding";
        }

        private record Held(Object content) implements Adaptation {

            @Override
            public double scale() {
                return 2.0;
            }

            @Override
            public void update(double acceptanceProbability, int flips) {}
        }
    }

    /** Reading the sets would take 2^60 calls of hashCode. */
    @Test
    void resume_adaptationMadeToHang_isRefused() {
        SampleResult atWarmUp = run(Samplers.lbp().scale(new Holding(NestedSets.of(60))))
                .warmup(10_000_000)
                .budget(Duration.ofNanos(1))
                .checkpoint(file)
                .run();
        assertThat(atWarmUp.draws()).isZero();
        assertThatThrownBy(() -> run(Samplers.lbp().scale(new Holding("anything")))
                        .warmup(10_000_000)
                        .resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot read " + file + ": the adaptation of a scale cannot be read: ");
    }

    static List<Arguments> samplersThatDiffer() {
        String controller = "the scale controller must be dev.lbp.proposal.";
        return List.of(
                Arguments.of(
                        Samplers.lbp().scale(3),
                        Samplers.lbp().scale(5),
                        "must be LBP, weight t/(t+1), scale: fixed at 3"),
                Arguments.of(
                        Samplers.lbp().scale(ScaleController.grid(1, 2, 3)),
                        Samplers.lbp().scale(ScaleController.grid(1, 2, 4)),
                        controller + "GridScale"),
                Arguments.of(
                        Samplers.lbp().scale(ScaleController.logScale(0.5)),
                        Samplers.lbp().scale(ScaleController.robbinsMonro(0.5)),
                        controller + "LogScale"),
                Arguments.of(
                        Samplers.lbp().scale(ScaleController.logScale(0.5)),
                        Samplers.lbp().scale(ScaleController.logScale(0.6)),
                        "the sampler must be LBP, weight t/(t+1), scale: acceptance 0.5, as in the checkpoint"),
                Arguments.of(
                        Samplers.lbp().scale(new Constant(1)),
                        Samplers.lbp().scale(new Constant(2)),
                        "the scale controller must be dev.lbp.runtime.run.CheckpointSamplersTest$Constant"),
                Arguments.of(
                        Samplers.lbp().weight(WeightFunction.SQRT),
                        Samplers.lbp().weight(WeightFunction.MAX),
                        "the sampler must be LBP, weight sqrt(t)"),
                Arguments.of(
                        Samplers.lbp().weight(WeightFunction.of("g", t -> 0.5 * t)),
                        Samplers.lbp().weight(WeightFunction.of("g", t -> 0.1 * t)),
                        "the weight function (checksum of values) must be "));
    }

    @ParameterizedTest
    @MethodSource("samplersThatDiffer")
    void resume_otherSampler_isRefused(Samplers.Lbp saved, Samplers.Lbp other, String reason) {
        SampleResult whole = run(saved).checkpoint(file).run();
        CheckpointRefusalTest.assertRefused(run(other), file, reason);
        assertSame(whole, run(saved).resume(file));
    }
}
