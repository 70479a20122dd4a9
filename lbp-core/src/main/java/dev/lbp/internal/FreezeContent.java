package dev.lbp.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What all chains of a run tell each other at a barrier of warm-up.
 *
 * @param run the run
 * @param stage the number of the barrier, from 1
 * @param tallies one for each chain, by its number
 */
public record FreezeContent(RunFacts run, int stage, List<byte[]> tallies) {

    private static final SealedBytes SEAL =
            new SealedBytes("lbp-pool".getBytes(StandardCharsets.US_ASCII), 1, "the common scale of a run in parts");

    /** A checksum of all tallies. */
    public String fingerprint() {
        return Fingerprint.of(tallies.toArray(new byte[0][]));
    }

    public byte[] toBytes() {
        return SEAL.of(transcript -> transcribe(transcript, this));
    }

    /**
     * Reads the content.
     *
     * @throws IOException if the bytes are not whole
     */
    public static FreezeContent of(byte[] bytes) throws IOException {
        TranscriptReader reader = SEAL.open(bytes);
        try {
            return transcribe(reader, new FreezeContent(RunFacts.NONE, 0, List.of()));
        } catch (UncheckedIOException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
    }

    private static FreezeContent transcribe(Transcript transcript, FreezeContent freeze) {
        return new FreezeContent(
                RunFacts.transcribe(transcript, freeze.run),
                transcript.of(freeze.stage),
                RunFacts.transcribe(transcript, freeze.tallies));
    }
}
