package dev.lbp.cli;

import dev.lbp.cli.instance.Decimal;
import org.apache.commons.csv.CSVFormat;
import picocli.CommandLine.TypeConversionException;

/** Formats numbers and rows of tables, and reads numbers. */
final class Text {

    /** Rows of CSV without their line ends. */
    static final CSVFormat CSV =
            CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    /** Whole doubles up to this are written without an exponent. */
    private static final double LARGEST_WHOLE = 1e15;

    private Text() {}

    /** All digits of a number, without the ".0" of a whole one. */
    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** The number that a user typed as the value of an option. */
    static double typed(String text) {
        try {
            return Decimal.parse(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
