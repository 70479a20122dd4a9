package dev.lbp;

import dev.lbp.target.LocalEnergyModel;
import java.util.function.Supplier;

/** A local model on a line whose tracker is given, and whose methods a test overrides. */
class WrappedModel implements LocalEnergyModel {

    private static final SpinLine LINE = SpinLine.of(6);

    private final transient Supplier<Tracker> trackers;

    WrappedModel() {
        this(LINE::newTracker);
    }

    WrappedModel(Supplier<Tracker> trackers) {
        this.trackers = trackers;
    }

    @Override
    public int dimension() {
        return LINE.dimension();
    }

    @Override
    public Tracker newTracker() {
        return trackers.get();
    }

    @Override
    public String name() {
        return "Wrapped";
    }
}
