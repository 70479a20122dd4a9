package dev.lbp.internal.html;

import dev.lbp.internal.Check;
import java.util.ArrayList;
import java.util.List;

/** A logarithmic axis of positive values. */
final class LogAxis extends Axis {

    private static final int[] ONE = {1};
    private static final int[] ONE_TWO_FIVE = {1, 2, 5};

    /** If mantissas 1, 2 and 5 give more labels than this, only powers of ten are labelled. */
    private static final int MOST_LABELS = 8;

    /** With fewer labels than this, a reader cannot see that the axis is logarithmic. */
    private static final int FEWEST_LABELS = 3;

    LogAxis(String title, double low, double high) {
        super(title, logOf(low), logOf(high), 0.0);
    }

    private static double logOf(double end) {
        Check.that(end > 0.0 && end < Double.POSITIVE_INFINITY, "be > 0 and finite: end of a logarithmic axis=" + end);
        return Math.log10(end);
    }

    /**
     * An axis between the nearest labels around two values: labels at 1, 2 and 5 times powers of ten, or at the powers
     * alone if these would be too many.
     */
    static LogAxis covering(String title, double low, double high) {
        LogAxis close = new LogAxis(title, labelBelow(low, ONE_TWO_FIVE), labelAbove(high, ONE_TWO_FIVE));
        return close.labelsAt(ONE_TWO_FIVE, /* stride= */ 1).size() <= MOST_LABELS
                ? close
                : new LogAxis(title, labelBelow(low, ONE), labelAbove(high, ONE));
    }

    /** The largest number of a mantissa times a power of ten that is at most {@code value}. */
    private static double labelBelow(double value, int[] mantissas) {
        double power = Math.pow(10.0, Math.floor(Math.log10(value) + 1e-9));
        double largest = power;
        for (int mantissa : mantissas) {
            largest = mantissa * power <= value * (1.0 + 1e-9) ? mantissa * power : largest;
        }
        return largest;
    }

    private static double labelAbove(double value, int[] mantissas) {
        return 1.0 / labelBelow(1.0 / value, mantissas); // 1, 2 and 5 have the reciprocals 1, 0.5 and 0.2
    }

    @Override
    public double place(double value) {
        return super.place(Math.log10(value));
    }

    @Override
    public double low() {
        return Math.pow(10.0, super.low());
    }

    @Override
    public double high() {
        return Math.pow(10.0, super.high());
    }

    /**
     * Labels at 1, 2 and 5 times powers of ten, or only at powers of ten; on a short axis at multiples of a round
     * number.
     */
    @Override
    public List<Label> labels(int about) {
        List<Label> labels = labelsAt(ONE_TWO_FIVE, 1);
        if (labels.size() > MOST_LABELS) {
            int decades = (int) (super.high() - super.low());
            labels = labelsAt(ONE, Math.max(1, decades / about));
        }
        return labels.size() < FEWEST_LABELS ? linear(about) : labels;
    }

    /** The labels within the axis at these mantissas times every {@code stride}-th power of ten. */
    private List<Label> labelsAt(int[] mantissas, int stride) {
        int last = (int) Math.floor(super.high() + 1e-9); // the ends are logarithms to base 10, up to rounding
        List<Label> labels = new ArrayList<>();
        for (int exponent = (int) Math.floor(super.low()); exponent <= last; exponent += stride) {
            double power = Math.pow(10.0, exponent);
            for (int mantissa : mantissas) {
                Label label = label(mantissa * power, power);
                if (label.place() > -1e-9 && label.place() < 1.0 + 1e-9) {
                    labels.add(label);
                }
            }
        }
        return labels;
    }

    /** The labels of a linear axis with the same ends, at their places on this axis. */
    private List<Label> linear(int about) {
        double low = low();
        double width = high() - low;
        return Axis.of(title(), low, high()).labels(about).stream()
                .map(label -> new Label(place(low + label.place() * width), label.text()))
                .toList();
    }
}
