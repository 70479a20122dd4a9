package dev.lbp.hashes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

/**
 * Hashes the checkpoint of a run that has ended. Left out are two times, the version of Java, and the values of {@link
 * #NOT_HASHED}, which differ between machines or when a class moves.
 *
 * <p>The file is 8 bytes that say what it is, the version of its format, a list of names and values, the version of
 * Java, the time of the run, its state, and 8 bytes of a checksum. A text is its length and its bytes.
 */
final class CheckpointBytes {

    private static final int MAGIC = 8;

    /** Names of values that hold a class, a version or the kernel. */
    private static final Set<String> NOT_HASHED =
            Set.of("the version of lbp", "the kernel", "the model's class", "the scale controller");

    private CheckpointBytes() {}

    /**
     * @param warmUpTime the time of warm-up in the file; the time of the draws follows it there
     */
    static String hash(byte[] bytes, Duration warmUpTime) {
        ByteBuffer file = ByteBuffer.wrap(bytes, 0, bytes.length - Long.BYTES);
        Hash hash = new Hash();
        file.position(MAGIC);
        hash.of(file.getInt()); // the version of the format
        int values = file.getInt();
        for (int k = 0; k < values; k++) {
            String name = text(file);
            String value = text(file);
            hash.of(name).of(NOT_HASHED.contains(name) ? "" : value);
        }
        text(file); // the version of Java
        file.getLong(); // the time of the run
        int times = indexOf(file, warmUpTime.toNanos());
        file.putLong(times, 0L).putLong(times + Long.BYTES, 0L);
        byte[] state = new byte[file.remaining()];
        file.get(state);
        return hash.of(state).text();
    }

    private static String text(ByteBuffer file) {
        byte[] bytes = new byte[file.getInt()];
        file.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int indexOf(ByteBuffer file, long number) {
        for (int k = file.position(); k <= file.limit() - Long.BYTES; k++) {
            if (file.getLong(k) == number) {
                return k;
            }
        }
        throw new AssertionError("the checkpoint must hold the time of warm-up: " + number);
    }
}
