package dev.lbp.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.MoveSpaces;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.Serialized;
import dev.lbp.TableCategories;
import dev.lbp.TableMoves;
import dev.lbp.check.ModelCheck;
import dev.lbp.result.ValueResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** First states, checks and bad arguments of constraints; that samplers are exact is in SiteConstraintsKernelTest. */
class SiteConstraintsTest {

    private static final TableCategories MODEL = TableCategories.random(3, 1.0, 5L, 3, 3, 3, 3, 3);
    private static final int[] WILD_TYPE = {0, 1, 2, 0, 1};

    private static final SiteConstraints DESIGN = SiteConstraints.of(5, 3)
            .price(WILD_TYPE, 0.5)
            .within(WILD_TYPE, 2)
            .forbid(0, 0) // the wild type itself, so one mutation is forced
            .forbid(2, 0, 1);

    /** Local models of the same sites. */
    private static final class Local extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        Local() {
            super(MoveSpaces.sites(3, 3, 3, 3, 3), x -> MODEL.table()[x]);
        }
    }

    @Test
    void firstStates_areAllowedAndDiffer() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(1L);
        boolean[][] seen = new boolean[5][3];
        for (int t = 0; t < 200; t++) {
            int[] state = t % 2 == 0
                    ? DESIGN.on(MODEL).randomState(rng)
                    : DESIGN.on(new Local()).randomState(rng);
            assertThat(DESIGN.mutations(state)).isBetween(1, 2);
            assertThat(state[0]).isNotZero();
            assertThat(state[2]).isEqualTo(2);
            for (int i = 0; i < 5; i++) {
                seen[i][state[i]] = true;
            }
        }
        assertThat(seen[0]).containsExactly(false, true, true);
        assertThat(seen[4]).containsExactly(true, true, true);
    }

    @Test
    void models_passTheirChecks() {
        int[][] allowed = {{1, 1, 2, 0, 1}, {2, 0, 2, 0, 1}};
        CategoricalEnergyModel design = DESIGN.on(MODEL);
        assertThat(design.exactFlips()).isTrue();
        assertThat(DESIGN.on(MODEL.crude()).exactFlips()).isFalse();
        ModelCheck.of(design).initial(allowed).verify();
        INDArray states = Nd4j.zeros(1, 15);
        for (int i = 0; i < 5; i++) {
            states.putScalar(0, 3 * i + allowed[0][i], 1.0);
        }
        assertThat(design.logits(states)).isEqualTo(design.evaluate(states).logits());
        ModelCheck.of(SiteConstraints.of(5, 3)
                        .price(WILD_TYPE, 0.5)
                        .within(WILD_TYPE, 2)
                        .on(new Local()))
                .verify();
    }

    @Test
    void runs_stayWithinTheConstraints_andTellThem() {
        for (ValueResult result : new ValueResult[] {
            Samplers.lbp()
                    .build()
                    .sample(DESIGN.on(MODEL))
                    .chains(2)
                    .warmup(50)
                    .draws(200)
                    .run(),
            Samplers.gibbs()
                    .build()
                    .sample(DESIGN.on(new Local()))
                    .chains(2)
                    .warmup(50)
                    .draws(200)
                    .run()
        }) {
            double[][] marginals = result.valueMarginals();
            assertThat(marginals[0][0]).isZero();
            assertThat(marginals[2][2]).isEqualTo(1.0);
            assertThat(Arrays.stream(marginals[4]).min().orElseThrow()).isPositive();
            assertThat(result.summary())
                    .contains("(price 0.5 of a mutation, at most 2 mutations, forbidden values: 3)");
        }
    }

    @Test
    void identity_namesWhatDistinguishesATarget() {
        Map<String, String> identity = DESIGN.on(MODEL).identity();
        assertThat(identity)
                .containsEntry("wild type", "[0, 1, 2, 0, 1]")
                .containsEntry("price of a mutation", "0.5")
                .containsEntry("most mutations", "2")
                .containsEntry("forbidden labels", "[0, 6, 7]");
        assertThat(DESIGN.on(new Local()).identity()).isEqualTo(identity);
        assertThat(SiteConstraints.of(5, 3)).hasToString("no constraints");
    }

    @Test
    void model_fromBytes_givesTheSame() throws Exception {
        CategoricalEnergyModel design = DESIGN.on(MODEL);
        assertThat(Serialized.copy(design).identity()).isEqualTo(design.identity());
    }

    @Test
    void badArguments_areRefused() {
        SiteConstraints none = SiteConstraints.of(3, 2);
        refused("must be >= 1: sites=0", () -> SiteConstraints.of(0, 2));
        refused("must be >= 2: values=1", () -> SiteConstraints.of(3, 1));
        refused("must be >= 0: price=-1.0", () -> none.price(new int[3], -1.0));
        refused(
                "must be at most 1000000, for log pi to keep its digits: price=1000001.0",
                () -> none.price(new int[3], 1_000_001.0));
        refused("must be finite: price=Infinity", () -> none.price(new int[3], Double.POSITIVE_INFINITY));
        refused("must be >= 1: within=0", () -> none.within(new int[3], 0));
        refused("must be in [0, values - 1=1]: wildType[2]=2", () -> none.within(new int[] {0, 1, 2}, 1));
        refused("must have length 3: wildType.length=2", () -> none.price(new int[2], 1.0));
        refused(
                "must be the same for the price and the limit: wildType=[0, 0, 1]",
                () -> none.price(new int[3], 1.0).within(new int[] {0, 0, 1}, 1));
        refused("must be in [0, N - 1=2]: site=3", () -> none.forbid(3, 0));
        refused("must be in [0, C - 1=1]: value=2", () -> none.forbid(0, 2));
        refused(
                "must leave a value of site 0: forbidden values=[1]",
                () -> none.forbid(0, 0).forbid(0, 1));
        refused(
                "must be at least the 2 sites whose wild type is forbidden: within=1",
                () -> none.within(new int[3], 1).forbid(0, 0).forbid(1, 0));
        refused("must be N=3 as of the constraints: model.dimension()=5", () -> none.on(MODEL));
        refused(
                "must be C=2 as of the constraints: model.values()=3",
                () -> SiteConstraints.of(5, 2).on(new Local()));
        assertThat(none.forbidEverywhere(1)).hasToString("forbidden values: 3");
    }

    /**
     * Within 2 mutations a step of 3 distinct sites neither leaves the wild type nor reaches 2 mutations. Steps of GWG
     * may draw a site again, and those at a scale of 2.5 are of 2 sites or 3.
     */
    @Test
    void stepsThatAlwaysLeaveTheBall_areRefused() {
        CategoricalEnergyModel ball =
                SiteConstraints.of(5, 3).within(WILD_TYPE, 2).on(MODEL);
        String message = "must be at most 2, the largest number of mutations: scale=3";
        refused(message, () -> Samplers.lbp().scale(3).build().sample(ball));
        refused(message, () -> Samplers.rwm().scale(3).build().sample(ball));
        int[][] starts = {WILD_TYPE, {1, 1, 2, 0, 2}}; // 0 and 2 mutations
        for (Sampler sampler : List.of(
                Samplers.lbp().scale(2).build(),
                Samplers.lbp().scale(2.5).build(),
                Samplers.rwm().scale(2).build(),
                Samplers.gwg().scale(3).build())) {
            ValueResult result = sampler.sample(ball)
                    .chains(2)
                    .initial(starts)
                    .warmup(0)
                    .draws(200)
                    .run();
            assertThat(result.acceptanceRates()).as(sampler.toString()).doesNotContain(0.0);
        }
    }

    private static void refused(String message, Runnable call) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }
}
