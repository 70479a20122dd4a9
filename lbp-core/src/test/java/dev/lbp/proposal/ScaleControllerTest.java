package dev.lbp.proposal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** A controller of the user's own, which may say anything. */
class ScaleControllerTest {

    private static final SpinLine LINE = SpinLine.of(10);

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    /** Says the scale of each step, and at the end what to freeze at. */
    private record Own(IntToDoubleFunction scaleOfStep, double frozen) implements ScaleController {

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Adaptation() {
                private int step;

                @Override
                public double scale() {
                    return scaleOfStep.applyAsDouble(step);
                }

                @Override
                public void update(double acceptanceProbability, int flips) {
                    step++;
                }
            };
        }

        @Override
        public double freeze(List<? extends Adaptation> chains, double meanScale) {
            return frozen;
        }

        @Override
        public String describe() {
            return "own";
        }

        @Override
        public String toString() {
            return "Own";
        }
    }

    private static SamplingRun run(EnergyModel model, ScaleController controller) {
        return Samplers.lbp()
                .scale(controller)
                .build()
                .sample(model)
                .chains(3)
                .warmup(20)
                .draws(10)
                .threads(2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, 0.0, -1.0, 0.99, 5.01, Double.POSITIVE_INFINITY})
    void scale_nonsenseDuringWarmUp_isNamed(double nonsense) {
        for (EnergyModel model : List.of(LINE, LINE.batched(DataType.DOUBLE))) {
            assertThatThrownBy(() -> run(model, new Own(step -> step < 7 ? 2.0 : nonsense, 2.0))
                            .run())
                    .hasMessageMatching("scale controller .*Own failed in .*must be in \\[1, 5.0]: scale=" + nonsense);
            assertThatThrownBy(() -> run(model, new Own(step -> nonsense, 2.0)).run())
                    .hasMessageMatching("scale controller .*Own failed in .*must be in \\[1, 5.0]: scale=" + nonsense);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, 0.0, -1.0, 5.01, Double.POSITIVE_INFINITY})
    void freeze_nonsense_isNamed(double nonsense) {
        for (EnergyModel model : List.of(LINE, LINE.batched(DataType.DOUBLE))) {
            assertThatThrownBy(() -> run(model, new Own(step -> 2.0, nonsense)).run())
                    .hasMessageMatching("scale controller .*Own failed in .*must be in \\[1, 5.0]: scale=" + nonsense);
        }
    }

    @Test
    void freeze_ownChoice_isPlayedAfterWarmUp() {
        SampleResult result = run(LINE, new Own(step -> 1.0 + step % 3, 3.25)).run();
        assertThat(result.scale()).isEqualTo(3.25);
        assertThat(result.warmUp().scale()).hasSize(20);
    }

    /** The mixture of two integers around the real scale, the upper one at a probability held in [0.1, 0.9]. */
    @ParameterizedTest
    @ValueSource(doubles = {2.0, 2.25, 2.5, 2.99, 5.0})
    void step_realScale_playsTheIntegersAroundIt(double scale) {
        ChainBatch batch =
                Samplers.lbp().scale(new Own(step -> 2.0, scale)).build().start(LINE, 4L, 1);
        batch.warmUp(5);
        int floor = (int) scale;
        int upper = 0;
        int steps = 4_000;
        for (int t = 0; t < steps; t++) {
            batch.step();
            assertThat(batch.lastStep(0).scale()).isBetween(floor, floor + 1);
            upper += batch.lastStep(0).scale() - floor;
        }
        double share = Math.min(Math.max(scale - floor, 0.1), 0.9);
        // Six standard deviations of a binomial share: P(failure) = 2e-9 for each of five scales.
        double six = 6 * Math.sqrt(share * (1 - share) / steps);
        assertThat((double) upper / steps).isBetween(share - six, share + six);
    }
}
