package dev.lbp.experiments.tempering;

import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Row;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The cells of {@link TemperingTrials}, in four tables. */
final class TemperingTables {

    /** A row for each run. */
    final CellTable trials;

    /** A row for each slot of the ladder, that is each temperature, in the first repetition. */
    final CellTable ladders;

    /** A row for each mode of a run. */
    final CellTable modes;

    /** A row for each run of annealed importance sampling. */
    final CellTable annealed;

    TemperingTables(Lab lab) throws IOException {
        this.trials = lab.table(
                "tempering",
                "size case method repetition",
                "replicas scans log_exact log_z log_error log_forward log_backward marginal_worst modes_rms r_hat restarts"
                        + " round_trips expected_round_trips barrier least_swap draw_cpu_seconds cpu_seconds seconds");
        this.ladders = lab.table("ladders", "size case method slot", "beta barrier R acceptance log_prob");
        this.modes = lab.table("modes", "size case method repetition mode", "share exact");
        this.annealed = lab.table(
                "annealed",
                "size case repetition",
                "temperatures evaluations log_exact log_z log_error effective_share cpu_seconds seconds");
    }

    /** Adds the modes of a run, unless a process that was killed before it added the run has already written them. */
    void addModes(Row key, double[] shares, double[] exact) throws IOException {
        for (int m = 0; m < shares.length; m++) {
            // the row is the whole cell, so there is nothing left to measure
            modes.cell(key.with("mode", m + 1).with("share", shares[m]).with("exact", exact[m]), row -> row);
        }
    }

    /** Adds the slots of a run if it is the first repetition. */
    void addLadder(Row key, TemperingResult tempering) throws IOException {
        if (key.whole("repetition") > 1) {
            return;
        }
        double barrier = 0.0; // the sum of the rejection rates of exchanges up to the slot
        for (int k = 0; k < tempering.replicas(); k++) {
            double scale = tempering.scales()[k]; // NaN at slot 0, which is drawn from the reference
            barrier += k == 0 ? 0.0 : 1.0 - tempering.swapAcceptance()[k - 1];
            ladders.cell(
                    key.with("slot", k)
                            .with("beta", tempering.betas()[k])
                            .with("barrier", barrier)
                            .with("R", Double.isNaN(scale) ? 0.0 : scale)
                            .with("acceptance", k == 0 ? 1.0 : tempering.acceptanceRates()[k])
                            .with("log_prob", tempering.meanLogProb()[k]),
                    row -> row);
        }
    }

    /** The key with the figures of tempering. A plain sampler has zeros and NaN. */
    static Row withTempering(Row key, @Nullable TemperingResult tempering) {
        if (tempering != null) {
            return key.with("replicas", tempering.replicas())
                    .with("log_z", tempering.logZ())
                    .with("log_error", tempering.logZError())
                    .with("log_forward", tempering.forwardLogZ())
                    .with("log_backward", tempering.backwardLogZ())
                    .with("restarts", tempering.fewestRestarts())
                    .with("round_trips", tempering.roundTrips())
                    .with("expected_round_trips", tempering.expectedRoundTrips())
                    .with("barrier", tempering.barrier())
                    .with("least_swap", tempering.swapAcceptance()[tempering.worstPair()]);
        }
        Row row = key;
        for (String column : "replicas restarts round_trips expected_round_trips barrier least_swap".split(" ")) {
            row = row.with(column, 0);
        }
        for (String column : "log_z log_error log_forward log_backward".split(" ")) {
            row = row.with(column, Double.NaN);
        }
        return row;
    }
}
