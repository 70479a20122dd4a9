package dev.lbp.check;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;

/** Scores of a local model from its trackers, without ND4J. One tracker scores all rows of a call. */
record TrackerScores(ModelCheck check, LocalEnergyModel model) implements Scores {

    @Override
    public double[] logProb(byte[][] rows) {
        return check.ask("logProb of a tracker", () -> {
            LocalEnergyModel.Tracker tracker = newTracker();
            return Arrays.stream(rows)
                    .mapToDouble(row -> {
                        tracker.reset(row);
                        return tracker.logProb();
                    })
                    .toArray();
        });
    }

    @Override
    public double alone(byte[] row) {
        return logProb(new byte[][] {row})[0];
    }

    @Override
    public double[] flipLogRatios(byte[][] rows) {
        return check.ask("logRatios of a tracker", () -> {
            LocalEnergyModel.Tracker tracker = newTracker();
            int[] sites = States.sites(model.dimension());
            return Arrays.stream(rows)
                    .flatMapToDouble(row -> {
                        double[] ratios = new double[sites.length];
                        tracker.reset(row);
                        tracker.logRatios(sites, sites.length, ratios);
                        return Arrays.stream(ratios);
                    })
                    .toArray();
        });
    }

    private LocalEnergyModel.Tracker newTracker() {
        return Answers.notNull("newTracker()", model.newTracker());
    }

    @Override
    public double tolerance() {
        return ModelCheck.TOLERANCE;
    }
}
