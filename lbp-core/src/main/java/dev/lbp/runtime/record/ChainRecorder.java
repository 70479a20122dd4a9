package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ChangedSites;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one chain. Nothing here costs O(N) at a step: marginals and the Hamming distance follow the flips, and the
 * best state is brought up to date by those since the last best one.
 */
public final class ChainRecorder {

    /** Of flips since the best state: more than N, so that copying the state is cheaper than following them. */
    private static final int TOO_MANY = -1;

    private final byte[] reference;
    private final int thin;
    private final byte[] state;

    /** Traces, with room for draws to come. */
    private double[] logProb = {};

    private double[] hamming = {};
    private int draws;
    private long steps;
    private double acceptance;
    private long jumps;
    private int distance;

    /** The number of draws in which a site was 1, up to draw {@link #since} of it; what came after is its present value. */
    private final int[] ones;

    private final int[] since;

    /** Where the states of draws go; mostly nowhere. */
    private DrawStore[] stores = {};

    private final GrowingBatches batches;
    private final StatisticRecorder statistics;

    /** Rao-Blackwellised marginals, if they are wanted. */
    private final @Nullable ConditionalRecorder conditionals;

    /** Sites changed since the last draw. Null if thin is 1 or nothing needs it. */
    private final @Nullable ChangedSites changed;

    private final byte[] best;
    private double bestLogProb;
    private int[] sinceBest = new int[16];
    private int sinceBestCount;

    /**
     * @param reference the state that Hamming distances are to
     * @param batches of the marginals
     */
    public ChainRecorder(
            ChainState chain,
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

    /** Makes room in the traces for {@code total} draws, those that there are included. */
    public void makeRoom(int total) {
        if (total > logProb.length) {
            logProb = Arrays.copyOf(logProb, total);
            hamming = Arrays.copyOf(hamming, total);
            statistics.makeRoom(total);
        }
    }

    /** The number of draws that there is room for. */
    public int room() {
        return logProb.length;
    }

    /** Looks at a step of warm-up, for the best state. */
    public void warmUp(ChainState chain) {
        updateBest(chain);
        statistics.warmUp(chain);
    }

    /** To be called between warm-up and the first draw. */
    public void beginDraws() {
        distance = 0;
        for (int i = 0; i < state.length; i++) {
            distance += state[i] ^ reference[i];
        }
    }

    /** Records a step after warm-up. */
    public void record(ChainState chain) {
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

    private void recordMore(ChainState chain) {
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

    /** Counts the draws since a site's last change, in all of which it had the value. */
    private void count(int site, int value) {
        int from = since[site];
        if (batches.behind(from)) {
            batches.close(site, value, from, ones[site]);
        }
        ones[site] += value * (draws - from);
        since[site] = draws;
    }

    private void updateBest(ChainState chain) {
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

    /** Gives every draw to come to the store as well, once all its traces are recorded. */
    public void addStore(DrawStore store) {
        stores = Arrays.copyOf(stores, stores.length + 1);
        stores[stores.length - 1] = store;
    }

    /** The traces by name, of which the first {@link #draws} values are recorded. */
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

    /** The sum over the same steps of the Hamming distance moved. */
    long jumpSum() {
        return jumps;
    }

    /** Adds the number of draws in which each site was 1. */
    void addOnes(long[] sums) {
        for (int i = 0; i < state.length; i++) {
            sums[i] += ones[i] + (long) state[i] * (draws - since[i]);
        }
    }

    /** The share of draws in which a site was 1; NaN of no draws. */
    double marginal(int site) {
        return (ones[site] + (double) state[site] * (draws - since[site])) / draws;
    }

    /** The batches of every site, all that are complete being closed. */
    MarginalBatches closedBatches() {
        for (int i = 0; i < state.length; i++) {
            count(i, state[i]);
        }
        return batches.batches();
    }

    /** Takes longer batches if there are enough; to be called between two stretches of draws, with the draws made by all chains. */
    public void growBatches(int made) {
        if (made == draws) {
            closedBatches();
            batches.grow(made, i -> ones[i]);
            if (conditionals != null) {
                conditionals.growBatches(made);
            }
        }
    }

    /** The chain's own state is to be transcribed before. */
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
