package dev.lbp.internal.html;

import java.util.ArrayList;
import java.util.List;

/**
 * A linear axis with a grid line at each of some values, the ticks. The first and the last tick have a text, and each
 * other tick that is far enough from the text before it and from the last.
 */
final class TickAxis extends Axis {

    /** The least distance of two texts, as a part of the axis: 30 pixels on a narrow screen, where a text takes 25. */
    private static final double ROOM = 0.12;

    private final double[] ticks;

    /**
     * @param ticks ascending, at least two
     */
    TickAxis(String title, double[] ticks) {
        super(title, ticks[0], ticks[ticks.length - 1], /* leastStep= */ 0.0);
        this.ticks = ticks.clone();
    }

    /** A label for each tick, empty for a tick without a text. */
    @Override
    public List<Label> labels(int about) {
        List<Label> labels = new ArrayList<>();
        double lastTextPlace = Double.NEGATIVE_INFINITY;
        int last = ticks.length - 1;
        for (int k = 0; k <= last; k++) {
            double place = place(ticks[k]);
            boolean hasRoom = k == last || place - lastTextPlace >= ROOM && place(ticks[last]) - place >= ROOM;
            labels.add(new Label(place, hasRoom ? text(ticks[k]) : ""));
            lastTextPlace = hasRoom ? place : lastTextPlace;
        }
        return labels;
    }

    /** A whole number in full, any other with two significant digits. */
    private static String text(double value) {
        boolean whole = value == Math.rint(value);
        return Numbers.format(whole ? "%.0f" : "%.2g", value);
    }
}
