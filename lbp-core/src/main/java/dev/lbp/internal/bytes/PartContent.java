package dev.lbp.internal.bytes;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The content of a part of a run: some of its chains at a barrier of warm-up, or after their last draw. It holds only
 * numbers, texts, and the adaptations of scales, for which only the classes of the run's own adaptation are loaded. So
 * a file cannot choose the code that runs.
 *
 * @param run the facts that all parts of the run share
 * @param first the number in the run of the first chain
 * @param count the number of chains
 * @param stage the number of barriers of warm-up that the chains have reached, from 1
 * @param drawn whether the chains have made all their draws
 * @param pooled a checksum of all shares that the chains have pooled, the same in all parts; empty before the first
 * @param start values of the model at the starting states of these chains, by name
 * @param shares the message of each chain to the others at the barrier; empty if the chains have made their draws
 * @param state the state of the chains and their records
 */
public record PartContent(
        RunFacts run,
        int first,
        int count,
        int stage,
        boolean drawn,
        String pooled,
        Map<String, String> start,
        List<byte[]> shares,
        byte[] state) {

    private static final SealedBytes SEAL =
            new SealedBytes("lbp-part".getBytes(StandardCharsets.US_ASCII), 1, "a part of a run");

    private static final PartContent NONE =
            new PartContent(RunFacts.NONE, 0, 0, 0, false, "", Map.of(), List.of(), new byte[0]);

    /** The chains in words: "chains 8 to 11". */
    public String chains() {
        return RunFacts.chains(first, count);
    }

    /** A copy without the bytes of the chains. */
    public PartContent head() {
        return new PartContent(run, first, count, stage, drawn, pooled, Map.of(), List.of(), new byte[0]);
    }

    /** The number of the chain after this part's last (an exclusive end). */
    private int end() {
        return first + count;
    }

    public byte[] toBytes() {
        return SEAL.of(transcript -> transcribe(transcript, this));
    }

    /**
     * Reads bytes that were a whole part when they were made.
     *
     * @throws IllegalStateException if they are no whole part any more
     */
    public static PartContent unchanged(byte[] bytes) {
        try {
            return of(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("must not be changed: the bytes of a part", e);
        }
    }

    /**
     * Reads the content.
     *
     * @throws IOException if the bytes are no whole part
     */
    public static PartContent of(byte[] bytes) throws IOException {
        // a reader needs no content to write: NONE stands in its place, and the read content is returned
        PartContent part = SEAL.read(bytes, transcript -> transcribe(transcript, NONE));
        part.checkNumbers();
        return part;
    }

    /** Checks the numbers that callers rely on: a right checksum does not prove that a run has written them. */
    private void checkNumbers() throws IOException {
        boolean chainsFit = first >= 0 && count >= 1 && count <= run.chains() - first;
        boolean stageFits = stage >= 1 && stage <= run.stages();
        if (!chainsFit || !stageFits || shares.size() != (drawn ? 0 : count)) {
            throw new IOException("its content makes no sense: " + chains() + " of " + run.chains() + ", stage " + stage
                    + " of " + run.stages() + ", shares of " + shares.size() + " chains");
        }
    }

    /**
     * Uses the content of parts, and wraps a failure. Content that no run has written may fail anywhere, although its
     * checksum is right.
     *
     * @param what the name of the argument that has the content: "parts"
     * @param chains the chains whose state it is, in words
     * @throws IllegalArgumentException if {@code use} fails
     */
    public static <T> T use(String what, String chains, Supplier<T> use) {
        try {
            return use.get();
        } catch (UncheckedIOException
                | IllegalArgumentException
                | IllegalStateException
                | NullPointerException
                | IndexOutOfBoundsException
                | NegativeArraySizeException
                | ArithmeticException
                | ClassCastException e) {
            throw new IllegalArgumentException(
                    "must hold what a run has written, but their content makes no sense: " + what + ", " + chains + ": "
                            + Failures.words(e),
                    e);
        }
    }

    /** Writes the fields of {@code part}; or reads them, in this order, into a new object. */
    private static PartContent transcribe(Transcript transcript, PartContent part) {
        return new PartContent(
                RunFacts.transcribe(transcript, part.run),
                transcript.of(part.first),
                transcript.of(part.count),
                transcript.of(part.stage),
                transcript.of(part.drawn),
                transcript.of(part.pooled),
                RunFacts.transcribe(transcript, part.start),
                RunFacts.transcribe(transcript, part.shares),
                transcript.of(part.state));
    }

    /**
     * Checks that parts are all parts of one run, at the same stage, and returns them in the order of their chains.
     *
     * @param parts in any order
     * @throws IllegalArgumentException if a part is missing, given twice, at another stage, from another freeze, or of
     *     another run
     */
    public static List<PartContent> inOrder(Collection<PartContent> parts) {
        Check.that(!parts.isEmpty(), "hold each chain of the run once", "parts", "none");
        List<PartContent> ordered = new ArrayList<>(parts);
        ordered.sort(Comparator.comparingInt(PartContent::first));
        PartContent firstPart = ordered.get(0);
        for (PartContent part : ordered) {
            RunFacts.checkSame(
                    "parts", part.run.identity(), part.chains(), firstPart.run.identity(), firstPart.chains());
            Check.that(
                    part.drawn == firstPart.drawn && part.stage == firstPart.stage,
                    "be at one stage",
                    "parts",
                    part.chains() + " " + part.progress() + ", and " + firstPart.chains() + " " + firstPart.progress());
            Check.that(
                    part.pooled.equals(firstPart.pooled),
                    "have gone on from the same freeze",
                    "parts",
                    part.chains() + " from one with checksum " + part.pooled + ", and " + firstPart.chains() + " from "
                            + firstPart.pooled);
        }
        checkCover(ordered);
        return ordered;
    }

    /** Checks that each chain of the run is in one part. */
    private static void checkCover(List<PartContent> ordered) {
        int next = 0;
        for (PartContent part : ordered) {
            Check.that(part.first <= next, "hold each chain of the run once", "parts", missing(next, part.first));
            Check.that(
                    part.first == next,
                    "hold each chain of the run once",
                    "parts",
                    RunFacts.chains(part.first, Math.min(next, part.end()) - part.first) + " twice");
            next = part.end();
        }
        int all = ordered.get(0).run.chains();
        Check.that(next == all, "hold each chain of the run once", "parts", missing(next, all));
    }

    private static String missing(int from, int to) {
        return "without " + RunFacts.chains(from, to - from);
    }

    /** The stage that the chains have reached, in words. */
    public String progress() {
        return drawn ? "with their draws" : "at barrier " + stage + " of " + run.stages() + " of warm-up";
    }
}
