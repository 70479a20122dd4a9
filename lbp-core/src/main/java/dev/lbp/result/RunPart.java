package dev.lbp.result;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.FreezeContent;
import dev.lbp.internal.bytes.PartContent;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A part of a run: some of its chains at a barrier of warm-up, or with all their draws. {@link dev.lbp.RunSlice} makes
 * it, and {@link dev.lbp.Run#merge} makes the result of the run from all of its parts. It wraps its bytes, so it can be
 * sent to another machine: by Java serialisation, as {@link #toBytes} or as a file. It needs up to about three times
 * its size in memory while it is made or read, and is below 2 GB. It holds the times of its work, so two parts with the
 * same draws may have other bytes. Immutable.
 */
public final class RunPart implements Serializable {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    /** What the bytes say of the part: its chains, its stage and its run. */
    private final transient PartContent head;

    private RunPart(byte[] bytes) throws IOException {
        this.bytes = bytes;
        this.head = PartContent.of(bytes).head();
    }

    /**
     * Reads a part.
     *
     * @param bytes of {@link #toBytes}; not copied
     * @throws IllegalArgumentException if they are no whole part; the message says whether they are damaged, cut short
     *     or something else
     */
    public static RunPart of(byte[] bytes) {
        return CheckedBytes.of(bytes, "a part of a run", RunPart::new);
    }

    /**
     * Reads a part from a file that {@link #write} has written.
     *
     * @throws IOException if there is no file, or it is no whole part; the message names it
     */
    public static RunPart read(Path file) throws IOException {
        return CheckedBytes.read(file, "a part of a run", RunPart::new);
    }

    /**
     * Writes the part to a file. An existing file is replaced in one move.
     *
     * @param file in a directory that exists
     * @throws IOException if it cannot be written; an existing file then stays unchanged
     */
    public void write(Path file) throws IOException {
        WholeFile.replace(Check.notNull("file", file), out -> out.write(bytes));
    }

    /** The bytes of the part; must not be changed. */
    public byte[] toBytes() {
        return bytes;
    }

    /** The number of the part's first chain in the run. */
    public int first() {
        return head.first();
    }

    /** The number of chains in the part. */
    public int count() {
        return head.count();
    }

    /** The number of chains of the run. */
    public int chains() {
        return head.run().chains();
    }

    /** The barrier of warm-up that the chains have reached, in [1, {@link #stages}]. */
    public int stage() {
        return head.stage();
    }

    /** The number of barriers of warm-up; 1 for a run without tempering. At the last one warm-up is over. */
    public int stages() {
        return head.run().stages();
    }

    /** Whether warm-up is over. */
    public boolean isWarm() {
        return stage() == stages();
    }

    /** Whether the chains have made all their draws. */
    public boolean isDrawn() {
        return head.drawn();
    }

    /**
     * Pools what warm-up has found: the scale of all chains, and the schedule of tempering. Every chain of the run then
     * continues with the result, see {@link dev.lbp.RunSlice#draw(RunPart, RunFreeze)}.
     *
     * @param parts all parts of a run at the same barrier of warm-up, in any order
     * @throws IllegalArgumentException if chains are missing or there twice, or parts are of another run or at another
     *     stage
     */
    public static RunFreeze freeze(Collection<RunPart> parts) {
        List<PartContent> contents = contents(parts);
        List<byte[]> shares = new ArrayList<>();
        for (PartContent part : contents) {
            Check.that(!part.drawn(), "be at a barrier of warm-up", "parts", part.chains() + " " + part.progress());
            shares.addAll(part.shares());
        }
        PartContent any = contents.get(0);
        return RunFreeze.of(new FreezeContent(any.run(), any.stage(), any.pooled(), shares).toBytes());
    }

    /** Reads the bytes of the parts again, in the order of their chains. */
    private static List<PartContent> contents(Collection<RunPart> parts) {
        List<PartContent> contents = new ArrayList<>();
        for (RunPart part : Check.notNull("parts", parts)) {
            contents.add(PartContent.unchanged(Check.notNull("a part", part).bytes));
        }
        return PartContent.inOrder(contents);
    }

    private Object readResolve() throws InvalidObjectException {
        return CheckedBytes.resolved(bytes, RunPart::of);
    }

    /** The chains, how far they are, and the settings of the run. */
    @Override
    public String toString() {
        return head.chains() + " of " + chains() + ", " + head.progress() + ": "
                + head.run().description();
    }
}
