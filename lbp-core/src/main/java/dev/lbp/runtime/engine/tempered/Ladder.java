package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ScaleShare;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.Reference;
import dev.lbp.runtime.space.Space;
import dev.lbp.runtime.tempering.LadderSums;
import dev.lbp.runtime.tempering.RoundTrips;
import dev.lbp.runtime.tempering.SlotRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of one chain of a tempered run, and their exchanges (Syed et al. 2021, non-reversible scheme). Slot k =
 * 1 .. K has a chain at inverse temperature beta_k; slot 0 is drawn from the base at every scan. After scan s the pairs
 * (k, k + 1) with k = s mod 2 exchange their states with probability
 *
 * <pre>{@code
 * min(1, exp((beta_{k+1} - beta_k) (V_k - V_{k+1}))),    V = log p(x) - log base(x)
 * }</pre>
 *
 * <p>If the model has a graph of its sites, pairs may exchange parts of states instead ({@link PartExchange}). States
 * move between slots; a slot keeps its generator, scale and beta. So the scale of a step depends on the slot alone. If
 * betas moved instead, the scale would depend on the history of a state, and the product of the slots' distributions
 * would not be invariant. A draw is impossible if its log p is negative infinity.
 *
 * @param <S> the array of a state
 */
public abstract class Ladder<S> {

    /** The largest absolute value of V, so that a sum over 10^18 scans stays finite. */
    private static final double LARGEST_RATIO = 1e290;

    final int index;

    /** The name of the chain in messages. */
    final String name;

    /** The generator of the draws of slot 0, the reference, and of the decisions on exchanges. */
    private final UniformRandomProvider rng;

    /** The state of slot 0, drawn from the reference distribution at every scan. */
    final S reference;

    final Reference<S> base;
    final Space<S> space;
    final S scratch;

    /** V = log p - log base of each slot's state, measured at the end of the last scan. */
    private double[] values = {};

    /** log p of each slot's state, the log-probability by the target, at the end of the last scan. */
    private double[] logProbs = {};

    private LadderSums sums;
    private RoundTrips trips;

    /** Exchanges parts of states; null if states are exchanged as a whole. */
    final @Nullable PartExchange<S> parts;

    /** At k: whether the slots k and k + 1 exchange parts of their states, each by its own decision, not the whole. */
    private boolean[] byParts = {};

    private PartSums partSums = PartSums.of(0);

    /** The ladder of a second replica of each slot; null if there is none, and if this ladder is a twin itself. */
    private final @Nullable Ladder<S> twin;

    /** Whether the twin was dropped at the end of warm-up, as not worth its work: it is no longer stepped. */
    boolean alone;

    /** What is recorded of the states of all slots at each scan after warm-up: V, log p and statistics. */
    private final SlotRecords<S> records;

    /** What is recorded of the pairs of states of each slot and its twin; empty if nothing is. */
    final Optional<SlotRecords<Overlaps.Pair<S>>> pairs;

    /** The sum over scans of each slot's log scale, and the number of these scans; both begin again with the sums. */
    private double[] logScales = {};

    private int scaleScans;

    /** The number of scans whose draw of slot 0 is possible by the target, and the number of all scans. */
    private long possible;

    private long scans;

    /** The number of moves of each slot until the end of warm-up, and the sum of their acceptance probabilities. */
    private long[] movesBefore = {};

    private double[] acceptanceBefore = {};

    /**
     * @param parts null if states are exchanged as a whole
     * @param twin null if there is none, and if this ladder is a twin itself
     */
    Ladder(
            int index,
            Start<S> start,
            TemperedStart<S> run,
            @Nullable PartExchange<S> parts,
            @Nullable Ladder<S> twin,
            double[] betas) {
        this.index = index;
        this.name = start.rowNames().of(index);
        this.rng = start.generator(index);
        this.reference = start.state(index);
        this.base = run.reference();
        this.records = run.records();
        this.space = run.space();
        this.scratch = space.copy(reference);
        this.sums = new LadderSums(betas, new double[betas.length - 1]);
        this.parts = parts;
        this.twin = twin;
        this.pairs = twin == null ? Optional.empty() : run.pairRecords();
        this.trips = newTrips(betas.length);
        resize(betas.length);
    }

    /** The chain of a slot, 1 to K. */
    public abstract ChainState<S> slot(int k);

    /** The target's log p of a slot's state, 0 to K; -Infinity if the target cannot have the draw of slot 0. */
    abstract double targetLogProb(int k);

    /** The log-probability of a slot's state, 0 to K, by the base, from which slot 0 is drawn. */
    abstract double baseLogProb(int k);

    /** Draws the state of slot 0 and computes its log p, unless the ensemble has already done so for all chains. */
    abstract void renewReference();

    /** Exchanges the states of slots k and k + 1, from which both chains continue. */
    abstract void exchange(int k);

    /** Exchanges parts of slots k and k + 1, whose states {@link #parts} has split; step is beta_{k+1} - beta_k. */
    void exchangeParts(int k, double step, UniformRandomProvider coins) {
        throw new IllegalStateException("must have parts to exchange");
    }

    private RoundTrips newTrips(int slots) {
        return new RoundTrips(slots, parts == null ? 1 : space.sites());
    }

    /** Begins empty sums for another schedule, which may have another number of slots. */
    final void beginSchedule(LadderSums empty, int slots) {
        sums = empty;
        trips = newTrips(slots);
        resize(slots);
    }

    private void resize(int slots) {
        values = new double[slots];
        logProbs = new double[slots];
        logScales = new double[slots];
        scaleScans = 0;
        byParts = new boolean[slots - 1];
        Arrays.fill(byParts, parts != null);
        partSums = PartSums.of(slots - 1);
        movesBefore = new long[slots];
        acceptanceBefore = new double[slots];
    }

    /** Begins the sums again under the present schedule, with new centres of Bennett's ratio. */
    final void recentre(LadderSums recentred) {
        sums = recentred;
        logScales = new double[logScales.length];
        scaleScans = 0;
        partSums = PartSums.of(byParts.length);
    }

    /**
     * Sets which pairs of slots exchange parts of states. If fewer than half do, the twin (the ladder of second
     * replicas) is not worth its work and is dropped: this ladder is then stepped alone.
     *
     * @param keepsTwin whether the twin stays even then
     */
    final void setByParts(boolean[] pairs, boolean keepsTwin) {
        byParts = pairs.clone();
        alone = !keepsTwin && !PartSums.isMajority(pairs);
    }

    /** Begins the counts of moves and acceptance, and the records, after warm-up. */
    final void beginDraws() {
        records.begin(values.length);
        pairs.ifPresent(of -> of.begin(values.length));
        for (int k = 1; k < values.length; k++) {
            movesBefore[k] = slot(k).moves();
            acceptanceBefore[k] = slot(k).acceptanceSum();
        }
    }

    /** Draws the state of slot 0, {@link #reference}, from the base. */
    final void drawReference() {
        base.draw(reference, rng);
    }

    /** Whether slot 0 takes part in the exchanges after scan number {@code scan}. */
    static boolean exchangesReference(long scan) {
        return (scan & 1) == 0;
    }

    /** Ends scan number {@code scan}: draws slot 0 and exchanges states. */
    final void endScan(double[] betas, long scan) {
        int last = values.length - 1;
        try {
            measure(sums, records);
            scans++;
            possible += logProbs[0] == Double.NEGATIVE_INFINITY ? 0 : 1; // counts possible draws of slot 0
            if (twin != null && !alone) {
                twin.measure(sums, records); // adds to the sums of this ladder
                pairs.ifPresent(of -> of.add(
                        Overlaps.sums(values, twin.values),
                        Overlaps.sums(logProbs, twin.logProbs),
                        k -> new Overlaps.Pair<>(state(k), twin.state(k))));
            }
            exchangePairs(betas, scan);
            proposeOpposite(rng);
            if (twin != null && !alone) {
                twin.exchangePairs(betas, scan);
                exchangeTwins(twin, rng);
                twin.trips.scanned();
            }
            trips.scanned();
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            String where = "the replicas of " + name + " at step " + slot(last).steps();
            throw ModelCalls.failure(slot(last).model, where, e);
        }
        for (int k = 1; k <= last; k++) {
            logScales[k] += Math.log(slot(k).scale.value());
        }
        scaleScans++;
    }

    /** Renews slot 0, computes V and log p of all slots, and adds them to sums and records. */
    private void measure(LadderSums sumsTo, SlotRecords<S> recordsTo) {
        renewReference();
        for (int k = 0; k < values.length; k++) {
            logProbs[k] = AcceptRule.checked(targetLogProb(k));
            values[k] = checkedRatio(logProbs[k], baseLogProb(k));
        }
        sumsTo.add(values, logProbs);
        recordsTo.add(values, logProbs, this::state);
    }

    private void exchangePairs(double[] betas, long scan) {
        for (int k = (int) (scan & 1); k < values.length - 1; k += 2) { // even pairs and odd pairs take turns
            exchangePair(k, betas[k + 1] - betas[k]);
        }
    }

    /** Proposes the opposite of slot K's state, all bits flipped, if the target seems to give both one probability. */
    void proposeOpposite(UniformRandomProvider coins) {
        // only the local engine has a way to change a whole state
    }

    /** Exchanges parts of states between each slot, 1 to K, and the second replica at its temperature. */
    void exchangeTwins(Ladder<S> other, UniformRandomProvider coins) {
        throw new IllegalStateException("must have parts to exchange");
    }

    /** This ladder, and its twin (the ladder of second replicas) if that is still stepped. */
    final Stream<Ladder<S>> columns() {
        return twin == null || alone ? Stream.of(this) : Stream.of(this, twin);
    }

    /** Decides whether slots k and k + 1, {@code step} apart in beta, exchange states or parts, and exchanges them. */
    private void exchangePair(int k, double step) {
        double logAlpha = step * (values[k] - values[k + 1]);
        if (parts != null && byParts[k]) {
            double alphaOfWhole = Math.exp(Math.min(0.0, logAlpha));
            // sums the differing sites, those that move on average, and those that would if whole states exchanged
            if (parts.split(state(k), state(k + 1)) > 1) { // else the only part is the whole difference
                exchangeParts(k, step, rng);
                parts.exchangeLabels(trips, k, trips, k + 1);
                partSums.add(k, parts.differ(), parts.mobile(), parts.differ() * alphaOfWhole);
                return;
            }
            partSums.add(k, parts.differ(), parts.differ() * alphaOfWhole, parts.differ() * alphaOfWhole);
        }
        if (logAlpha >= 0.0 || rng.nextDouble() < Math.exp(logAlpha)) {
            exchange(k);
            trips.exchange(k);
        }
    }

    /** V of a state, checked; negative infinity if the state is impossible. */
    private static double checkedRatio(double logProb, double baseLogProb) {
        double ratio = logProb - baseLogProb;
        if (Math.abs(ratio) > LARGEST_RATIO && logProb != Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("must differ by at most " + LARGEST_RATIO
                    + " from the reference's with tempering, whose sums overflow: logProb=" + logProb + ", reference "
                    + baseLogProb);
        }
        return ratio;
    }

    /**
     * Gives a chain a state by an exchange. The flips of slot K, which recorders read, then list all sites that
     * have changed since before its last step. The flips of other slots are not read.
     */
    final void replaceState(ChainState<S> chain, S at) {
        if (chain == slot(values.length - 1)) {
            chain.flips = space.replace(chain.state, at, chain.flipped, chain.flips);
        } else {
            System.arraycopy(at, 0, chain.state, 0, space.sites());
        }
    }

    /**
     * Exchanges some sites of a chain's state and of another state.
     *
     * @param sites the sites to exchange are its first {@code n} entries
     */
    final void exchangeSites(S other, ChainState<S> chain, int[] sites, int n) {
        System.arraycopy(chain.state, 0, scratch, 0, space.sites());
        space.copySites(other, scratch, sites, n);
        space.copySites(chain.state, other, sites, n);
        replaceState(chain, scratch);
    }

    /** The state of a slot: the draw of the reference for slot 0, else that of the slot's chain. */
    final S state(int k) {
        return k == 0 ? reference : slot(k).state;
    }

    /** Exchanges a chain's state and {@code other}: not that of slot K's chain, whose list of flips would stay. */
    final void exchangeStates(S other, ChainState<S> chain) {
        System.arraycopy(other, 0, scratch, 0, space.sites());
        System.arraycopy(chain.state, 0, other, 0, space.sites());
        replaceState(chain, scratch);
    }

    final LadderSums sums() {
        return sums;
    }

    final SlotRecords<S> records() {
        return records;
    }

    final RoundTrips trips() {
        return trips;
    }

    /** What this ladder contributes to the sums of all ladders of the run. */
    final LadderShare share() {
        List<ScaleShare> scales = new ArrayList<>();
        for (int k = 1; k < values.length; k++) {
            scales.add(ScaleShare.of(slot(k).scale, meanLogScale(k)));
        }
        return new LadderShare(sums, scans, possible, scales, partSums);
    }

    /** The mean of the log scale over the scans since the sums began; without scans, the present log scale. */
    private double meanLogScale(int k) {
        return scaleScans == 0 ? Math.log(slot(k).scale.value()) : logScales[k] / scaleScans;
    }

    /** The number of moves of a slot since the end of warm-up. */
    final long moves(int k) {
        return slot(k).moves() - movesBefore[k];
    }

    /** The sum of min(1, alpha) over the moves of a slot since the end of warm-up. */
    final double acceptanceSum(int k) {
        return slot(k).acceptanceSum() - acceptanceBefore[k];
    }

    /** Writes or reads all but the chains. Before it reads, the schedule must have set the lengths of the arrays. */
    final void transcribe(Transcript transcript) {
        transcript.of((RestorableUniformRandomProvider) rng);
        space.transcribe(transcript, reference);
        sums.transcribe(transcript);
        records.transcribe(transcript);
        pairs.ifPresent(of -> of.transcribe(transcript));
        trips.transcribe(transcript);
        if (parts != null) {
            for (int k = 0; k < byParts.length; k++) {
                byParts[k] = transcript.of(byParts[k]);
            }
            partSums = partSums.transcribe(transcript);
        }
        transcript.of(logScales, logScales.length);
        scaleScans = transcript.of(scaleScans);
        possible = transcript.of(possible);
        scans = transcript.of(scans);
        transcript.of(movesBefore, movesBefore.length);
        transcript.of(acceptanceBefore, acceptanceBefore.length);
    }
}
