package dev.lbp.runtime.record;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.Transcript;
import dev.lbp.io.TraceFile;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ChangedSites;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The records of one chain. Apart from stores of states, a step costs O(changed sites) on average: changes update the marginals
 * and the Hamming distance, and the best state changes by the sites that changed since the previous best one.
 *
 * @param <S> the array of the chain's state
 */
public abstract class ChainRecorder<S> {

    /** Value of {@link #sinceBestCount} after more than N changes since the best state: a copy of the state is cheaper then. */
    private static final int TOO_MANY = -1;

    final S state;
    final int sites;
    private final StateArrays<S> arrays;
    private final int thin;

    /** Draws of the traces that are only in the files of a sink; 0 unless the run is streamed. */
    private int first;

    /** The most draws of the traces in memory; 0 for any number. */
    private int window;

    /** The files of the traces, by name; empty without a sink. */
    private Map<String, ? extends TraceFile> files = Map.of();

    /** Traces from draw {@link #first} on, with room for later draws. */
    private double[] logProb = {};

    private double[] hamming = {};
    private int draws;
    private long steps;
    private double acceptance;
    private long jumps;
    private final boolean hasOthers;
    private long swaps;
    private long movingSwaps;
    private long independent;
    private double independentAcceptance;
    private final boolean hasJumps;
    private long withoutReturn;
    private int distance;

    /** The draws with each value of each site; null if they are not counted. */
    private final @Nullable Frequencies frequencies;

    /** The stores of the draws' states; usually none. */
    private final List<DrawStore<S>> stores = new ArrayList<>();

    private final StatisticRecorder<S> statistics;

    /** Sites changed since the last draw. Null if thin is 1 or nothing needs it. */
    final @Nullable ChangedSites changed;

    private final S best;
    private double bestLogProb;
    private int[] sinceBest = new int[16];
    private int sinceBestCount;

    /**
     * @param frequencies null if marginals are not recorded
     * @param needsChanges whether the subclass needs the sites that changed since the last draw
     */
    ChainRecorder(
            ChainState<S> chain,
            StateArrays<S> arrays,
            int thin,
            @Nullable Frequencies frequencies,
            StatisticRecorder<S> statistics,
            boolean needsChanges) {
        this.state = chain.state;
        this.sites = chain.flipped.length;
        this.arrays = arrays;
        this.thin = thin;
        this.frequencies = frequencies;
        this.statistics = statistics;
        this.changed = thin == 1 || (statistics.isEmpty() && !needsChanges) ? null : new ChangedSites(sites);
        this.hasOthers = chain.hasOthers();
        this.hasJumps = chain.jumps();
        this.best = arrays.copy(state);
        this.bestLogProb = chain.logProb;
    }

    /**
     * Counts what the last step changed.
     *
     * @param draws the number of draws made
     * @return the change of the Hamming distance to the reference state
     */
    abstract int count(ChainState<S> chain, int draws);

    /** The Hamming distance of the state to the reference state. */
    abstract int distance();

    /** The name of the trace of the distance. */
    String distanceName() {
        return "hamming";
    }

    /** The traced distance to the reference state, given the Hamming distance. */
    double distanceOf(int hammingDistance) {
        return hammingDistance;
    }

    /** Whether a cell of the frequencies is 1 in the current state: 0 or 1. */
    abstract int cell(int index);

    /** Adds the sites that the last step changed to {@link #changed}. */
    abstract void addChanges(ChangedSites to, ChainState<S> chain);

    /**
     * Records more of a draw; by default nothing.
     *
     * @param sites its first {@code count} elements are the sites that have changed since the previous draw, each once
     */
    void recordMore(ChainState<S> chain, int[] sites, int count, int draw) {
        // bits may have conditionals
    }

    /** Switches to longer batches of what {@link #recordMore} records, after {@code made} draws. */
    void growMore(int made) {
        // as recordMore
    }

    /** Writes or reads what {@link #recordMore} records. */
    void transcribeMore(Transcript transcript) {
        // as recordMore
    }

    /** Rao-Blackwellised marginals; null if they are not recorded. */
    @Nullable ConditionalRecorder conditionals() {
        return null;
    }

    /** The moments of real coordinates; null for other states. */
    @Nullable CoordinateMoments moments() {
        return null;
    }

    /** The best states of the chain; null if they are not recorded. */
    @Nullable BestStates bestStates() {
        return null;
    }

    /**
     * Keeps only the last {@code most} draws of the traces in memory. A sink must write them to files before there are more.
     * Must be called before the first draw.
     */
    public final void keepTraces(int most) {
        window = most;
    }

    /** Makes room in the traces for {@code total} draws, including those already recorded. */
    public final void makeRoom(int total) {
        int length = window == 0 ? total : Math.min(window, total);
        if (length > logProb.length) {
            logProb = Arrays.copyOf(logProb, length);
            hamming = Arrays.copyOf(hamming, length);
            statistics.makeRoom(length);
        }
    }

    /** The number of draws that fit into the traces. */
    public final int room() {
        return window == 0 || logProb.length < window ? logProb.length : Integer.MAX_VALUE;
    }

    /** Tells the recorder the files to which a sink writes its traces. */
    public final void streamsTo(Map<String, ? extends TraceFile> traceFiles) {
        files = traceFiles;
    }

    /** Tells the recorder that all its draws are in the files. */
    public final void written() {
        first = window == 0 ? 0 : draws;
    }

    /** The number of the first draw of {@link #traces}. */
    public final int firstInMemory() {
        return first;
    }

    /** Records a step of warm-up: updates the best state and checks the statistics. */
    public final void warmUp(ChainState<S> chain) {
        updateBest(chain);
        statistics.warmUp(chain);
    }

    /** Computes the first Hamming distance. Must be called between warm-up and the first draw, for chains in their order. */
    public final void beginDraws() {
        distance = distance();
    }

    /** Records a step after warm-up. */
    public final void record(ChainState<S> chain) {
        updateBest(chain);
        distance += count(chain, draws);
        switch (chain.kind) {
            case MOVE -> {
                acceptance += chain.acceptanceProbability;
                jumps += chain.stepFlips;
            }
            case SWAP -> {
                swaps++;
                movingSwaps += chain.stepFlips > 0 ? 1 : 0;
            }
            case JUMP -> {
                independent++;
                independentAcceptance += chain.acceptanceProbability;
            }
        }
        withoutReturn += chain.cannotReturn() ? 1 : 0;
        steps++;
        if (changed != null) {
            addChanges(changed, chain);
        }
        if (steps % thin == 0) {
            logProb[draws - first] = chain.logProb;
            hamming[draws - first] = distanceOf(distance);
            recordChanges(chain);
            draws++;
            if (frequencies != null) {
                frequencies.drawn(draws);
            }
            for (int k = 0; k < stores.size(); k++) {
                stores.get(k).add(state);
            }
        }
    }

    private void recordChanges(ChainState<S> chain) {
        int[] which = changed == null ? chain.flipped : changed.sites();
        int count = changed == null ? chain.flips : changed.count();
        statistics.record(chain, which, count, draws - first);
        recordMore(chain, which, count, draws);
        if (changed != null) {
            changed.clear();
        }
    }

    private void updateBest(ChainState<S> chain) {
        if (sinceBestCount != TOO_MANY) {
            remember(chain.flipped, chain.flips);
        }
        if (chain.logProb > bestLogProb) {
            bestLogProb = chain.logProb;
            if (sinceBestCount == TOO_MANY) {
                System.arraycopy(state, 0, best, 0, sites);
            } else {
                arrays.copySites(state, best, sinceBest, sinceBestCount);
            }
            sinceBestCount = 0;
        }
    }

    private void remember(int[] which, int n) {
        int count = sinceBestCount + n;
        if (count > sites) {
            sinceBestCount = TOO_MANY;
            return;
        }
        if (count > sinceBest.length) {
            sinceBest = Arrays.copyOf(sinceBest, Math.min(sites, 2 * count));
        }
        System.arraycopy(which, 0, sinceBest, sinceBestCount, n);
        sinceBestCount = count;
    }

    /** Adds a store for the states of all later draws. It gets each draw after the draw's traces are recorded. */
    public final void addStore(DrawStore<S> store) {
        stores.add(store);
    }

    /** The traces by name, from draw {@link #firstInMemory} on. Places after those of the {@link #draws} are room. */
    public final Map<String, double[]> traces() {
        Map<String, double[]> traces = new LinkedHashMap<>();
        traces.put("logProb", logProb);
        traces.put(distanceName(), hamming);
        statistics.addTo(traces);
        return traces;
    }

    /**
     * The first {@code made} draws of a trace.
     *
     * @param name one of {@link #traces}
     */
    public final ChainTrace trace(String name, int made) {
        double[] recent = Objects.requireNonNull(traces().get(name));
        return new ChainTrace(made, Math.min(first, made), recent, files.get(name));
    }

    public final int draws() {
        return draws;
    }

    /** Steps taken after warm-up that were moves. */
    final long moves() {
        return steps - swaps - independent;
    }

    /** Steps taken after warm-up that were swaps. */
    final long swaps() {
        return swaps;
    }

    /** Those of {@link #swaps} that changed the state. */
    final long movingSwaps() {
        return movingSwaps;
    }

    /** Steps taken after warm-up that were jumps among moves. */
    final long independentJumps() {
        return independent;
    }

    /** Draws of q proposed at states that q scores as impossible, among moves or alone. */
    final long withoutReturn() {
        return withoutReturn;
    }

    /** The sum of min(1, alpha) over {@link #independentJumps}. */
    final double independentAcceptance() {
        return independentAcceptance;
    }

    /** The sum of min(1, alpha) over the moves after warm-up. */
    final double acceptanceSum() {
        return acceptance;
    }

    /** The sum over the moves after warm-up of the Hamming distance moved; of reals, of the squared distance. */
    double jumpSum() {
        return jumps;
    }

    /** Whether the draws with each value of each site are counted. */
    final boolean hasMarginals() {
        return frequencies != null;
    }

    private Frequencies frequencies() {
        if (frequencies == null) {
            throw new IllegalStateException("must be recorded: marginals");
        }
        return frequencies;
    }

    /** The number of draws where a cell of the frequencies was 1. */
    final long ones(int cell) {
        return frequencies().ones(cell, cell(cell), draws);
    }

    /** The share of draws where a cell was 1; NaN if there are no draws. */
    final double marginal(int cell) {
        return (double) ones(cell) / draws;
    }

    /** Closes all complete batches of every cell, and returns the batches. */
    final MarginalBatches closedBatches() {
        return frequencies().closedBatches(this::cell, draws);
    }

    /**
     * Switches to longer batches if there are enough. Must be called between two stretches of draws, with {@code made}, the
     * number of draws that every chain has made.
     */
    public final void growBatches(int made) {
        if (made == draws) {
            if (frequencies != null) {
                frequencies.growBatches(this::cell, made);
            }
            growMore(made);
        }
    }

    /** Writes or reads the records. The chain itself must be transcribed before. */
    public final void transcribe(Transcript transcript) {
        draws = transcript.of(draws);
        makeRoom(draws);
        first = transcript.isReading() && window > 0 ? draws : first; // the files of the sink have them
        transcribeTrace(transcript, "logProb", logProb);
        transcribeTrace(transcript, distanceName(), hamming);
        steps = transcript.of(steps);
        acceptance = transcript.of(acceptance);
        jumps = transcript.of(jumps);
        if (hasOthers) {
            swaps = transcript.of(swaps);
            movingSwaps = transcript.of(movingSwaps);
            independent = transcript.of(independent);
            independentAcceptance = transcript.of(independentAcceptance);
        }
        if (hasJumps) {
            withoutReturn = transcript.of(withoutReturn);
        }
        distance = transcript.of(distance);
        if (frequencies != null) {
            frequencies.transcribe(transcript);
        }
        statistics.transcribe(transcript, (name, recent) -> transcribeTrace(transcript, name, recent));
        if (changed != null) {
            changed.transcribe(transcript);
        }
        transcribeMore(transcript);
        arrays.transcribe(transcript, best);
        bestLogProb = transcript.of(bestLogProb);
        sinceBestCount = transcript.of(sinceBestCount);
        if (sinceBestCount > sinceBest.length) {
            sinceBest = new int[sinceBestCount];
        }
        transcript.of(sinceBest, sinceBestCount);
    }

    private void transcribeTrace(Transcript transcript, String name, double[] recent) {
        if (window == 0) {
            transcript.of(recent, draws);
        } else if (transcript.isReading()) {
            double[] read = new double[Math.min(draws, window)];
            for (int from = 0; from < draws; from += window) {
                transcript.of(read, Math.min(window, draws - from));
            }
        } else {
            for (double[] block : new ChainTrace(draws, first, recent, files.get(name)).blocks()) {
                transcript.of(block, block.length);
            }
        }
    }

    public final S state() {
        return arrays.copy(state);
    }

    public final S best() {
        return arrays.copy(best);
    }

    public final double bestLogProb() {
        return bestLogProb;
    }
}
