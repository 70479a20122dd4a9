package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.runtime.space.Space;
import org.jspecify.annotations.Nullable;

/**
 * The record of the sites of one chain: marginals or moments, and the distance to a reference state. The only part of a
 * recorder that depends on the state space.
 *
 * @param <S> the array of a state
 */
abstract class SiteRecord<S> {

    /** The chain's own array. */
    final S state;

    /** The reference state, which all chains share. */
    final S reference;

    /** How many draws had each value of each site; null if this is not counted. */
    final @Nullable Frequencies frequencies;

    /** The Hamming distance of the state to the reference state. */
    int hamming;

    SiteRecord(S state, S reference, @Nullable Frequencies frequencies) {
        this.state = state;
        this.reference = reference;
        this.frequencies = frequencies;
    }

    /** The frequencies of all draws; null if they are not counted. */
    final @Nullable Frequencies counted() {
        addCounts();
        return frequencies;
    }

    /** Adds counts that are not yet in the frequencies. Must be called between the steps of all chains. */
    void addCounts() {
        // most records count every draw at once; only those of chains packed into words count several together
    }

    /** Makes the record of distances to an earlier state of the chain. */
    SelfDistance<S> selfDistance(Space<S> space) {
        return new SelfDistance<>(space, state);
    }

    /** Begins the draws at the current state. Called when the reference state has been set. */
    abstract void begin();

    /**
     * Records what the last step changed. If the step makes a draw, this call comes before the draw.
     *
     * @param draws the number of draws made
     */
    abstract void step(ChainState<S> chain, int draws);

    /** Adds the sites that the last step changed to {@code changed}. */
    void addChanges(ChangedSites changed, ChainState<S> chain) {
        changed.addAll(chain.flipped, chain.flips);
    }

    /** The distance of the state to the reference state. */
    double distance() {
        return hamming;
    }

    /**
     * The sum of the distances that all moves went: by default Hamming distances, whose sum is {@code sites}.
     *
     * @param sites the number of sites that all moves changed, summed
     */
    double jumpSum(long sites) {
        return sites;
    }

    /** Updates the number of draws. Must be called after each draw. */
    void drawn(int draws) {
        if (frequencies != null) {
            frequencies.drawn(draws);
        }
    }

    /** Makes the batches of the standard errors longer if enough longer ones are complete, after {@code made} draws. */
    void lengthenBatches(int made) {
        addCounts(); // the batches are made from the counts of all draws
        if (frequencies != null) {
            frequencies.growBatches(made);
        }
    }

    /** The number of draws after which the run must call {@link #lengthenBatches}; 2^31 - 1 for never. */
    int batchPause() {
        return frequencies == null ? Integer.MAX_VALUE : frequencies.batchPause();
    }

    /** Writes or reads the distance and the frequencies. The chain itself must be transcribed before. */
    final void transcribe(Transcript transcript) {
        hamming = transcript.of(hamming);
        addCounts(); // chains that share words may have counts that are not yet in the frequencies
        if (frequencies != null) {
            frequencies.transcribe(transcript);
        }
    }

    /** Writes or reads the fields of a subclass. In a file they come later than the frequencies. */
    void transcribeMore(Transcript transcript) {
        // the records of bits have no further fields
    }

    /**
     * The state at the last draw. Default: the current state; a subclass with {@link RecordPart parts} that read this
     * state must return the exact one.
     */
    S lastDraw(@Nullable ChangedSites changed) {
        return state;
    }
}
