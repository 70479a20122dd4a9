package dev.lbp.infer;

import java.util.List;

/**
 * No state agrees with the evidence. The message names a part of the evidence that is impossible and would be possible
 * without any one of its observations.
 */
public final class ImpossibleEvidenceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final List<Integer> sites;

    ImpossibleEvidenceException(String message, List<Integer> sites) {
        super(message);
        this.sites = List.copyOf(sites);
    }

    /** The sites of the impossible observations; none if the graph has no possible state even without evidence. */
    public List<Integer> sites() {
        return sites;
    }
}
