package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.runtime.space.Space;
import org.jspecify.annotations.Nullable;

/**
 * What a recorder keeps of the sites of one chain: marginals or moments, and the distance to a reference state. The
 * only part of a recorder that depends on the state space.
 *
 * @param <S> the array of a state
 */
abstract class SiteRecord<S> {

    /** The chain's own array. */
    final S state;

    /** The reference state, which all chains share. */
    final S reference;

    /** The draws with each value of each site; null if they are not counted. */
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
        count();
        return frequencies;
    }

    /** Brings the frequencies up to date, if draws are counted elsewhere first. No chain may be in a step. */
    void count() {
        // most records count each draw at once
    }

    /** A distance to a state of the chain. */
    SelfDistance<S> selfDistance(Space<S> space) {
        return new SelfDistance<>(space, state);
    }

    /** Begins the draws at the current state. The reference state is set. */
    abstract void begin();

    /**
     * Records what the last step changed, before its draw if it makes one.
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

    /** The sum of the distances of all moves, if they changed {@code sites} sites together. */
    double jumpSum(long sites) {
        return sites;
    }

    /** Updates the number of draws. Must be called after each draw. */
    void drawn(int draws) {
        if (frequencies != null) {
            frequencies.drawn(draws);
        }
    }

    /** Switches to longer batches if there are enough, after {@code made} draws. */
    void grow(int made) {
        count();
        if (frequencies != null) {
            frequencies.growBatches(made);
        }
    }

    /** Writes or reads the distance and the frequencies. The chain itself must be transcribed before. */
    final void transcribe(Transcript transcript) {
        hamming = transcript.of(hamming);
        count();
        if (frequencies != null) {
            frequencies.transcribe(transcript);
        }
    }

    /** Writes or reads what a subclass records besides. It comes later in the file than the frequencies. */
    void transcribeMore(Transcript transcript) {
        // bits have no more
    }

    /** The state at the last draw; of reals the present one, as no part needs another. */
    S lastDraw(@Nullable ChangedSites changed) {
        return state;
    }
}
