package dev.lbp.runtime.record;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ChangedSites;
import org.jspecify.annotations.Nullable;

/** The records of one chain of bits. A cell of its frequencies is a site. */
final class BitRecorder extends ChainRecorder<byte[]> {

    private final byte[] reference;
    private final Frequencies ones;
    private final @Nullable ConditionalRecorder conditionals;
    private final @Nullable BestStates bestStates;

    /**
     * @param reference the reference state of the Hamming distances
     * @param batches the batches of the marginals
     * @param conditionals Rao-Blackwellised marginals; null if they are not recorded
     * @param bestStates the best states; null if they are not recorded
     */
    BitRecorder(
            ChainState<byte[]> chain,
            byte[] reference,
            int thin,
            GrowingBatches batches,
            StatisticRecorder<byte[]> statistics,
            @Nullable ConditionalRecorder conditionals,
            @Nullable BestStates bestStates) {
        this(chain, reference, thin, new Frequencies(reference.length, batches), statistics, conditionals, bestStates);
    }

    private BitRecorder(
            ChainState<byte[]> chain,
            byte[] reference,
            int thin,
            Frequencies ones,
            StatisticRecorder<byte[]> statistics,
            @Nullable ConditionalRecorder conditionals,
            @Nullable BestStates bestStates) {
        super(chain, StateArrays.BITS, thin, ones, statistics, conditionals != null || bestStates != null);
        this.reference = reference;
        this.ones = ones;
        this.conditionals = conditionals;
        this.bestStates = bestStates;
    }

    @Override
    int count(ChainState<byte[]> chain, int draws) {
        if (conditionals != null) {
            conditionals.step();
        }
        int[] flipped = chain.flipped;
        int change = 0;
        for (int k = 0; k < chain.flips; k++) {
            int site = flipped[k];
            int now = state[site];
            ones.count(site, 1 - now, draws);
            change += now == reference[site] ? -1 : 1;
        }
        return change;
    }

    @Override
    int distance() {
        int distance = 0;
        for (int i = 0; i < sites; i++) {
            distance += state[i] ^ reference[i];
        }
        return distance;
    }

    @Override
    int cell(int site) {
        return state[site];
    }

    @Override
    void addChanges(ChangedSites to, ChainState<byte[]> chain) {
        to.flipAll(chain.flipped, chain.flips);
    }

    @Override
    void recordMore(ChainState<byte[]> chain, int[] flipped, int count, int draw) {
        if (conditionals != null) {
            conditionals.record(chain, flipped, count, draw);
        }
        if (bestStates != null) {
            bestStates.record(state, chain.logProb, flipped, count);
        }
    }

    @Override
    void growMore(int made) {
        if (conditionals != null) {
            conditionals.growBatches(made);
        }
    }

    @Override
    void transcribeMore(Transcript transcript) {
        if (conditionals != null) {
            conditionals.transcribe(transcript, lastDraw());
        }
        if (bestStates != null) {
            bestStates.transcribe(transcript, lastDraw());
        }
    }

    private byte[] lastDraw() {
        byte[] draw = state.clone();
        for (int k = 0; changed != null && k < changed.count(); k++) {
            draw[changed.sites()[k]] ^= 1;
        }
        return draw;
    }

    @Override
    @Nullable ConditionalRecorder conditionals() {
        return conditionals;
    }

    @Override
    @Nullable BestStates bestStates() {
        return bestStates;
    }
}
