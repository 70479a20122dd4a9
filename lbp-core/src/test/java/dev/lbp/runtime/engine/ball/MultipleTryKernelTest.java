package dev.lbp.runtime.engine.ball;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.MetropolisKernel;
import dev.lbp.runtime.engine.Paths;
import dev.lbp.runtime.engine.TracedBits;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Multiple-try Metropolis by enumeration: detailed balance of its formula on a ring, and whole steps of both engines on
 * bits.
 */
class MultipleTryKernelTest {

    private static final int N = 3;

    private static final WeightFunction PROPORTIONAL = WeightFunction.of("t", logT -> logT);

    /** The ring of 6 states; the candidates of a state are its two neighbours. */
    static final double[] RING = {0.0, 1.2, -0.7, 0.9, -1.5, 0.4};

    static List<WeightFunction> weights() {
        return List.of(
                WeightFunction.SQRT,
                WeightFunction.BARKER,
                WeightFunction.MIN,
                WeightFunction.MAX,
                PROPORTIONAL,
                WeightFunction.of("t^0.9", logT -> 0.9 * logT));
    }

    /** Largest violation of detailed balance of a pair of tries on the ring. */
    private static double imbalanceOnRing(WeightFunction weight, boolean inverted) {
        int n = RING.length;
        double[][] p = new double[n][n];
        FlipWeights weights = new FlipWeights(weight);
        for (int x = 0; x < n; x++) {
            for (int way = 0; way < 8; way++) {
                int[] tries = {(x + ((way & 1) == 0 ? 1 : n - 1)) % n, (x + ((way & 2) == 0 ? 1 : n - 1)) % n};
                TryWeights there = new TryWeights(weights);
                there.add(RING[tries[0]] - RING[x]);
                double second = there.add(RING[tries[1]] - RING[x]);
                for (int chosen = 0; chosen < 2; chosen++) {
                    int y = tries[chosen];
                    int z = (y + ((way & 4) == 0 ? 1 : n - 1)) % n;
                    TryWeights back = new TryWeights(weights);
                    back.add(RING[z] - RING[y]);
                    back.add(RING[x] - RING[y]);
                    double alpha = inverted
                            ? back.acceptance(there, RING[x] - RING[y])
                            : there.acceptance(back, RING[y] - RING[x]);
                    p[x][y] += 0.125 * (chosen == 1 ? second : 1.0 - second) * alpha;
                }
            }
        }
        double sum = IntStream.range(0, n).mapToDouble(x -> Math.exp(RING[x])).sum();
        double largest = 0.0;
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < n; y++) {
                largest = Math.max(largest, Math.abs(Math.exp(RING[x]) * p[x][y] - Math.exp(RING[y]) * p[y][x]) / sum);
            }
        }
        return largest;
    }

    @ParameterizedTest
    @MethodSource("weights")
    void pairOfTriesOnARing_isReversible(WeightFunction weight) {
        assertThat(imbalanceOnRing(weight, false)).isLessThan(1e-15);
    }

    /** Slides on the method print the ratio of sums the other way up. */
    @Test
    void invertedRatioOnARing_isNotReversible() {
        assertThat(imbalanceOnRing(WeightFunction.SQRT, true)).isGreaterThan(0.03);
        assertThat(imbalanceOnRing(PROPORTIONAL, true)).isGreaterThan(0.03);
    }

    /** Ratios of 10^4 nats neither overflow nor stop the chain from moving up. */
    @ParameterizedTest
    @MethodSource("weights")
    void steepCandidates_areAcceptedUpwards(WeightFunction weight) {
        FlipWeights weights = new FlipWeights(weight);
        TryWeights there = new TryWeights(weights);
        assertThat(there.add(Double.NEGATIVE_INFINITY)).isZero();
        assertThat(there.add(-10_000.0)).isEqualTo(1.0);
        there.add(10_000.0);
        TryWeights back = new TryWeights(weights);
        back.add(Double.NEGATIVE_INFINITY);
        back.add(-10_000.0);
        assertThat(there.acceptance(back, 10_000.0)).isCloseTo(1.0, within(1e-12));
        assertThat(back.acceptance(there, -10_000.0)).isZero();
    }

    /** Every third state but one is impossible if there are holes. */
    private static TableTarget target(boolean holes) {
        double[] logProb = {0.3, -0.9, 1.4, 0.1, -1.7, 0.8, -0.2, 1.1};
        return TableTarget.of("eight states", N, x -> {
            int k = TableTarget.number(x);
            return holes && k % 3 == 2 ? Double.NEGATIVE_INFINITY : logProb[k];
        });
    }

    /** The transition probabilities by the definition. */
    private static final class Definition {

        private final TableTarget target;
        private final WeightFunction weight;
        private final List<Integer> flips;
        private final double[][] p;

        Definition(TableTarget target, WeightFunction weight, int tries, List<Integer> flips) {
            this.target = target;
            this.weight = weight;
            this.flips = flips;
            this.p = new double[target.states()][target.states()];
            double each = Math.pow(flips.size(), 1 - 2 * tries);
            List<int[]> candidates = tuples(tries);
            List<int[]> returns = tuples(tries - 1);
            for (int x = 0; x < p.length; x++) {
                for (int[] there : candidates) {
                    for (int[] back : returns) {
                        add(x, there, back, each);
                    }
                }
            }
        }

        private double w(int from, int to) {
            double logRatio = target.logProb(to) - target.logProb(from);
            return target.possible(to) ? Math.exp(weight.logWeight(logRatio)) : 0.0;
        }

        private void add(int x, int[] there, int[] back, double each) {
            double sum = IntStream.of(there).mapToDouble(m -> w(x, x ^ m)).sum();
            double moved = 0.0;
            for (int m : there) {
                int y = x ^ m;
                double share = sum > 0.0 ? w(x, y) / sum : 0.0;
                if (share > 0.0) {
                    double backSum = w(y, x)
                            + IntStream.of(back).mapToDouble(k -> w(y, y ^ k)).sum();
                    double ratio = Math.exp(target.logProb(y) - target.logProb(x)) * w(y, x) / w(x, y);
                    double probability = each * share * Math.min(1.0, ratio * sum / backSum);
                    p[x][y] += probability;
                    moved += probability;
                }
            }
            p[x][x] += each - moved;
        }

        private List<int[]> tuples(int length) {
            List<int[]> tuples = new ArrayList<>();
            int count = (int) Math.pow(flips.size(), length);
            for (int number = 0; number < count; number++) {
                int left = number;
                int[] tuple = new int[length];
                for (int k = 0; k < length; k++) {
                    tuple[k] = flips.get(left % flips.size());
                    left /= flips.size();
                }
                tuples.add(tuple);
            }
            return tuples;
        }
    }

    /** The masks of all sets of R free sites. */
    private static List<Integer> flips(int r, boolean @Nullable [] frozen) {
        return IntStream.range(1, 1 << N)
                .filter(mask -> Integer.bitCount(mask) == r)
                .filter(mask ->
                        frozen == null || IntStream.range(0, N).noneMatch(i -> frozen[i] && (mask >> i & 1) == 1))
                .boxed()
                .toList();
    }

    /** A batched model that tells of the states that it scores. */
    private record Told(EnergyModel model, Decisions decisions) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            for (double bit : states.dup('c').data().asDouble()) {
                decisions.note((long) bit);
            }
            return model.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            throw new UnsupportedOperationException("no gradient is needed");
        }
    }

    /** The transition probabilities of a chain. Every random decision of its steps is enumerated. */
    private static double[][] enumerated(
            TableTarget target, boolean local, WeightFunction weight, int tries, int r, boolean @Nullable [] frozen) {
        Decisions decisions = new Decisions(N).thorough();
        UniformProposal uniform = new UniformProposal();
        MultipleTryMethod method = new MultipleTryMethod(
                tries,
                new MetropolisMove(
                        decisions.deciding(uniform, (sites, scale) -> masks(sites, scale)), weight, new FixedScale(r)));
        EnergyModel model =
                local ? new TracedBits(target.local(), decisions) : new Told(target.batched(true), decisions);
        BitStart start = new BitStart(N, 1, 1L, new byte[][] {TableTarget.state(0, N)}, frozen);
        start.generators()[0] = decisions;
        double[][] p = new double[target.states()][target.states()];
        Ensemble<byte[]> ensemble = method.ensemble(model, start, WorkerPool.inline());
        ChainState<byte[]> chain = ensemble.chains.get(0);
        for (int x = 0; x < p.length; x++) {
            if (target.possible(x)) {
                byte[] from = TableTarget.state(x, N);
                List<Decisions.Leaf> leaves = decisions.leaves(any -> {
                    ensemble.reset(0, from);
                    ensemble.runTo(chain.steps() + 1, done -> {}, new StopSignal());
                    int y = TableTarget.number(chain.state);
                    decisions.note(y);
                    assertThat(Math.abs(chain.logProb - target.logProb(y))).isLessThan(1e-12);
                    return y;
                });
                double[] row = p[x];
                Decisions.ends(leaves).forEach((y, probability) -> row[y.intValue()] += probability);
            }
        }
        return p;
    }

    /** One path for each set: the order of its flips has no effect. */
    private static List<int[]> masks(int[] sites, int r) {
        return Paths.subsets(sites).stream().filter(path -> path.length == r).toList();
    }

    static Stream<Arguments> steps() {
        Stream<Arguments> few = Stream.of(true, false)
                .flatMap(local -> Stream.of(1, 2)
                        .flatMap(tries -> Stream.of(1, 2).map(r -> Arguments.of(local, tries, r, r == 2))));
        return Stream.concat(few, Stream.of(Arguments.of(false, 2, 1, true), Arguments.of(true, 3, 1, true)));
    }

    /** Every way through a step, on either engine: the definition to 1e-12, detailed balance, the law. */
    @ParameterizedTest
    @MethodSource("steps")
    void step_isThatOfTheDefinition_andReversible(boolean local, int tries, int r, boolean holes) {
        TableTarget target = target(holes);
        WeightFunction weight = r == 1 ? WeightFunction.SQRT : WeightFunction.BARKER;
        verify(target, enumerated(target, local, weight, tries, r, null), weight, tries, flips(r, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void plainStep_isThatOfTheDefinition_andReversible(boolean local) {
        TableTarget target = target(true);
        verify(target, enumerated(target, local, PROPORTIONAL, 2, 1, null), PROPORTIONAL, 2, flips(1, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stepWithFrozenSites_isThatOfTheDefinition(boolean local) {
        TableTarget target = target(false);
        boolean[] frozen = {false, true, false};
        verify(
                target,
                enumerated(target, local, WeightFunction.MIN, 2, 1, frozen),
                WeightFunction.MIN,
                2,
                flips(1, frozen));
    }

    private static void verify(
            TableTarget target, double[][] p, WeightFunction weight, int tries, List<Integer> flips) {
        new TransitionMatrix(target, p).verifyStochastic().verifyReversible().verifyInvariant();
        double[][] expected = new Definition(target, weight, tries, flips).p;
        for (int x = 0; x < p.length; x++) {
            if (target.possible(x)) {
                assertThat(p[x]).as("from %d", x).containsExactly(expected[x], within(1e-12));
            }
        }
    }

    /** One try is the random walk, whatever the weight function. */
    @ParameterizedTest
    @MethodSource("weights")
    void oneTry_isTheRandomWalk(WeightFunction weight) {
        TableTarget target = target(true);
        double[][] p = enumerated(target, true, weight, 1, 1, null);
        double[][] walk =
                MetropolisKernel.rwm(target, target.local()).matrix(1.0).p();
        for (int x = 0; x < p.length; x++) {
            if (target.possible(x)) {
                assertThat(p[x]).containsExactly(walk[x], within(1e-12));
            }
        }
    }
}
