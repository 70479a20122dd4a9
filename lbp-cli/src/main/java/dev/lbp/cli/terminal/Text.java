package dev.lbp.cli.terminal;

import dev.lbp.cli.instance.Decimal;
import dev.lbp.result.Estimate;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import picocli.CommandLine.TypeConversionException;

/** Formats numbers and rows of tables, and reads numbers. */
public final class Text {

    private static final CSVFormat CSV =
            CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    /** Whole doubles up to this are written without an exponent. */
    private static final double LARGEST_WHOLE = 1e15;

    /** Smaller errors are printed as powers of ten. */
    private static final double LEAST_ERROR = 1e-8;

    private Text() {}

    /** An estimate and its standard error, with two digits of the error; 6 digits of an estimate without an error. */
    public static String estimate(Estimate estimate) {
        if (!(estimate.error() > 0.0)) {
            return format("%.6g", estimate.value());
        }
        if (estimate.error() < LEAST_ERROR) {
            return format("%.6g +- %.0e", estimate.value(), estimate.error());
        }
        int decimals = (int) Math.max(0, 1 - Math.floor(Math.log10(estimate.error())));
        String form = "%." + decimals + "f";
        return format(form + " +- " + form, estimate.value(), estimate.error());
    }

    /** All digits of a number, without the ".0" of a whole one. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** A number rounded to six significant digits, without zeros at the end. */
    public static String rounded(double value) {
        return number(Double.parseDouble(format("%.6g", value)));
    }

    /** A number for a cell of a table; "-" for NaN. */
    public static String number(int decimals, double value) {
        return Double.isNaN(value) ? "-" : format("%." + decimals + "f", value);
    }

    /** A row of comma-separated values, with its line end. */
    public static String row(Object... values) {
        return CSV.format(values) + "\n";
    }

    /** Formats in the root locale, so that numbers have a decimal point in every country. */
    public static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** The number that a user typed as the value of an option. */
    public static double typed(String text) {
        try {
            return Decimal.parse(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
