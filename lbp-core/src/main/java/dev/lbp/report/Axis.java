package dev.lbp.report;

import java.util.ArrayList;
import java.util.List;

/** A linear axis: where a value lies on it, and at which round numbers it is labelled. */
final class Axis {

    /** About as many labels as one looks for; round steps make it between half and twice that. */
    private static final double LABELS = 5.0;

    /** What a scale without width is widened by on either side, of the value. */
    private static final double PADDING = 0.05;

    record Label(double place, String text) {}

    final String title;
    final double low;
    final double high;
    private final double finest;

    private Axis(String title, double low, double high, double finest) {
        double padding = low == high ? Math.max(PADDING * Math.abs(low), 0.5) : 0.0;
        this.title = title;
        this.low = low - padding;
        this.high = high + padding;
        this.finest = finest;
    }

    /** An axis from one value to a higher one, or a little around them if they are equal. */
    static Axis of(String title, double low, double high) {
        return new Axis(title, low, high, 0.0);
    }

    /** An axis that counts: its labels are whole numbers. */
    static Axis counting(String title, double low, double high) {
        return new Axis(title, low, high, 1.0);
    }

    /** An axis that holds all finite values; from 0 to 1 if there is none. */
    static Axis around(String title, double[]... rows) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double[] row : rows) {
            for (double value : row) {
                if (Double.isFinite(value)) {
                    low = Math.min(low, value);
                    high = Math.max(high, value);
                }
            }
        }
        return low <= high ? of(title, low, high) : of(title, 0.0, 1.0);
    }

    /** 0 at the low end, 1 at the high end. */
    double place(double value) {
        return (0.5 * value - 0.5 * low) / halfWidth();
    }

    /** The whole width might overflow. */
    private double halfWidth() {
        return 0.5 * high - 0.5 * low;
    }

    /** Labels at multiples of 1, 2 or 5 times a power of ten. */
    List<Label> labels() {
        double rough = halfWidth() / (0.5 * LABELS);
        double power = Math.pow(10.0, Math.floor(Math.log10(rough)));
        double mantissa = rough / power;
        double round = mantissa < 1.5 ? 1.0 : mantissa < 3.5 ? 2.0 : mantissa < 7.5 ? 5.0 : 10.0;
        double step = Math.max(finest, power * round);
        int decimals = (int) Math.max(0.0, -Math.floor(Math.log10(step) + 1e-9));
        List<Label> labels = new ArrayList<>();
        long first = (long) Math.ceil(low / step - 1e-9);
        long last = (long) Math.floor(high / step + 1e-9);
        for (long k = first; k <= last && labels.size() < 2 * LABELS; k++) {
            double value = k * step;
            boolean plain = decimals <= 4 && Math.abs(value) < 1e8;
            labels.add(new Label(place(value), plain ? Numbers.fixed(value, decimals) : Numbers.text(value)));
        }
        return labels;
    }
}
