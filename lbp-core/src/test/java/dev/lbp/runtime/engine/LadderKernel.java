package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.WrappedTracker;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition probabilities of a ladder on a small target: steps of every slot, a draw of the reference and
 * exchanges, and steps of every slot again, so that the last steps follow every way to come to a state. All decisions
 * are the ladder's own.
 */
final class LadderKernel {

    private final TableTarget target;
    private final double[] betas;
    private final double @Nullable [] logits;
    private final boolean @Nullable [] frozen;
    private final Decisions decisions;
    private final LocalLadder<byte[]> ladder;

    /** The states that a slot may be in, and the probability of each in each slot 1 to K. */
    private final int[] states;

    private final double[][] laws;

    /** The scales of slots 1 to K, which an exchange must not change. */
    private final double[] scales;

    /** The number of the scan. */
    private long scan;

    private boolean stepsFirst;

    /**
     * @param methods the method of slots 1 to K, with scales of their own
     * @param held the values of frozen sites
     */
    LadderKernel(
            TableTarget target,
            LocalEnergyModel model,
            double[] betas,
            double @Nullable [] logits,
            boolean @Nullable [] frozen,
            int held,
            Decisions decisions,
            IntFunction<Method> methods) {
        this.target = target;
        this.betas = betas;
        this.logits = logits;
        this.frozen = frozen;
        this.decisions = decisions;
        this.states = IntStream.range(0, target.states())
                .filter(x -> target.possible(x) && agrees(x, held))
                .toArray();
        this.laws = new double[betas.length][];
        this.scales = new double[betas.length];
        for (int k = 1; k < betas.length; k++) {
            laws[k] = law(betas[k]);
        }
        LocalEnergyModel traced = new Traced(model, decisions);
        FactorisedBase base = FactorisedBase.ofLogits(logits, target.dimension(), frozen);
        ladder = new LocalLadder<>(
                0,
                start(),
                new BitSpace(target.dimension(), 0),
                base,
                new SlotRecords<>(Map.of()),
                new AnnealedLocalModel(traced, base, 1.0).newTracker(),
                1,
                betas);
        for (int k = 1; k < betas.length; k++) {
            ladder.chains().add((LocalBitChain) methods.apply(k)
                    .localChains(traced, start())
                    .create(new AnnealedLocalModel(traced, base, betas[k]), 0));
            scales[k] = ladder.slot(k).scale.value();
        }
    }

    private boolean agrees(int x, int held) {
        return frozen == null
                || IntStream.range(0, target.dimension()).allMatch(i -> !frozen[i] || (x >> i & 1) == (held >> i & 1));
    }

    private BitStart start() {
        int n = target.dimension();
        BitStart start = new BitStart(n, 1, 1L, new byte[][] {TableTarget.state(states[0], n)}, frozen);
        start.generators()[0] = decisions;
        return start;
    }

    /** The reference's log-probability of a state, by its definition. */
    private double logBase(int x) {
        double sum = 0.0;
        for (int i = 0; i < target.dimension(); i++) {
            if (frozen == null || !frozen[i]) {
                double odds = logits == null ? 0.0 : logits[i];
                sum += (x >> i & 1) * odds - Math.log1p(Math.exp(odds));
            }
        }
        return sum;
    }

    /** The probabilities of {@link #states} at an inverse temperature. */
    private double[] law(double beta) {
        double[] weights = IntStream.of(states)
                .mapToDouble(x -> Math.exp((1.0 - beta) * logBase(x) + beta * target.logProb(x)))
                .toArray();
        double sum =
                IntStream.range(0, weights.length).mapToDouble(k -> weights[k]).sum();
        return IntStream.range(0, weights.length)
                .mapToDouble(k -> weights[k] / sum)
                .toArray();
    }

    /** Exchanges follow the scan of this number. */
    LadderKernel atScan(long number) {
        scan = number;
        return this;
    }

    /** Every slot also takes a step before the exchanges. */
    LadderKernel withStepsFirst() {
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
            places[k] = left % states.length;
            left /= states.length;
        }
        return places;
    }

    private int place(int k) {
        int x = TableTarget.number(ladder.slot(k).state);
        return IntStream.range(0, states.length)
                .filter(p -> states[p] == x)
                .findFirst()
                .orElseThrow();
    }

    /** Puts every slot to a state, and takes steps and exchanges. */
    private long toScanEnd(int[] places) {
        for (int k = 1; k <= slots(); k++) {
            ladder.slot(k).scale.freezeAt(scales[k]);
            ladder.slot(k).restart(TableTarget.state(states[places[k - 1]], target.dimension()));
        }
        if (stepsFirst) {
            for (int k = 1; k <= slots(); k++) {
                step(k);
            }
        }
        ladder.endScan(betas, scan);
        long end = 0;
        for (int k = slots(); k > 0; k--) {
            end = end * states.length + place(k);
        }
        return end;
    }

    private long step(int k) {
        LocalChain<byte[]> chain = ladder.slot(k);
        chain.step();
        decisions.note(chain.flips);
        decisions.note(place(k));
        return place(k);
    }

    /** Fails unless the product of the slots' laws is left unchanged, to 1e-12. */
    void verifyInvariant() {
        int products = (int) Math.pow(states.length, slots());
        double[] arriving = new double[products];
        double[] expected = new double[products];
        for (int x = 0; x < products; x++) {
            int[] places = places(x);
            double weight = 1.0;
            for (int k = 1; k <= slots(); k++) {
                weight *= laws[k][places[k - 1]];
            }
            expected[x] = weight;
            for (Decisions.Leaf leaf : decisions.leaves(List.of(), any -> toScanEnd(places))) {
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
                        add(to, weight * p, steps, slot + 1, product + unit * place.intValue(), unit * states.length));
    }

    /** Fails unless what slots say of themselves after exchanges is true of their states. */
    void verifySlots() {
        int products = (int) Math.pow(states.length, slots());
        for (int x = 0; x < products; x++) {
            int[] places = places(x);
            for (Decisions.Leaf leaf : decisions.leaves(List.of(), any -> toScanEnd(places))) {
                assertThat(decisions.replay(leaf.script(), any -> toScanEnd(places)))
                        .as("again")
                        .isEqualTo(leaf.end());
                verifySlotsNow();
            }
        }
    }

    private void verifySlotsNow() {
        for (int k = 1; k <= slots(); k++) {
            int x = TableTarget.number(ladder.slot(k).state);
            double mixed = (1.0 - betas[k]) * logBase(x) + betas[k] * target.logProb(x);
            assertThat(ladder.targetLogProb(k)).as("log p of slot %d", k).isCloseTo(target.logProb(x), within(1e-12));
            assertThat(ladder.baseLogProb(k)).as("log base of slot %d", k).isCloseTo(logBase(x), within(1e-12));
            assertThat(ladder.slot(k).logProb)
                    .as("log-probability of slot %d", k)
                    .isCloseTo(mixed, within(1e-12));
        }
    }

    /** The model, with trackers that tell of every flip. */
    static LocalEnergyModel traced(LocalEnergyModel model, Decisions decisions) {
        return new Traced(model, decisions);
    }

    /** A model whose trackers tell of every flip. */
    private record Traced(LocalEnergyModel model, Decisions decisions) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public boolean exactFlips() {
            return model.exactFlips();
        }

        @Override
        public int[][] colouring() {
            return model.colouring();
        }

        @Override
        public Tracker newTracker() {
            return new TracedTracker(model.newTracker(), decisions);
        }
    }

    private static final class TracedTracker extends WrappedTracker {

        private static final long serialVersionUID = 1L;

        private final transient UniformRandomProvider decisions;

        TracedTracker(LocalEnergyModel.Tracker sound, Decisions decisions) {
            super(sound);
            this.decisions = decisions;
        }

        @Override
        public int flip(int site, int[] touched) {
            ((Decisions) decisions).note(100 + site);
            return super.flip(site, touched);
        }

        @Override
        public void restore() {
            ((Decisions) decisions).note(200);
            super.restore();
        }
    }
}
