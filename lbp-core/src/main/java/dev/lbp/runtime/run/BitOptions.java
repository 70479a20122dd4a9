package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Fingerprint;
import dev.lbp.runtime.engine.TemperingPlan;
import dev.lbp.runtime.space.Space;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that only runs of bits have, with their words and checks.
 *
 * @param conditionals whether to record Rao-Blackwellised marginals
 * @param keepBest the number of best states to keep; 0 for none
 * @param tempering parallel tempering; null for none
 */
record BitOptions(
        boolean conditionals, int keepBest, @Nullable TemperingPlan tempering) implements Serializable {

    /** The defaults. */
    static final BitOptions NONE = new BitOptions(false, 0, null);

    /** The scans that find a schedule in the shortest warm-up of a tempered run: rounds end after 2, 5 and 10. */
    private static final int LEAST_WARM_UP_SCANS = 10;

    /** The most chains that a chain of the run consists of. */
    int mostReplicas() {
        return tempering == null ? 1 : tempering.mostReplicas();
    }

    /**
     * Checks tempering against other settings.
     *
     * @param ones the number of ones of every state; 0 for any number
     */
    void checkTempering(int ones, int warmup) {
        if (tempering != null) {
            Check.that(ones == 0, "be without tempering, whose reference has any number of ones", "ones", ones);
            long least = (long) LEAST_WARM_UP_SCANS * tempering.every();
            Check.that(
                    warmup >= least,
                    "be >= " + LEAST_WARM_UP_SCANS + " * every = " + least
                            + " with tempering, whose inverse temperatures it finds",
                    "warmup",
                    warmup);
        }
    }

    /** Adds the options to the words of a space. */
    Space.Words words(Space.Words space) {
        Map<String, String> particulars = new LinkedHashMap<>();
        if (tempering != null) {
            particulars.put("Parallel tempering", tempering.describe());
        }
        if (keepBest > 0) {
            particulars.put("Best states kept", String.valueOf(keepBest));
        }
        return tempering == null
                ? space.and("", "", Map.of(), particulars)
                : space.and(
                        "; tempering: " + tempering.describe(),
                        ", replicas=" + mostReplicas(),
                        Map.of("temperingPlan", tempering.describe()),
                        particulars);
    }

    /** Adds by name the options that change the draws or the result. */
    void identify(Map<String, String> entries) {
        entries.put("conditionals", String.valueOf(conditionals));
        if (keepBest > 0) {
            entries.put("keepBest", String.valueOf(keepBest));
        }
        if (tempering != null) {
            double[] reference = tempering.reference();
            entries.put("tempering", tempering.describe());
            entries.put(
                    "the reference of tempering (checksum)",
                    reference == null ? "none" : Fingerprint.of(reference.length, i -> reference[i]));
        }
    }
}
