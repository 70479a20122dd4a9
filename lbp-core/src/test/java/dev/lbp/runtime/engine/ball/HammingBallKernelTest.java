package dev.lbp.runtime.engine.ball;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallPairwise;
import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Hamming ball sampler by enumeration: every way through a step of both engines gives the probabilities of the
 * definition, which are reversible.
 */
class HammingBallKernelTest {

    /** The transition probabilities by the definition. */
    private static final class Definition {

        private final TableTarget target;
        private final int radius;
        private final double[][] p;

        /**
         * @param centred whether the ball is around a centre; else it is around the state itself, which is wrong
         */
        Definition(TableTarget target, int radius, int block, boolean @Nullable [] frozen, boolean centred) {
            this.target = target;
            this.radius = radius;
            this.p = new double[target.states()][target.states()];
            int[] blocks = IntStream.range(0, target.states())
                    .filter(mask -> Integer.bitCount(mask) == block)
                    .filter(mask -> IntStream.range(0, target.dimension())
                            .noneMatch(i -> frozen != null && frozen[i] && (mask >> i & 1) == 1))
                    .toArray();
            for (int x = 0; x < p.length; x++) {
                for (int mask : blocks) {
                    if (target.possible(x)) {
                        int[] centres = centred ? ball(x, mask) : new int[] {x};
                        for (int u : centres) {
                            addDraw(x, ball(u, mask), 1.0 / (blocks.length * centres.length));
                        }
                    }
                }
            }
        }

        private int[] ball(int centre, int block) {
            return IntStream.range(0, target.states())
                    .filter(y -> ((y ^ centre) & ~block) == 0 && Integer.bitCount(y ^ centre) <= radius)
                    .toArray();
        }

        private void addDraw(int x, int[] ball, double share) {
            double largest =
                    IntStream.of(ball).mapToDouble(target::logProb).max().orElseThrow();
            double sum = IntStream.of(ball)
                    .mapToDouble(y -> Math.exp(target.logProb(y) - largest))
                    .sum();
            for (int y : ball) {
                p[x][y] += share * Math.exp(target.logProb(y) - largest) / sum;
            }
        }
    }

    /** The transition probabilities of a chain. Every random decision of its steps is enumerated. */
    private static double[][] enumerated(
            TableTarget target, EnergyModel model, int radius, int block, boolean @Nullable [] frozen) {
        int n = target.dimension();
        Decisions decisions = new Decisions(n);
        int possible = IntStream.range(0, target.states())
                .filter(target::possible)
                .findFirst()
                .orElseThrow();
        BitStart start = new BitStart(n, 1, 1L, new byte[][] {TableTarget.state(possible, n)}, frozen);
        start.generators()[0] = decisions;
        Ensemble<byte[]> ensemble =
                new HammingBallMethod(radius, block, StepMix.MOVES).ensemble(model, start, WorkerPool.inline());
        ChainState<byte[]> chain = ensemble.chains.get(0);
        double[][] p = new double[target.states()][target.states()];
        for (int x = 0; x < p.length; x++) {
            if (target.possible(x)) {
                byte[] from = TableTarget.state(x, n);
                List<Decisions.Leaf> leaves = decisions.leaves(any -> {
                    ensemble.reset(0, from);
                    ensemble.runTo(chain.steps() + 1, done -> {}, new StopSignal());
                    int y = TableTarget.number(chain.state);
                    double off = Math.abs(chain.logProb - target.logProb(y));
                    assertThat(off <= 1e-11 * (1.0 + Math.abs(chain.logProb))).isTrue();
                    return y;
                });
                double[] row = p[x];
                Decisions.ends(leaves).forEach((y, probability) -> row[y.intValue()] += probability);
            }
        }
        return p;
    }

    private static TransitionMatrix verify(
            TableTarget target, EnergyModel model, int radius, int block, boolean @Nullable [] frozen) {
        double[][] p = enumerated(target, model, radius, block, frozen);
        double[][] expected = new Definition(target, radius, block, frozen, true).p;
        for (int x = 0; x < p.length; x++) {
            assertThat(p[x]).as("from %d", x).containsExactly(expected[x], within(1e-11));
        }
        return new TransitionMatrix(target, p)
                .verifyStochastic()
                .verifyReversible()
                .verifyInvariant();
    }

    static Stream<Arguments> balls() {
        Stream<Arguments> moderate = SmallTargets.moderate().stream()
                .flatMap(c ->
                        Stream.of(new int[] {1, 2}, new int[] {5, 5}).map(size -> Arguments.of(c, size[0], size[1])));
        Stream<Arguments> hard = SmallTargets.hard().stream().map(c -> Arguments.of(c, 1, 3));
        TableTarget four = TableTarget.of("sixteen states", 4, x -> 2.0 * Math.sin(3.0 + 7.0 * TableTarget.number(x)));
        Stream<Arguments> wide = Stream.of(Arguments.of(new SmallTargets.Case("local", four, four.local()), 2, 3));
        return Stream.of(moderate, hard, wide)
                .flatMap(cases -> cases)
                .filter(given -> ((SmallTargets.Case) given.get()[0]).model() instanceof LocalEnergyModel);
    }

    @ParameterizedTest
    @MethodSource("balls")
    void stepOfALocalModel_isThatOfTheDefinition_andReversible(SmallTargets.Case c, int radius, int block) {
        verify(c.target(), c.model(), radius, block, null);
    }

    /** With every third state impossible or not, and with log-ratios of hundreds. */
    @ParameterizedTest
    @CsvSource({"2,1,2", "2,2,3", "2,3,3", "900,1,2"})
    void stepOfABatchedModel_isThatOfTheDefinition_andReversible(double width, int radius, int block) {
        for (boolean holes : new boolean[] {false, true}) {
            TableTarget target = TableTarget.of(
                    "eight states",
                    3,
                    x -> holes && TableTarget.number(x) % 3 == 2
                            ? Double.NEGATIVE_INFINITY
                            : width * Math.sin(1.0 + 5.0 * TableTarget.number(x)));
            verify(target, target.batched(false), radius, block, null);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stepWithFrozenSites_isThatOfTheDefinition(boolean local) {
        TableTarget target = SmallTargets.pairwise().target();
        boolean[] frozen = {false, true, false, false, true};
        EnergyModel model = local ? SmallTargets.pairwise() : target.batched(true);
        verify(target, model, 1, local ? 2 : 3, frozen);
    }

    /** Log-ratios of 3,000 and 10,000 nats. */
    @Test
    void stepAcrossDeepValleys_isThatOfTheDefinition() {
        SmallTargets.extreme().stream()
                .filter(c -> c.model() instanceof LocalEnergyModel)
                .forEach(c -> verify(c.target(), c.model(), 1, 5, null));
    }

    @Test
    void sevenSites_oneBlockOfAll_isThatOfTheDefinition_andReversible() {
        double[][] coupling = new double[7][7];
        for (int i = 0; i < 7; i++) {
            for (int j = 0; j < i; j++) {
                coupling[i][j] = i - j == 3 || (i - j == 1 && i % 3 != 0) ? Math.sin(5.0 * j + i) : 0.0;
                coupling[j][i] = coupling[i][j];
            }
        }
        double[] bias =
                IntStream.range(0, 7).mapToDouble(i -> Math.cos(3.0 * i)).toArray();
        SmallPairwise model = new SmallPairwise(bias, coupling, new int[0][]);
        verify(model.target(), model, 1, 7, null);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void everyRadius_isErgodic(int radius) {
        SmallPairwise model = SmallTargets.pairwise();
        verify(model.target(), model, radius, Math.max(radius, 2), null).verifyErgodic();
    }

    /** All states of odd parity are impossible: single flips never leave a state, balls of radius 1 do. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void evenStates_areJoinedThroughImpossibleCentres(boolean local) {
        TableTarget even = TableTarget.of(
                "even",
                4,
                x -> Integer.bitCount(TableTarget.number(x)) % 2 == 0
                        ? 0.3 * TableTarget.number(x)
                        : Double.NEGATIVE_INFINITY);
        verify(even, local ? even.local() : even.batched(true), 1, 2, null).verifyErgodic();
    }

    /** A draw from the ball around the state itself, without a centre, misses the target. */
    @Test
    void drawAroundTheState_withoutACentre_missesTheTarget() {
        TableTarget target = SmallTargets.pairwise().target();
        double[] pi = target.probabilities();
        double[][] wrong = new Definition(target, 1, 3, null, false).p;
        double largest = 0.0;
        for (int y = 0; y < pi.length; y++) {
            double arriving = 0.0;
            for (int x = 0; x < pi.length; x++) {
                arriving += pi[x] * wrong[x][y];
            }
            largest = Math.max(largest, Math.abs(arriving - pi[y]));
        }
        assertThat(largest).isGreaterThan(0.01);
    }
}
