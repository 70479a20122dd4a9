package dev.lbp.bench.experiment;

import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The cells of {@link TemperingTrials}, in four tables. */
final class TemperingTables {

    /** Most repetitions of annealed importance sampling, which takes long on a small target. */
    static final int ANNEALED = 3;

    private static final List<String> KEYS = List.of("size", "case", "method", "repetition");

    private static final List<String> FIGURES = List.of(
            "replicas",
            "scans",
            "log_exact",
            "log_z",
            "log_error",
            "log_forward",
            "log_backward",
            "marginal_worst",
            "modes_rms",
            "r_hat",
            "restarts",
            "round_trips",
            "expected_round_trips",
            "barrier",
            "least_swap",
            "draw_cpu_seconds",
            "cpu_seconds",
            "seconds");

    private static final List<String> LADDER_KEYS = List.of("size", "case", "method", "slot");

    private static final List<String> LADDER_FIGURES = List.of("beta", "barrier", "R", "acceptance", "log_prob");

    private static final List<String> MODE_KEYS = List.of("size", "case", "method", "repetition", "mode");

    private static final List<String> MODE_FIGURES = List.of("share", "exact");

    private static final List<String> ANNEALED_KEYS = List.of("size", "case", "repetition");

    private static final List<String> ANNEALED_FIGURES = List.of(
            "temperatures",
            "evaluations",
            "log_exact",
            "log_z",
            "log_error",
            "effective_share",
            "cpu_seconds",
            "seconds");

    private final Lab lab;

    /** A row for each run. */
    final CellTable trials;

    /** A row for each slot of the first repetition. */
    final CellTable ladders;

    /** A row for each mode of a run. */
    final CellTable modes;

    /** A row for each run of annealed importance sampling. */
    final CellTable annealed;

    TemperingTables(Lab lab) throws IOException {
        this.lab = lab;
        this.trials = lab.table("tempering", KEYS, FIGURES);
        this.ladders = lab.table("ladders", LADDER_KEYS, LADDER_FIGURES);
        this.modes = lab.table("modes", MODE_KEYS, MODE_FIGURES);
        this.annealed = lab.table("annealed", ANNEALED_KEYS, ANNEALED_FIGURES);
    }

    private Row key(TemperingCase target) {
        return Row.EMPTY.with("size", lab.settings().sizeText()).with("case", target.name());
    }

    /** The key of a run. */
    Row key(TemperingCase target, TemperingMethod method, int repetition) {
        return key(target).with("method", method).with("repetition", repetition);
    }

    /** The method of each run that is missing; a method may be there several times. */
    List<TemperingMethod> missing(TemperingCase target) {
        List<TemperingMethod> missing = new ArrayList<>();
        for (int repetition = 1; repetition <= target.repetitions(lab.settings()); repetition++) {
            for (TemperingMethod method : target.methods()) {
                if (trials.find(key(target, method, repetition)).isEmpty()) {
                    missing.add(method);
                }
            }
        }
        return missing;
    }

    /** The keys of the missing runs of annealed importance sampling. */
    List<Row> missingAnnealed(TemperingCase target) {
        int repetitions = target.isAnnealed() ? Math.min(ANNEALED, target.repetitions(lab.settings())) : 0;
        return IntStream.rangeClosed(1, repetitions)
                .mapToObj(repetition -> key(target).with("repetition", repetition))
                .filter(key -> annealed.find(key).isEmpty())
                .toList();
    }

    /** Adds the modes of a run. */
    void addModes(Row key, double[] shares, double[] exact) throws IOException {
        for (int m = 0; m < shares.length; m++) {
            addOnce(modes, key.with("mode", m + 1).with("share", shares[m]).with("exact", exact[m]));
        }
    }

    /** Adds the slots of a run, if it is the first of its method. */
    void addLadder(Row key, TemperingResult tempering) throws IOException {
        if (key.number("repetition") > 1.0) {
            return;
        }
        double barrier = 0.0;
        for (int k = 0; k < tempering.replicas(); k++) {
            barrier += k == 0 ? 0.0 : 1.0 - tempering.swapAcceptance()[k - 1];
            addOnce(
                    ladders,
                    key.with("slot", k)
                            .with("beta", tempering.betas()[k])
                            .with("barrier", barrier)
                            .with(
                                    "R",
                                    Double.isNaN(tempering.scales()[k])
                                            ? 0.0
                                            : tempering.scales()[k])
                            .with("acceptance", k == 0 ? 1.0 : tempering.acceptanceRates()[k])
                            .with("log_prob", tempering.meanLogProb()[k]));
        }
    }

    /** A process that was killed before it added the run may have written the row. */
    private static void addOnce(CellTable table, Row row) throws IOException {
        if (table.find(row).isEmpty()) {
            table.add(row);
        }
    }

    /** Figures of tempering; zeros and NaN for a sampler alone. */
    static Row withTempering(Row row, @Nullable TemperingResult tempering) {
        if (tempering == null) {
            Row zeros = row;
            for (String column :
                    List.of("replicas", "restarts", "round_trips", "expected_round_trips", "barrier", "least_swap")) {
                zeros = zeros.with(column, 0);
            }
            for (String column : List.of("log_z", "log_error", "log_forward", "log_backward")) {
                zeros = zeros.with(column, Double.NaN);
            }
            return zeros;
        }
        return row.with("replicas", tempering.replicas())
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
}
