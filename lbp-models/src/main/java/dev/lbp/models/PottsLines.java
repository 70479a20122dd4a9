package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.files.ForeignText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text of Potts parameters. All fields and all couplings must be there, each once; their order is free.
 */
final class PottsLines {

    /** More sites than this do not fit into memory with two values a site: (2 N)^2 doubles are 34 GB. */
    private static final int MOST_SITES = 1 << 15;

    private static final int EXCERPT = 40;

    private static final int FIRST_ROOM = 1 << 10;

    private static final double[] NONE = {};

    private final Path file;
    private final String alphabet;
    private final int values;

    /** h of each site, NaN where no line has given it. */
    private final List<double[]> fields = new ArrayList<>();

    /**
     * For i < j, at the key {@code j MOST_SITES + i}, the elements J_ij(a, b) at {@code a C + b}; NaN where no line has
     * one.
     */
    private final Map<Integer, double[]> couplings = new HashMap<>();

    /** The largest site that a line has named. */
    private int largest = -1;

    /** The number of pairs for which there is memory. */
    private int room;

    private int line;

    PottsLines(Path file, String alphabet) {
        this.file = file;
        this.alphabet = alphabet;
        this.values = alphabet.length();
    }

    /** The number of lines so far. */
    int count() {
        return line;
    }

    /** Reads a line. */
    void add(String text) throws IOException {
        line++;
        String[] words = text.strip().split("\\s+");
        if (words[0].equals("J") && words.length == 6) {
            addCoupling(words);
        } else if (words[0].equals("h") && words.length == 4) {
            int site = site("site", words[1]);
            while (fields.size() <= site) {
                fields.add(NONE);
            }
            double[] row = fields.get(site);
            if (row.length == 0) {
                row = allNaN(values);
                fields.set(site, row);
            }
            put(row, letter(words[2]), words[3]);
        } else if (!words[0].isEmpty()) {
            throw malformed("be \"J i j a b value\" or \"h i a value\"", excerpt(text));
        }
    }

    /** Adds the element of a line "J i j a b value" to the matrix of sites i and j, for either order of the sites. */
    private void addCoupling(String[] words) throws IOException {
        int i = site("first site", words[1]);
        int j = site("second site", words[2]);
        if (i == j) {
            throw malformed("be two sites", "i=" + i + ", j=" + j);
        }
        int a = letter(words[3]);
        int b = letter(words[4]);
        int key = Math.max(i, j) * MOST_SITES + Math.min(i, j);
        double[] pair = couplings.get(key);
        if (pair == null) {
            makeRoom();
            pair = allNaN(values * values);
            couplings.put(key, pair);
        }
        put(pair, i < j ? a * values + b : b * values + a, words[5]);
    }

    /** After as many pairs as were checked, checks that twice as many fit into memory, here and in the model. */
    private void makeRoom() throws IOException {
        if (couplings.size() == room) {
            room = Math.max(FIRST_ROOM, 2 * room);
            check(2.0 * Double.BYTES * values * values * (room - couplings.size()), "pairs=" + room);
        }
    }

    private void check(double bytes, String what) throws IOException {
        try {
            Memory.check(bytes, what, "a larger heap by java -Xmx");
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ":" + line + ": " + e.getMessage(), e);
        }
    }

    /** A row of parameters before any has been read: NaN marks a missing one. */
    private static double[] allNaN(int length) {
        double[] row = new double[length];
        Arrays.fill(row, Double.NaN);
        return row;
    }

    /** Sets an element of a row, which no line has given yet. */
    private void put(double[] row, int at, String word) throws IOException {
        if (!Double.isNaN(row[at])) {
            throw malformed("be given once", excerpt("a second value " + word));
        }
        double value;
        try {
            value = Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw malformed("be a number", excerpt("value=" + word));
        }
        if (!Double.isFinite(value)) {
            throw malformed("be finite", excerpt("value=" + word));
        }
        row[at] = value;
    }

    /** Reads a site. */
    private int site(String name, String word) throws IOException {
        if (!word.matches("[0-9]{1,9}") || Integer.parseInt(word) >= MOST_SITES) {
            throw malformed("be a site, from 0 to " + (MOST_SITES - 1), excerpt(name + "=" + word));
        }
        int site = Integer.parseInt(word);
        largest = Math.max(largest, site);
        return site;
    }

    /** A value of a site: a character of the alphabet, or its index if the alphabet has no digits. */
    private int letter(String word) throws IOException {
        int value = word.length() == 1 ? alphabet.indexOf(word.charAt(0)) : -1;
        if (value < 0 && word.matches("[0-9]{1,4}") && alphabet.chars().noneMatch(Character::isDigit)) {
            value = Integer.parseInt(word);
        }
        if (value < 0 || value >= values) {
            throw malformed("be a character of \"" + alphabet + "\", or its index", excerpt("value=" + word));
        }
        return value;
    }

    private static String excerpt(String text) {
        String whole = ForeignText.onOneLine(text);
        return whole.length() <= EXCERPT ? whole : whole.substring(0, EXCERPT) + "...";
    }

    IOException malformed(String constraint, String value) {
        return new IOException(file + ":" + line + ": must " + constraint + ": " + value);
    }

    /** The model, when all lines are there. */
    DenseCategories model() throws IOException {
        int sites = largest + 1;
        Check.file(sites != 0, "have lines \"J i j a b value\" and \"h i a value\": " + file);
        for (int j = 0; j < sites; j++) { // checks that no line is missing, before it makes an array of all pairs
            checkComplete(j < fields.size() ? fields.get(j) : NONE, values, "h " + j);
            for (int i = 0; i < j; i++) {
                checkComplete(couplings.get(j * MOST_SITES + i), values * values, "J " + i + " " + j);
            }
        }
        double[][][][] all = new double[sites][sites][][]; // [i][j] for i < j, of the key j MOST_SITES + i
        couplings.forEach((key, pair) -> all[key % MOST_SITES][key / MOST_SITES] = square(pair));
        try {
            return DenseCategories.of(fields.toArray(double[][]::new), all);
        } catch (IllegalArgumentException e) {
            throw new IOException("must hold the parameters of a Potts model: " + file + ": " + e.getMessage(), e);
        }
    }

    /** Checks that all parameters of a row have been read; null is a row without lines. */
    private void checkComplete(double @Nullable [] row, int length, String what) throws IOException {
        if (row == null || row.length != length || Arrays.stream(row).anyMatch(Double::isNaN)) {
            throw new IOException("must have all " + length + " lines \"" + what + " ...\": " + file);
        }
    }

    private double[][] square(double[] flat) {
        double[][] square = new double[values][];
        Arrays.setAll(square, a -> Arrays.copyOfRange(flat, a * values, (a + 1) * values));
        return square;
    }
}
