package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.ObjectBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run as bytes: a mark, the CRC-32C of what follows, the version of lbp, and the Java serialisation. It carries
 * every field of {@link RunSettings} and its subclasses that is not transient, and the sink's directory as text. Left out are the
 * number of threads, the listener and the plan for checkpoints, which are the reader's own.
 */
public final class RunBytes {

    private static final long MARK = 0x4c42502d52554e31L; // LBP-RUN1

    /** The mark and the CRC. */
    private static final int HEAD = 2 * Long.BYTES;

    private RunBytes() {}

    /**
     * What Java serialises.
     *
     * @param sink the directory of the sink; null for none
     */
    private record Saved(RunSettings<?> settings, @Nullable String sink) implements Serializable {}

    /**
     * Writes settings.
     *
     * @throws IllegalArgumentException if a part cannot be serialised; the message names the field
     */
    public static byte[] of(RunSettings<?> settings) {
        return of(settings, String.valueOf(RunSettings.version()));
    }

    static byte[] of(RunSettings<?> settings, String version) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("model", settings.model);
        parts.put("sampler", settings.method);
        settings.tracked.forEach((name, traced) -> parts.put("track(\"" + name + "\")", traced.statistic()));
        Path sink = settings.sink;
        Saved saved = new Saved(settings, sink == null ? null : sink.toString());
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(stream)) {
            out.writeLong(MARK);
            out.writeLong(0L); // the place of the checksum
            out.writeUTF(version);
            out.flush();
            ObjectBytes.write(saved, parts, stream);
        } catch (NotSerializableException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] bytes = stream.toByteArray();
        ByteBuffer.wrap(bytes).putLong(Long.BYTES, checksum(bytes));
        return bytes;
    }

    /**
     * Reads settings.
     *
     * @throws IllegalArgumentException if the bytes are not of settings, not whole, of another version of lbp, or of classes that
     *     are missing, differ or fail here
     */
    public static RunSettings<?> read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Check.that(
                    bytes.length > HEAD && in.readLong() == MARK,
                    "be those of Run.toBytes()",
                    "bytes",
                    bytes.length + " bytes of another kind");
            boolean whole = in.readLong() == checksum(bytes);
            Check.that(whole, "be whole, as Run.toBytes() made them", "bytes", "damaged, length " + bytes.length);
            String here = String.valueOf(RunSettings.version());
            String version = in.readUTF();
            Check.that(
                    version.equals(here),
                    "be of version " + here + " of lbp, as here",
                    "bytes",
                    "of version " + version);
            return settings((Saved) ObjectBytes.read(in));
        } catch (ClassNotFoundException e) {
            throw unreadable("the class " + e.getMessage() + " is not on the class path", e);
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()), e);
        } catch (ClassCastException | LinkageError e) { // of another class loader's lbp, or of missing native code
            throw unreadable(e.toString(), e);
        }
    }

    private static RunSettings<?> settings(Saved saved) {
        RunSettings<?> settings = saved.settings;
        settings.sink = saved.sink == null ? null : Path.of(saved.sink);
        settings.threads = RunSettings.defaultThreads();
        settings.listener = RunSettings.NO_LISTENER;
        return settings;
    }

    private static IllegalArgumentException unreadable(String reason, Throwable e) {
        return new IllegalArgumentException("must be of the classes that are here: bytes, " + reason, e);
    }

    /** The CRC-32C of what follows the head. */
    private static long checksum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, HEAD, bytes.length - HEAD);
        return sum.getValue();
    }
}
