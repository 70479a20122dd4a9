package dev.lbp.runtime.report;

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
 * @param scaleName what the scale is: "scale R"
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
        String comparison,
        String scaleName,
        boolean adapts,
        boolean rejects) {

    /** The name of the model. */
    public String model() {
        return Objects.requireNonNull(settings.get("Model"));
    }
}
