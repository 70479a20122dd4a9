package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.result.SampleResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.CategoricalModels;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import org.junit.jupiter.api.Test;

/** Sites that are observed, given which the others are sampled. */
class ObserveTest {

    /** P(x_0 = 1 | x_1) is the logistic function of 2 x_1 - 1. */
    private static final LocalEnergyModel PAIR = EnergyModels.of(3, x -> x[0] * (2.0 * x[1] - 1.0) + 0.3 * x[2]);

    private static final CategoricalModel CATEGORIES = CategoricalModels.of(3, 3, x -> x[0] == x[1] ? 1.0 : 0.0);

    /** 40,000 Gibbs draws, nearly independent: a deviation of 0.02 is 8 standard errors. */
    @Test
    void observe_bitsAndCategories_samplesTheOthersGivenIt() {
        SampleResult bits = Samplers.gibbs()
                .build()
                .sample(PAIR)
                .observe(1, 1)
                .draws(10_000)
                .run();
        assertThat(bits.marginals()[1]).isEqualTo(1.0);
        assertThat(bits.marginals()[0]).isCloseTo(1.0 / (1.0 + Math.exp(-1.0)), within(0.02));
        ValueResult values = Samplers.gibbs()
                .build()
                .sample(CATEGORIES)
                .observe(0, 2)
                .observe(2, 1)
                .draws(10_000)
                .run();
        assertThat(values.valueMarginals()[0]).containsExactly(0.0, 0.0, 1.0);
        assertThat(values.valueMarginals()[2]).containsExactly(0.0, 1.0, 0.0);
        assertThat(values.valueMarginals()[1][2]).isCloseTo(Math.E / (Math.E + 2.0), within(0.02));
    }

    @Test
    void observe_withAFixedNumberOfOnes_isRefused() {
        SamplingRun run = Samplers.lbp().build().sample(PAIR).observe(0, 1).ones(1);
        assertThatThrownBy(run::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be with frozen() and initial() in the place of observe(): ones=1");
    }

    @Test
    void observe_savedOrInParts_givesTheSameDraws() {
        SamplingRun run = Samplers.gibbs()
                .build()
                .sample(PAIR)
                .observe(0, 1)
                .keepDraws()
                .draws(50)
                .warmup(10);
        SampleResult whole = run.run();
        SampleResult merged =
                run.merge(run.parts(2).stream().map(RunSlice::draw).toList());
        SampleResult again = run.run();
        for (int c = 0; c < 4; c++) {
            for (int t = 0; t < 50; t++) {
                assertThat(merged.draw(c, t)).isEqualTo(whole.draw(c, t));
                assertThat(again.draw(c, t)).isEqualTo(whole.draw(c, t));
            }
        }
    }

    /** Of fair bits one in 32 has ones and zeros in turn. */
    @Test
    void observe_statesThatAreMostlyImpossible_startsAtAPossibleOne() {
        LocalEnergyModel turns = EnergyModels.of(6, x -> {
            for (int i = 1; i < x.length; i++) {
                if (x[i] == x[i - 1] && i != 3) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            return 0.0;
        });
        SampleResult result = Samplers.rwm()
                .scale(1)
                .build()
                .sample(turns)
                .observe(0, 1)
                .draws(10)
                .run();
        assertThat(result.marginals()[1]).isZero();
    }

    @Test
    void observe_refusedSite_isNotObserved() {
        SamplingRun run = Samplers.gibbs().build().sample(PAIR).observe(0, 0).observe(1, 0);
        assertThatThrownBy(() -> run.observe(2, 0)).hasMessageContaining("leave at least one site free");
        assertThatThrownBy(() -> run.observe(2, 1)) // with the first value kept, it would be another message
                .hasMessageContaining("leave at least one site free");
    }

    @Test
    void observe_badInput_isRefused() {
        SamplingRun run = Samplers.gibbs().build().sample(PAIR);
        assertThatThrownBy(() -> run.observe(3, 0)).hasMessage("must be in [0, N - 1=2]: site=3");
        assertThatThrownBy(() -> run.observe(0, 2)).hasMessage("must be 0 or 1: value=2");
        run.observe(0, 0).observe(1, 0);
        assertThatThrownBy(() -> run.observe(0, 1)).hasMessage("must be observed with one value: site=0");
        assertThatThrownBy(() -> run.observe(2, 0)).hasMessageContaining("leave at least one site free");
        assertThatThrownBy(() -> run.frozen(new boolean[3]))
                .hasMessage("must be left out with observe(): frozen=given");
        assertThatThrownBy(() -> run.initial(new byte[4][3]).run())
                .hasMessage("must be left out with observe(): initial=given");
        assertThatThrownBy(() -> Samplers.gibbs()
                        .build()
                        .sample(PAIR)
                        .frozen(new boolean[3])
                        .observe(0, 0))
                .hasMessage("must be left out with frozen(): observe=0");
    }
}
