package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.PackedBits;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.space.Space;
import dev.lbp.runtime.space.ValueSpace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records of a run that depend on its state space.
 *
 * @param reference the reference state of the distances, which all recorders share
 * @param refersToFirst whether the reference is the state of the run's first chain at the end of warm-up, which all
 *     chains need before their draws
 * @param sites makes the record of the sites of a chain
 * @param parts makes the optional records
 * @param <S> the array of a chain's state
 */
public record RecorderFactory<S>(
        Space<S> space,
        S reference,
        boolean refersToFirst,
        Function<ChainState<S>, SiteRecord<S>> sites,
        Function<ChainState<S>, List<RecordPart<S>>> parts) {

    /**
     * The factory for bits, with a random reference state.
     *
     * @param start the start of the run, with the generator that draws the reference state
     * @param conditionals whether to record Rao-Blackwellised marginals; then the models must be local
     * @param keepBest the number of best states; 0 if they are not recorded
     * @param newBatches makes the batches of one chain's marginals
     */
    public static RecorderFactory<byte[]> ofBits(
            BitSpace space, BitStart start, boolean conditionals, int keepBest, Supplier<GrowingBatches> newBatches) {
        byte[] reference = space.random(start.runGenerator());
        Map<long[], WordSites> words = new IdentityHashMap<>(); // chains packed into one array share its record
        return new RecorderFactory<>(
                space,
                reference,
                /* refersToFirst= */ false,
                chain -> sitesOfBits(chain, reference, newBatches.get(), words),
                chain -> {
                    List<RecordPart<byte[]>> parts = new ArrayList<>();
                    if (conditionals) {
                        parts.add(ConditionalRecorder.of(chain, start.frozenMask(), newBatches.get()));
                    }
                    if (keepBest > 0) {
                        parts.add(new BestStates(keepBest, reference.length));
                    }
                    return parts;
                });
    }

    /**
     * Chains packed into the same words, a bit each, share one {@link WordSites}; {@code words} has those made so far.
     */
    private static SiteRecord<byte[]> sitesOfBits(
            ChainState<byte[]> chain, byte[] reference, GrowingBatches batches, Map<long[], WordSites> words) {
        if (chain instanceof PackedBits packed) {
            WordSites word = words.computeIfAbsent(packed.words(), any -> new WordSites(any, reference));
            return new LaneSites(chain.state, reference, batches, word, packed.lane());
        }
        return new BitSites(chain.state, reference, batches);
    }

    /**
     * The factory for whole numbers.
     *
     * @param newBatches makes the batches of one chain's marginals; null for a run without marginals
     */
    public static RecorderFactory<int[]> ofValues(ValueSpace space, @Nullable Supplier<GrowingBatches> newBatches) {
        int[] reference = new int[space.sites()];
        return new RecorderFactory<>(
                space,
                reference,
                /* refersToFirst= */ true,
                chain -> new ValueSites(
                        chain.state, space.values(), reference, newBatches == null ? null : newBatches.get()),
                chain -> List.of());
    }

    /**
     * The factory for real coordinates, whose moments are recorded.
     *
     * @param reference a state, which will be overwritten
     * @param newBatches makes the batches of one chain
     */
    public static RecorderFactory<double[]> ofMoments(
            Space<double[]> space, double[] reference, Supplier<GrowingBatches> newBatches) {
        return new RecorderFactory<>(
                space,
                reference,
                /* refersToFirst= */ true,
                chain -> new CoordinateMoments<>(chain.state, reference, space, newBatches.get()),
                chain -> Stream.ofNullable(chain.logWeights())
                        .<RecordPart<double[]>>map(WeightTail::new)
                        .toList());
    }

    /**
     * Sets the reference state of all chains, before their draws; nothing if {@link #refersToFirst} is false.
     *
     * @param state of the run's first chain at the end of warm-up; copied
     */
    public void refer(S state) {
        if (refersToFirst) {
            System.arraycopy(state, 0, reference, 0, space.sites());
        }
    }

    /** Writes or reads the reference state that was set. */
    public void transcribe(Transcript transcript) {
        if (refersToFirst) {
            space.transcribe(transcript, reference);
        }
    }
}
