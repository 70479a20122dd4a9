package dev.lbp.bench.cli;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What picocli finds wrong in a command line, in plainer words than its own; and a list that it takes and should not. */
final class ParseErrors {

    /** Two options of a group, of which one may be given: {@code expected only one match but got (--a | --b)={--a=1} and ...}. */
    private static final Pattern GIVEN_AGAIN = Pattern.compile("expected only one match but got (\\([^)]*\\))=.*");

    /** {@code expected one of [A, B] (case-insensitive) but was 'c'}. */
    private static final Pattern NONE_OF_THESE =
            Pattern.compile("expected one of (\\[[^]]*\\]) \\(case-insensitive\\) but was '(.*)'", Pattern.DOTALL);

    /** {@code 'value' is not a boolean}, of an option that takes none. */
    private static final Pattern VALUE_OF_A_FLAG = Pattern.compile("(?<=': )'(.*)' is not a boolean", Pattern.DOTALL);

    private ParseErrors() {}

    /** The message of a failure to parse. */
    static String message(ParameterException bad) {
        if (bad instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            String first = unmatched.getUnmatched().get(0); // what follows may be its value
            return isMisplaced(bad) ? "must stand before the --: " + first : "Unknown option: '" + first + "'";
        }
        String message = String.valueOf(bad.getMessage()).replaceFirst("^Error: ", "");
        Matcher again = GIVEN_AGAIN.matcher(message);
        if (again.matches()) {
            return "must be given only once: " + again.group(1);
        }
        message = VALUE_OF_A_FLAG.matcher(message).replaceFirst("must be given without a value: $1");
        return NONE_OF_THESE.matcher(message).replaceFirst("must be one of $1: $2");
    }

    /** Whether it is about an option that the command has, but after a {@code --}, which ends the options. */
    static boolean isMisplaced(ParameterException bad) {
        return bad instanceof UnmatchedArgumentException unmatched
                && bad.getCommandLine()
                                .getCommandSpec()
                                .findOption(unmatched.getUnmatched().get(0))
                        != null;
    }

    /**
     * Checks lists with commas, at whose end picocli takes one comma too many.
     *
     * @throws ParameterException if a list has nothing between two commas, before the first or after the last, or a name twice
     */
    static void checkLists(ParseResult parsed) {
        for (CommandLine command : parsed.asCommandLineList()) {
            for (OptionSpec option : command.getParseResult().matchedOptions()) {
                for (String list : option.splitRegex().isEmpty() ? List.<String>of() : option.originalStringValues()) {
                    List<String> names = List.of(list.toLowerCase(Locale.ROOT).split(option.splitRegex(), -1));
                    if (names.contains("")) {
                        throw bad(command, option, "must have a name on each side of a comma", list);
                    }
                    if (Set.copyOf(names).size() < names.size()) {
                        throw bad(command, option, "must have each name only once", list);
                    }
                }
            }
        }
    }

    private static ParameterException bad(CommandLine command, OptionSpec option, String constraint, String list) {
        return new ParameterException(
                command, "Invalid value for option '" + option.longestName() + "': " + constraint + ": " + list);
    }
}
