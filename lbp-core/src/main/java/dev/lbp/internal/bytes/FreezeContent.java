package dev.lbp.internal.bytes;

import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the chains of a run tell each other at a barrier of warm-up. The share of a chain is its message to the others.
 *
 * @param run the facts of the run
 * @param stage the number of the barrier, from 1
 * @param before the checksum of earlier pooling, see {@link PartContent#pooled}
 * @param shares the share of each chain, by its number
 */
public record FreezeContent(RunFacts run, int stage, String before, List<byte[]> shares) {

    private static final SealedBytes SEAL =
            new SealedBytes("lbp-pool".getBytes(StandardCharsets.US_ASCII), 1, "the common scale of a run in parts");

    /** A checksum of the shares and of all earlier pooling. */
    public String fingerprint() {
        List<byte[]> all = new ArrayList<>(shares);
        all.add(before.getBytes(StandardCharsets.UTF_8)); // the checksum of the earlier pooling
        return Fingerprint.of(all.toArray(new byte[0][]));
    }

    /**
     * Checks that a part's chains took part in this pooling: that their shares are among these.
     *
     * @throws IllegalArgumentException if they have other shares, or used another freeze at an earlier barrier
     */
    public void checkHolds(PartContent part) {
        List<byte[]> own = shares.subList(part.first(), part.first() + part.count());
        boolean holds = own.size() == part.shares().size() && before.equals(part.pooled());
        for (int k = 0; holds && k < own.size(); k++) {
            holds = Arrays.equals(own.get(k), part.shares().get(k));
        }
        Check.that(holds, "be made with this part", "freeze", "with other warm-up of " + part.chains());
    }

    public byte[] toBytes() {
        return SEAL.of(transcript -> transcribe(transcript, this));
    }

    /**
     * Reads the content.
     *
     * @throws IOException if the bytes are not whole, or their numbers contradict each other
     */
    public static FreezeContent of(byte[] bytes) throws IOException {
        FreezeContent none = new FreezeContent(RunFacts.NONE, 0, "", List.of()); // a reader ignores these values
        FreezeContent freeze = SEAL.read(bytes, transcript -> transcribe(transcript, none));
        if (freeze.stage < 1 || freeze.stage > freeze.run.stages() || freeze.shares.size() != freeze.run.chains()) {
            throw new IOException("its content makes no sense: stage " + freeze.stage + " of " + freeze.run.stages()
                    + ", shares of " + freeze.shares.size() + " of " + freeze.run.chains() + " chains");
        }
        return freeze;
    }

    /** Writes the fields of {@code freeze}; or reads them, in this order, into a new object. */
    private static FreezeContent transcribe(Transcript transcript, FreezeContent freeze) {
        return new FreezeContent(
                RunFacts.transcribe(transcript, freeze.run),
                transcript.of(freeze.stage),
                transcript.of(freeze.before),
                RunFacts.transcribe(transcript, freeze.shares));
    }
}
