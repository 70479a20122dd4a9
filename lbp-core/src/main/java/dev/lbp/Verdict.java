package dev.lbp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the traces of a run show that its chains have mixed, and why not.
 *
 * @param doubts what speaks against it, a sentence each, in the order of the traces
 * @param constant a sentence for each trace that says nothing, because it never changes
 */
record Verdict(Finding finding, List<String> doubts, List<String> constant) {

    /** Vehtari et al. (2021) advise at most 1.01, and an effective sample size of 100 for each of four chains. */
    static final double LARGEST_R_HAT = 1.01;

    static final double SMALLEST_SAMPLE = 400.0;

    enum Finding {
        /** There is no draw. */
        NOTHING,
        /** No trace has anything against it, and at least one has something to say. */
        MIXED,
        /** R-hat of some trace is too large: chains, or halves of them, differ. */
        DISAGREEMENT,
        /** No R-hat is too large, but there is too little to go by. */
        TOO_LITTLE
    }

    static Verdict of(SampleResult result) {
        List<String> doubts = new ArrayList<>();
        List<String> constant = new ArrayList<>();
        if (result.draws() == 0) {
            return new Verdict(Finding.NOTHING, doubts, constant);
        }
        boolean disagreement = false;
        for (String name : result.traces().keySet()) {
            TraceStatistics trace = result.statistics(name);
            if (trace.constant()) {
                constant.add(sentence("%s is constant, which says nothing.", name));
            } else if (Double.isNaN(trace.rHat()) || Double.isNaN(trace.bulkSample())) {
                doubts.add(sentence("%s has too few draws.", name));
            } else if (trace.rHat() > LARGEST_R_HAT) {
                disagreement = true;
                doubts.add(sentence("R-hat of %s is %.3f, above %.2f.", name, trace.rHat(), LARGEST_R_HAT));
            } else if (trace.bulkSample() < SMALLEST_SAMPLE) {
                doubts.add(sentence("ESS of %s is %.0f, below %.0f.", name, trace.bulkSample(), SMALLEST_SAMPLE));
            }
        }
        boolean mixed = doubts.isEmpty() && constant.size() < result.traces().size();
        return new Verdict(
                mixed ? Finding.MIXED : disagreement ? Finding.DISAGREEMENT : Finding.TOO_LITTLE, doubts, constant);
    }

    /** The verdict in a line. */
    String text(StopReason stopReason) {
        if (finding == Finding.NOTHING) {
            return "nothing to judge: " + stopReason.words() + " before the first draw.";
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(
                finding == Finding.MIXED
                        ? sentence("mixed (R-hat at most %.2f, ESS at least %.0f).", LARGEST_R_HAT, SMALLEST_SAMPLE)
                        : "not shown to have mixed.");
        sentences.addAll(doubts);
        sentences.addAll(constant);
        return String.join(" ", sentences);
    }

    private static String sentence(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
