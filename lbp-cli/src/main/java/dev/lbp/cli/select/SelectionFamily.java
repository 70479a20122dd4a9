package dev.lbp.cli.select;

import dev.lbp.cli.instance.Decimal;
import dev.lbp.cli.terminal.ListedName;
import dev.lbp.internal.Check;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options of {@code lbp select} on the response: its distribution, and columns with a purpose of their own. */
final class SelectionFamily {

    private static final String COUNTS = "negative-binomial:";

    @Option(
            names = "--family",
            paramLabel = "F",
            description = {
                "linear; logistic or probit, for a response of two values, as 0 and 1 or no and yes (binomial in R); poisson or negative-binomial[:SIZE],"
                        + " for counts, with a size that is estimated unless given; cox, for survival times, with --event. Default: ${DEFAULT-VALUE}."
            })
    private String family = "linear";

    @Option(
            names = "--approximate",
            description = "With --family logistic: one Newton step from the model without variables, to screen more"
                    + " columns than fits pay for.")
    private boolean approximate;

    @Option(
            names = "--exact-evidence",
            description = "Say how much the probabilities change where the 100 most probable models have their exact"
                    + " evidence in place of Laplace's. Not for linear.")
    private boolean exactEvidence;

    @Option(
            names = "--event",
            paramLabel = "NAME",
            description = "With --family cox: the column that is 1 if a time ends with the event, 0 if it is censored.")
    private @Nullable String event;

    @Option(
            names = "--ties",
            paramLabel = "F",
            description = "With --family cox: the formula for tied times, breslow or efron. Default: ${DEFAULT-VALUE}.")
    private String ties = "breslow";

    @Option(
            names = "--strata",
            paramLabel = "NAMES",
            split = ",",
            converter = ListedName.class,
            description = "With --family cox: a column of strata, each with a hazard of its own; of several columns,"
                    + " between commas, each combination of values is a stratum.")
    private String[] strata = {};

    @Option(
            names = "--trials",
            paramLabel = "NAME",
            description = "With --family logistic: the column with the number of trials; the response then counts"
                    + " successes.")
    private @Nullable String trials;

    @Option(
            names = "--weights",
            paramLabel = "NAME",
            description =
                    "A column of weights. Linear: the variance of a row's noise is divided by its weight, as in lm"
                            + " of R. Else a row of weight 2 counts as two.")
    private @Nullable String weights;

    @Option(
            names = "--offset",
            paramLabel = "NAME",
            description = "A column of known parts of the linear predictor, as log exposure of counts.")
    private @Nullable String offset;

    @Option(
            names = "--yes",
            paramLabel = "VALUE",
            description =
                    "With --family logistic or probit: the value of the response that counts as 1. Default: the last"
                            + " of the two, in alphabetical order.")
    private @Nullable String yes;

    /** The columns of a table that new rows must have: candidates and the offset. */
    List<String> predictors(Table table, String response) {
        return table.names().stream()
                .filter(name -> !name.equals(response)
                        && roles().stream()
                                .noneMatch(role -> role.column.equals(name) && !role.option.equals("--offset")))
                .toList();
    }

    /** The columns that the options name. */
    List<String> columns() {
        return roles().stream().map(Role::column).toList();
    }

    boolean isApproximate() {
        return approximate;
    }

    boolean isSurvival() {
        return family.equals("cox");
    }

    /** The names of the columns of {@code --strata}; each combination of their values has a hazard of its own. */
    List<String> strata() {
        return List.of(strata);
    }

    /** Whether the response is yes or no. */
    boolean isBinary() {
        return (family.equals("logistic") || family.equals("probit")) && trials == null;
    }

    /** The table with yes as 1 and no as 0. */
    Table binary(Table table, String response) {
        refuse(yes != null && !isBinary(), "--yes", "--family logistic or probit, without --trials");
        if (!isBinary()) {
            return table;
        }
        try {
            return table.binary(response, yes);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage()).replace(": one=", ": --yes=");
            throw new IllegalArgumentException(message, e);
        }
    }

    /** A note on a response of zeros and ones, if no family was asked for; else empty. */
    String note(Table table, String response, ParseResult given) {
        boolean isBinary = !given.hasMatchedOption("--family")
                && Arrays.stream(table.column(response)).allMatch(y -> y == 0.0 || y == 1.0);
        return isBinary ? response + " is 0 or 1 in all rows: --family logistic is for such a response" : "";
    }

    /** Checks the options, and makes the selection of a table. */
    VariableSelection of(Table table, String response) {
        refuse(event != null && !family.equals("cox"), "--event", "--family cox");
        refuse(strata.length > 0 && !family.equals("cox"), "--strata", "--family cox");
        refuse(!ties.equals("breslow") && !family.equals("cox"), "--ties", "--family cox");
        Check.that(ties.matches("breslow|efron"), "be breslow or efron", "--ties", ties);
        refuse(trials != null && !family.equals("logistic"), "--trials", "--family logistic");
        refuse(approximate && !family.equals("logistic"), "--approximate", "--family logistic");
        refuse(approximate && (weights != null || offset != null), "--approximate", "no --weights and no --offset");
        refuse(approximate && trials != null, "--approximate", "no --trials");
        refuse(exactEvidence && family.equals("linear"), "--exact-evidence", "another --family than linear");
        refuse(exactEvidence && approximate, "--exact-evidence", "no --approximate");
        checkRoles(response);
        try {
            return selectionOf(table, response);
        } catch (IllegalArgumentException e) {
            throw named(e, response);
        }
    }

    /** A column that an option names for a purpose of its own, so that it is no candidate. */
    private record Role(String option, String column) {}

    /** The columns that options name for a purpose of their own, each with its option. */
    private List<Role> roles() {
        List<Role> roles = new ArrayList<>();
        add(roles, "--event", event);
        add(roles, "--strata", strata);
        add(roles, "--trials", trials);
        add(roles, "--weights", weights);
        add(roles, "--offset", offset);
        return roles;
    }

    private static void add(List<Role> roles, String option, @Nullable String... columns) {
        Arrays.stream(columns).filter(Objects::nonNull).forEach(column -> roles.add(new Role(option, column)));
    }

    /** Refuses two options that name one column, and an option that names the response. */
    private void checkRoles(String response) {
        Map<String, String> options = new HashMap<>(Map.of(response, "the response"));
        for (Role role : roles()) {
            String other = options.put(role.column, role.option);
            Check.that(other == null, "be another column than " + other, role.option, role.column);
        }
    }

    /** Makes the selection, and sets the options that were given on it. */
    private VariableSelection selectionOf(Table table, String response) {
        VariableSelection selection = select(table, response);
        if (approximate) {
            selection.approximate();
        }
        if (exactEvidence) {
            selection.exactEvidence();
        }
        if (ties.equals("efron")) {
            selection.efronTies();
        }
        if (strata.length > 0) {
            selection.strata(strata);
        }
        if (weights != null) {
            selection.weights(weights);
        }
        if (offset != null) {
            selection.offset(offset);
        }
        return selection;
    }

    /** In the message of a failure, replaces arguments of the library by the options that the user gave. */
    private IllegalArgumentException named(IllegalArgumentException e, String response) {
        String message = String.valueOf(e.getMessage())
                .replaceFirst(
                        "(?<=, column " + Pattern.quote(response) + "=.{0,99}); leave out the column.*$",
                        "; a response of two texts needs --family logistic")
                .replaceFirst("^must be (in .*): size=.*$", "must have a size $1: --family=" + family);
        for (Role role : roles()) {
            message = message.replaceFirst(
                    "column=" + Pattern.quote(role.column) + "$",
                    Matcher.quoteReplacement(role.option + "=" + role.column));
        }
        return new IllegalArgumentException(message, e);
    }

    /**
     * Refuses an option that is given without another one that it needs.
     *
     * @param given whether the option was given and the needed one was not
     */
    private static void refuse(boolean given, String option, String needed) {
        Check.that(!given, "be given with " + needed + ": " + option);
    }

    /** Makes the selection of the family that {@code --family} names. */
    private VariableSelection select(Table table, String response) {
        return switch (family) {
            case "linear" -> VariableSelection.linear(table, response);
            case "logistic" ->
                trials == null
                        ? VariableSelection.logistic(table, response)
                        : VariableSelection.binomial(table, response, trials);
            case "probit" -> VariableSelection.probit(table, response);
            case "poisson" -> VariableSelection.poisson(table, response);
            case "negative-binomial" -> VariableSelection.negativeBinomial(table, response);
            case "cox" -> {
                if (event == null) {
                    throw new IllegalArgumentException("must be given with --event NAME: --family=cox");
                }
                yield VariableSelection.cox(table, response, event);
            }
            default -> {
                Check.that(
                        family.startsWith(COUNTS),
                        "be linear, logistic, probit, poisson, negative-binomial[:SIZE] or cox: --family=" + family);
                yield VariableSelection.negativeBinomial(table, response, size());
            }
        };
    }

    /** The size of a negative binomial distribution, which stands behind the colon in the name of the family. */
    private double size() {
        try {
            return Decimal.parse(family.substring(COUNTS.length()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(e.getMessage() + ": --family=" + family, e);
        }
    }
}
