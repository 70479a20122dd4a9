package dev.lbp.runtime.run;

import dev.lbp.io.NpyArray;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperingResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the ladder of a tempered run into the contents of files: a table of its slots, arrays, and manifest entries.
 */
public record TemperingFiles(TemperingResult result) {

    /** The name of the file with the table. */
    public static final String TABLE = "tempering.csv";

    /** The name of the file with the arrays. */
    static final String ARRAYS = "tempering.npz";

    /**
     * The table: a line for each slot of the ladder. It has the acceptance of the slot's swaps with the next slot, and
     * the share of differing sites that exchanges of parts of states move. A number is NaN if the slot does not have
     * it.
     */
    public String csv() {
        StringBuilder csv =
                new StringBuilder("slot,beta,scale,acceptance,swap_acceptance,exchanged_share,mean_log_probability,"
                        + "log_probability_error,log_probability_variance,log_probability_ess\n");
        SlotTable logProb = result.slots("logProb");
        for (int k = 0; k < result.replicas(); k++) {
            double[] line = {
                result.betas()[k],
                result.scales()[k],
                result.acceptanceRates()[k],
                k < result.swapAcceptance().length ? result.swapAcceptance()[k] : Double.NaN,
                k < result.exchangedShares().length ? result.exchangedShares()[k] : Double.NaN,
                result.meanLogProb()[k],
                logProb.error()[k],
                logProb.variance()[k],
                logProb.effectiveSampleSize()[k]
            };
            csv.append(k);
            for (double value : line) {
                csv.append(',').append(value);
            }
            csv.append('\n');
        }
        return csv.toString();
    }

    /** The numbers of {@link #csv} as arrays by name, and the restarts of each chain. */
    Map<String, NpyArray> arrays() {
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        arrays.put("betas", vector(result.betas()));
        arrays.put("scales", vector(result.scales()));
        arrays.put("acceptance", vector(result.acceptanceRates()));
        arrays.put("swap_acceptance", vector(result.swapAcceptance()));
        arrays.put("exchanged_share", vector(result.exchangedShares()));
        arrays.put("mean_log_probability", vector(result.meanLogProb()));
        arrays.put(
                "restarts",
                vector(Arrays.stream(result.restarts()).asDoubleStream().toArray()));
        return arrays;
    }

    private static NpyArray vector(double[] values) {
        return new NpyArray(new int[] {values.length}, values);
    }

    /** The entries of a manifest. */
    Map<String, @Nullable Object> entries() {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        entries.put("logZ", result.logZ());
        entries.put("logZError", result.logZError());
        if (!result.normalised()) {
            entries.put("logZName", result.logZName());
        }
        entries.put("forwardLogZ", result.forwardLogZ());
        entries.put("backwardLogZ", result.backwardLogZ());
        entries.put("steppingStonesError", result.steppingStonesError());
        entries.put("replicas", result.replicas());
        entries.put("every", result.every());
        entries.put("scans", result.scans());
        entries.put("barrier", result.barrier());
        entries.put("roundTrips", result.roundTrips());
        entries.put("expectedRoundTrips", result.expectedRoundTrips());
        entries.put("restarts", Arrays.stream(result.restarts()).boxed().toList());
        entries.put("file", ARRAYS);
        return entries;
    }
}
