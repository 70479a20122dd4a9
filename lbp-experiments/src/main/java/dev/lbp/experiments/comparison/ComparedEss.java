package dev.lbp.experiments.comparison;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.ToDoubleFunction;

/**
 * Effective samples of a sampler per unit of cost, relative to another sampler in the same rounds. If one of the
 * samplers has fewer than {@link #LEAST} in its median slice, the ratio is a bound; if both have fewer, the ratio is
 * unknown. Rounds with a slice too short for an effective sample size are left out.
 *
 * @param sign '=' for a ratio, '<' or '>' for a bound, '-' if the ratio is unknown
 * @param ratio the median over rounds and the range; zeros if unknown
 */
record ComparedEss(char sign, Spread ratio) {

    /**
     * The smallest effective sample size with a usable ratio. The autocorrelation time, estimated by a window of five
     * times itself, has a relative standard error of sqrt(10 / ESS) (Sokal 1997, section 3, with 2 tau = draws / ESS):
     * a third at 100.
     */
    static final double LEAST = 100.0;

    private static final ComparedEss UNKNOWN = new ComparedEss('-', new Spread(0.0, 0.0, 0.0));

    /** A ratio of at least this value is printed with two decimals, a smaller one with one significant digit. */
    private static final double TWO_DECIMALS = 0.095;

    /**
     * Compares two samplers.
     *
     * @param mine a row for each round
     * @param others a row for each round of the other sampler
     * @param column the column with the effective sample sizes of one statistic
     * @param cost the cost of a row
     */
    static ComparedEss of(Rows mine, Rows others, String column, ToDoubleFunction<Row> cost) {
        boolean mineMix = mixes(mine, column);
        boolean othersMix = mixes(others, column);
        if (mine.isEmpty() || others.isEmpty() || (!mineMix && !othersMix)) {
            return UNKNOWN;
        }
        double[] ratios = mine.stream()
                .flatMapToDouble(row -> others.stream()
                        .filter(other -> other.text("round").equals(row.text("round")))
                        .mapToDouble(other -> size(row, column, mineMix)
                                / cost.applyAsDouble(row)
                                / (size(other, column, othersMix) / cost.applyAsDouble(other))))
                .filter(ratio -> ratio > 0.0 && ratio < Double.POSITIVE_INFINITY)
                .toArray();
        char sign = mineMix && othersMix ? '=' : mineMix ? '>' : '<';
        return ratios.length == 0 ? UNKNOWN : new ComparedEss(sign, Spread.of(ratios));
    }

    /** Whether the median slice has enough effective samples. */
    static boolean mixes(Rows rows, String column) {
        return !rows.isEmpty()
                && Spread.of(rows.numbers(row -> sizeOrZero(row, column))).median() >= LEAST;
    }

    /** The effective sample size of a slice; 0 if the slice was too short for one. */
    private static double sizeOrZero(Row row, String column) {
        double size = row.number(column);
        return Double.isNaN(size) ? 0.0 : size;
    }

    /** The effective samples of a slice; if the sampler does not mix, an upper bound. */
    private static double size(Row row, String column, boolean mixes) {
        return mixes ? sizeOrZero(row, column) : Math.min(LEAST, row.number("draws") * row.number("chains"));
    }

    /** "0.71"; a bound, rounded to the safe side: "<0.02" or ">3.1"; "-" if unknown. */
    String text() {
        return switch (sign) {
            case '-' -> "-";
            case '=' -> number(ratio.median());
            case '<' -> "<" + digits(ratio.median(), 1, RoundingMode.UP);
            default -> ">" + digits(ratio.median(), 2, RoundingMode.DOWN);
        };
    }

    /** "0.71 (0.65 to 0.80)"; a bound has no range. */
    String textWithRange() {
        return sign == '=' && ratio.least() < ratio.largest()
                ? text() + " (" + number(ratio.least()) + " to " + number(ratio.largest()) + ")"
                : text();
    }

    private static String number(double value) {
        return value < TWO_DECIMALS ? digits(value, 1, RoundingMode.HALF_EVEN) : format("%.2f", value);
    }

    /** A number with the given count of significant digits. */
    private static String digits(double value, int digits, RoundingMode rounding) {
        return BigDecimal.valueOf(value)
                .round(new MathContext(digits, rounding))
                .toPlainString();
    }
}
