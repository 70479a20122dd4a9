package dev.lbp.cli.select;

import dev.lbp.cli.instance.Decimal;
import dev.lbp.cli.terminal.ListedName;
import dev.lbp.internal.Check;
import dev.lbp.select.PriorSensitivity;
import dev.lbp.select.SelectionResult;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.prior.Heredity;
import dev.lbp.select.prior.Inclusion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The priors of {@code lbp select}. */
final class SelectionPriors {

    static final String SENSITIVITY = "priors.csv";

    /** {@code g=0.0} at the end of a message. */
    private static final Pattern ARGUMENT = Pattern.compile("(?<=: )\\w+=[^= ]*$");

    @Option(
            names = "--prior",
            paramLabel = "P",
            description =
                    "Prior of coefficients: g=n (or g), g=max(n,p2) (benchmark prior), g:G, hyper-g, hyper-g:A, hyper-g-n,"
                            + " hyper-g-n:A, zellner-siow, robust, eb-local, eb-global (robust and eb-global for linear), local-g=n, local-g=max(n,p2), local-g:G (not for linear; as BAS), ridge:TAU2"
                            + " (independent, for columns of standard deviation 1) or bic. Default: ${DEFAULT-VALUE}.")
    private String prior = "g";

    @Option(
            names = "--priors",
            paramLabel = "LIST",
            split = ",(?![^(]*\\))",
            splitSynopsisLabel = ",",
            description = "Also run under these priors of coefficients, between commas, and tell how the probabilities"
                    + " differ: a table in the summary and the report, and " + SENSITIVITY + ".")
    private String @Nullable [] others;

    @Option(
            names = "--inclusion",
            paramLabel = "P",
            description =
                    "Prior of models: beta-binomial:A,B, bernoulli:H (each column is in with probability H) or size:M (M"
                            + " columns on average). Default: ${DEFAULT-VALUE}.")
    private String inclusion = "beta-binomial:1,1";

    @Option(
            names = "--heredity",
            paramLabel = "H",
            description =
                    "Of --formula, when an interaction may be in: strong (if all its margins are in, a and b of a:b),"
                            + " weak (if one of them is in) or none (always). Default: ${DEFAULT-VALUE}.")
    private String heredity = "none";

    @Option(
            names = "--noise-variance",
            paramLabel = "S2",
            description = "Known variance of the noise. Default: unknown.")
    private @Nullable Double noiseVariance;

    @Option(
            names = "--always",
            paramLabel = "NAMES",
            split = ",",
            converter = ListedName.class,
            description = "Columns that are in every model, between commas; a name that has one is in double quotes.")
    private String @Nullable [] always;

    @Option(names = "--max-size", paramLabel = "N", description = "Largest number of candidates in a model.")
    private @Nullable Integer maxSize;

    @Option(names = "--allow-duplicates", description = "Accept columns that are the same up to scale and shift.")
    private boolean duplicates;

    /** Applies the priors to a selection. */
    VariableSelection applyTo(VariableSelection selection) {
        named("--inclusion", inclusion, () -> applyInclusion(selection));
        applyHeredity(selection);
        if (noiseVariance != null) {
            selection.noiseVariance(noiseVariance);
        }
        // only checks the other priors: the last one set, that of --prior, is the selection's own
        for (String other : others()) {
            named("--priors", other, () -> {
                applyPrior(selection, other);
                selection.checkPrior();
            });
        }
        named("--prior", prior, () -> applyPrior(selection, prior));
        if (always != null) {
            selection.always(always);
        }
        if (maxSize != null) {
            selection.maxSize(maxSize);
        }
        return duplicates ? selection.allowDuplicates() : selection;
    }

    /** Applies an option. An exception then names the option as the user wrote it, and not the library's argument. */
    private static void named(String option, String written, Runnable application) {
        try {
            application.run();
        } catch (IllegalArgumentException e) {
            String message = "" + e.getMessage();
            Matcher argument = ARGUMENT.matcher(message);
            String given = option + "=" + written;
            if (message.endsWith(": " + given)) { // it names the option already
                throw e;
            }
            throw new IllegalArgumentException(
                    argument.find() ? argument.replaceFirst(Matcher.quoteReplacement(given)) : message + ": " + given,
                    e);
        }
    }

    boolean compares() {
        return others != null;
    }

    /** The values of {@code --priors}: the priors that the result is compared with. */
    private String[] others() {
        return others == null ? new String[0] : others;
    }

    /** Runs the selection under the other priors, too. */
    PriorSensitivity compared(VariableSelection selection, SelectionResult own) {
        List<Consumer<VariableSelection>> settings = new ArrayList<>();
        for (String other : others()) {
            settings.add(given -> applyPrior(given, other));
        }
        return selection.underPriors(own, settings);
    }

    /** Sets the prior that an option names: by its name alone, or as {@code NAME:NUMBER}. */
    private static void applyPrior(VariableSelection selection, String prior) {
        Map<String, Runnable> plain = Map.ofEntries(
                Map.entry("g", selection::gPrior),
                Map.entry("g=n", selection::gPrior),
                Map.entry("g=max(n,p2)", selection::benchmarkPrior),
                Map.entry("local-g", selection::localGPrior),
                Map.entry("local-g=n", selection::localGPrior),
                Map.entry("local-g=max(n,p2)", selection::localBenchmarkPrior),
                Map.entry("hyper-g", selection::hyperG),
                Map.entry("hyper-g-n", selection::hyperGn),
                Map.entry("zellner-siow", selection::zellnerSiow),
                Map.entry("eb-local", selection::empiricalBayes),
                Map.entry("eb-global", selection::globalEmpiricalBayes),
                Map.entry("robust", selection::robustPrior),
                Map.entry("bic", selection::bic));
        Map<String, DoubleConsumer> valued = Map.of(
                "g", selection::gPrior,
                "local-g", selection::localGPrior,
                "hyper-g", selection::hyperG,
                "hyper-g-n", selection::hyperGn,
                "ridge", selection::ridge);
        // g=max(n,p2) may also be written with blanks and as p^2; g:G is the kind g with the number G behind the colon
        DoubleConsumer byValue = valued.get(kind(prior));
        Runnable known = plain.get(prior.replaceFirst("\\( *n *, *p\\^?2 *\\)$", "(n,p2)"));
        if (known != null) {
            known.run();
        } else if (byValue != null) {
            byValue.accept(values(prior, 1)[0]);
        } else if (plain.containsKey(kind(prior))) {
            values(prior, 0); // throws: this prior has no number behind a colon
        } else {
            throw new IllegalArgumentException(
                    "must be g=n, g=max(n,p2), g:G, hyper-g, hyper-g:A, hyper-g-n,"
                            + " hyper-g-n:A, zellner-siow, robust, eb-local, eb-global, local-g=n, local-g=max(n,p2), local-g:G, ridge:TAU2 or bic");
        }
    }

    private void applyInclusion(VariableSelection selection) {
        switch (kind(inclusion)) {
            case "beta-binomial" -> {
                double[] values = inclusion.equals("beta-binomial") ? new double[] {1.0, 1.0} : values(inclusion, 2);
                selection.inclusion(Inclusion.betaBinomial(values[0], values[1]));
            }
            case "bernoulli" -> selection.inclusion(Inclusion.bernoulli(values(inclusion, 1)[0]));
            case "size" -> selection.inclusion(Inclusion.expectedSize(values(inclusion, 1)[0]));
            default -> throw new IllegalArgumentException("must be beta-binomial:A,B, bernoulli:H or size:M");
        }
    }

    void check(boolean hasFormula) {
        Check.that(
                heredity.equals("none") || hasFormula, "be given with --formula, which has interactions: --heredity");
    }

    private void applyHeredity(VariableSelection selection) {
        switch (heredity) {
            case "none", "weak", "strong" -> selection.heredity(Heredity.valueOf(heredity.toUpperCase(Locale.ROOT)));
            default -> throw new IllegalArgumentException("must be none, weak or strong: --heredity=" + heredity);
        }
    }

    /** The part of an option's value before the colon. */
    private static String kind(String text) {
        return text.split(":", 2)[0];
    }

    /** The numbers after the colon in the value of an option. */
    private static double[] values(String text, int count) {
        String[] parts = text.split(":", 2);
        String[] numbers = parts.length < 2 ? new String[0] : parts[1].split(",", -1);
        if (numbers.length != count) {
            throw new IllegalArgumentException(
                    "must have " + count + (count == 1 ? " number" : " numbers") + " behind a colon");
        }
        try {
            return Arrays.stream(numbers).mapToDouble(Decimal::parse).toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
