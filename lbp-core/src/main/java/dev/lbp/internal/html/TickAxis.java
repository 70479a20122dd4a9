package dev.lbp.internal.html;

import java.util.ArrayList;
import java.util.List;

/**
 * A linear axis with a grid line at each of some values. Only some ticks have a text: the first one, the last one, and
 * those that are far enough from the text before and from the last.
 */
final class TickAxis extends Axis {

    /** The least distance of two texts, as a part of the axis. On a narrow screen it is 30 pixels, and a text 25. */
    private static final double ROOM = 0.12;

    private final double[] ticks;

    /**
     * @param ticks ascending, at least two
     */
    TickAxis(String title, double[] ticks) {
        super(title, ticks[0], ticks[ticks.length - 1], 0.0);
        this.ticks = ticks.clone();
    }

    /** A label for each tick; that of a tick without a text is empty. */
    @Override
    public List<Label> labels(int about) {
        List<Label> labels = new ArrayList<>();
        double written = Double.NEGATIVE_INFINITY;
        int last = ticks.length - 1;
        for (int k = 0; k <= last; k++) {
            double place = place(ticks[k]);
            boolean hasRoom = k == last || place - written >= ROOM && place(ticks[last]) - place >= ROOM;
            labels.add(new Label(place, hasRoom ? text(ticks[k]) : ""));
            written = hasRoom ? place : written;
        }
        return labels;
    }

    /** Two digits. */
    private static String text(double value) {
        boolean whole = value == Math.rint(value);
        return Numbers.format(whole ? "%.0f" : "%.2g", value);
    }
}
