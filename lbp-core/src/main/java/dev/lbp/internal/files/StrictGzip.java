package dev.lbp.internal.files;

import dev.lbp.internal.Memory;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A stream that unpacks gzip data of one or several parts. It refuses data after the last part, which {@link
 * GZIPInputStream} ignores, and data that unpack to far more bytes than real files do, which would fill the memory.
 */
public final class StrictGzip extends GZIPInputStream {

    /** The number of bytes at the end of each part: its checksum and length. */
    private static final int TRAILER = 8;

    /**
     * The largest ratio of unpacked to packed bytes, beyond {@link #FREE}. Texts have 3 to 30; gzip can reach 1,030.
     */
    private static final long MOST_RATIO = 200;

    /** The number of bytes to which any file may unpack: pictures of one colour are small. */
    private static final long FREE = 1L << 26;

    private final Counted source;

    /** The number of bytes of the source that were read when the decoder received its last input. */
    private long readAtFill;

    private long unpacked;

    /** Reads the header of the first part. */
    public StrictGzip(InputStream in) throws IOException {
        super(new Counted(in));
        source = (Counted) this.in; // the stream of the line before: no field can be set before super()
    }

    /** Gives the decoder its next input, and notes how much of the source was read by then. */
    @Override
    protected void fill() throws IOException {
        super.fill();
        readAtFill = source.count;
    }

    /** Unpacks bytes; fails if something follows the last part, or if far more bytes came out than went in. */
    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = super.read(buffer, offset, length);
        if (count < 0 && moreFollows()) {
            throw new ZipException("more follows after its end");
        }
        unpacked += Math.max(0, count);
        if (unpacked > FREE + MOST_RATIO * source.count) {
            throw new ZipException("it must unpack to at most " + MOST_RATIO + " bytes for each of its own, beyond "
                    + Memory.size(FREE) + ": " + source.count + " bytes have become " + Memory.size(unpacked));
        }
        return count;
    }

    /**
     * Whether data follow the last part. The trailer of a part is the first of the bytes that the decoder has not used,
     * or begins with them and continues in the source.
     */
    private boolean moreFollows() throws IOException {
        int unused = inf.getRemaining();
        long trailerInSource = Math.max(0, TRAILER - unused);
        boolean searched = source.count > readAtFill + trailerInSource; // GZIPInputStream has read on for another part
        // beyond the trailer: bytes in the decoder, bytes that were read for another part, or bytes still to read
        return unused > TRAILER || searched || source.read() >= 0;
    }

    /** Counts the bytes read. */
    private static final class Counted extends FilterInputStream {

        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int n = super.read(buffer, offset, length);
            count += Math.max(0, n);
            return n;
        }
    }
}
