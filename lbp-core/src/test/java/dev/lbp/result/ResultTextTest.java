package dev.lbp.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.Samplers;
import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Tempered;
import org.junit.jupiter.api.Test;

/** Results and targets of plain Java as texts, for users who print them. */
class ResultTextTest {

    private static final EnergyModel BITS = EnergyModels.of(20, state -> 0.1 * state[0]);

    @Test
    void toString_result_saysWhatItIs() {
        RunResult bits = Samplers.rwm()
                .scale(3)
                .build()
                .sample(BITS)
                .chains(2)
                .warmup(3)
                .draws(5)
                .run();
        assertThat(bits)
                .hasToString(
                        "RWM, scale: fixed at 3; plain Java target, N = 20; 2 chains x 5 draws, done; summary() has the verdict");
        DensityModel density = DensityModels.of(2, x -> -0.5 * x[0] * x[0], (x, gradient) -> gradient[0] = -x[0]);
        RunResult reals = Samplers.mala()
                .build()
                .sample(density)
                .chains(1)
                .warmup(3)
                .draws(4)
                .run();
        assertThat(reals.toString())
                .contains("plain Java density, N = 2; 1 chain x 4 draws, done; summary() has the verdict");
    }

    /** A class name of a lambda has a part that changes with every start of Java. */
    @Test
    void toString_lambda_isNotItsClass() {
        assertThat(BITS).hasToString("a function of 20 bits");
        assertThat(EnergyModels.of(1, state -> 0.0, (state, gradient) -> {}))
                .hasToString("a function of 1 bit, with its gradient");
        assertThat(Tempered.of(BITS, 0.5)).hasToString("a function of 20 bits at beta 0.5");
        assertThat(DensityModels.of(2, x -> 0.0, (x, gradient) -> {})).hasToString("a density of 2 coordinates");
    }

    @Test
    void traces_unknownName_isRefusedWithTheNames() {
        SampleResult result = Samplers.rwm()
                .build()
                .sample(BITS)
                .warmup(2)
                .draws(5)
                .track("first", state -> state[0])
                .run();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result.traces().get("energy"))
                .withMessage("must be one of [logProb, hamming, first]: trace=energy");
        assertThat(result.traces().getOrDefault("energy", new double[0][])).isEmpty();
        assertThat(result.traces().get("first")).hasDimensions(result.chains(), 5);
        assertThat(result.traces())
                .hasToString("[logProb, hamming, first]")
                .containsOnlyKeys("logProb", "hamming", "first");
    }
}
