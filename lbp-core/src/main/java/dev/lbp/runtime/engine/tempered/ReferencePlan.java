package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The reference of a tempered run, as the user has given it.
 *
 * @param numbers by kind: log-odds [1][N]; logits [N][C]; or a row of means and a row of standard deviations, [2][N]
 */
public record ReferencePlan(Kind kind, double[][] numbers) implements Serializable {

    /** What the numbers of a reference are, and the call that gives them. */
    public enum Kind {
        BITS("log-odds of bits, reference(double[])"),
        VALUES("logits of each site's values, reference(double[][])"),
        REALS("means and standard deviations, reference(double[], double[])");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /**
     * Checks that the numbers are of the kind that a run needs, and as many as its sites and values.
     *
     * @throws IllegalArgumentException if they do not
     */
    public void check(Kind expected, int sites, int values) {
        Check.that(kind == expected, "be " + expected.words + ", for this run", "reference", kind.words);
        switch (kind) {
            case BITS -> Check.length(sites, "reference", numbers[0].length);
            case VALUES -> {
                Check.length(sites, "reference", numbers.length);
                for (int i = 0; i < sites; i++) {
                    Check.length(values, "reference[" + i + "]", numbers[i].length);
                }
            }
            case REALS -> Check.length(sites, "means", numbers[0].length);
        }
    }

    /** A checksum of the numbers, with the kind before it; log-odds of bits have no kind before theirs. */
    String fingerprint() {
        double[] all = Arrays.stream(numbers).flatMapToDouble(Arrays::stream).toArray();
        String checksum = Fingerprint.of(all.length, i -> all[i]);
        return kind == Kind.BITS ? checksum : kind + " " + checksum;
    }
}
