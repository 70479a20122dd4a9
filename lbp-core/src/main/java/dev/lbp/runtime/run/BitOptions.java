package dev.lbp.runtime.run;

import dev.lbp.runtime.space.Space;
import java.io.Serializable;
import java.util.Map;

/**
 * The settings that only runs of bits have.
 *
 * @param conditionals whether to record Rao-Blackwellised marginals
 * @param keepBest the number of best states to keep; 0 for none
 */
record BitOptions(boolean conditionals, int keepBest) implements Serializable {

    /** The defaults. */
    static final BitOptions NONE = new BitOptions(false, 0);

    /** Adds the number of best states, if there is one, to the words of a space for reports; other words stay. */
    Space.Words words(Space.Words space) {
        return keepBest == 0
                ? space
                : space.and("", "", Map.of(), Map.of("Best states kept", String.valueOf(keepBest)));
    }

    /** Adds by name the options that change the draws or the result. */
    void identify(Map<String, String> entries) {
        entries.put("conditionals", String.valueOf(conditionals));
        if (keepBest > 0) {
            entries.put("keepBest", String.valueOf(keepBest));
        }
    }
}
