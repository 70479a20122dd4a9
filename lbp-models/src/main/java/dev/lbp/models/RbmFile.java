package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.io.NpyArray;
import dev.lbp.io.NpzFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The parameters of a {@link BernoulliRbm} as a NumPy file of three arrays. */
final class RbmFile {

    private static final String WEIGHTS = "weights";
    private static final String VISIBLE_BIAS = "visible_bias";
    private static final String HIDDEN_BIAS = "hidden_bias";

    private RbmFile() {}

    /** Writes the parameters; {@code weights} is W row after row. */
    static void write(Path file, double[] weights, double[] visibleBias, double[] hiddenBias) throws IOException {
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        arrays.put(WEIGHTS, new NpyArray(new int[] {visibleBias.length, hiddenBias.length}, weights));
        arrays.put(VISIBLE_BIAS, new NpyArray(new int[] {visibleBias.length}, visibleBias));
        arrays.put(HIDDEN_BIAS, new NpyArray(new int[] {hiddenBias.length}, hiddenBias));
        NpzFile.write(Check.notNull("file", file), arrays);
    }

    static BernoulliRbm read(Path file) throws IOException {
        Map<String, NpyArray> arrays =
                NpzFile.read(Check.notNull("file", file), List.of(WEIGHTS, VISIBLE_BIAS, HIDDEN_BIAS));
        NpyArray weights = Objects.requireNonNull(arrays.get(WEIGHTS));
        NpyArray visibleBias = Objects.requireNonNull(arrays.get(VISIBLE_BIAS));
        NpyArray hiddenBias = Objects.requireNonNull(arrays.get(HIDDEN_BIAS));
        try {
            Check.length(2, WEIGHTS + ".shape", weights.shape().length);
            Check.length(1, VISIBLE_BIAS + ".shape", visibleBias.shape().length);
            Check.length(1, HIDDEN_BIAS + ".shape", hiddenBias.shape().length);
            int visible = weights.shape()[0];
            int hidden = weights.shape()[1];
            Check.length(visible, VISIBLE_BIAS, visibleBias.values().length);
            Check.length(hidden, HIDDEN_BIAS, hiddenBias.values().length);
            double[][] rows = new double[visible][hidden];
            for (int i = 0; i < visible; i++) {
                System.arraycopy(weights.values(), i * hidden, rows[i], 0, hidden);
            }
            return BernoulliRbm.of(rows, visibleBias.values(), hiddenBias.values());
        } catch (IllegalArgumentException e) {
            throw new IOException("must hold the parameters of a machine: " + file + ": " + e.getMessage(), e);
        }
    }
}
