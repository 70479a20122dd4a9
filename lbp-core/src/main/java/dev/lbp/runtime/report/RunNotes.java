package dev.lbp.runtime.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The texts about a run for summaries and reports, beside its result.
 *
 * @param sites the number of sites
 * @param sampler the method and its settings
 * @param run the other settings in one line
 * @param settings the settings by name, for reports
 * @param pace the scale and the acceptance rate, in words
 * @param ending the end of the run in words; empty if it made its last draw without a stopping rule
 * @param caveat a warning to the user about this run; empty if there is none
 * @param reducible why the chains cannot reach all states, for the verdict; empty if they can
 * @param scaleName the name of the scale: "scale R"
 * @param comparison a sentence that compares the sampler with another one; empty if there is none
 * @param adapts whether warm-up adapts a scale
 * @param rejects whether a step can be rejected
 */
public record RunNotes(
        int sites,
        String sampler,
        String run,
        Map<String, String> settings,
        String pace,
        String ending,
        String caveat,
        String reducible,
        String comparison,
        String scaleName,
        boolean adapts,
        boolean rejects) {

    /** The name of the model. */
    public String model() {
        return Objects.requireNonNull(settings.get("Model"));
    }

    /**
     * What a reader should know beside the verdict, one line each: the ending, a scale that has not settled,
     * diagnostics that do not fit into memory, the caveat, the comparison.
     *
     * @param result the run of these notes
     * @param ended the words before the ending
     * @param theScale the words for the scale
     * @param note the words before any other line
     */
    List<String> lines(ReportedRun result, String ended, String theScale, String note) {
        List<String> lines = new ArrayList<>();
        if (!ending.isEmpty()) {
            lines.add(ended + ending + ".");
        }
        if (result.draws() > 0 && !result.warmUp().settled() && result.warmUp().steps() > 0) {
            lines.add(theScale + " had not settled at the end of warm-up; give it more steps.");
        }
        for (String text : List.of(result.memoryNote(), caveat, comparison)) {
            if (!text.isEmpty()) {
                lines.add(note + text);
            }
        }
        return lines;
    }
}
