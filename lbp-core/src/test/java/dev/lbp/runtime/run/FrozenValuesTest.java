package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.MoveSpaces;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableMoves;
import dev.lbp.ValueRun;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalModel;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs on categories with frozen sites. */
class FrozenValuesTest {

    private static final TableMoves MODEL = TableMoves.random(MoveSpaces.permutations(4), 1.0, 5L);

    /** Independent sites, where every value of a free site has probability 1/3. */
    private static final class Categories extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        Categories() {
            super(MoveSpaces.sites(3, 3, 3), x -> 0.0);
        }

        @Override
        public int values() {
            return 3;
        }

        @Override
        public int moves() {
            return 9;
        }

        @Override
        public int[] randomState(UniformRandomProvider rng) {
            return super.randomState(rng);
        }
    }

    /** 3,000 independent draws a chain or more: a marginal of a free site is within 0.05 of 1/3, 8 standard errors. */
    @ParameterizedTest
    @MethodSource("samplersOfCategories")
    void frozen_categories_keepTheirValues(Sampler sampler) {
        ValueResult result = sampler.sample(new Categories())
                .chains(2)
                .warmup(10)
                .draws(3_000)
                .thin(10)
                .seed(3)
                .initial(new int[][] {{0, 2, 1}, {1, 2, 0}})
                .frozen(new boolean[] {false, true, false})
                .run();
        double[][] marginals = result.valueMarginals();
        assertThat(marginals[1]).containsExactly(0.0, 0.0, 1.0);
        assertThat(marginals[0]).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, within(0.05));
        assertThat(marginals[2]).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, within(0.05));
        assertThat(result.fRatios()[1]).isNaN();
        assertThat(result.summary()).doesNotContain("differs between chains");
    }

    private static Stream<Sampler> samplersOfCategories() {
        return Stream.of(
                Samplers.rwm().scale(1).build(),
                Samplers.pas().path(3).build(),
                Samplers.gibbs().build(),
                Samplers.metropolis().build());
    }

    @Test
    void frozen_otherModelOrWithoutStates_isRefused() {
        boolean[] one = {true, false, false, false};
        refused(
                "must be a CategoricalModel to freeze sites, whose moves change one site: model=permutations of 4",
                () -> Samplers.rwm().build().sample(MODEL).frozen(one));
        ValueRun run = Samplers.rwm().scale(1).build().sample(new Categories());
        refused("must have length 3: frozen.length=4", () -> run.frozen(one));
        refused(
                "must leave at least one site free: frozen sites=3",
                () -> run.frozen(new boolean[] {true, true, true}));
        run.frozen(new boolean[] {true, false, false});
        refused("must be given with frozen sites: initial=null", run::run);
    }

    private static void refused(String message, Runnable call) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }
}
