package dev.lbp.runtime.report;

import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.internal.html.Numbers;
import dev.lbp.result.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The verdict on a run: whether its traces show that its chains have mixed, and the reasons.
 *
 * @param doubts the reasons against mixing, a line each: a sampler that cannot reach all states, traces in their order,
 *     sites, tempering
 * @param remarks the limits of the verdict, a sentence each: traces that never change, a single chain; and the number
 *     of draws that would be enough, if the run is only too short
 */
record Verdict(Finding finding, List<String> doubts, List<String> remarks) {

    /**
     * Vehtari et al. (2021) advise an R-hat of at most 1.01, and an effective sample size of 100 for each of four
     * chains.
     */
    static final double LARGEST_R_HAT = 1.01;

    static final double SMALLEST_SAMPLE = 400.0;

    /** Weights with a longer tail have no variance. */
    static final double LARGEST_TAIL = 0.5;

    enum Finding {
        /** There is no draw. */
        NOTHING,
        /** No trace and no site gives a reason against mixing, and at least one trace is not constant. */
        MIXED,
        /** R-hat of a trace is larger than a short run explains, or a site differs between chains. */
        DISAGREEMENT,
        /** The chains cannot reach all states, whatever their traces show. */
        REDUCIBLE,
        /**
         * Nothing differs by more than a short run explains, but there are too few effective draws, all traces are
         * constant, or replicas travelled too little between temperatures.
         */
        TOO_LITTLE
    }

    static Verdict of(ReportedRun result) {
        return of(result, ReportTerms.NUMBERS);
    }

    /**
     * Judges a result.
     *
     * @param terms the words for sites and values
     */
    static Verdict of(ReportedRun result, ReportTerms terms) {
        List<String> doubts = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        if (result.draws() == 0) {
            return new Verdict(Finding.NOTHING, doubts, remarks);
        }
        String reducible = result.notes().reducible();
        if (!reducible.isEmpty()) {
            doubts.add(reducible);
        }
        boolean disagreement = result.agreement().count() > 0;
        List<String> tooShort = new ArrayList<>();
        List<String> names = new ArrayList<>(result.traces().keySet());
        names.add(ReportedRun.SELF_DISTANCE);
        for (String name : names) {
            boolean self = name.equals(ReportedRun.SELF_DISTANCE);
            if (self && !doubts.isEmpty()) {
                continue; // this trace is judged only if the others raise no doubt
            }
            TraceStatistics trace = result.statistics(name);
            if (self && Double.isNaN(trace.bulkSample())) {
                continue; // constant or too short: then other traces are too, and the verdict says so
            }
            if (!Double.isFinite(trace.mean())) {
                doubts.add(name + " has values too large to judge.");
            } else if (trace.constant()) {
                remarks.add(name + " is constant, which says nothing.");
            } else if (trace.every() == 0) {
                doubts.add(name + " could not be judged, because memory is short.");
            } else if (Double.isNaN(trace.rHat()) || Double.isNaN(trace.bulkSample())) {
                doubts.add(name + " has too few draws.");
            } else {
                disagreement |= trace.rHat() > LARGEST_R_HAT;
                List<String> doubtsOfTrace = doubts(name, trace);
                doubts.addAll(doubtsOfTrace);
                if (!doubtsOfTrace.isEmpty()) {
                    tooShort.add(name);
                }
            }
        }
        boolean allConstant = remarks.size() == result.traces().size();
        doubts.addAll(result.disagreements(terms));
        if (result.weightTail() > LARGEST_TAIL) {
            doubts.add(Numbers.format(
                    "The weights of draws of q have a tail of index %s, above %.1f: q is too narrow.",
                    text(result.weightTail(), LARGEST_TAIL, 2), LARGEST_TAIL));
        }
        result.tempering()
                .map(ladder -> new TemperingText(ladder, result.notes().scaleName(), terms.targetBeta(ladder)))
                .ifPresent(ladder -> {
                    doubts.addAll(ladder.doubts());
                    remarks.addAll(ladder.remarks());
                    ladder.limits().ifPresent(remarks::add);
                });
        if (result.chains() == 1) {
            remarks.add("One chain cannot show that chains from other starts agree with it: run 4 or more.");
        }
        // A trace that is only too short has one doubt, which more draws end. They need not end another doubt, and
        // a run that filled its memory cannot make them.
        boolean moreDrawsMayNotHelp =
                tooShort.isEmpty() || doubts.size() > tooShort.size() || result.stopReason() == StopReason.MEMORY;
        OptionalInt more = moreDrawsMayNotHelp ? OptionalInt.empty() : MoreDraws.needed(result, tooShort);
        if (more.isPresent()) {
            remarks.add(MoreDraws.sentence(result, more.getAsInt()));
        }
        Finding unlessReducible = disagreement && more.isEmpty()
                ? Finding.DISAGREEMENT
                : doubts.isEmpty() && !allConstant ? Finding.MIXED : Finding.TOO_LITTLE;
        return new Verdict(reducible.isEmpty() ? unlessReducible : Finding.REDUCIBLE, doubts, remarks);
    }

    /** The doubts about the R-hat and the effective sample size of a trace: one sentence, or none. */
    private static List<String> doubts(String name, TraceStatistics trace) {
        boolean differs = trace.rHat() > LARGEST_R_HAT;
        boolean small = trace.bulkSample() < SMALLEST_SAMPLE;
        String rHat = Numbers.format(
                "R-hat of %s is %s, above %.2f", name, text(trace.rHat(), LARGEST_R_HAT, 3), LARGEST_R_HAT);
        String sample =
                Numbers.format("is %s, below %.0f", text(trace.bulkSample(), SMALLEST_SAMPLE, 0), SMALLEST_SAMPLE);
        if (differs) {
            return List.of(small ? rHat + "; its ESS " + sample + "." : rHat + ".");
        }
        return small ? List.of("ESS of " + name + " " + sample + ".") : List.of();
    }

    /** The verdict without its reasons. */
    String text(StopReason stopReason) {
        return switch (finding) {
            case NOTHING -> "nothing to judge: " + stopReason.words() + " before the first draw.";
            case MIXED ->
                Numbers.format("mixed (R-hat at most %.2f, ESS at least %.0f).", LARGEST_R_HAT, SMALLEST_SAMPLE);
            case DISAGREEMENT, REDUCIBLE, TOO_LITTLE -> "not shown to have mixed.";
        };
    }

    /** The doubts, then the remarks. */
    List<String> reasons() {
        return Stream.concat(doubts.stream(), remarks.stream()).toList();
    }

    /** Formats a value with enough decimals to differ from the bound that it violates. */
    static String text(double value, double bound, int decimals) {
        String text = Numbers.format("%." + decimals + "f", value);
        return Double.isFinite(value) && Double.parseDouble(text) == bound ? text(value, bound, decimals + 1) : text;
    }
}
