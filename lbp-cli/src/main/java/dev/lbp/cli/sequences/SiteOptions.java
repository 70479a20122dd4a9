package dev.lbp.cli.sequences;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.target.SiteConstraints;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of constraints on sequences. Positions are numbered from 1, as residues are. */
final class SiteOptions {

    /** The smallest logit of a reference. */
    private static final double LEAST_LOGIT = -700.0;

    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

    @Option(
            names = "--price",
            paramLabel = "MU",
            description = "Subtract MU, >= 0, from log pi for each mutation of --wild-type. Default: 0.")
    private @Nullable Double price;

    @Option(
            names = "--within",
            paramLabel = "K",
            description = "At most K mutations of --wild-type. Default: any number.")
    private @Nullable Integer within;

    @Option(
            names = "--preserve",
            paramLabel = "SITES",
            split = ",",
            description =
                    "Sites that keep the letter of --wild-type: positions from 1 and ranges, as in 12,65-67. Default: none.")
    private @Nullable List<String> preserve;

    @Option(
            names = "--forbid",
            paramLabel = "LETTERS",
            split = ",",
            description =
                    "Letters that no site may have, as in CW, or some sites alone, as in 3:CW or 3-9:C. Default: none.")
    private @Nullable List<String> forbid;

    /** Refuses options that need a wild type, if there is none. */
    void check(boolean hasWildType) {
        checkWildType(hasWildType, "--price", price);
        checkWildType(hasWildType, "--within", within);
        checkWildType(hasWildType, "--preserve", preserve == null ? null : String.join(",", preserve));
    }

    private static void checkWildType(boolean hasWildType, String option, @Nullable Object given) {
        Check.that(given == null || hasWildType, "be given with --wild-type FILE", option, "" + given);
    }

    /** The price of a mutation; 0 without {@code --price}. */
    double price() {
        return price == null ? 0.0 : price;
    }

    /**
     * The constraints on sequences of N sites: forbidden letters, the price of a mutation and the largest number of
     * mutations. Sites of {@code --preserve} are not among them, since the run freezes these sites; but an option that
     * forbids the letter of such a site is refused.
     *
     * @param wildType the wild type; null without one
     */
    SiteConstraints constraints(int sites, Alphabet alphabet, int @Nullable [] wildType) {
        SiteConstraints constraints = SiteConstraints.of(sites, alphabet.size());
        if (forbid != null) {
            for (String rule : forbid) {
                constraints = withForbidden(constraints, rule, sites, alphabet);
            }
        }
        if (wildType == null) {
            return constraints;
        }
        checkPreserved(sites, wildType, constraints);
        constraints = price == null ? constraints : constraints.price(wildType, price);
        return within == null ? constraints : constraints.within(wildType, within);
    }

    /**
     * The reference of tempering, a distribution of independent sites, as logits: the logits of the score, less the
     * price of a mutation, and {@value #LEAST_LOGIT} for forbidden letters. With {@code --within K} it has K / 2
     * mutations on average, or fewer if the price is higher.
     *
     * @param ofScore the logits without constraints, [N][C]
     * @param wildType null without one
     */
    double[][] reference(double[][] ofScore, Alphabet alphabet, int @Nullable [] wildType) {
        int sites = ofScore.length;
        SiteConstraints constraints = constraints(sites, alphabet, wildType);
        double[][] logits = new double[sites][];
        for (int i = 0; i < sites; i++) {
            double[] row = ofScore[i].clone();
            if (wildType != null) {
                double cost = price() + excess(row, wildType[i], sites); // of a mutation; the excess is by --within
                int own = wildType[i];
                for (int c = 0; c < row.length; c++) {
                    row[c] -= c == own ? 0.0 : cost;
                }
            }
            for (int c = 0; c < row.length; c++) {
                row[c] = constraints.allows(i, c) ? Math.max(row[c], LEAST_LOGIT) : LEAST_LOGIT;
            }
            logits[i] = row;
        }
        return logits;
    }

    /** The cost of a mutation in addition to the price, at least 0, with which K / 2 sites are mutated on average. */
    private double excess(double[] logits, int own, int sites) {
        if (within == null) {
            return 0.0;
        }
        // A site is mutated with odds exp(-price - excess) odds; solved for odds of about (K / 2) / sites.
        double odds = Sum.of(logits.length, c -> c == own ? 0.0 : Math.exp(logits[c] - logits[own]));
        return Math.max(0.0, Math.log(odds) - price() - Math.log(0.5 * Math.max(within, 1) / sites));
    }

    /** Adds a rule of {@code --forbid}: letters, perhaps after sites and a colon. */
    private static SiteConstraints withForbidden(SiteConstraints before, String rule, int sites, Alphabet alphabet) {
        int colon = rule.indexOf(':');
        String letters = rule.substring(colon + 1);
        Check.that(!letters.isEmpty(), "have letters, as in CW or 3:CW", "--forbid", rule);
        int[] values =
                letters.chars().map(letter -> alphabet.value((char) letter)).toArray();
        Check.that(
                Arrays.stream(values).allMatch(value -> value >= 0),
                "be letters of " + alphabet.letters() + ", perhaps after sites, as in 3:CW",
                "--forbid",
                rule);
        int[] range = colon < 0 ? new int[] {0, sites} : range("--forbid", rule.substring(0, colon), sites);
        SiteConstraints constraints = before;
        for (int i = range[0]; i < range[1]; i++) {
            try {
                constraints = constraints.forbid(i, values);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("must leave a letter of site " + (i + 1) + ": --forbid=" + rule, e);
            }
        }
        return constraints;
    }

    /** Whether each site is preserved; none without {@code --preserve}. */
    boolean[] preserved(int sites) {
        boolean[] mask = new boolean[sites];
        if (preserve != null) {
            for (String text : preserve) {
                int[] range = range("--preserve", text, sites);
                Arrays.fill(mask, range[0], range[1], true);
            }
            boolean free = false;
            for (boolean kept : mask) {
                free |= !kept;
            }
            Check.that(free, "leave a site to change", "--preserve", String.join(",", preserve));
        }
        return mask;
    }

    boolean preservesAny() {
        return preserve != null;
    }

    /** Refuses to forbid the letter of a preserved site. */
    private void checkPreserved(int sites, int[] wildType, SiteConstraints constraints) {
        boolean[] mask = preserved(sites);
        for (int i = 0; i < sites; i++) {
            Check.that(
                    !mask[i] || constraints.allows(i, wildType[i]),
                    "allow the letter of site " + (i + 1) + ", which is preserved",
                    "--forbid",
                    String.join(",", forbid == null ? List.of() : forbid));
        }
    }

    /** The first site of a range, numbered from 0, and the site after the last one. */
    private static int[] range(String option, String text, int sites) {
        Matcher matcher = RANGE.matcher(text);
        Check.that(matcher.matches(), "be positions or ranges, as in 12,65-67", option, text);
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        Check.that(
                first >= 1 && first <= last && last <= sites,
                "be positions from 1 to " + sites + ", ranges in ascending order",
                option,
                text);
        return new int[] {first - 1, last};
    }
}
