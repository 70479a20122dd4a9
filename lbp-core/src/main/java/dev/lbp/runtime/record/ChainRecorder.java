package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ChangedSites;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of one chain. Apart from stores of states, a step costs O(flips) on average: flips update the marginals and the
 * Hamming distance, and the best state changes by the flips since the previous best one.
 */
public final class ChainRecorder {

    /** Value of {@link #sinceBestCount} after more than N flips since the best state: a copy of the state is cheaper then. */
    private static final int TOO_MANY = -1;

    private final byte[] reference;
    private final int thin;
    private final byte[] state;

    /** Traces, with room for later draws. */
    private double[] logProb = {};

    private double[] hamming = {};
    private int draws;
    private long steps;
    private double acceptance;
    private long jumps;
    private int distance;

    /** The number of draws before {@link #since} where a site was 1. From that draw on, the site has its current value. */
    private final int[] ones;

    private final int[] since;

    /** The stores of the draws' states; usually none. */
    private DrawStore[] stores = {};

    private final GrowingBatches batches;
    private final StatisticRecorder statistics;

    /** Rao-Blackwellised marginals; null if they are not recorded. */
    private final @Nullable ConditionalRecorder conditionals;

    /** Sites changed since the last draw. Null if thin is 1 or nothing needs it. */
    private final @Nullable ChangedSites changed;

    private final byte[] best;
    private double bestLogProb;
    private int[] sinceBest = new int[16];
    private int sinceBestCount;

    /**
     * @param reference the reference state of the Hamming distances
     * @param batches the batches of the marginals
     */
    ChainRecorder(
            ChainState<byte[]> chain,
            byte[] reference,
            int thin,
            GrowingBatches batches,
            StatisticRecorder statistics,
            @Nullable ConditionalRecorder conditionals) {
        this.reference = reference;
        this.thin = thin;
        this.state = chain.state;
        this.ones = new int[state.length];
        this.since = new int[state.length];
        this.batches = batches;
        this.statistics = statistics;
        this.conditionals = conditionals;
        this.changed =
                thin == 1 || (statistics.isEmpty() && conditionals == null) ? null : new ChangedSites(state.length);
        this.best = state.clone();
        this.bestLogProb = chain.logProb;
    }

    /** Makes room in the traces for {@code total} draws, including those already recorded. */
    public void makeRoom(int total) {
        if (total > logProb.length) {
            logProb = Arrays.copyOf(logProb, total);
            hamming = Arrays.copyOf(hamming, total);
            statistics.makeRoom(total);
        }
    }

    /** The number of draws that fit into the traces. */
    public int room() {
        return logProb.length;
    }

    /** Records a step of warm-up: updates the best state and checks the statistics. */
    public void warmUp(ChainState<byte[]> chain) {
        updateBest(chain);
        statistics.warmUp(chain);
    }

    /** Computes the first Hamming distance. Must be called between warm-up and the first draw. */
    public void beginDraws() {
        distance = 0;
        for (int i = 0; i < state.length; i++) {
            distance += state[i] ^ reference[i];
        }
    }

    /** Records a step after warm-up. */
    public void record(ChainState<byte[]> chain) {
        updateBest(chain);
        for (int k = 0; k < chain.flips; k++) {
            int site = chain.flipped[k];
            int now = state[site];
            count(site, 1 - now);
            distance += now == reference[site] ? -1 : 1;
        }
        acceptance += chain.acceptanceProbability;
        jumps += chain.flips;
        steps++;
        if (changed != null) {
            changed.flipAll(chain.flipped, chain.flips);
        }
        if (steps % thin == 0) {
            logProb[draws] = chain.logProb;
            hamming[draws] = distance;
            recordMore(chain);
            draws++;
            batches.drawn(draws);
            for (DrawStore store : stores) {
                store.add(state);
            }
        }
    }

    private void recordMore(ChainState<byte[]> chain) {
        int[] flipped = changed == null ? chain.flipped : changed.sites();
        int count = changed == null ? chain.flips : changed.count();
        statistics.record(chain, flipped, count, draws);
        if (conditionals != null) {
            conditionals.record(chain, flipped, count, draws);
        }
        if (changed != null) {
            changed.clear();
        }
    }

    /** Counts the draws since a site's last change. The site had {@code value} in all of them. */
    private void count(int site, int value) {
        int from = since[site];
        if (batches.behind(from)) {
            batches.close(site, value, from, ones[site]);
        }
        ones[site] += value * (draws - from);
        since[site] = draws;
    }

    private void updateBest(ChainState<byte[]> chain) {
        if (sinceBestCount != TOO_MANY) {
            remember(chain.flipped, chain.flips);
        }
        if (chain.logProb > bestLogProb) {
            bestLogProb = chain.logProb;
            if (sinceBestCount == TOO_MANY) {
                System.arraycopy(state, 0, best, 0, state.length);
            }
            for (int k = 0; k < sinceBestCount; k++) {
                best[sinceBest[k]] ^= 1;
            }
            sinceBestCount = 0;
        }
    }

    private void remember(int[] sites, int n) {
        int count = sinceBestCount + n;
        if (count > state.length) {
            sinceBestCount = TOO_MANY;
            return;
        }
        if (count > sinceBest.length) {
            sinceBest = Arrays.copyOf(sinceBest, Math.min(state.length, 2 * count));
        }
        System.arraycopy(sites, 0, sinceBest, sinceBestCount, n);
        sinceBestCount = count;
    }

    /** Adds a store for the states of all later draws. It gets each draw after the draw's traces are recorded. */
    public void addStore(DrawStore store) {
        stores = Arrays.copyOf(stores, stores.length + 1);
        stores[stores.length - 1] = store;
    }

    /** The traces by name. Only the first {@link #draws} values of each are recorded. */
    public Map<String, double[]> traces() {
        Map<String, double[]> traces = new LinkedHashMap<>();
        traces.put("logProb", logProb);
        traces.put("hamming", hamming);
        statistics.addTo(traces);
        return traces;
    }

    public int draws() {
        return draws;
    }

    /** Steps taken after warm-up. */
    long steps() {
        return steps;
    }

    /** The sum of min(1, alpha) over the steps after warm-up. */
    double acceptanceSum() {
        return acceptance;
    }

    /** The sum over the steps after warm-up of the Hamming distance moved. */
    long jumpSum() {
        return jumps;
    }

    /** Adds to {@code sums} the number of draws where each site was 1. */
    void addOnes(long[] sums) {
        for (int i = 0; i < state.length; i++) {
            sums[i] += ones[i] + (long) state[i] * (draws - since[i]);
        }
    }

    /** The share of draws where a site was 1; NaN if there are no draws. */
    double marginal(int site) {
        return (ones[site] + (double) state[site] * (draws - since[site])) / draws;
    }

    /** Closes all complete batches of every site, and returns the batches. */
    MarginalBatches closedBatches() {
        for (int i = 0; i < state.length; i++) {
            count(i, state[i]);
        }
        return batches.batches();
    }

    /**
     * Switches to longer batches if there are enough. Must be called between two stretches of draws, with {@code made}, the
     * number of draws that every chain has made.
     */
    public void growBatches(int made) {
        if (made == draws) {
            closedBatches();
            batches.grow(made, i -> ones[i]);
            if (conditionals != null) {
                conditionals.growBatches(made);
            }
        }
    }

    /** Writes or reads the records. The chain itself must be transcribed before. */
    public void transcribe(Transcript transcript) {
        draws = transcript.of(draws);
        makeRoom(draws);
        transcript.of(logProb, draws);
        transcript.of(hamming, draws);
        steps = transcript.of(steps);
        acceptance = transcript.of(acceptance);
        jumps = transcript.of(jumps);
        distance = transcript.of(distance);
        transcript.of(ones, ones.length);
        transcript.of(since, since.length);
        batches.transcribe(transcript);
        statistics.transcribe(transcript, draws);
        if (changed != null) {
            changed.transcribe(transcript);
        }
        if (conditionals != null) {
            conditionals.transcribe(transcript, lastDraw());
        }
        transcript.of(best, best.length);
        bestLogProb = transcript.of(bestLogProb);
        sinceBestCount = transcript.of(sinceBestCount);
        if (sinceBestCount > sinceBest.length) {
            sinceBest = new int[sinceBestCount];
        }
        transcript.of(sinceBest, sinceBestCount);
    }

    private byte[] lastDraw() {
        byte[] draw = state.clone();
        for (int k = 0; changed != null && k < changed.count(); k++) {
            draw[changed.sites()[k]] ^= 1;
        }
        return draw;
    }

    @Nullable ConditionalRecorder conditionals() {
        return conditionals;
    }

    public byte[] state() {
        return state.clone();
    }

    public byte[] best() {
        return best.clone();
    }

    public double bestLogProb() {
        return bestLogProb;
    }
}
