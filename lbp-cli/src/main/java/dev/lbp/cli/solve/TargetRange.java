package dev.lbp.cli.solve;

import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;

/**
 * The values that a target may have: better than a trivial value, and not better than a limit that no state exceeds.
 *
 * @param limit the best value that might be possible
 * @param limitWords the limit in words
 * @param trivial a value that is reached without a search; the limit on the other side if there is no such value
 * @param trivialWords the trivial value in words
 */
record TargetRange(double limit, String limitWords, double trivial, String trivialWords) {

    /** A range with the same limit, and with this value as the trivial one: the value that needs no search. */
    TargetRange from(double value, String words) {
        return new TargetRange(limit, limitWords, value, words);
    }

    /** The range of the negated values. */
    TargetRange negated() {
        return new TargetRange(-limit, "minus " + limitWords, -trivial, trivialWords);
    }

    /** Refuses a target outside of the range. */
    void check(double target) {
        boolean larger = limit > trivial;
        boolean inside = larger ? target > trivial && target <= limit : target < trivial && target >= limit;
        String range = larger
                ? "(" + Text.number(trivial) + ", " + Text.number(limit) + "]"
                : "[" + Text.number(limit) + ", " + Text.number(trivial) + ")";
        Check.that(
                inside,
                "be in " + range + ", between " + trivialWords + " and " + limitWords,
                "target",
                Text.number(target));
    }
}
