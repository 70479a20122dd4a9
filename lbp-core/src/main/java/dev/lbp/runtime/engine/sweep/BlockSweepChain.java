package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.LabelWeights;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.chain.TrackerAudit;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteRatios;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A chain of bits whose sweeps use all threads of a run. A step is a sweep, class by class of the model's colouring. In
 * each class the threads first decide for all blocks which sites flip, and only then make the flips, so no thread reads
 * a value that another writes. Random numbers belong to blocks, see {@link BlockStreams}, and sums are added in the
 * order of blocks: draws are the same bit for bit for any number of threads.
 *
 * <p>The transition probabilities are those of a {@link SweepChain}, since sites of a class do not touch each other.
 *
 * <p>The chain keeps no tracker. {@link SiteRatios} computes a log-ratio at each visit, and the log-probability changes
 * by the sum of the log-ratios of the flips in a class. Its rounding errors add up, about 1e-16 of its largest size per
 * sweep; no decision depends on it. If it becomes far smaller than its largest size, a new tracker recomputes it.
 * Memory: the state and the list of flips, 5 bytes per site, and the order of the sites, 4 bytes, which all chains
 * share.
 */
final class BlockSweepChain extends LocalChain<byte[]> {

    /** The number of sites whose log-ratios one call computes: their arrays fit into the first-level cache. */
    private static final int CHUNK = 512;

    /** The largest number of sites whose log-ratios one check compares with those of a tracker. */
    private static final int MOST_COMPARED = 1 << 18;

    /** Below this part of its largest size the log-probability has lost 10 bits, and a tracker recomputes it. */
    private static final double LEAST_PART = 0x1p-10;

    private final LocalEnergyModel localModel;
    private final Sweeps sweeps;
    private final SiteBlocks blocks;
    private final BlockStreams streams;
    private final WorkerPool pool;
    private final Lane[] lanes;
    private SiteRatios ratios;

    /** The log-probability of the state of the last {@link #resetTracker} or {@link #resumeTracker}. */
    private double logProbAtReset;

    /** The largest absolute value of the summed log-probability since the last exact one; bounds its rounding error. */
    private double largest;

    /** The number of flips of each block in the present sweep, and the sum of their log-ratios. */
    private final int[] counts;

    private final double[] gains;

    /** Temporary arrays of one thread. */
    private static final class Lane {
        private final double[] ratios = new double[CHUNK];
        private final double[] probabilities = new double[CHUNK];
        private final double[] accepted = new double[CHUNK];
    }

    /**
     * @param streams the random numbers of the blocks, so that draws do not depend on threads
     */
    BlockSweepChain(
            LocalEnergyModel model,
            BitStart start,
            int index,
            Sweeps sweeps,
            SiteBlocks blocks,
            BlockStreams streams,
            WorkerPool pool) {
        // the scale of a step is the number of sites that a sweep visits
        super(model, start, index, new ChainScale(new FixedScale(start.freeCount()), start.largestScale()));
        this.localModel = model;
        this.sweeps = sweeps;
        this.blocks = blocks;
        this.streams = streams;
        this.pool = pool;
        this.lanes = new Lane[pool.threads()];
        for (int lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = new Lane();
        }
        this.counts = new int[blocks.count()];
        this.gains = new double[blocks.count()];
        this.ratios = ModelCalls.siteRatios(model);
        begin();
    }

    /** Makes a sweep. In each class all threads first draw which sites flip, and then make the flips. */
    @Override
    public void advance() {
        SiteRule rule = sweeps.rule(moves());
        streams.begin(rng);
        double newLogProb = logProb;
        double largestSoFar = largest;
        int c = 0;
        try {
            for (; c < blocks.classes(); c++) {
                int from = blocks.first(c);
                int to = blocks.first(c + 1);
                pool.forEachInTurn(from, to, (block, lane) -> drawFlips(block, rule, lanes[lane]));
                makeFlips(from, to);
                for (int block = from; block < to; block++) {
                    newLogProb += gains[block];
                    largestSoFar = Math.max(largestSoFar, Math.abs(newLogProb));
                }
            }
            AcceptRule.checked(newLogProb);
            // the sum of changes has cancelled, and lost too many digits
            if (Math.abs(newLogProb) < LEAST_PART * largestSoFar) {
                newLogProb = AcceptRule.checked(newTracker(state).logProb());
                largestSoFar = Math.abs(newLogProb);
            }
        } catch (Throwable e) {
            makeFlips(0, blocks.first(c)); // undoes the classes before c; the flips of class c were not made
            throw e;
        }
        logProb = newLogProb;
        largest = largestSoFar;
        finish(scale.draw(rng), 1.0, true, gatherFlips());
    }

    /** Draws which sites of a block flip, and lists them in {@link #flipped} from the index where the block begins. */
    private void drawFlips(int block, SiteRule rule, Lane lane) {
        UniformRandomProvider random = streams.of(block);
        int[] order = blocks.order;
        int begin = blocks.start(block);
        int end = blocks.start(block + 1);
        int n = begin;
        double gain = 0.0;
        for (int from = begin; from < end; from += CHUNK) {
            int length = Math.min(CHUNK, end - from);
            ratios.logRatios(state, order, from, from + length, lane.ratios);
            LogRatios.check(lane.ratios, 0, length);
            rule.probabilities(lane.ratios, length, lane.probabilities);
            int chunkBegin = n;
            for (int k = 0; k < length; k++) { // without a branch on a draw, which no processor can predict
                flipped[n] = order[from + k];
                lane.accepted[n - chunkBegin] = lane.ratios[k];
                n += random.nextDouble() < lane.probabilities[k] ? 1 : 0;
            }
            for (int k = 0; k < n - chunkBegin; k++) {
                gain += lane.accepted[k];
            }
        }
        counts[block] = n - begin;
        gains[block] = gain;
    }

    /** Makes the flips of the blocks {@code from} to {@code to - 1}. */
    private void makeFlips(int from, int to) {
        pool.forEachInTurn(from, to, (block, lane) -> {
            int begin = blocks.start(block);
            for (int k = begin; k < begin + counts[block]; k++) {
                state[flipped[k]] ^= 1;
            }
        });
    }

    /** Moves the lists of all blocks to the front of {@link #flipped}. Returns the number of flips. */
    private int gatherFlips() {
        int n = 0;
        for (int block = 0; block < counts.length; block++) {
            System.arraycopy(flipped, blocks.start(block), flipped, n, counts[block]);
            n += counts[block];
        }
        return n;
    }

    /** Divides the flips into ranges of one block's size, which the threads take in turn. */
    @Override
    public void forFlips(RangeWork work) {
        int ranges = (flips + SiteBlocks.SITES - 1) / SiteBlocks.SITES;
        pool.forEachInTurn(0, ranges, (range, lane) -> {
            int from = range * SiteBlocks.SITES;
            work.accept(from, Math.min(flips, from + SiteBlocks.SITES));
        });
    }

    @Override
    protected void change(int n) {
        States.flip(state, flipped, n);
    }

    @Override
    public void refresh() {
        // Nothing is kept from one sweep to the next.
    }

    /** The model: the chain has no tracker. */
    @Override
    public Object tracker() {
        return localModel;
    }

    @Override
    public void replaceTracker() {
        ratios = ModelCalls.siteRatios(localModel);
    }

    @Override
    public void resetTracker(byte[] at) {
        logProbAtReset = newTracker(at).logProb();
        largest = Math.abs(logProbAtReset);
    }

    @Override
    public void resumeTracker() {
        logProbAtReset = logProb;
    }

    @Override
    public double trackerLogProb() {
        return logProbAtReset;
    }

    private LocalEnergyModel.Tracker newTracker(byte[] at) {
        LocalEnergyModel.Tracker tracker = Answers.notNull("newTracker()", localModel.newTracker());
        ModelCalls.reset(tracker, at);
        return tracker;
    }

    /** What the comparison with a new tracker reads of this chain: its log-probability and the model's log-ratios. */
    @Override
    public TrackerAudit.Peer peer() {
        LabelWeights.Source source = (sites, n, out) -> ratios.logRatios(state, sites, 0, n, out);
        return new TrackerAudit.Peer(
                localModel, /* isScoredWhole= */ false, () -> logProb, source, "site", "siteRatios()");
    }

    @Override
    public TrackerAudit.Peer freshPeer(byte[] at, boolean refreshed) {
        blocks.checkUnchanged(); // all chains share the order of the sites
        return LocalBitChain.peerOf(newTracker(at));
    }

    /**
     * The sites whose log-ratios are compared with those of a new tracker: at equal distances in the order of the
     * sweep. The first one moves on by one place with each step.
     */
    @Override
    public int[] comparedLabels() {
        int sites = blocks.order.length;
        int count = Math.min(sites, MOST_COMPARED);
        return IntStream.range(0, count)
                .map(k -> blocks.order[(int) ((steps() + (long) k * (sites / count)) % sites)])
                .toArray();
    }

    @Override
    public String requirement(boolean inLastStep) {
        return "be those of a tracker: siteRatios()";
    }

    @Override
    protected void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
        largest = transcript.of(largest);
    }
}
