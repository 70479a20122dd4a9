package dev.lbp.result;

import dev.lbp.internal.html.Numbers;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sampler that {@link dev.lbp.Samplers#auto} has chosen, and why.
 *
 * @param sampler the chosen sampler and its settings: "DLMC, weight sqrt(t), time step tau: acceptance 0.65"
 * @param reason the rule and the counts that decided, in words
 * @param candidates the figures of the samplers that were tried in warm-up; empty if none was tried
 */
public record SamplerChoice(String sampler, String reason, List<Candidate> candidates) implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * A sampler that was tried. Its figures are means over the measured steps of all chains.
     *
     * @param sampler its name and its weight function: "LBP sqrt(t)"
     * @param scale the geometric mean of its scale
     * @param acceptanceRate the mean of min(1, alpha)
     * @param jumpDistance the mean of min(1, alpha) times the number of proposed flips, in sites
     */
    public record Candidate(String sampler, double scale, double acceptanceRate, double jumpDistance)
            implements Serializable {

        private static final long serialVersionUID = 1L;

        private String text() {
            return Numbers.format("%s %.3g sites at acceptance %.2f", sampler, jumpDistance, acceptanceRate);
        }
    }

    /** Copies the list. */
    public SamplerChoice {
        candidates = List.copyOf(candidates);
    }

    /** The reason and the figures in one line. */
    public String text() {
        return reason
                + candidates.stream()
                        .map(Candidate::text)
                        .collect(Collectors.joining("; ", candidates.isEmpty() ? "" : ": ", ""));
    }
}
