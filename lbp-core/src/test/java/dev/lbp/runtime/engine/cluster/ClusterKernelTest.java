package dev.lbp.runtime.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.cluster.ClusterMethod.Kind;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.AnnealedMoveModel;
import dev.lbp.runtime.model.CategoricalBase;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.model.FrozenCategories;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cluster moves, exactly: the transition matrix of a step, by all decisions of the chains, is that of the definition
 * ({@link NaiveClusters}), which keeps the target and is reversible. Bonds have probabilities of 0, 1/4, 1/2 and 3/4,
 * so that two or four uniform numbers for each decide them all.
 */
class ClusterKernelTest {

    private static final double IMPOSSIBLE = Double.NEGATIVE_INFINITY;

    /** The coupling whose bonds have a probability. */
    private static double of(double bond) {
        return -Math.log1p(-bond);
    }

    /** The numbers of bonds are one of two or four, all others are decisions. */
    private record Bonds(Decisions decisions, int parts) implements UniformRandomProvider {

        @Override
        public long nextLong() {
            return parts == 2 ? 2L * decisions.nextInt(2) + 1L << 62 : 2L * decisions.nextInt(4) + 1L << 61;
        }

        @Override
        public double nextDouble() {
            return decisions.nextDouble();
        }

        @Override
        public int nextInt(int n) {
            return decisions.nextInt(n);
        }
    }

    /** A target with sites that may be frozen. */
    private record Case(String name, PairTable table, boolean... frozen) {

        /** Two where all bonds have a probability of 0 or 1/2. */
        int parts() {
            return Arrays.stream(table.couplings()).allMatch(j -> j == 0.0 || j == of(0.5)) ? 2 : 4;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static PairTable table(int[][] pairs, double[] bonds, double[]... fields) {
        return new PairTable(
                pairs,
                IntStream.range(0, bonds.length).mapToDouble(k -> of(bonds[k])).toArray(),
                fields);
    }

    private static final int[][] TRIANGLE = {{0, 1}, {1, 2}, {0, 2}};

    private static final int[][] PATH = {{0, 1}, {1, 2}};

    static Stream<Case> bits() {
        double[] none = {0.0, 0.0};
        double[] up = {-0.2, 0.9};
        double[] down = {1.3, 0.0};
        return Stream.of(
                new Case("free", table(TRIANGLE, new double[] {0.5, 0.5, 0.5}, none, none, none), false, false, false),
                new Case("fields", table(TRIANGLE, new double[] {0.5, 0.5, 0.5}, up, down, none), false, false, false),
                new Case(
                        "frozen", table(PATH, new double[] {0.5, 0.75}, up, down, none, up), false, false, true, false),
                new Case(
                        "frozen, no fields",
                        table(PATH, new double[] {0.5, 0.75}, none, none, none),
                        true,
                        false,
                        false),
                new Case("zero", table(TRIANGLE, new double[] {0.0, 0.5, 0.5}, up, none, down), false, false, false),
                new Case(
                        "forbidden",
                        table(PATH, new double[] {0.75, 0.5}, new double[] {IMPOSSIBLE, 0.3}, down, up),
                        false,
                        false,
                        false));
    }

    static Stream<Case> values() {
        double[] none = {0.0, 0.0, 0.0};
        double[] some = {0.4, -0.7, 1.1};
        double[] other = {0.0, 0.8, -0.3};
        return Stream.of(
                new Case("free", table(PATH, new double[] {0.5, 0.5}, none, none, none), false, false, false),
                new Case("fields", table(new int[][] {{0, 1}}, new double[] {0.75}, some, other), false, false),
                new Case("frozen", table(PATH, new double[] {0.5, 0.5}, some, none, other), false, true, false),
                new Case(
                        "forbidden",
                        table(PATH, new double[] {0.5, 0.5}, new double[] {0.2, IMPOSSIBLE, 0.5}, some, none),
                        false,
                        false,
                        false));
    }

    @ParameterizedTest
    @MethodSource("bits")
    void step_bits_isThatOfTheDefinition(Case c) {
        for (Kind kind : Kind.values()) {
            Decisions decisions = new Decisions(1);
            LocalChain<byte[]> chain = bitChain(c.table.bits(), c, kind, decisions);
            verify(
                    c,
                    kind,
                    decisions,
                    c.table,
                    chain,
                    chain::restart,
                    ClusterKernelTest::bytes,
                    ClusterKernelTest::numbers);
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void step_values_isThatOfTheDefinition(Case c) {
        for (Kind kind : Kind.values()) {
            Decisions decisions = new Decisions(1);
            LocalChain<int[]> chain =
                    valueChain(new FrozenCategories(c.table.categories(), c.frozen), c, kind, decisions);
            verify(c, kind, decisions, c.table, chain, chain::restart, x -> x, x -> x);
        }
    }

    /** At beta = 1/2 a coupling of 2 ln 2 has bonds of 1/2, at beta = 1 of 3/4. */
    @ParameterizedTest
    @EnumSource
    void step_annealedBits_followsTheTemperature(Kind kind) {
        Case c = new Case(
                "annealed",
                table(PATH, new double[] {0.75, 0.75}, new double[] {0.0, 0.9}, new double[] {0.4, 0.0}, new double[2]),
                false,
                false,
                false);
        double[] odds = {0.5, -1.0, 0.25};
        double[][] logits = {{0.0, 0.5}, {0.0, -1.0}, {0.0, 0.25}};
        AnnealedLocalModel model = new AnnealedLocalModel(c.table.bits(), FactorisedBase.ofLogits(odds, 3, null), 0.5);
        Decisions decisions = new Decisions(1);
        LocalChain<byte[]> chain = bitChain(model, c, kind, decisions);
        for (double beta : new double[] {0.5, 1.0}) {
            model.beta(beta);
            chain.continueFromTracker();
            Consumer<byte[]> place = at -> {
                model.beta(0.75);
                chain.restart(at);
                model.beta(beta); // with the same tracker
                chain.continueFromTracker();
            };
            verify(
                    c,
                    kind,
                    decisions,
                    c.table.tempered(beta, logits),
                    chain,
                    place,
                    ClusterKernelTest::bytes,
                    ClusterKernelTest::numbers);
        }
    }

    @ParameterizedTest
    @EnumSource
    void step_annealedValues_followsTheTemperature(Kind kind) {
        boolean[] frozen = {false, false, true};
        Case c = new Case(
                "annealed",
                table(PATH, new double[] {0.75, 0.75}, new double[] {0.0, 0.9, 0.2}, new double[3], new double[3]),
                frozen);
        double[][] logits = {{0.5, -1.0, 0.25}, {0.0, 0.5, 0.0}, {0.0, 0.0, 0.0}};
        AnnealedMoveModel model = AnnealedMoveModel.of(
                new FrozenCategories(c.table.categories(), frozen),
                CategoricalBase.of(logits, 3, 3, site -> 3, frozen),
                0.5);
        Decisions decisions = new Decisions(1);
        LocalChain<int[]> chain = valueChain((CategoricalModel) model, c, kind, decisions);
        for (double beta : new double[] {0.5, 1.0}) {
            model.beta(beta);
            chain.continueFromTracker();
            Consumer<int[]> place = at -> {
                model.beta(0.75);
                chain.restart(at);
                model.beta(beta); // with the same tracker
                chain.continueFromTracker();
            };
            verify(c, kind, decisions, c.table.tempered(beta, logits), chain, place, x -> x, x -> x);
        }
    }

    private static LocalChain<byte[]> bitChain(LocalEnergyModel model, Case c, Kind kind, Decisions decisions) {
        byte[][] initial = {bytes(possible(c))};
        BitStart start = new BitStart(c.table.sites(), 1, 1L, initial, c.frozen);
        start.generators()[0] = new Bonds(decisions, c.parts());
        return new ClusterMethod(kind).localChains(model, start).create(model, 0);
    }

    private static LocalChain<int[]> valueChain(CategoricalModel model, Case c, Kind kind, Decisions decisions) {
        ValueStart start = new ValueStart(model, StartPlan.of(1, 1L, new int[][] {possible(c)}));
        start.generators()[0] = new Bonds(decisions, c.parts());
        return new ClusterMethod(kind).moveChains(start).create(model, 0);
    }

    private static int[] possible(Case c) {
        return IntStream.range(0, c.table.states())
                .mapToObj(c.table::state)
                .filter(x -> c.table.logProb(x) > IMPOSSIBLE)
                .findFirst()
                .orElseThrow();
    }

    private static byte[] bytes(int[] state) {
        byte[] bytes = new byte[state.length];
        IntStream.range(0, state.length).forEach(i -> bytes[i] = (byte) state[i]);
        return bytes;
    }

    private static int[] numbers(byte[] state) {
        return IntStream.range(0, state.length).map(i -> state[i]).toArray();
    }

    private interface Read<A, B> {
        B of(A a);
    }

    private static <S> void verify(
            Case c,
            Kind kind,
            Decisions decisions,
            PairTable law,
            LocalChain<S> chain,
            Consumer<S> place,
            Read<int[], S> write,
            Read<S, int[]> read) {
        double[][] expected =
                kind == Kind.ALL ? NaiveClusters.swendsenWang(law, c.frozen) : NaiveClusters.wolff(law, c.frozen);
        double[][] p = new double[law.states()][law.states()];
        double constant = chain.logProb - law.logProb(read.of(chain.state)); // of the reference
        for (int from = 0; from < law.states(); from++) {
            if (law.logProb(law.state(from)) == IMPOSSIBLE) {
                continue;
            }
            S at = write.of(law.state(from));
            ToLongFunction<Decisions> step = any -> {
                place.accept(at);
                chain.step();
                int[] to = read.of(chain.state);
                if (Math.abs(chain.logProb - constant - law.logProb(to)) > 1e-9) {
                    fail("must be the log-probability of " + Arrays.toString(to) + ": " + chain.logProb);
                }
                return law.number(to);
            };
            double[] row = p[from];
            Decisions.ends(decisions.leaves(step)).forEach((to, q) -> row[to.intValue()] = q);
            assertThat(row).as("%s, %s from %d", c, kind, from).containsExactly(expected[from], within(1e-12));
        }
        verifyReversible(law, p);
    }

    private static void verifyReversible(PairTable law, double[][] p) {
        double[] pi = IntStream.range(0, p.length)
                .mapToDouble(x -> Math.exp(law.logProb(law.state(x))))
                .toArray();
        double sum = Arrays.stream(pi).sum();
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < p.length; y++) {
                assertThat(pi[x] * p[x][y] / sum).isCloseTo(pi[y] * p[y][x] / sum, within(1e-12));
            }
        }
    }
}
