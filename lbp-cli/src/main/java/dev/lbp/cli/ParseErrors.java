package dev.lbp.cli;

import dev.lbp.cli.instance.FileGuess;
import dev.lbp.cli.terminal.ListedName;
import dev.lbp.internal.Names;
import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Translates picocli's errors in a command line into plainer words, and refuses lists that picocli accepts by mistake.
 */
final class ParseErrors {

    /** Two options of a group that allows one: {@code expected only one match but got (--a | --b)={--a=1} and ...}. */
    private static final Pattern GIVEN_AGAIN = Pattern.compile("expected only one match but got (\\([^)]*\\))=.*");

    /** {@code expected one of [A, B] (case-insensitive) but was 'c'}. */
    private static final Pattern NONE_OF_THESE =
            Pattern.compile("expected one of (\\[[^]]*\\]) \\(case-insensitive\\) but was '(.*)'", Pattern.DOTALL);

    private static final Pattern NO_COMMAND = Pattern.compile("Unknown subcommand '(.*)'\\.", Pattern.DOTALL);

    /** {@code 'value' is not a boolean}, for an option without a value. */
    private static final Pattern VALUE_OF_A_FLAG = Pattern.compile("(?<=': )'(.*)' is not a boolean", Pattern.DOTALL);

    /** {@code Expected parameter for option '--a' but found '--b'}, or {@code Missing required parameter ..}. */
    private static final Pattern NO_VALUE = Pattern.compile(
            "(?:Expected|Missing required) parameter for option ('\\S+'(?: or '\\S+')*).*", Pattern.DOTALL);

    /** In each line the name of an option, and then the words for it in other programs. */
    private static final List<String> SYNONYMS = List.of(
            "without exclude drop ignore remove omit",
            "draws samples iterations iter n steps",
            "warmup burn-in burnin burn tune",
            "response outcome y target",
            "always include",
            "family size theta",
            "quiet silent",
            "steps cd k",
            "threads cores jobs cpus workers",
            "time timeout budget limit duration",
            "sampler method algorithm kernel",
            "temperature t",
            "beta inverse-temperature",
            "replicas tempering parallel-tempering",
            "population background universe",
            "map mpe",
            "query target marginal marginals",
            "report html page plot plots figure",
            "factor factors categorical category dummies",
            "observe given condition clamp",
            "formula columns predictors features covariates x",
            "rate lr learning-rate",
            "lowest-energy minimise minimize min ground-state",
            "highest-energy maximise maximize max");

    /** What other programs write before the name of an option: {@code --num-chains}, {@code --n_samples}. */
    private static final Pattern COUNT = Pattern.compile("^(?:number-of-|num-?|max-?|n-?)(?=..)");

    /** Options of other programs that no command has, and what their users need to know. */
    private static final Map<List<String>, String> INSTEAD = Map.of(
            List.of("gpu", "cuda", "device"),
            "; lbp computes on the processor: in Java alone, networks can use a GPU (OnnxNetwork.cuda)",
            List.of("json"),
            "; results are in the files of --out, which has selection.json from lbp select",
            List.of("verbose", "debug", "progress"),
            "; progress is printed without an option, unless --quiet leaves it out");

    /** Two names that differ by so few letters are taken for one, misspelt. */
    private static final int MISSPELT = 2;

    private ParseErrors() {}

    /** The message of a failure to parse. */
    static String message(ParameterException bad) {
        if (isUnknownOption(bad)) {
            String option = firstUnmatched(bad);
            if (isMisplaced(bad)) {
                return "must stand before the --: " + option;
            }
            return bad.getCommandLine().getParent() != null
                    ? "Unknown option: '" + option + "'" + instead(name(option).toLowerCase(Locale.ROOT))
                    : "must be --help, --version or --stacktrace, or stand after a command: " + option;
        }
        return bad instanceof UnmatchedArgumentException ? looseArgument(bad) : inPlainerWords(bad);
    }

    /** The first argument that picocli could not place. A later one may be its value. */
    private static String firstUnmatched(ParameterException bad) {
        return ((UnmatchedArgumentException) bad).getUnmatched().get(0);
    }

    /** The message about an argument that no option takes. */
    private static String looseArgument(ParameterException bad) {
        String argument = firstUnmatched(bad);
        if (bad.getCommandLine().getParent() == null) {
            return noCommand(bad, argument);
        }
        CommandSpec spec = bad.getCommandLine().getCommandSpec();
        if (spec.findOption("--" + argument.replaceFirst("=.*", "")) != null) {
            return "must begin with two hyphens: --" + argument;
        }
        OptionSpec observe = spec.findOption("--observe");
        if (argument.indexOf('=') > 0 && observe != null) {
            return "must follow its option: --observe " + argument;
        }
        if (spec.findOption("--response") != null) {
            return "must follow its option, such as --response: " + argument;
        }
        List<String> forms = fileForms(bad.getCommandLine());
        if (!forms.isEmpty() && new File(argument).isFile()) {
            return "must be one file, after the option of its form, " + String.join(", ", forms) + ": " + argument
                    + words(likely(Path.of(argument), forms));
        }
        boolean observes = observe != null && !observe.originalStringValues().isEmpty();
        return "must follow an option, or be left out: " + argument
                + (observes ? " (an observation is --observe NAME=VALUE)" : "");
    }

    /** The message of picocli, in plainer words if it is one of those that have them. */
    private static String inPlainerWords(ParameterException bad) {
        String message = String.valueOf(bad.getMessage()).replaceFirst("^Error: ", "");
        Matcher again = GIVEN_AGAIN.matcher(message);
        if (again.matches()) {
            return "must be given only once: " + again.group(1);
        }
        Matcher noCommand = NO_COMMAND.matcher(message);
        if (noCommand.matches()) {
            return noCommand(bad, noCommand.group(1));
        }
        message = message.replaceFirst("positional parameter at index \\d+ \\(<?([^)>]*)>?\\)", "$1");
        for (OptionSpec option : bad.getCommandLine().getCommandSpec().options()) {
            // picocli names an option by the longest of its names alone
            message = message.replace(option.longestName() + "'", String.join("' or '", option.names()) + "'");
        }
        Matcher noValue = NO_VALUE.matcher(message);
        if (noValue.find()) {
            return "must be given with a value: " + noValue.group(1).replace("'", "");
        }
        message = VALUE_OF_A_FLAG.matcher(message).replaceFirst("must be given without a value: $1");
        Matcher none = NONE_OF_THESE.matcher(message);
        return none.find() ? none.replaceFirst("must be one of " + names(none.group(1)) + ": $2") : message;
    }

    /** The name of an option, without hyphens before it and without its value. */
    private static String name(String argument) {
        return argument.replaceAll("^[-\u2013\u2014]+|[=:].*", "").replace('_', '-');
    }

    private static String instead(String name) {
        return INSTEAD.entrySet().stream()
                .filter(entry -> entry.getKey().contains(name))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining());
    }

    private static String noCommand(ParameterException bad, String name) {
        List<String> all = List.copyOf(bad.getCommandLine().getSubcommands().keySet());
        return "must be a command" + Names.near(name, all.size(), all::get) + ": " + name;
    }

    /** Whether an argument is an option that there is not; a long hyphen, which text editors make, is one too. */
    private static boolean isUnknownOption(ParameterException bad) {
        return bad instanceof UnmatchedArgumentException unmatched
                && (unmatched.isUnknownOption()
                        || unmatched.getUnmatched().get(0).matches("(?s)[\u2013\u2014].*"));
    }

    /** The options that the user of an unknown option may mean: the first kind of guess that finds any. */
    static Set<String> meant(ParameterException bad, List<String> arguments) {
        CommandSpec spec = bad.getCommandLine().getCommandSpec();
        if (!isUnknownOption(bad) || isMisplaced(bad) || spec.parent() == null) {
            return Set.of();
        }
        String given = name(firstUnmatched(bad));
        String word = given.toLowerCase(Locale.ROOT);
        Set<String> words =
                new LinkedHashSet<>(List.of(word, COUNT.matcher(word).replaceFirst("")));
        Stream<Supplier<Set<String>>> guesses = Stream.of(
                () -> synonyms(words, spec),
                () -> optionsNamed(name -> words.stream().anyMatch(one -> isNear(one, name)), spec),
                () -> optionsOfValueOrEnd(given, spec),
                // the word goes on behind an option's name: --thinning, --output
                () -> optionsNamed(name -> name.length() > MISSPELT && word.startsWith(name), spec),
                () -> optionsOfFileBehind(bad, arguments),
                () -> optionsOfOtherCommands(word, spec));
        return guesses.map(Supplier::get)
                .filter(meant -> !meant.isEmpty())
                .findFirst()
                .orElse(Set.of());
    }

    /** The options for which one of the words stands in another program. */
    private static Set<String> synonyms(Set<String> words, CommandSpec spec) {
        Set<String> meant = new LinkedHashSet<>();
        for (String word : words) {
            SYNONYMS.stream()
                    .map(line -> List.of(line.split(" ")))
                    .filter(line -> line.contains(word) && spec.findOption("--" + line.get(0)) != null)
                    .forEach(line -> meant.add("--" + line.get(0)));
        }
        return meant;
    }

    /** The options whose names, without the hyphens, fulfil a condition. */
    private static Set<String> optionsNamed(Predicate<String> condition, CommandSpec spec) {
        return spec.options().stream()
                .map(option -> option.longestName().substring(2)) // without "--"
                .filter(condition)
                .map(name -> "--" + name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The options whose help lists the word as a value, with the value, and those whose name ends in the word. */
    private static Set<String> optionsOfValueOrEnd(String given, CommandSpec spec) {
        Pattern value = Pattern.compile("(?:^|[,;] |or )" + Pattern.quote(given) + "(?=[,;:.]|$| or)");
        Set<String> meant = new LinkedHashSet<>();
        for (OptionSpec option : spec.options()) {
            if (value.matcher(String.join(" ", option.description())).find()) {
                meant.add(option.longestName() + " " + given);
            } else if (option.longestName().endsWith("-" + given.toLowerCase(Locale.ROOT))) {
                meant.add(option.longestName());
            }
        }
        return meant;
    }

    /** The options of the form of a file that follows the unknown option, or that file without an option. */
    private static Set<String> optionsOfFileBehind(ParameterException bad, List<String> arguments) {
        int next = arguments.indexOf(firstUnmatched(bad)) + 1;
        if (next == arguments.size() || !new File(arguments.get(next)).exists()) {
            return Set.of();
        }
        boolean byOption =
                bad.getCommandLine().getCommandSpec().positionalParameters().isEmpty();
        return byOption
                ? new LinkedHashSet<>(likely(Path.of(arguments.get(next)), fileForms(bad.getCommandLine())))
                : Set.of(arguments.get(next) + " without an option");
    }

    /** The options of this name of other commands, each with its command. */
    private static Set<String> optionsOfOtherCommands(String word, CommandSpec spec) {
        Set<String> meant = new LinkedHashSet<>();
        String[] others = spec.parent().subcommands().keySet().toArray(String[]::new);
        Lbp.commandLine(others).getSubcommands().forEach((name, other) -> {
            if (other.getCommandSpec().findOption("--" + word) != null) {
                meant.add("lbp " + name + " --" + word);
            }
        });
        return meant;
    }

    /**
     * Whether a word may stand for an option: it is the beginning of the name, or the name with more before or behind
     * it, or the name misspelt. Short names are not compared by letters, since most of them differ by few.
     */
    private static boolean isNear(String word, String option) {
        return option.startsWith(word)
                || word.matches(Pattern.quote(option) + "[-\\d].*|.*-" + Pattern.quote(option))
                || Math.min(word.length(), option.length()) > 2 * MISSPELT && Names.distance(word, option) <= MISSPELT;
    }

    /** The options that each take a command's input in another form; empty if the command has no such choice. */
    private static List<String> fileForms(CommandLine command) {
        return command.getCommandSpec().argGroups().stream()
                .filter(ArgGroupSpec::exclusive)
                .flatMap(group -> group.options().stream())
                .filter(option -> option.paramLabel().equals("FILE"))
                .map(OptionSpec::longestName)
                .toList();
    }

    /**
     * The options that a file looks made for, judged by its name and its first line.
     *
     * @param forms the options to choose from
     */
    private static List<String> likely(Path file, List<String> forms) {
        List<String> guess = FileGuess.options(file);
        return forms.stream().filter(guess::contains).toList();
    }

    private static String words(List<String> likely) {
        return likely.isEmpty() ? "" : " (the file looks like " + String.join(" or ", likely) + ")";
    }

    /** The end of a message about what a file holds, if the file seems to be of another option's form; or empty. */
    static String otherForm(String message, CommandLine command) {
        return fileForms(command).stream()
                .filter(form -> message.startsWith(
                        command.getCommandSpec().findOption(form).getValue() + ":"))
                .map(form -> likely(command.getCommandSpec().findOption(form).getValue(), fileForms(command)))
                .filter(likely -> likely.stream().noneMatch(command.getParseResult()::hasMatchedOption))
                .map(ParseErrors::words)
                .collect(Collectors.joining());
    }

    /** The values as users write them: picocli lists the name of a constant with an underscore too. */
    private static String names(String values) {
        return values.toLowerCase(Locale.ROOT).replaceAll("[a-z]+_[a-z]+, ", "");
    }

    /** Whether an error concerns an option of the command that comes after {@code --}, which ends the options. */
    static boolean isMisplaced(ParameterException bad) {
        return bad instanceof UnmatchedArgumentException unmatched
                && bad.getCommandLine()
                                .getCommandSpec()
                                .findOption(unmatched.getUnmatched().get(0))
                        != null;
    }

    /**
     * Checks lists with commas: picocli accepts one comma too many at their end.
     *
     * @throws ParameterException if a list has nothing between two commas, before the first or after the last, or a
     *     name twice
     */
    static void checkLists(ParseResult parsed) {
        for (CommandLine command : parsed.asCommandLineList()) {
            for (OptionSpec option : command.getParseResult().matchedOptions()) {
                if (!option.splitRegex().isEmpty()) {
                    option.originalStringValues().forEach(list -> checkList(list, option, command));
                }
            }
        }
    }

    /** Checks a list. Names of columns differ by case; other names are the same in any case. */
    private static void checkList(String list, OptionSpec option, CommandLine command) {
        boolean ofColumns = Stream.of(option.converters()).anyMatch(ListedName.class::isInstance);
        List<String> names = List.of(ListedName.divide(ofColumns ? list : list.toLowerCase(Locale.ROOT)));
        if (list.isEmpty()) {
            throw badList(command, option, "must not be empty", list);
        }
        if (names.contains("")) {
            throw badList(command, option, "must have a name on each side of a comma", list);
        }
        if (Set.copyOf(names).size() < names.size()) {
            throw badList(command, option, "must have each name only once", list);
        }
    }

    private static ParameterException badList(CommandLine command, OptionSpec option, String constraint, String list) {
        return new ParameterException(
                command, "Invalid value for option '" + option.longestName() + "': " + constraint + ": " + list);
    }
}
