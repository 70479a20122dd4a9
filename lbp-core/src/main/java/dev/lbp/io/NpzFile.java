package dev.lbp.io;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Named arrays in one file, a {@code .npz} of NumPy: a zip archive with a member {@code NAME.npy} for each. It is
 * written uncompressed, like {@code numpy.savez}, and without the time, so that the same arrays give the same bytes.
 * Compressed files can be read too.
 */
public final class NpzFile {

    private static final String EXTENSION = ".npy";

    /** The most characters of a name. A zip archive has room for 65,535 bytes. */
    private static final int MOST_CHARACTERS = 200;

    /** The earliest time of a zip archive; NumPy writes the same. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private NpzFile() {}

    /**
     * Writes a file, in the order of the map. A reader finds the old file or the new one, never a part of it. A
     * symbolic link stays, and its target file is replaced.
     *
     * @param arrays by names of at most 200 characters
     * @throws IOException if it cannot be written, or exists and is not a regular file, such as {@code /dev/null}; the
     *     message names it, and the old file is left as it was
     */
    public static void write(Path file, Map<String, NpyArray> arrays) throws IOException {
        Check.notNull("arrays", arrays).forEach((name, array) -> {
            int length = Check.notNull("a name in arrays", name).length();
            Check.that(length <= MOST_CHARACTERS, "be at most " + MOST_CHARACTERS, "characters of a name", length);
            Check.notNull("arrays[" + name + "]", array);
        });
        WholeFile.replace(DrawDirectory.checked("file", file), out -> {
            ZipOutputStream zip = new ZipOutputStream(out);
            zip.setMethod(ZipOutputStream.STORED);
            for (Map.Entry<String, NpyArray> array : arrays.entrySet()) {
                byte[] bytes = array.getValue().toBytes();
                zip.putNextEntry(member(array.getKey(), bytes));
                zip.write(bytes);
            }
            zip.finish();
        });
    }

    /** Makes the entry of an array. As it is not compressed, it needs size and checksum before its data. */
    private static ZipEntry member(String name, byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        ZipEntry member = new ZipEntry(name + EXTENSION);
        member.setTimeLocal(NO_TIME);
        member.setSize(bytes.length);
        member.setCompressedSize(bytes.length);
        member.setCrc(checksum.getValue());
        return member;
    }

    /**
     * Reads some of the arrays of a file.
     *
     * @return the arrays by their names
     * @throws IOException if it cannot be read, is no zip archive, lacks one of them, or has one that is damaged (by
     *     its CRC-32) or of another type than float32 and float64; the message names the file and the array
     */
    public static Map<String, NpyArray> read(Path file, List<String> names) throws IOException {
        Check.readable(DrawDirectory.checked("file", file));
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (String name : Check.notNull("names", names)) {
                arrays.put(name, read(zip, name, file));
            }
        } catch (ZipException | EOFException e) {
            throw new IOException("must be a sound .npz file, a zip archive: " + file + ": " + e.getMessage(), e);
        }
        return arrays;
    }

    /** Reads one array, after a check of its bytes by their checksum. */
    private static NpyArray read(ZipFile zip, String name, Path file) throws IOException {
        ZipEntry member = zip.getEntry(name + EXTENSION);
        if (member == null) {
            throw new IOException("must hold an array of the name " + name + ": " + file);
        }
        String where = name + " in " + file;
        checkWhole(zip, member, where);
        try (InputStream in = zip.getInputStream(member)) {
            return NpyArray.read(in, where);
        }
    }

    /** Compares the checksum, because {@link ZipFile} does not. */
    private static void checkWhole(ZipFile zip, ZipEntry member, String where) throws IOException {
        CRC32 checksum = new CRC32();
        try (InputStream in = new CheckedInputStream(zip.getInputStream(member), checksum)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        Check.file(
                checksum.getValue() == member.getCrc(),
                "be undamaged, and has another checksum than its content: " + where);
    }
}
