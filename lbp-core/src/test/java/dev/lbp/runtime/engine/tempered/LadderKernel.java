package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableMoves;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.TracedBits;
import dev.lbp.runtime.engine.TracedMoves;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.AnnealedMoveModel;
import dev.lbp.runtime.model.BitReference;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.model.Reference;
import dev.lbp.runtime.model.SubsetBase;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition probabilities of a ladder on a small target: steps of every slot, a draw of the reference and
 * exchanges, and steps of every slot again, so that the last steps follow every way to come to a state. All decisions
 * are the ladder's own.
 *
 * @param <S> the array of a state
 */
final class LadderKernel<S> {

    private final double[] betas;
    private final Decisions decisions;
    private final LocalLadder<S> ladder;

    /** The states that a slot may be in, the log-probabilities of target and reference, and the law of slots 1 to K. */
    private final List<S> states;

    private final double[] logTarget;
    private final double[] logBase;
    private final double[][] laws;

    /** The number of a state by its hash, which no two of a few sites share. */
    private final Map<Integer, Integer> numbers = new HashMap<>();

    /** The scales of slots 1 to K, which an exchange must not change. */
    private final double[] scales;

    /** The number of the scan. */
    private long scan;

    private boolean stepsFirst;

    /** Makes the chain of a slot at an inverse temperature. */
    interface Slot<S> {
        LocalChain<S> create(int k, double beta);
    }

    /**
     * @param states all possible states
     * @param logTarget the target's log-probability of each
     * @param logBase the reference's, normalised
     * @param ladder a ladder without chains, with one step in a scan
     * @param slots the chains of slots 1 to K, with scales of their own
     */
    LadderKernel(
            List<S> states,
            double[] logTarget,
            double[] logBase,
            double[] betas,
            Decisions decisions,
            LocalLadder<S> ladder,
            Slot<S> slots) {
        this.states = states;
        this.logTarget = logTarget;
        this.logBase = logBase;
        this.betas = betas;
        this.decisions = decisions;
        this.ladder = ladder;
        this.laws = new double[betas.length][];
        this.scales = new double[betas.length];
        states.forEach(state -> numbers.put(hash(state), numbers.size()));
        for (int k = 1; k < betas.length; k++) {
            laws[k] = law(betas[k]);
            ladder.chains().add(slots.create(k, betas[k]));
            scales[k] = ladder.slot(k).scale.value();
        }
    }

    private static int hash(Object state) {
        return state instanceof byte[] bits ? Arrays.hashCode(bits) : Arrays.hashCode((int[]) state);
    }

    /**
     * A ladder of bits.
     *
     * @param methods the method of slots 1 to K, with scales of their own
     * @param held the values of frozen sites
     * @param ones the number of ones of every state; 0 for any number
     */
    static LadderKernel<byte[]> ofBits(
            TableTarget target,
            LocalEnergyModel model,
            double[] betas,
            double @Nullable [] logits,
            boolean @Nullable [] frozen,
            int held,
            int ones,
            Decisions decisions,
            IntFunction<Method> methods) {
        int n = target.dimension();
        int[] numbers = IntStream.range(0, target.states())
                .filter(x -> target.possible(x) && (ones == 0 || Integer.bitCount(x) == ones))
                .filter(x -> frozen == null
                        || IntStream.range(0, n).allMatch(i -> !frozen[i] || (x >> i & 1) == (held >> i & 1)))
                .toArray();
        double[] logBase = IntStream.of(numbers)
                .mapToDouble(x -> logBase(x, n, logits, frozen))
                .toArray();
        if (ones > 0) {
            normalise(logBase, target, logits, frozen, held, ones);
        }
        List<byte[]> states =
                IntStream.of(numbers).mapToObj(x -> TableTarget.state(x, n)).toList();
        LocalEnergyModel traced = new TracedBits(model, decisions);
        BitReference base =
                ones == 0 ? FactorisedBase.ofLogits(logits, n, frozen) : SubsetBase.of(logits, n, frozen, ones);
        Supplier<BitStart> starts = () -> {
            BitStart start = new BitStart(
                    n,
                    new StartPlan<>(
                            ChainSpan.all(1), 1L, new byte[][] {states.get(0).clone()}, frozen, 0),
                    ones);
            start.generators()[0] = decisions;
            return start;
        };
        LocalLadder<byte[]> ladder = new LocalLadder<>(
                0,
                starts.get(),
                new TemperedBits(methods.apply(1), traced, new BitSpace(n, ones), base, settings(betas)),
                0,
                null,
                null,
                betas);
        return new LadderKernel<>(
                states,
                IntStream.of(numbers).mapToDouble(target::logProb).toArray(),
                logBase,
                betas,
                decisions,
                ladder,
                (k, beta) -> methods.apply(k)
                        .localChains(traced, starts.get())
                        .create(new AnnealedLocalModel(traced, base, beta), 0));
    }

    /**
     * A ladder of moves.
     *
     * @param base the reference of the ladder
     * @param logBase its log-probability of each state of the space, by definition
     */
    static LadderKernel<int[]> ofMoves(
            TableMoves target,
            double[] betas,
            Reference<int[]> base,
            double[] logBase,
            Decisions decisions,
            IntFunction<Method> methods) {
        int[] possible = IntStream.range(0, target.logProb().length)
                .filter(x -> target.logProb()[x] > Double.NEGATIVE_INFINITY)
                .toArray();
        List<int[]> states = IntStream.of(possible)
                .mapToObj(x -> target.space().states().get(x))
                .toList();
        Supplier<ValueStart> starts = () -> {
            ValueStart start = new ValueStart(target, StartPlan.of(1, 1L, new int[][] {states.get(0)}));
            start.generators()[0] = decisions;
            return start;
        };
        MoveModel traced = TracedMoves.of(target, decisions);
        LocalLadder<int[]> ladder = new LocalLadder<>(
                0,
                starts.get(),
                new TemperedMoves(
                        methods.apply(1),
                        traced,
                        new ValueSpace(target.dimension(), target.values(), target.moves()),
                        base,
                        settings(betas)),
                0,
                null,
                null,
                betas);
        return new LadderKernel<>(
                states,
                IntStream.of(possible).mapToDouble(x -> target.logProb()[x]).toArray(),
                IntStream.of(possible).mapToDouble(x -> logBase[x]).toArray(),
                betas,
                decisions,
                ladder,
                (k, beta) ->
                        methods.apply(k).moveChains(starts.get()).create(AnnealedMoveModel.of(traced, base, beta), 0));
    }

    /** Settings of a ladder whose scans have one step. */
    private static <S> TemperedSettings<S> settings(double[] betas) {
        return new TemperedSettings<>(
                new TemperingPlan(betas.length, 1, false, false, null), StartPlan.of(1, 1L, null), Map.of());
    }

    /** The log-probability of a state of independent bits, by definition. */
    private static double logBase(int x, int n, double @Nullable [] logits, boolean @Nullable [] frozen) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            if (frozen == null || !frozen[i]) {
                double odds = logits == null ? 0.0 : logits[i];
                sum += (x >> i & 1) * odds - Math.log1p(Math.exp(odds));
            }
        }
        return sum;
    }

    /** Divides by the sum over all states with the number of ones, possible ones or not. */
    private static void normalise(
            double[] logBase,
            TableTarget target,
            double @Nullable [] logits,
            boolean @Nullable [] frozen,
            int held,
            int ones) {
        int n = target.dimension();
        double sum = IntStream.range(0, target.states())
                .filter(x -> Integer.bitCount(x) == ones)
                .filter(x -> frozen == null
                        || IntStream.range(0, n).allMatch(i -> !frozen[i] || (x >> i & 1) == (held >> i & 1)))
                .mapToDouble(x -> Math.exp(logBase(x, n, logits, frozen)))
                .sum();
        Arrays.setAll(logBase, k -> logBase[k] - Math.log(sum));
    }

    /** The probabilities of {@link #states} at an inverse temperature. */
    private double[] law(double beta) {
        double[] weights = IntStream.range(0, states.size())
                .mapToDouble(x -> Math.exp((1.0 - beta) * logBase[x] + beta * logTarget[x]))
                .toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    /** Exchanges follow the scan of this number. */
    LadderKernel<S> atScan(long number) {
        scan = number;
        return this;
    }

    /** Every slot also takes a step before the exchanges. */
    LadderKernel<S> withStepsFirst() {
        stepsFirst = true;
        return this;
    }

    private int slots() {
        return betas.length - 1;
    }

    /** The states of slots 1 to K, each as its place among {@link #states}; slot 1 counts least. */
    private int[] places(int product) {
        int[] places = new int[slots()];
        int left = product;
        for (int k = 0; k < places.length; k++) {
            places[k] = left % states.size();
            left /= states.size();
        }
        return places;
    }

    private int place(int k) {
        return numbers.get(hash(ladder.slot(k).state));
    }

    /** Puts every slot to a state, and takes steps and exchanges. */
    private long toScanEnd(int[] places) {
        for (int k = 1; k <= slots(); k++) {
            ladder.slot(k).scale.freezeAt(scales[k]);
            ladder.slot(k).restart(states.get(places[k - 1]));
        }
        if (stepsFirst) {
            for (int k = 1; k <= slots(); k++) {
                step(k);
            }
        }
        ladder.endScan(betas, scan);
        long end = 0;
        for (int k = slots(); k > 0; k--) {
            end = end * states.size() + place(k);
        }
        return end;
    }

    private long step(int k) {
        LocalChain<S> chain = ladder.slot(k);
        chain.step();
        decisions.note(chain.flips);
        decisions.note(place(k));
        return place(k);
    }

    /** Fails unless the product of the slots' laws is left unchanged, to 1e-12. */
    void verifyInvariant() {
        int products = (int) Math.pow(states.size(), slots());
        double[] arriving = new double[products];
        double[] expected = new double[products];
        for (int x = 0; x < products; x++) {
            int[] places = places(x);
            double weight = 1.0;
            for (int k = 1; k <= slots(); k++) {
                weight *= laws[k][places[k - 1]];
            }
            expected[x] = weight;
            for (Decisions.Leaf leaf : decisions.leaves(any -> toScanEnd(places))) {
                add(arriving, weight * leaf.probability(), places, leaf);
            }
        }
        assertThat(arriving).containsExactly(expected, within(1e-12));
    }

    /** Adds what follows from one way to the end of the scan: a step of every slot, independent given that way. */
    private void add(double[] arriving, double weight, int[] places, Decisions.Leaf leaf) {
        List<Map<Long, Double>> steps = new ArrayList<>();
        for (int k = 1; k <= slots(); k++) {
            int slot = k;
            steps.add(Decisions.ends(decisions.leaves(leaf.script(), any -> {
                toScanEnd(places);
                return step(slot);
            })));
        }
        add(arriving, weight, steps, 0, 0, 1);
    }

    private void add(double[] to, double weight, List<Map<Long, Double>> steps, int slot, int product, int unit) {
        if (slot == steps.size()) {
            to[product] += weight;
            return;
        }
        steps.get(slot)
                .forEach((place, p) ->
                        add(to, weight * p, steps, slot + 1, product + unit * place.intValue(), unit * states.size()));
    }

    /** Fails unless what slots say of themselves after exchanges is true of their states. */
    void verifySlots() {
        int products = (int) Math.pow(states.size(), slots());
        for (int x = 0; x < products; x++) {
            int[] places = places(x);
            for (Decisions.Leaf leaf : decisions.leaves(any -> toScanEnd(places))) {
                assertThat(decisions.replay(leaf.script(), any -> toScanEnd(places)))
                        .as("again")
                        .isEqualTo(leaf.end());
                verifySlotsNow();
            }
        }
    }

    private void verifySlotsNow() {
        for (int k = 1; k <= slots(); k++) {
            int x = place(k);
            double mixed = (1.0 - betas[k]) * logBase[x] + betas[k] * logTarget[x];
            assertThat(ladder.targetLogProb(k)).as("log p of slot %d", k).isCloseTo(logTarget[x], within(1e-12));
            assertThat(ladder.baseLogProb(k)).as("log base of slot %d", k).isCloseTo(logBase[x], within(1e-12));
            assertThat(ladder.slot(k).logProb)
                    .as("log-probability of slot %d", k)
                    .isCloseTo(mixed, within(1e-12));
        }
    }
}
