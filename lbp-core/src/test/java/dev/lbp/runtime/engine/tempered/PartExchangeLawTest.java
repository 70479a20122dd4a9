package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Inside;
import dev.lbp.Samplers;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exchanges of parts, alone, leave the product of the laws of all slots and their twins unchanged, to 1e-12: all states
 * and all decisions are enumerated.
 */
class PartExchangeLawTest {

    /** What a test puts into slots, and their laws. */
    private record Slots<S>(
            List<S> states, double[] logTarget, double[] logBase, Decisions decisions, LocalLadder<S> ladder) {

        private List<Ladder<S>> columns() {
            return ladder.columns().toList();
        }

        /** The law of a slot. */
        private double[] law(double beta) {
            double[] weights = IntStream.range(0, states.size())
                    .mapToDouble(x -> Math.exp((1.0 - beta) * logBase[x] + beta * logTarget[x]))
                    .toArray();
            double sum = Arrays.stream(weights).sum();
            return Arrays.stream(weights).map(weight -> weight / sum).toArray();
        }

        private int place(S state) {
            return IntStream.range(0, states.size())
                    .filter(x -> Arrays.deepEquals(new Object[] {state}, new Object[] {states.get(x)}))
                    .findFirst()
                    .orElseThrow();
        }

        /** Puts all slots to states, and ends a scan. */
        private long end(int product, double[] betas, long scan) {
            int left = product;
            for (Ladder<S> column : columns()) {
                for (int k = 1; k < betas.length; k++) {
                    ((LocalChain<S>) column.slot(k)).restart(states.get(left % states.size()));
                    left /= states.size();
                }
            }
            ladder.endScan(betas, scan);
            long end = 0;
            long unit = 1;
            for (Ladder<S> column : columns()) {
                for (int k = 1; k < betas.length; k++) {
                    int x = place(column.slot(k).state);
                    assertThat(column.targetLogProb(k)).isCloseTo(logTarget[x], within(1e-12));
                    assertThat(column.baseLogProb(k)).isCloseTo(logBase[x], within(1e-12));
                    decisions.note(x);
                    end += unit * x;
                    unit *= states.size();
                }
            }
            return end;
        }

        void verifyInvariant(double[] betas, long scan) {
            int slots = columns().size() * (betas.length - 1);
            int products = (int) Math.pow(states.size(), slots);
            double[] expected = new double[products];
            double[] arriving = new double[products];
            for (int x = 0; x < products; x++) {
                double weight = 1.0;
                int left = x;
                for (int s = 0; s < slots; s++) {
                    weight *= law(betas[1 + s % (betas.length - 1)])[left % states.size()];
                    left /= states.size();
                }
                expected[x] = weight;
                int from = x;
                for (Decisions.Leaf leaf : decisions.leaves(any -> end(from, betas, scan))) {
                    arriving[(int) leaf.end()] += weight * leaf.probability();
                }
            }
            assertThat(arriving).containsExactly(expected, within(1e-12));
        }
    }

    /** A model with a graph. */
    private record Graphed(LocalEnergyModel model, SiteGraph sites) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public Optional<SiteGraph> graph() {
            return Optional.of(sites);
        }

        @Override
        public Tracker newTracker() {
            return model.newTracker();
        }
    }

    private static <S> TemperedSettings<S> settings(double[] betas) {
        return new TemperedSettings<>(
                new TemperingPlan(betas.length, 1, true, false, null), StartPlan.of(1, 1L, null), Map.of());
    }

    /** Slots of bits with fields, and couplings of the pairs; a state with three ones in a row is impossible. */
    private static Slots<byte[]> bits(
            int n, int[][] pairs, double[] betas, double[] logits, boolean[] frozen, boolean twins, boolean zeros) {
        return bits(n, pairs, betas, logits, frozen, twins, zeros, 1.0);
    }

    private static Slots<byte[]> bits(
            int n,
            int[][] pairs,
            double[] betas,
            double[] logits,
            boolean[] frozen,
            boolean twins,
            boolean zeros,
            double fields) {
        TableTarget target = TableTarget.of("pairs", n, x -> {
            double sum = 0.0;
            for (int i = 0; i < n; i++) {
                sum += fields * (0.9 - 0.7 * i) * x[i];
            }
            for (int[] pair : pairs) {
                double coupling = 1.7 - pair[0] - 0.3 * pair[1];
                sum += fields == 0.0 ? coupling * (x[pair[0]] ^ x[pair[1]]) : coupling * x[pair[0]] * x[pair[1]];
                sum = zeros && x[pair[0]] > x[pair[1]] ? Double.NEGATIVE_INFINITY : sum;
            }
            return sum;
        });
        Graphed model = new Graphed(target.local(), SiteGraph.ofTerms(n, pairs));
        int[] numbers = IntStream.range(0, target.states())
                .filter(target::possible)
                .filter(x -> frozen == null || IntStream.range(0, n).noneMatch(i -> frozen[i] && (x >> i & 1) == 1))
                .toArray();
        List<byte[]> states =
                IntStream.of(numbers).mapToObj(x -> TableTarget.state(x, n)).toList();
        FactorisedBase base = FactorisedBase.ofLogits(logits, n, frozen);
        Decisions decisions = new Decisions(n);
        Method method = Inside.method(Samplers.gibbs().build());
        TemperedBits run = new TemperedBits(method, model, new BitSpace(n, 0), base, settings(betas));
        Supplier<BitStart> starts = () -> {
            BitStart start = new BitStart(
                    n,
                    new StartPlan<>(
                            ChainSpan.all(1), 1L, new byte[][] {states.get(0).clone()}, frozen, 0),
                    0);
            start.generators()[0] = decisions;
            return start;
        };
        PartExchange<byte[]> parts = new PartExchange<>(model.sites(), run.space(), run.touched());
        UnaryOperator<LocalLadder<byte[]>> ladder = twin -> {
            LocalLadder<byte[]> made = new LocalLadder<>(0, starts.get(), run, 0, parts, twin, betas);
            for (int k = 1; k < betas.length - 1; k++) {
                made.chains()
                        .add(method.localChains(model, starts.get())
                                .create(new AnnealedLocalModel(model, base, betas[k]), 0));
            }
            made.begin(
                    method.localChains(model, starts.get()).create(new AnnealedLocalModel(model, base, 1.0), 0),
                    frozen == null);
            return made;
        };
        double[] logBase = states.stream().mapToDouble(base::logProb).toArray();
        double[] logTarget = IntStream.of(numbers).mapToDouble(target::logProb).toArray();
        return new Slots<>(states, logTarget, logBase, decisions, ladder.apply(twins ? ladder.apply(null) : null));
    }

    private static final double[] THREE = {0.0, 0.35, 1.0};
    private static final double[] TWO = {0.0, 1.0};
    private static final double[] LOGITS = {0.8, -1.1, 0.3, -0.4};

    private static double[] logits(int n) {
        return Arrays.copyOf(LOGITS, n);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void scan_line_leavesTheProductUnchanged(long scan) {
        int[][] line = {{0, 1}, {1, 2}};
        bits(3, line, THREE, logits(3), null, false, false).verifyInvariant(THREE, scan);
        bits(3, line, THREE, null, null, false, true).verifyInvariant(THREE, scan);
        bits(3, line, THREE, logits(3), new boolean[] {false, true, false}, false, false)
                .verifyInvariant(THREE, scan);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void scan_separateParts_leavesTheProductUnchanged(long scan) {
        bits(2, new int[0][], THREE, logits(2), null, false, false).verifyInvariant(THREE, scan);
        bits(3, new int[][] {{0, 2}}, THREE, logits(3), null, false, false).verifyInvariant(THREE, scan);
    }

    /** Slot K also proposes the opposite of its state, which is as probable. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void scan_symmetricTarget_leavesTheProductUnchanged(long scan) {
        int[][] line = {{0, 1}, {1, 2}};
        bits(3, line, THREE, logits(3), null, false, false, 0.0).verifyInvariant(THREE, scan);
        bits(2, new int[][] {{0, 1}}, TWO, null, null, true, false, 0.0).verifyInvariant(TWO, scan);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void scan_twins_leavesTheProductUnchanged(long scan) {
        bits(2, new int[0][], TWO, logits(2), null, true, false).verifyInvariant(TWO, scan);
        bits(2, new int[0][], THREE, logits(2), null, true, false).verifyInvariant(THREE, 1);
        bits(3, new int[][] {{0, 1}, {1, 2}}, TWO, null, null, true, true).verifyInvariant(TWO, scan);
        bits(3, new int[][] {{0, 1}}, TWO, logits(3), null, true, false).verifyInvariant(TWO, 1);
    }
}
