package dev.lbp.runtime.record;

import dev.lbp.internal.States;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.ChangedSites;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The record of the sites of a chain of bits. A cell of its frequencies is a site. */
final class BitSites extends SiteRecord<byte[]> {

    /** From this number of flips on, threads share the counting of a step. */
    private static final int SHARED_FLIPS = 1 << 14;

    private final Frequencies ones;

    BitSites(byte[] state, byte[] reference, GrowingBatches batches) {
        this(state, reference, new Frequencies(state.length, batches, site -> state[site]));
    }

    private BitSites(byte[] state, byte[] reference, Frequencies ones) {
        super(state, reference, ones);
        this.ones = ones;
    }

    /** Counts the sites where the state differs from the reference state. */
    @Override
    void begin() {
        hamming = 0;
        for (int i = 0; i < state.length; i++) {
            hamming += state[i] ^ reference[i];
        }
    }

    /** Updates the Hamming distance and the counts at the flipped sites; if these are many, threads share the work. */
    @Override
    void step(ChainState<byte[]> chain, int draws) {
        if (chain.flips < SHARED_FLIPS) {
            hamming += count(chain.flipped, 0, chain.flips, draws);
            return;
        }
        AtomicInteger change = new AtomicInteger();
        chain.forFlips((from, to) -> change.addAndGet(count(chain.flipped, from, to, draws)));
        hamming += change.get();
    }

    /** Counts the draws of each flipped site before its flip. Returns the change of the Hamming distance. */
    private int count(int[] flipped, int from, int to, int draws) {
        int change = 0;
        for (int k = from; k < to; k++) {
            int site = flipped[k];
            int now = state[site];
            ones.count(site, 1 - now, draws);
            change += now == reference[site] ? -1 : 1;
        }
        return change;
    }

    @Override
    void addChanges(ChangedSites changed, ChainState<byte[]> chain) {
        changed.flipAll(chain.flipped, chain.flips);
    }

    @Override
    byte[] lastDraw(@Nullable ChangedSites changed) {
        return before(state, changed);
    }

    /** The state before the flips of the changed sites. */
    static byte[] before(byte[] state, @Nullable ChangedSites changed) {
        byte[] draw = state.clone();
        if (changed != null) {
            States.flip(draw, changed.sites(), changed.count());
        }
        return draw;
    }
}
