package dev.lbp.check;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** Scores of a local model from its trackers, without ND4J. One tracker scores all rows of a call. */
record TrackerScores(ModelCheck check, LocalEnergyModel model) implements Scores {

    @Override
    public double[] logProb(byte[][] rows) {
        return answers("logProb", rows, tracker -> DoubleStream.of(tracker.logProb()));
    }

    @Override
    public double[] flipLogRatios(byte[][] rows) {
        int[] sites = States.sites(model.dimension());
        return answers("logRatios", rows, tracker -> {
            double[] ratios = new double[sites.length];
            tracker.logRatios(sites, sites.length, ratios);
            return Arrays.stream(ratios);
        });
    }

    private double[] answers(String what, byte[][] rows, Function<LocalEnergyModel.Tracker, DoubleStream> answer) {
        return check.ask(what + " of a tracker", () -> {
            LocalEnergyModel.Tracker tracker = Answers.notNull("newTracker()", model.newTracker());
            return Arrays.stream(rows)
                    .flatMapToDouble(row -> {
                        tracker.reset(row.clone()); // a faulty tracker may write into it
                        return answer.apply(tracker);
                    })
                    .toArray();
        });
    }
}
