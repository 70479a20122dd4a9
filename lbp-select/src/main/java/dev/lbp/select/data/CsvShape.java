package dev.lbp.select.data;

import dev.lbp.internal.files.ForeignText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;

/**
 * How a text file writes its values.
 *
 * @param separator between values
 * @param decimal the sign before decimals
 * @param isGiven whether the caller named the separator
 * @param quotesRows whether the line after the names of columns begins with a quote, as where {@code write.table} of R
 *     names rows
 */
record CsvShape(char separator, char decimal, boolean isGiven, boolean quotesRows) {

    private static final char[] SEPARATORS = {',', ';', '\t', '|'};

    /** What stands between values in files of {@code write.table} of R. Names of columns may have it, too. */
    static final char BLANK = ' ';

    /** The number of first characters of the file from which the separator and the decimal sign are guessed. */
    private static final int HEAD = 1 << 18;

    /** The number of first rows from which the separator and the decimal sign are guessed. */
    private static final int ROWS = 200;

    /** A first line that tells Excel the separator. */
    private static final Pattern NAMED = Pattern.compile("sep=([,;\\t|])\\R");

    private static final Pattern QUOTED_ROW = Pattern.compile("[^\r\n]*\\R\"");

    private static final Pattern NAMED_TOGETHER = Pattern.compile("[,;\t| ]");

    private static final Pattern POINT = Pattern.compile("[-+]?\\d*\\.\\d+([eE][-+]?\\d+)?");
    private static final Pattern COMMA = Pattern.compile("[-+]?\\d*,\\d+([eE][-+]?\\d+)?");

    /**
     * Finds what the caller does not give from the first rows, then puts the reader back to the beginning.
     *
     * @param reader at the beginning of the text
     */
    static CsvShape of(BufferedReader reader, @Nullable Character separator, @Nullable Character decimal)
            throws IOException {
        reader.mark(HEAD + 1);
        char[] buffer = new char[HEAD];
        int length = reader.read(buffer, 0, HEAD);
        for (int more = length; more > 0 && length < HEAD; length += Math.max(more, 0)) {
            more = reader.read(buffer, length, HEAD - length);
        }
        reader.reset();
        String head = new String(buffer, 0, Math.max(length, 0));
        Matcher named = NAMED.matcher(head); // a first line such as "sep=;"
        boolean isNamed = named.lookingAt();
        char found = isNamed ? named.group(1).charAt(0) : separator(head, length == HEAD);
        char between = separator == null ? found : separator;
        char sign = decimal == null ? decimal(between, rows(head, between, length == HEAD)) : decimal;
        Matcher quoted = QUOTED_ROW.matcher(head).region(isNamed ? named.end() : 0, head.length());
        return new CsvShape(between, sign, separator != null, quoted.lookingAt());
    }

    /**
     * The separator that gives the first row most values; if some separators give all rows the same number of values,
     * one of these. A blank if no other one separates values of the first row, and each row has one.
     *
     * @param cut whether the text goes on behind {@code head}
     */
    private static char separator(String head, boolean cut) {
        char best = ',';
        int most = 1;
        boolean even = false;
        for (char candidate : SEPARATORS) {
            List<List<String>> rows = rows(head, candidate, cut);
            int count = rows.isEmpty() ? 0 : rows.get(0).size();
            boolean same = count > 1 && rows.stream().allMatch(row -> row.size() == count || isBlank(row));
            // better than the best so far: the first with equal rows, or equally good and with more values
            if (count > 1 && (same && !even || same == even && count > most)) {
                best = candidate;
                most = count;
                even = same;
            }
        }
        List<List<String>> rows = most > 1 ? List.of() : rows(head, BLANK, cut);
        boolean hasBlanks = rows.size() > 1 && rows.stream().allMatch(row -> row.size() > 1 || isBlank(row));
        return hasBlanks ? BLANK : best;
    }

    /**
     * Refuses a separator that the caller named, if the first row is one name by it, and has another separator.
     *
     * @param names of the first row
     */
    void checkSeparates(List<String> names, Path file) {
        if (isGiven && names.size() == 1 && NAMED_TOGETHER.matcher(names.get(0)).find()) {
            throw new IllegalArgumentException("must stand between the names in the first row of " + file
                    + ", which is one name by it, " + ForeignText.onOneLine(names.get(0)) + ": separator="
                    + inWords(separator));
        }
    }

    /** The sign before decimals, point or comma, that more values have. After separating commas it is the point. */
    private static char decimal(char separator, List<List<String>> rows) {
        if (separator == ',') {
            return '.';
        }
        int commas = 0;
        for (List<String> row : rows) {
            for (String value : row) {
                String text = value.strip();
                commas += COMMA.matcher(text).matches() ? 1 : 0;
                commas -= POINT.matcher(text).matches() ? 1 : 0;
            }
        }
        return commas > 0 ? ',' : '.';
    }

    /** The first rows, as far as they can be read; without the last one if the text is cut off there. */
    private static List<List<String>> rows(String head, char separator, boolean cut) {
        List<List<String>> rows = new ArrayList<>();
        try (CSVParser parser = format(separator).parse(new StringReader(head))) {
            for (CSVRecord row : parser) {
                rows.add(values(row));
                if (rows.size() == ROWS) {
                    return rows;
                }
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            return rows; // reading the whole file fails later, with a message that names the line
        }
        if (cut && rows.size() > 1) {
            rows.remove(rows.size() - 1);
        }
        return rows;
    }

    private static boolean isBlank(List<String> row) {
        return row.isEmpty() || row.size() == 1 && row.get(0).isBlank();
    }

    /** The format; between blanks an empty value is null, so that quotes tell an empty text from it. */
    private static CSVFormat format(char separator) {
        return CSVFormat.RFC4180
                .builder()
                .setDelimiter(separator)
                .setIgnoreEmptyLines(false)
                .setQuoteMode(separator == BLANK ? QuoteMode.ALL_NON_NULL : null)
                .get();
    }

    /** The values of a row. Between successive blanks there is none, as for {@code read.table} of R. */
    static List<String> values(CSVRecord row) {
        List<String> values = row.toList();
        return values.contains(null) ? values.stream().filter(Objects::nonNull).toList() : values;
    }

    /** The format for a parser. */
    CSVFormat format() {
        return format(separator);
    }

    static String inWords(char separator) {
        return switch (separator) {
            case ',' -> "comma";
            case ';' -> "semicolon";
            case '\t' -> "tab";
            case BLANK -> "blank";
            default -> "bar";
        };
    }

    /** The shape in words; empty if it is that of comma-separated values. */
    String inWords() {
        String between = separator == ',' ? "" : inWords(separator) + "s between values";
        String sign = decimal == ',' ? "commas before decimals" : "";
        return between + (between.isEmpty() || sign.isEmpty() ? "" : ", ") + sign;
    }
}
