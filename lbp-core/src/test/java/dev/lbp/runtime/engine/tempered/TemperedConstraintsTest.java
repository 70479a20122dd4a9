package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableCategories;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.Paths;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.path.PathMethod;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.sweep.CategoricalSweepTest;
import dev.lbp.runtime.model.CategoricalBase;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.SiteConstraints;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tempering of a target with constraints: a price, a ball and forbidden values are tempered with the model. States that
 * they exclude have probability 0 at every beta above 0, and are drawn at beta = 0.
 */
class TemperedConstraintsTest {

    private static final double[] BETAS = {0.0, 0.35, 1.0};

    /**
     * Zeros: {@link Decisions} tells values of a site apart by what follows when later sites have value 0, and at
     * another wild type nothing would follow, as all these states are excluded.
     */
    private static final int[] WILD_TYPE = {0, 0, 0};

    private static final double PRICE = 0.7;

    private static final double[][] LOGITS = {{0.8, -1.1, 0.3}, {-0.4, 0.9, 0.2}, {0.5, 0.0, -0.7}};

    private static SiteConstraints ball(int mutations) {
        return SiteConstraints.of(3, 3).price(WILD_TYPE, PRICE).within(WILD_TYPE, mutations);
    }

    /** The constrained log-probability by definition: value 1 is forbidden at site 1 if {@code forbids}. */
    private static double constrained(double ofModel, int[] state, int most, boolean forbids) {
        int mutations = (int)
                IntStream.range(0, 3).filter(i -> state[i] != WILD_TYPE[i]).count();
        return mutations > most || (forbids && state[1] == 1) ? Double.NEGATIVE_INFINITY : ofModel - PRICE * mutations;
    }

    private static double rough(int x) {
        return 1.5 * Math.sin(3.0 * x + 1.0);
    }

    /** The table of the constrained target, sampled through the tracker of {@link SiteConstraints#on}. */
    private static final class Constrained extends CategoricalSweepTest.Table {

        private static final long serialVersionUID = 1L;

        private final CategoricalModel constrained;

        Constrained() {
            super(3, 3, x -> constrained(rough(x), state(x), 1, false));
            constrained = ball(1).on(model());
        }

        private static CategoricalSweepTest.Table model() {
            return new CategoricalSweepTest.Table(3, 3, TemperedConstraintsTest::rough);
        }

        private static int[] state(int x) {
            return model().space().states().get(x);
        }

        @Override
        public Tracker newTracker() {
            return constrained.newTracker();
        }
    }

    static Stream<Arguments> explorers() {
        Function<Decisions, Method> path = decisions -> new PathMethod(
                decisions.deciding(new ReplacementProposal(), Paths::sequences),
                WeightFunction.BARKER,
                new FixedScale(1.0));
        Function<Decisions, Method> metropolis = decisions -> new MetropolisMethod(
                "RWM", new MetropolisMove(new UniformProposal(), WeightFunction.BARKER, new FixedScale(1.0)));
        Function<Decisions, Method> gibbs =
                decisions -> Inside.method(Samplers.gibbs().build());
        return Stream.of(Arguments.of("PAS", path), Arguments.of("RWM", metropolis), Arguments.of("Gibbs", gibbs));
    }

    /** Two slots above the reference, 7 allowed states: the product of their laws is invariant to 1e-12. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("explorers")
    void ladder_onABallOfOneMutation_leavesTheProductUnchanged(String name, Function<Decisions, Method> explorer) {
        verify(new Constrained(), explorer);
    }

    private static void verify(Constrained target, Function<Decisions, Method> explorer) {
        double[] logBase = target.space().states().stream()
                .mapToDouble(TemperedConstraintsTest::logBase)
                .toArray();
        Decisions decisions = new Decisions(1);
        LadderKernel<int[]> kernel = LadderKernel.ofMoves(
                target,
                BETAS,
                CategoricalBase.of(LOGITS, 3, 3, site -> 3, null),
                logBase,
                decisions,
                slot -> explorer.apply(decisions));
        kernel.atScan(0).verifyInvariant();
        kernel.atScan(1).verifyInvariant();
    }

    private static double logBase(int[] state) {
        double sum = 0.0;
        for (int i = 0; i < 3; i++) {
            double norm = 0.0;
            for (double logit : LOGITS[i]) {
                norm += Math.exp(logit);
            }
            sum += LOGITS[i][state[i]] - Math.log(norm);
        }
        return sum;
    }

    /**
     * Two experts with constraints, batched, LBP and GWG: after each scan every slot has the log-probabilities of its
     * state by definition, and no slot above the reference is in an excluded state.
     */
    @Test
    void replicas_ofConstrainedExperts_haveTheScoresOfTheirStates() {
        TableCategories whole = TableCategories.random(3, 1.5, 41L, 3, 3, 3).crude();
        TableCategories part = TableCategories.random(3, 1.0, 44L, 3, 3);
        Experts experts =
                Experts.of(3, 3, Expert.of(whole), Expert.of(part).weight(-0.8).from(1));
        for (Sampler sampler : new Sampler[] {
            Samplers.lbp().build(), Samplers.gwg().build(), Samplers.rwm().build()
        }) {
            TemperedValues start = TemperedValues.of(
                    Inside.method(sampler),
                    ball(2).forbid(1, 1).on(experts),
                    new ValueSpace(3, 3, 9),
                    new TemperedSettings<>(
                            new TemperingPlan(4, 3, false, false, new ReferencePlan(ReferencePlan.Kind.VALUES, LOGITS)),
                            new StartPlan<>(ChainSpan.all(2), 7L, new int[][] {WILD_TYPE, WILD_TYPE}, null, 0),
                            Map.of()));
            BatchTemperedEnsemble<int[]> ensemble = BatchTemperedEnsemble.of(start, WorkerPool.inline());
            double[] betas = ensemble.betas();
            boolean excluded = false;
            for (int scan = 0; scan < 60; scan++) {
                ensemble.run(3, chain -> {}, new StopSignal());
                for (Ladder<int[]> ladder : ensemble.ladders) {
                    excluded |= ladder.targetLogProb(0) == Double.NEGATIVE_INFINITY;
                    for (int k = 1; k < betas.length; k++) {
                        int[] state = ladder.slot(k).state;
                        double ofModel = whole.table()[whole.number(state)]
                                - 0.8 * part.table()[part.number(new int[] {state[1], state[2]})];
                        double expected = constrained(ofModel, state, 2, true);
                        assertThat(expected).isGreaterThan(Double.NEGATIVE_INFINITY);
                        assertThat(ladder.targetLogProb(k)).isCloseTo(expected, within(1e-12));
                        assertThat(ladder.slot(k).logProb)
                                .isCloseTo((1.0 - betas[k]) * logBase(state) + betas[k] * expected, within(1e-12));
                    }
                }
            }
            assertThat(excluded).as("the reference draws excluded states").isTrue();
        }
    }
}
