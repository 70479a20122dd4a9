package dev.lbp.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Lays out the help of a command: its examples, the options that most users need, and the other options in groups. */
final class HelpPage {

    /** For each command, the options that most of its runs need. Its help lists them first, in this order. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            "sample", List.of("--ising", "--beta", "--draws", "--report", "--out"),
            "solve", List.of("--ising", "--qubo", "--time", "--target", "--out"),
            "infer", List.of("--observe", "--query", "--map", "--time", "--out"),
            "sequences", List.of("--net", "--alignment", "--wild-type", "--draws", "--report"),
            "select", List.of("--response", "--family", "--without", "--prior", "--out"),
            "cover", List.of("--sets", "--observed", "--draws", "--report", "--out"),
            "train-rbm", List.of("--data", "--hidden", "--epochs", "--seed", "--out"),
            "train-energy", List.of("--data", "--net", "--updates", "--seed", "--out"));

    /**
     * The groups of options, in their order on the page. An option that no group names belongs to {@link #INPUT}. A
     * name of the form {@code command:--option} belongs to the group in this command only.
     */
    private enum Group {
        FIRST("Needed most"),
        INPUT("Input and target"),
        PRIOR(
                "Priors",
                "--prior --priors --inclusion --noise-variance --always --max-size --allow-duplicates cover:--alpha"
                        + " cover:--beta"),
        TRAINING(
                "Training",
                "--identity --correlation --updates --training-chains --rate --l2 --save-model --hidden --batch --buffer"
                        + " --reinitialise --largest-gap --averaging --no-base --epochs --sample-steps --steps"
                        + " train-energy:--warmup train-energy:--temperatures"),
        LENGTH(
                "Length",
                "--chains --warmup --draws --thin --until-ess --until-pip-error --time --restarts --seed --threads"
                        + " --enumerate-up-to solve:--target"),
        SAMPLER(
                "Sampler",
                "--sampler --target --scale --weight --path --swaps --scan --radius --block --thinned"
                        + " --chains-per-batch"),
        TEMPERATURES("Temperatures", "--beta --temperature --temperatures --replicas --every --log-z"),
        OUTPUT("Output", "--out --report --watch --top --keep-best --keep --fasta --sink --cut --quiet"),
        MACHINES("Long runs and many machines", "--checkpoint --checkpoint-every --resume --part --phase"),
        OTHER("Other", "--stacktrace --help --version");

        private final String heading;
        private final Set<String> names;

        Group(String heading, String... names) {
            this.heading = heading;
            this.names = Set.of(String.join(" ", names).split(" "));
        }

        /** The group of an option. An entry for the command alone comes before one for all commands. */
        static Group of(String command, OptionSpec option) {
            String name = option.longestName();
            if (HelpPage.NEEDED.getOrDefault(command, List.of()).contains(name)) {
                return FIRST;
            }
            return Stream.of(command + ":" + name, name)
                    .flatMap(key -> Arrays.stream(values()).filter(group -> group.names.contains(key)))
                    .findFirst()
                    .orElse(INPUT);
        }
    }

    private HelpPage() {}

    /** The names of all options in the tables above, for a test. */
    static Set<String> names() {
        return Stream.concat(
                        NEEDED.values().stream().flatMap(List::stream),
                        Stream.of(Group.values()).flatMap(group -> group.names.stream()))
                .map(name -> name.replaceFirst(".*:", "")) // without the command, if it names one
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
    }

    /** Lays out the help of a command. Commands of a few options keep the layout of picocli. */
    static void applyTo(CommandLine command) {
        String name = command.getCommandName();
        if (!NEEDED.containsKey(name)) {
            return;
        }
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.abbreviateSynopsis(true);
        // The examples, the last lines of the footer, move up to the end of the description.
        List<String> footer = List.of(usage.footer());
        int linesBeforeExamples = (int)
                footer.stream().takeWhile(line -> !line.startsWith("Example")).count();
        List<String> description = new ArrayList<>(List.of(usage.description()));
        description.addAll(footer.subList(linesBeforeExamples, footer.size()));
        usage.description(description.toArray(String[]::new));
        usage.footer(footer.subList(0, linesBeforeExamples).toArray(String[]::new));
        command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST, help -> options(help, name));
    }

    /** The options in groups, each under its heading. */
    private static String options(CommandLine.Help help, String command) {
        Map<Group, List<OptionSpec>> groups = new EnumMap<>(Group.class);
        for (OptionSpec option : help.commandSpec().options()) {
            if (!option.hidden()) {
                groups.computeIfAbsent(Group.of(command, option), group -> new ArrayList<>())
                        .add(option);
            }
        }
        // The options that most users need are in the order of the list; other groups keep the order of declaration.
        List<String> order = NEEDED.getOrDefault(command, List.of());
        groups.getOrDefault(Group.FIRST, new ArrayList<>())
                .sort((a, b) -> Integer.compare(order.indexOf(a.longestName()), order.indexOf(b.longestName())));
        StringBuilder text = new StringBuilder();
        groups.forEach((group, options) ->
                text.append(String.format("%n%s:%n", group.heading)).append(help.optionListExcludingGroups(options)));
        return text.toString();
    }
}
