package dev.lbp.runtime.report;

import java.util.Map;
import java.util.Objects;

/**
 * What summaries and reports say of a run beside its result.
 *
 * @param sampler the method and its settings
 * @param run the other settings in one line
 * @param settings by name, as reports list them
 * @param pace the scale and the acceptance rate, in words
 * @param ending how the run ended, in words; empty if with its last draw
 * @param caveat what a user should know of a run of this method; empty if nothing
 * @param adapts whether warm-up adapts a scale
 * @param rejects whether a step can be rejected
 */
public record RunNotes(
        String sampler,
        String run,
        Map<String, String> settings,
        String pace,
        String ending,
        String caveat,
        boolean adapts,
        boolean rejects) {

    /** The name of the model. */
    public String model() {
        return Objects.requireNonNull(settings.get("Model"));
    }
}
