package dev.lbp.runtime.record;

import dev.lbp.internal.States;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ChangedSites;
import org.jspecify.annotations.Nullable;

/** The record of the sites of a chain of bits. A cell of its frequencies is a site. */
final class BitSites extends SiteRecord<byte[]> {

    private final Frequencies ones;

    BitSites(byte[] state, byte[] reference, GrowingBatches batches) {
        this(state, reference, new Frequencies(state.length, batches, site -> state[site]));
    }

    private BitSites(byte[] state, byte[] reference, Frequencies ones) {
        super(state, reference, ones);
        this.ones = ones;
    }

    @Override
    void begin() {
        hamming = 0;
        for (int i = 0; i < state.length; i++) {
            hamming += state[i] ^ reference[i];
        }
    }

    @Override
    void step(ChainState<byte[]> chain, int draws) {
        int[] flipped = chain.flipped;
        int change = 0;
        for (int k = 0; k < chain.flips; k++) {
            int site = flipped[k];
            int now = state[site];
            ones.count(site, 1 - now, draws);
            change += now == reference[site] ? -1 : 1;
        }
        hamming += change;
    }

    @Override
    void addChanges(ChangedSites changed, ChainState<byte[]> chain) {
        changed.flipAll(chain.flipped, chain.flips);
    }

    @Override
    byte[] lastDraw(@Nullable ChangedSites changed) {
        byte[] draw = state.clone();
        if (changed != null) {
            States.flip(draw, changed.sites(), changed.count());
        }
        return draw;
    }
}
