package dev.lbp.spark;

import dev.lbp.result.RunPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a task: its part of the run, and the files that it has staged.
 *
 * @param part the bytes of a {@link RunPart}
 * @param attempt the number of the task's attempt, unique in the application
 * @param files the sizes of the staged files by name, in bytes; empty without a sink
 */
record SliceResult(byte[] part, long attempt, Map<String, Long> files) {

    /** The sizes of files by name. */
    static Map<String, Long> sizes(Iterable<Path> files) throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        for (Path file : files) {
            sizes.put(file.getFileName().toString(), Files.size(file));
        }
        return sizes;
    }

    RunPart runPart() {
        return RunPart.of(part);
    }

    /** The result as bytes, because the application chooses Spark's serialiser of data. */
    byte[] toBytes() {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(head)) {
            out.writeLong(attempt);
            out.writeInt(files.size());
            for (Map.Entry<String, Long> file : files.entrySet()) {
                out.writeUTF(file.getKey());
                out.writeLong(file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] bytes = new byte[Math.addExact(head.size(), part.length)];
        System.arraycopy(head.toByteArray(), 0, bytes, 0, head.size());
        System.arraycopy(part, 0, bytes, head.size(), part.length);
        return bytes;
    }

    /** Reads a result from {@link #toBytes}. */
    static SliceResult of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            long attempt = in.readLong();
            Map<String, Long> files = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                files.put(in.readUTF(), in.readLong());
            }
            return new SliceResult(in.readAllBytes(), attempt, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
