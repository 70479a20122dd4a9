package dev.lbp.continuous;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ContinuousChain;
import dev.lbp.FactorisedBuilder;
import dev.lbp.Samplers;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a single chain tells of itself, and the last rule of a scale that a builder is given. */
class ContinuousChainTest {

    private static final DensityModel NORMAL = DensityModels.of(2, p -> -0.5 * (p[0] * p[0] + p[1] * p[1]), (p, g) -> {
        g[0] = -p[0];
        g[1] = -p[1];
    });

    @Test
    void logProb_afterSteps_isThatOfTheState() {
        ContinuousChain chain = Samplers.mala().scale(0.5).build().start(NORMAL, 3L);
        for (int t = 0; t < 20; t++) {
            chain.step();
            double[] x = chain.state();
            assertThat(chain.logProb()).isEqualTo(-0.5 * (x[0] * x[0] + x[1] * x[1]));
        }
    }

    @Test
    void adapting_endsWithWarmUp() {
        ContinuousChain chain = Samplers.barker().diagonal().build().start(NORMAL, 3L);
        assertThat(chain.adapting()).isTrue();
        chain.warmUp(100);
        assertThat(chain.adapting()).isFalse();
        assertThat(Samplers.barker().scale(0.5).build().start(NORMAL, 3L).adapting())
                .isFalse();
    }

    @Test
    void noiseDeviations_withoutShape_areTheScale() {
        ContinuousChain chain = Samplers.mala().build().start(NORMAL, 3L);
        chain.warmUp(100);
        assertThat(chain.noiseDeviations()).containsExactly(chain.scale(), chain.scale());
        assertThat(Samplers.mala().scale(0.5).build().start(NORMAL, 3L).noiseDeviations())
                .containsExactly(0.5, 0.5);
    }

    @Test
    void adaptive_afterAScale_isTheDefault() {
        assertThat(Samplers.mala().scale(0.5).adaptive().build())
                .hasToString(Samplers.mala().build().toString());
        assertThat(Samplers.continuous().scale(0.5).adaptive().randomWalk().build())
                .hasToString(Samplers.continuous().randomWalk().build().toString());
    }

    @ParameterizedTest
    @MethodSource("factorised")
    void adaptive_ofFactorised_afterAScale_isTheDefault(Supplier<FactorisedBuilder> builder) {
        assertThat(builder.get().scale(2.0).adaptive().build())
                .hasToString(builder.get().build().toString())
                .doesNotHaveToString(builder.get().scale(2.0).build().toString());
    }

    static Stream<Supplier<FactorisedBuilder>> factorised() {
        return Stream.of(Samplers::dlmc, Samplers::dmala);
    }
}
