package dev.lbp.runtime.record;

import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.runtime.space.Space;
import org.jspecify.annotations.Nullable;

/**
 * Records the sites of a chain whose bits are one lane, a bit position, of words that several chains share. {@link
 * WordSites} counts all these chains together. The frequencies get the counts at the end of a batch, and when they are
 * read.
 */
final class LaneSites extends SiteRecord<byte[]> {

    private final WordSites word;
    private final int lane;
    private final Frequencies ones;

    LaneSites(byte[] state, byte[] reference, GrowingBatches batches, WordSites word, int lane) {
        this(state, reference, new Frequencies(state.length, batches, site -> state[site]), word, lane);
    }

    private LaneSites(byte[] state, byte[] reference, Frequencies ones, WordSites word, int lane) {
        super(state, reference, ones);
        this.ones = ones;
        this.word = word;
        this.lane = lane;
        word.add(this);
    }

    int lane() {
        return lane;
    }

    boolean batchEnds(int draws) {
        return ones.batchEnds(draws);
    }

    /** Adds the number of draws since the last call in which a site was 1. */
    void count(int site, int times, int draws) {
        ones.add(site, times, draws);
    }

    @Override
    SelfDistance<byte[]> selfDistance(Space<byte[]> space) {
        return new LaneDistance(space, state, word, lane);
    }

    @Override
    void begin() {
        // keeps no distance from step to step: draws count theirs afresh
    }

    @Override
    void step(ChainState<byte[]> chain, int draws) {
        // only draws are counted
    }

    @Override
    void addChanges(ChangedSites changed, ChainState<byte[]> chain) {
        changed.flipAll(chain.flipped, chain.flips);
    }

    @Override
    byte[] lastDraw(@Nullable ChangedSites changed) {
        return BitSites.before(state, changed);
    }

    @Override
    double distance() {
        return word.distance(this);
    }

    @Override
    void drawn(int draws) {
        super.drawn(draws);
        word.drawn(this, draws);
    }

    @Override
    void addCounts() {
        word.addCounts();
    }
}
