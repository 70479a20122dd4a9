package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.VisitedState;
import dev.lbp.runtime.engine.chain.ChainState;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The distinct states of highest log-probability among the draws of one chain, with the number of draws in each. Among
 * states with equal log-probabilities, the first in lexicographic order is the best, so the order is strict.
 *
 * <p>The table holds at most 2n states. When it is full, the n worst are removed. A removed state is worse than n
 * others, so it is not among the n best at the end, and the counts of the n best are complete. The n best of all chains
 * are complete too: each is among the n best of every chain that visited it.
 *
 * <p>Open addressing by a hash that is the exclusive or of a random number for each site at 1 (Zobrist). A draw costs
 * O(changed sites); if the state differs from the previous draw, also O(N / 64) to compare all bits.
 */
public final class BestStates implements RecordPart<byte[]> {

    /** The table is at most half full, and doubles up to the size for {@code 2n} states. */
    private static final int LEAST_SLOTS = 64;

    /** Memory of a state besides its bits: an entry, an array's header, and up to four slots of 4 bytes. */
    private static final int BYTES_PER_STATE = 72;

    private final int n;
    private final int dimension;

    /** The entries by slot; null for an empty slot. */
    private @Nullable BestState[] slots = new BestState[LEAST_SLOTS];

    private int size;

    /** The bits of the state at the last draw, and their hash. */
    private final long[] bits;

    private long hash;

    /**
     * The entry of the state at the last draw; {@code NONE} if that state is not in the table, or there is no draw.
     */
    private BestState current = BestState.NONE;

    /** States below this log-probability are worse than n others. */
    private double least = Double.NEGATIVE_INFINITY;

    private boolean begun;

    /**
     * @param n the number of states, at least 1
     */
    BestStates(int n, int dimension) {
        this.n = n;
        this.dimension = dimension;
        this.bits = new long[BestState.words(dimension)];
    }

    @Override
    public void draw(ChainState<byte[]> chain, int[] flipped, int count, int draw) {
        record(chain.state, chain.logProb, flipped, count);
    }

    /** Records a draw; see {@link #draw}. */
    void record(byte[] state, double logProb, int[] flipped, int count) {
        if (!begun) {
            begun = true;
            setBits(state);
        } else if (count > 0) {
            for (int k = 0; k < count; k++) {
                flip(flipped[k]);
            }
        } else if (current != BestState.NONE) { // the state before, and it is among the best
            current.visits++;
            return;
        }
        visit(logProb);
    }

    private void flip(int site) {
        bits[site >>> 6] ^= 1L << site;
        hash ^= zobristNumber(site);
    }

    /**
     * The random number of a site in the hash: the finaliser of SplitMix64 (Steele, Lea, Flood 2014), at multiples of
     * its increment.
     */
    static long zobristNumber(int site) {
        long z = (site + 1L) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Makes {@link #bits} and {@link #hash} those of a state. */
    private void setBits(byte[] state) {
        Arrays.fill(bits, 0L);
        hash = 0L;
        for (int i = 0; i < dimension; i++) {
            if (state[i] == 1) {
                flip(i);
            }
        }
    }

    /** Counts a visit to the state of {@link #bits}. A new state is inserted unless it is worse than n others. */
    private void visit(double logProb) {
        int slot = slotOf(hash, bits);
        if (slots[slot] == null) {
            if (logProb < least) { // n states of the table are better
                current = BestState.NONE;
                return;
            }
            slot = insert(new BestState(hash, bits.clone(), logProb));
        }
        current = Objects.requireNonNull(slots[slot]);
        current.visits++;
        if (size == 2 * n) { // the table is full: keeps the n best
            prune();
        }
    }

    /**
     * The slot of a state, or the empty slot where it belongs, by linear probing. The number of slots is a power of 2.
     */
    private int slotOf(long wanted, long[] wantedBits) {
        int slot = (int) wanted & slots.length - 1;
        while (slots[slot] != null && !(slots[slot].hash == wanted && Arrays.equals(slots[slot].bits, wantedBits))) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    /** Adds a new entry, and doubles the slots first if more than half would be full. Returns the entry's slot. */
    private int insert(BestState entry) {
        if (2 * (size + 1) > slots.length) {
            rehash(entries(), 2 * slots.length);
        }
        int slot = slotOf(entry.hash, entry.bits);
        slots[slot] = entry;
        size++;
        return slot;
    }

    /** Replaces the table by one of {@code newSlots} slots with these entries. */
    private void rehash(BestState[] entries, int newSlots) {
        slots = new BestState[newSlots];
        size = 0;
        for (BestState entry : entries) {
            insert(entry);
        }
    }

    private BestState[] entries() {
        return Arrays.stream(slots).filter(entry -> entry != null).toArray(BestState[]::new);
    }

    /** The best {@code n} entries, the best first, or all of them if there are fewer. */
    BestState[] best() {
        BestState[] entries = entries();
        Arrays.sort(entries);
        return Arrays.copyOf(entries, Math.min(n, entries.length));
    }

    /** The best {@code n} states of several chains, the best first, with the visits of all of them. */
    static List<VisitedState> merged(List<BestStates> chains) {
        Map<LongBuffer, BestState> merged = new HashMap<>();
        for (BestStates chain : chains) {
            for (BestState entry : chain.best()) {
                merged.computeIfAbsent(
                                LongBuffer.wrap(entry.bits),
                                bits -> new BestState(entry.hash, entry.bits, entry.logProb))
                        .visits += entry.visits;
            }
        }
        BestStates first = chains.get(0);
        return merged.values().stream()
                .sorted()
                .limit(first.n)
                .map(entry -> entry.result(first.dimension))
                .toList();
    }

    /** The best states of all chains of a run, the best first; null if they were not recorded. */
    public static @Nullable List<VisitedState> of(List<? extends ChainRecorder<?>> recorders) {
        List<BestStates> chains = ChainRecorder.parts(recorders, BestStates.class);
        return chains.isEmpty() ? null : merged(chains);
    }

    /**
     * The bytes that the best states of a run need at most.
     *
     * @param count the number of states
     */
    public static double bytes(int count, int dimension, int chains) {
        // a chain's table has up to twice as many states
        double ofChain = 2.0 * count * (BYTES_PER_STATE + Long.BYTES * BestState.words(dimension));
        return chains * ofChain + (double) count * dimension;
    }

    /** Removes all but the n best entries; {@link #current} may be removed too. */
    private void prune() {
        BestState[] kept = best();
        least = kept[n - 1].logProb;
        BestState lastVisited = current;
        rehash(kept, slots.length);
        current = slots[slotOf(lastVisited.hash, lastVisited.bits)] == lastVisited ? lastVisited : BestState.NONE;
    }

    /** Writes or reads the table. After reading, finds the entry of the last draw again. */
    @Override
    public void transcribe(Transcript transcript, byte[] lastDraw) {
        begun = transcript.of(begun);
        least = transcript.of(least);
        BestState[] entries = entries();
        int count = transcript.of(entries.length);
        List<BestState> all = new ArrayList<>();
        for (int k = 0; k < count; k++) { // one at a time: a wrong count in a damaged file allocates no memory
            BestState entry = transcript.isReading() ? new BestState(0L, new long[bits.length], 0.0) : entries[k];
            entry.transcribe(transcript);
            all.add(entry);
        }
        if (transcript.isReading()) {
            rehash(all.toArray(new BestState[0]), LEAST_SLOTS);
            setBits(lastDraw);
            BestState found = slots[slotOf(hash, bits)];
            current = begun && found != null ? found : BestState.NONE;
        }
    }
}
