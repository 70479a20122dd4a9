package dev.lbp.report;

import java.util.ArrayList;
import java.util.List;

/** A logarithmic axis of positive values. */
final class LogAxis extends Axis {

    /** Mantissas of labels on an axis of few decades; a longer one has powers of ten alone. */
    private static final int[] MANTISSAS = {1, 2, 5};

    private static final double FEW_DECADES = 2.3;

    /** With fewer labels than this the axis shows no scale. */
    private static final int FEWEST_LABELS = 3;

    LogAxis(String title, double low, double high) {
        super(title, Math.log10(low), Math.log10(high), 0.0);
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

    /** Labels at 1, 2 and 5 times powers of ten or at powers alone; at multiples of a round number on a short axis. */
    @Override
    List<Label> labels(int about) {
        int first = (int) Math.floor(super.low());
        int last = (int) Math.floor(super.high() + 1e-9);
        boolean few = super.high() - super.low() <= FEW_DECADES;
        int stride = few ? 1 : Math.max(1, (last - first) / about);
        List<Label> labels = new ArrayList<>();
        for (int exponent = first; exponent <= last; exponent += stride) {
            for (int mantissa : few ? MANTISSAS : new int[] {1}) {
                Label label = label(mantissa * Math.pow(10.0, exponent), Math.pow(10.0, exponent));
                if (label.place() > -1e-9 && label.place() < 1.0 + 1e-9) {
                    labels.add(label);
                }
            }
        }
        return labels.size() < FEWEST_LABELS ? linear(about) : labels;
    }

    /** The labels of a linear axis of the same ends, at their places on this one. */
    private List<Label> linear(int about) {
        double low = low();
        double width = high() - low;
        return Axis.of(title, low, high()).labels(about).stream()
                .map(label -> new Label(place(low + label.place() * width), label.text()))
                .toList();
    }
}
