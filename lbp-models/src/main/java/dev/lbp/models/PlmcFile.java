package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reads the binary parameters of plmc (Hopf et al. 2017, doi:10.1038/nbt.3769), version 2, little-endian, integers of
 * 32 bits and single precision: N, C, the numbers of valid and of invalid sequences and of iterations; five numbers of
 * the estimation; C characters of the alphabet; a weight of each sequence; N characters of the target sequence and N
 * indices of its sites; frequencies [N][C]; fields [N][C]; then for all i < j in order the frequencies of pairs
 * [C][C], and after all of them the couplings [C][C].
 */
final class PlmcFile {

    /** The upper bound of N; a larger number reveals another byte order. */
    private static final int MOST_SITES = 1 << 24;

    private PlmcFile() {}

    static DenseCategories read(Path file, String alphabet) throws IOException {
        PottsText.checked(alphabet);
        Check.readable(file);
        try {
            return parse(ByteBuffer.wrap(WholeFile.read(file)).order(ByteOrder.LITTLE_ENDIAN), alphabet);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("must hold the parameters of plmc: " + file + ": " + e.getMessage(), e);
        }
    }

    private static DenseCategories parse(ByteBuffer in, String alphabet) throws IOException {
        int head = 10 * Integer.BYTES; // the five whole numbers and the five of the estimation
        if (in.limit() < head) {
            throw new IOException("it has " + in.limit() + " bytes, fewer than the " + head + " of its head");
        }
        int sites = in.getInt();
        Check.that(sites >= 1 && sites < MOST_SITES, "be in [1, 2^24 - 1], little-endian", "N", sites);
        int values = Check.atLeast(2, "C", in.getInt());
        int valid = Check.atLeast(0, "valid sequences", in.getInt());
        int invalid = Check.atLeast(0, "invalid sequences", in.getInt());
        double cells = (double) sites * values;
        double pairs = 0.5 * (sites - 1.0) * cells * values;
        // the alphabet; four bytes for each weight; a letter and an index of each site; two numbers of four bytes, a
        // frequency and a parameter, for each cell of a site and of a pair
        double expected = head + values + 4.0 * ((double) valid + invalid) + 5.0 * sites + 8.0 * (cells + pairs);
        if (in.limit() != expected) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "it has %d bytes, and N=%d, C=%d and %d sequences need %.0f",
                    in.limit(),
                    sites,
                    values,
                    (long) valid + invalid,
                    expected));
        }
        checkAlphabet(in.position(head), values, alphabet);
        int fields = head + values + 4 * (valid + invalid) + 5 * sites + 4 * sites * values;
        in.position(fields); // skips weights, the target sequence, its indices, and frequencies of sites
        double[][] h = readMatrix(in, sites, values);
        in.position(in.position() + (int) (4 * pairs)); // skips frequencies of pairs
        double[][][][] couplings = new double[sites][sites][][];
        for (int i = 0; i < sites; i++) {
            for (int j = i + 1; j < sites; j++) {
                couplings[i][j] = readMatrix(in, values, values);
            }
        }
        return DenseCategories.of(h, couplings);
    }

    /** Reads the letters of the file, and throws unless they are those of the alphabet, in its order. */
    private static void checkAlphabet(ByteBuffer in, int values, String alphabet) {
        byte[] letters = new byte[values];
        in.get(letters);
        String found = new String(letters, StandardCharsets.US_ASCII);
        Check.that(
                found.equals(alphabet),
                "be " + ForeignText.onOneLine(found) + ", the letters of the file in their order",
                "alphabet",
                alphabet);
    }

    private static double[][] readMatrix(ByteBuffer in, int rows, int columns) {
        double[][] numbers = new double[rows][columns];
        for (double[] row : numbers) {
            for (int k = 0; k < columns; k++) {
                row[k] = in.getFloat();
            }
        }
        return numbers;
    }
}
