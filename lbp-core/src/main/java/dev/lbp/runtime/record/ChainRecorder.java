package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.io.TraceFile;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.PackedBits;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.runtime.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of one chain. If no states of draws are kept, a step costs O(changed sites) on average: the changed sites
 * update the marginals and the Hamming distance, and the sites changed since the last best state update the best state.
 *
 * @param <S> the array of the chain's state
 */
public final class ChainRecorder<S> {

    /**
     * Value of {@link #sinceBestCount} after more than N changes since the best state: a copy of the state is cheaper
     * then.
     */
    private static final int TOO_MANY = -1;

    final SiteRecord<S> sites;
    final StepCounts steps;
    private final S state;
    private final int dimension;
    private final Space<S> space;
    private final String distanceName;
    private final int thin;

    /** Draws of the traces that are only in the files of a sink; 0 unless the run is streamed. */
    private int first;

    /** The most draws of the traces in memory; 0 for any number. */
    private int window;

    /** The files of the traces, by name; empty without a sink. */
    private Map<String, ? extends TraceFile> files = Map.of();

    /** Traces from draw {@link #first} on, with room for later draws. */
    private double[] logProb = {};

    private double[] distance = {};
    private int draws;
    private final List<RecordPart<S>> parts;

    /** The receivers of each draw's state; usually none. */
    private final List<Consumer<S>> stores = new ArrayList<>();

    private final StatisticRecorder<S> statistics;

    final SelfDistance<S> self;

    /** Whether the sites that each step changes are read. */
    private final boolean needsChanges;

    /** Sites changed since the last draw. Null if thin is 1 or nothing needs it. */
    private final @Nullable ChangedSites changed;

    private final S best;
    private double bestLogProb;
    private int[] sinceBest = new int[16];
    private int sinceBestCount;

    /** The value of {@link #sinceBestCount} at the best state: 0, or {@link #TOO_MANY} if the chain packs its bits. */
    private final int nothingChanged;

    /**
     * Makes the recorder of a chain at its start.
     *
     * @param tracked statistics by name
     */
    public ChainRecorder(
            ChainState<S> chain,
            int thin,
            Map<String, ? extends TracedStatistic<S>> tracked,
            RecorderFactory<S> factory) {
        this.state = chain.state;
        this.dimension = chain.flipped.length;
        this.space = factory.space();
        this.distanceName = space.words().distance();
        this.thin = thin;
        this.statistics = new StatisticRecorder<>(chain, space, tracked);
        this.sites = factory.sites().apply(chain);
        this.self = sites.selfDistance(space);
        this.steps = new StepCounts(chain);
        this.parts = factory.parts().apply(chain);
        this.needsChanges = !statistics.isEmpty() || !parts.isEmpty();
        this.changed = thin > 1 && needsChanges ? new ChangedSites(dimension) : null;
        this.best = space.copy(state);
        this.bestLogProb = chain.logProb;
        // a chain that packs its bits does not list changed sites, so the best state is always copied whole
        this.nothingChanged = chain instanceof PackedBits ? TOO_MANY : 0;
        this.sinceBestCount = nothingChanged;
    }

    /** The parts of all recorders that are instances of {@code type}; empty if they are not recorded. */
    static <P> List<P> parts(List<? extends ChainRecorder<?>> recorders, Class<P> type) {
        return recorders.stream()
                .flatMap(ChainRecorder::parts)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private Stream<?> parts() {
        return Stream.concat(Stream.of(sites), parts.stream());
    }

    /** The number of draws of each recorder. */
    static int[] draws(List<? extends ChainRecorder<?>> recorders) {
        return recorders.stream().mapToInt(ChainRecorder::draws).toArray();
    }

    /**
     * Keeps only the last {@code most} draws of the traces in memory. A sink must write them to files before there are
     * more. Must be called before the first draw.
     */
    public void keepTraces(int most) {
        window = most;
    }

    /** Makes room in the traces for {@code total} draws, including those already recorded. */
    public void makeRoom(int total) {
        int length = window == 0 ? total : Math.min(window, total);
        if (length > logProb.length) {
            logProb = Arrays.copyOf(logProb, length);
            distance = Arrays.copyOf(distance, length);
            statistics.makeRoom(length);
        }
    }

    /** The number of draws that fit into the traces. */
    public int room() {
        return window == 0 || logProb.length < window ? logProb.length : Integer.MAX_VALUE;
    }

    /** Tells the recorder the files to which a sink writes its traces. */
    public void streamsTo(Map<String, ? extends TraceFile> traceFiles) {
        files = traceFiles;
    }

    /** Tells the recorder that all its draws are in the files. */
    public void written() {
        first = window == 0 ? 0 : draws;
    }

    /** The number of the first draw of {@link #traces}. */
    public int firstInMemory() {
        return first;
    }

    /** Sets the state with which {@link SelfDistance} compares draws. Called in the middle of warm-up. */
    public void refer(ChainState<S> chain) {
        chain.unpack();
        self.refer(state);
    }

    /** Records a step of warm-up: updates the best state and checks the statistics. */
    public void warmUp(ChainState<S> chain) {
        unpack(chain);
        updateBest(chain);
        statistics.warmUp(chain);
    }

    /** Begins the draws. Must be called between warm-up and the first draw, for chains in their order. */
    public void beginDraws() {
        sites.begin();
    }

    /** Records a step after warm-up. */
    public void record(ChainState<S> chain) {
        unpack(chain);
        updateBest(chain);
        for (int k = 0; k < parts.size(); k++) {
            parts.get(k).step();
        }
        sites.step(chain, draws);
        steps.step(chain);
        if (changed != null) {
            sites.addChanges(changed, chain);
        }
        if (steps.steps % thin == 0) {
            recordDraw(chain);
        }
    }

    /** If statistics need the state, writes the bits of a packed chain to its state array. */
    private void unpack(ChainState<S> chain) {
        if (needsChanges) {
            chain.unpack();
        }
    }

    /** Records the chain's state as a draw. The traces in memory begin with draw {@link #first}. */
    private void recordDraw(ChainState<S> chain) {
        int[] which = changed == null ? chain.flipped : changed.sites();
        int count = changed == null ? chain.flips : changed.count();
        logProb[draws - first] = chain.logProb;
        distance[draws - first] = sites.distance();
        statistics.record(chain, which, count, draws - first);
        self.record(state, draws);
        for (int k = 0; k < parts.size(); k++) {
            parts.get(k).draw(chain, which, count, draws);
        }
        if (changed != null) {
            changed.clear();
        }
        draws++;
        sites.drawn(draws);
        if (!stores.isEmpty()) {
            chain.unpack();
        }
        for (int k = 0; k < stores.size(); k++) { // last: a sink writes the draw's traces too
            stores.get(k).accept(state);
        }
    }

    /** Updates the best state after a step. Copies only the sites that have changed since, if they are listed. */
    private void updateBest(ChainState<S> chain) {
        if (sinceBestCount != TOO_MANY) {
            remember(chain.flipped, chain.flips);
        }
        if (chain.logProb > bestLogProb) {
            bestLogProb = chain.logProb;
            if (sinceBestCount == TOO_MANY) {
                chain.unpack();
                System.arraycopy(state, 0, best, 0, dimension);
            } else {
                space.copySites(state, best, sinceBest, sinceBestCount);
            }
            sinceBestCount = nothingChanged;
        }
    }

    /** Adds changed sites to the sites that have changed since the best state. */
    private void remember(int[] which, int n) {
        int count = sinceBestCount + n;
        if (count > dimension) {
            sinceBestCount = TOO_MANY;
            return;
        }
        if (count > sinceBest.length) {
            sinceBest = Arrays.copyOf(sinceBest, Math.min(dimension, 2 * count));
        }
        System.arraycopy(which, 0, sinceBest, sinceBestCount, n);
        sinceBestCount = count;
    }

    /**
     * Adds a store for the states of all later draws. It gets each draw after the draw's traces are recorded.
     *
     * @param store gets the chain's own array, and must copy it; the chain's thread calls it
     */
    public void addStore(Consumer<S> store) {
        stores.add(store);
    }

    /**
     * The traces by name, from draw {@link #firstInMemory} on. Elements after the last of the {@link #draws} are
     * unused.
     */
    public Map<String, double[]> traces() {
        Map<String, double[]> traces = new LinkedHashMap<>();
        traces.put("logProb", logProb);
        traces.put(distanceName, distance);
        statistics.addTo(traces);
        return traces;
    }

    /**
     * The first {@code made} draws of a trace.
     *
     * @param name one of {@link #traces}
     */
    ChainTrace trace(String name, int made) {
        double[] recent = Objects.requireNonNull(traces().get(name));
        return new ChainTrace(made, Math.min(first, made), recent, files.get(name));
    }

    public int draws() {
        return draws;
    }

    /**
     * The sum of the Hamming distances of all moves after warm-up; for real coordinates, of their squared distances.
     */
    double jumpSum() {
        return sites.jumpSum(steps.changes);
    }

    /**
     * Switches to the longer batches if enough are complete. Must be called between two stretches of draws, with
     * {@code made}, the number of draws that every chain has made.
     */
    public void growBatches(int made) {
        if (made == draws) { // a chain that was saved within the next stretch has switched already
            sites.lengthenBatches(made);
            parts.forEach(part -> part.lengthenBatches(made));
        }
    }

    /**
     * The number of draws after which a run that was extended pauses for {@link #growBatches}, at least the draws made;
     * 2^31 - 1 for other runs.
     */
    public int batchPause() {
        return Math.max(sites.batchPause(), draws);
    }

    /** Writes or reads the records. The chain itself must be transcribed before. */
    public void transcribe(Transcript transcript) {
        draws = transcript.of(draws);
        makeRoom(draws);
        first = transcript.isReading() && window > 0 ? draws : first; // the sink's files have the earlier ones
        transcribeTrace(transcript, "logProb", logProb);
        transcribeTrace(transcript, distanceName, distance);
        steps.transcribe(transcript);
        sites.transcribe(transcript);
        statistics.transcribe(transcript, (name, recent) -> transcribeTrace(transcript, name, recent));
        if (changed != null) {
            changed.transcribe(transcript);
        }
        sites.transcribeMore(transcript);
        self.transcribe(transcript);
        parts.forEach(part -> part.transcribe(transcript, sites.lastDraw(changed)));
        space.transcribe(transcript, best);
        bestLogProb = transcript.of(bestLogProb);
        sinceBestCount = transcript.of(sinceBestCount);
        if (sinceBestCount > sinceBest.length) {
            sinceBest = new int[sinceBestCount];
        }
        transcript.of(sinceBest, sinceBestCount);
    }

    /** Writes or reads all draws of a trace. Draws that are only in the sink's file are read there, or skipped. */
    private void transcribeTrace(Transcript transcript, String name, double[] recent) {
        if (window == 0) {
            transcript.of(recent, draws);
        } else if (transcript.isReading()) {
            double[] skipped = new double[Math.min(draws, window)];
            for (int from = 0; from < draws; from += window) {
                transcript.of(skipped, Math.min(window, draws - from));
            }
        } else {
            for (double[] block : new ChainTrace(draws, first, recent, files.get(name)).blocks()) {
                transcript.of(block, block.length);
            }
        }
    }

    public S state() {
        return space.copy(state);
    }

    public S best() {
        return space.copy(best);
    }

    public double bestLogProb() {
        return bestLogProb;
    }
}
