package dev.lbp.infer;

import java.util.List;

/**
 * Thrown if no state agrees with the evidence. The message names a minimal impossible part of the evidence: without any
 * one of its observations it would be possible.
 */
public final class ImpossibleEvidenceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final List<Integer> sites;

    ImpossibleEvidenceException(String message, List<Integer> sites) {
        super(message);
        this.sites = List.copyOf(sites);
    }

    /** The sites of the impossible observations. Empty if the graph has no possible state even without evidence. */
    public List<Integer> sites() {
        return sites;
    }
}
