package dev.lbp.bench.experiment;

import dev.lbp.models.BernoulliRbm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A restricted Boltzmann machine in a NumPy archive (.npz): {@code weights} [visible, hidden], {@code visible_bias} and {@code
 * hidden_bias}, in C order, of {@code float32} or {@code float64}.
 */
final class RbmFile {

    /** Magic string, version 1.0, two bytes of length; then the header as text. */
    private static final int PREFIX = 10;

    private static final Pattern HEADER =
            Pattern.compile("\\{'descr': '<f([48])', 'fortran_order': False, 'shape': \\([\\d, ]*\\), \\}\\s*");

    private RbmFile() {}

    /**
     * Reads a machine.
     *
     * @throws IllegalArgumentException if it is no such file, or lacks an array
     */
    static BernoulliRbm read(Path file) {
        Map<String, double[]> arrays = arrays(file);
        double[] flat = array(arrays, file, "weights");
        double[] visibleBias = array(arrays, file, "visible_bias");
        double[] hiddenBias = array(arrays, file, "hidden_bias");
        int hidden = hiddenBias.length;
        if (flat.length != visibleBias.length * hidden) {
            throw new IllegalArgumentException("must have " + visibleBias.length + " x " + hidden + " weights, not "
                    + flat.length + ": --rbm=" + file);
        }
        double[][] weights = new double[visibleBias.length][hidden];
        for (int i = 0; i < weights.length; i++) {
            System.arraycopy(flat, i * hidden, weights[i], 0, hidden);
        }
        return BernoulliRbm.of(weights, visibleBias, hiddenBias);
    }

    private static Map<String, double[]> arrays(Path file) {
        Map<String, double[]> arrays = new HashMap<>();
        try (InputStream in = Files.newInputStream(file);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                arrays.put(entry.getName(), values(zip.readAllBytes(), file));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("must be a NumPy archive: --rbm=" + file, e);
        }
        if (arrays.isEmpty()) {
            throw new IllegalArgumentException("must be a NumPy archive: --rbm=" + file);
        }
        return arrays;
    }

    private static double[] values(byte[] npy, Path file) {
        ByteBuffer bytes = ByteBuffer.wrap(npy).order(ByteOrder.LITTLE_ENDIAN);
        int begin = npy.length < PREFIX ? npy.length : PREFIX + bytes.getShort(PREFIX - 2);
        String header = begin <= PREFIX || begin > npy.length
                ? ""
                : new String(npy, PREFIX, begin - PREFIX, StandardCharsets.US_ASCII);
        Matcher matcher = HEADER.matcher(header);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "must hold arrays of float32 or float64 in C order, format 1.0: --rbm=" + file);
        }
        bytes.position(begin);
        boolean single = matcher.group(1).equals("4");
        double[] values = new double[bytes.remaining() / (single ? Float.BYTES : Double.BYTES)];
        for (int k = 0; k < values.length; k++) {
            values[k] = single ? bytes.getFloat() : bytes.getDouble();
        }
        return values;
    }

    private static double[] array(Map<String, double[]> arrays, Path file, String name) {
        double @Nullable [] found = arrays.get(name + ".npy");
        if (found == null) {
            throw new IllegalArgumentException("must hold the arrays weights, visible_bias and hidden_bias, not only "
                    + arrays.keySet() + ": --rbm=" + file);
        }
        return found;
    }

    /** What tells one file from another, wherever it lies. */
    static String fingerprint(Path file) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(file));
        return Long.toHexString(sum.getValue());
    }
}
