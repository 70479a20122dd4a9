package dev.lbp.cli.terminal;

import static java.util.Map.entry;

import dev.lbp.result.StopReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Translates messages of the library for users of the command line. Messages name arguments, {@code
 * targetAcceptance=1.3}; a user wrote an option, {@code --target 1.3}. This class replaces the argument by the option
 * and its value as written.
 */
public final class OptionNames {

    /** The library's phrases, and their replacements for a user of the command line. */
    static final Map<String, String> PHRASES = Map.ofEntries(
            entry("untilEss(), untilRHat() or budget()", "--until-ess or --time"),
            entry("epochs * data.length / batch=", "--epochs * images / --batch="),
            entry("data[0].length * hidden=", "pixels of an image * --hidden="),
            entry("data[0].length=", "pixels of an image="),
            entry("model.dimension()=", "sites="),
            entry("largest by logWeights=", "largest sum of four weights times --beta="),
            entry("must be sqrt(t) or t/(t+1)", "must be sqrt or barker"),
            entry(
                    "the sampler must be",
                    "the sampler of --sampler, --weight, --target, --scale, --swaps, --scan and --thinned must be"),
            entry(
                    "the model has other parameters or data: its log-probability",
                    "the instance, its --beta or another option of the model is not that of the checkpoint: its log-probability"),
            entry("the data must be", "the images of --data must be"),
            entry("the model's data (checksum) must be", "the table with its options (checksum) must be"),
            entry(
                    "the model's prior of coefficients (",
                    "the prior of coefficients, of --prior and --noise-variance ("),
            entry("the model's prior of models (", "the prior of models, of --inclusion, --heredity and --max-size ("),
            entry("the model's sets (", "the sets of --sets with their sizes ("),
            entry("the model's observed effects (", "the names of --observed ("),
            entry("the model's alpha must be", "--alpha must be"),
            entry("the model's beta must be", "--beta must be"),
            entry("the model's prior must be", "--prior must be"),
            entry("base (checksum) must be", "the base of --data or --no-base (checksum) must be"),
            entry("network.dimension() must be", "the pixels of an image of --data must be"),
            entry("network.parameters().capacity() must be", "the number of parameters of --net must be"),
            entry("the network gives the data", "the network of --net gives the data"),
            entry("call allowDuplicates()", "give --allow-duplicates"),
            entry(
                    "use Inclusion.expectedSize(10) or betaBinomial(1, 1), or call maxSize",
                    "use --inclusion size:10 or beta-binomial:1,1, or give --max-size"),
            entry(
                    "must be gPrior, ridge or bic with noiseVariance",
                    "--prior must be g, ridge or bic with --noise-variance"),
            entry(
                    "must not be localGPrior in a regression that is linear or approximate; use gPrior",
                    "--prior must not be local-g in a regression that is linear or approximate; use --prior g"),
            entry("be with gPrior or ridge, not with a prior", "be with --prior g or ridge, not with a prior"),
            entry("for globalEmpiricalBayes", "for eb-global"),
            entry("; use ridge or gPrior, or leave it out", "; use --prior ridge or g, or leave it out"),
            entry("give all columns a prior, such as ridge", "use --prior ridge or g"),
            entry("must fit into exactWithin=", "must fit into a quarter of the heap, "),
            entry("allow a heap of", "allow by LBP_JAVA_OPTS=-Xmx... a heap of"),
            entry(", or sample", ", or give --sample"),
            entry("alpha + beta=", "--alpha + --beta="),
            entry("10 * every = ", "10 * --every = "),
            entry("at most largestGap=", "at most --largest-gap="),
            entry("take a smaller learningRate=", "take a smaller --rate="));

    /** Arguments whose options have other names. */
    static final Map<String, List<String>> OPTIONS = Map.ofEntries(
            entry("targetAcceptance", List.of("target")),
            entry("least", List.of("until-ess")),
            entry("weightFunction", List.of("weight")),
            entry("learningRate", List.of("rate")),
            // a command has one of them; train-rbm has the last two
            entry("draws", List.of("draws", "sample-steps", "steps")),
            entry("the stopping rule", List.of("until-ess", "until-pip-error")),
            entry("most", List.of("until-pip-error")),
            entry("column", List.of("response")),
            entry("m", List.of("inclusion")),
            entry("folds", List.of("cross-validate")),
            entry("factor", List.of("beta")), // the library scales a Potts model by a factor
            entry("candidates", List.of("enumerate-up-to")),
            entry("sigma2", List.of("noise-variance")));

    /** Advice that is left out of messages of commands without {@code --until-ess}. */
    private static final String SHORTER_RUNS =
            ", thin, or end the run by untilEss(), untilRHat() or budget(), which let traces grow";

    /**
     * {@code name=value} at the end of a message or in a list; or {@code name must be}, in messages of a checkpoint.
     */
    private static final Pattern ARGUMENT = Pattern.compile(
            "(?<=[:,(] )(?:(?<name>\\w+)=(?<value>[\\w-]+\\([^)=]*\\)|expected size \\S+?|\\S+?)(?=[,:;)]*(?:\\s|$))"
                    + "|(?<differing>[\\w ]+)(?= must be ))");

    private static final Pattern UPPER_CASE = Pattern.compile("[A-Z]");

    /** The end of the verdict's sentence on more draws: "would be enough, 5,000 in all." */
    private static final Pattern DRAWS_IN_ALL = Pattern.compile("would be enough, ([\\d,]+) in all\\.");

    private OptionNames() {}

    /**
     * The summary of a run, where "would be enough, 5,000 in all" is replaced by "would be enough: --draws 5000". If
     * the run ended before its last draw, {@code --draws} did not decide its length, and the summary stays as it is.
     */
    public static String inSummary(String summary, StopReason reason) {
        return reason != StopReason.DRAWS
                ? summary
                : DRAWS_IN_ALL
                        .matcher(summary)
                        .replaceAll(match ->
                                "would be enough: --draws " + match.group(1).replace(",", "") + ".");
    }

    /** The message with arguments replaced by options, if the command has them. */
    public static String in(String message, CommandLine command) {
        // a command without options to end a run early gives no advice on them
        boolean mayEndEarly = command.getCommandSpec().findOption("--until-ess") != null;
        String inWords = mayEndEarly ? message : message.replace(SHORTER_RUNS, "");
        for (Map.Entry<String, String> phrase : PHRASES.entrySet()) {
            inWords = inWords.replace(phrase.getKey(), phrase.getValue());
        }
        for (OptionSpec option : command.getParseResult().matchedOptions()) { // ARGUMENT finds no value with spaces
            String name = option.longestName().replaceFirst("^-+", "");
            String value = String.join(",", option.originalStringValues());
            if (value.contains(" ")) {
                inWords = inWords.replace(" " + name + "=" + value, " --" + name + "=" + value);
            }
        }
        return ARGUMENT.matcher(inWords).replaceAll(match -> Matcher.quoteReplacement(asOption(match, command)));
    }

    /** The message with the option of a file at its end: {@code must be a file that exists: --ising=FILE}. */
    public static String ofFile(String message, CommandLine command) {
        for (ArgSpec given : command.getParseResult().matchedArgs()) {
            if (given.getValue() instanceof Path file && message.endsWith(": " + file)) {
                return message.substring(0, message.length() - file.toString().length()) + name(given) + "=" + file;
            }
        }
        return message;
    }

    /** An option, or what the help calls an argument. */
    public static String name(ArgSpec given) {
        return given instanceof OptionSpec option ? option.longestName() : given.paramLabel();
    }

    /**
     * The option for an argument that {@link #ARGUMENT} has found; the text itself if the command has no such option.
     */
    private static String asOption(MatchResult match, CommandLine command) {
        // Groups 1 and 2 are name and value; group 3 is a name alone, before "must be".
        boolean differing = match.group(3) != null;
        String argument = match.group(differing ? 3 : 1);
        return OPTIONS.getOrDefault(argument, List.of(withHyphens(argument))).stream()
                .map(name -> "--" + name)
                .filter(option -> command.getCommandSpec().findOption(option) != null)
                .findFirst()
                .map(option -> differing ? option : option + "=" + written(option, match.group(2), command))
                .orElse(match.group());
    }

    /** The usual option of an argument: {@code keep-best} of {@code keepBest}. */
    private static String withHyphens(String argument) {
        return UPPER_CASE
                .matcher(argument)
                .replaceAll(letter -> "-" + letter.group().toLowerCase(Locale.ROOT));
    }

    /** The value as the user wrote it; that of the message if it is the default. */
    private static String written(String option, String value, CommandLine command) {
        @Nullable OptionSpec given = command.getParseResult().matchedOption(option);
        return given == null || given.originalStringValues().isEmpty()
                ? value
                : String.join(",", given.originalStringValues());
    }
}
