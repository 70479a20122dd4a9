package dev.lbp.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.lbp.cli.cover.CoverCommand;
import dev.lbp.cli.infer.InferCommand;
import dev.lbp.cli.instance.Excerpt;
import dev.lbp.cli.instance.InstanceException;
import dev.lbp.cli.sample.SampleCommand;
import dev.lbp.cli.select.SelectCommand;
import dev.lbp.cli.sequences.SequencesCommand;
import dev.lbp.cli.solve.SolveCommand;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.NotYetException;
import dev.lbp.cli.terminal.OptionNames;
import dev.lbp.cli.terminal.Text;
import dev.lbp.cli.train.TrainEnergyCommand;
import dev.lbp.cli.train.TrainRbmCommand;
import dev.lbp.internal.Failures;
import dev.lbp.internal.Memory;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.models.training.BoltzmannException;
import dev.lbp.models.training.TrainingException;
import dev.lbp.nn.training.NetworkTrainingException;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SinkException;
import dev.lbp.solve.SolveException;
import dev.lbp.target.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code lbp}. */
@Command(
        name = "lbp",
        description = "Gradient-informed MCMC on discrete spaces.",
        scope = ScopeType.INHERIT,
        addMethodSubcommands = false, // spares a look at all methods
        versionProvider = Lbp.Version.class,
        footer = {
            "",
            "LBP_JAVA_OPTS has options for Java: LBP_JAVA_OPTS=-Xmx8g lbp COMMAND has a heap of 8 GB.",
            "bin/lbp turns on SIMD; java -jar lbp.jar COMMAND makes the same draws without it, slower.",
            "bin/lbp warm, once, makes starts faster: it keeps an archive of the classes that Java loads."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all went well",
            "1:the run itself failed, such as by a full disk, or --time was over before a draw; what had been sampled, found or trained is written",
            "2:a bad option, value, file or checkpoint; the message says which, and nothing is written",
            "3:not yet: other parts of the run must come further first; the message says which, and nothing is done",
            "130:interrupted by Ctrl-C, a kill, or a terminal that closed; what had been sampled, found or trained is written"
        })
public final class Lbp {

    /** The commands that users run, by their place in the help. */
    private static final Map<Integer, Class<?>> COMMANDS = Map.of(
            20, SampleCommand.class,
            25, SolveCommand.class,
            26, InferCommand.class,
            28, SequencesCommand.class,
            30, SelectCommand.class,
            40, CoverCommand.class,
            50, MergeCommand.class,
            80, SamplersHelp.class,
            60, TrainRbmCommand.class,
            70, TrainEnergyCommand.class);

    private static final String NATIVE_CACHE = "org.bytedeco.javacpp.cachedir";

    @Option(names = "--stacktrace", description = "Print the stack trace of a failure.", scope = ScopeType.INHERIT)
    private boolean stacktrace;

    private Lbp() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        CommandLine lbp = commandLine(args);
        int exitCode;
        try {
            exitCode = lbp.execute(args);
        } catch (LinkageError e) {
            System.err.println("lbp: failed: " + text(e));
            exitCode = ExitCodes.FAILURE;
        } catch (OutOfMemoryError e) {
            System.err.printf(
                    "lbp: failed: out of memory, with a heap of %,d MB%s; java -Xmx4g -jar ... has 4 GB%n",
                    Runtime.getRuntime().maxMemory() >> 20, inputs(lbp));
            exitCode = ExitCodes.FAILURE;
        }
        System.exit(exitCode);
    }

    /**
     * The words of a message on memory for the files that a command was given, with their sizes: usually the largest
     * one does not fit.
     */
    private static String inputs(CommandLine lbp) {
        StringBuilder text = new StringBuilder();
        for (CommandLine command : lbp.getParseResult().asCommandLineList()) {
            for (ArgSpec given : command.getParseResult().matchedArgs()) {
                if (given.getValue() instanceof Path file && Files.isRegularFile(file)) {
                    text.append(text.isEmpty() ? " and the input " : ", ")
                            .append(ForeignText.onOneLine(OptionNames.name(given) + "=" + file))
                            .append(" of ")
                            .append(Memory.size(file.toFile().length()));
                }
            }
        }
        return text.toString();
    }

    /**
     * The command line for these arguments. Commands that they do not name are listed without their options, because
     * picocli reads options by reflection, which takes half of the time of {@code lbp --help} for all commands.
     */
    static CommandLine commandLine(String... arguments) {
        Lbp lbp = new Lbp();
        Set<String> words = new HashSet<>(List.of(arguments));
        CommandLine line = new CommandLine(lbp);
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF); // its warnings name fields of classes
        SortedMap<Integer, Class<?>> commands = new TreeMap<>(COMMANDS);
        commands.values().forEach(command -> addCommand(command, words, line));
        line.addSubcommand(CommandLine.HelpCommand.class);
        Set<String> own = Set.copyOf(line.getSubcommands().keySet()); // those of this module, added so far
        provided(ServiceLoader.load(CommandProvider.class))
                .values()
                .forEach(command -> addCommand(command, words, line));
        line.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, help -> commandList(help, own));
        line.getCommandSpec().mixinStandardHelpOptions(true); // --help and --version, last in each command
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false) // @g.txt is a file of this name, not a file of further options
                .registerConverter(Path.class, FilePath::anyPath)
                .registerConverter(Double.class, Text::typed)
                .registerConverter(double.class, Text::typed)
                .registerConverter(Integer.class, text -> parsedWhole(text, Integer::valueOf, 31))
                .registerConverter(int.class, text -> parsedWhole(text, Integer::valueOf, 31))
                .registerConverter(Long.class, text -> parsedWhole(text, Long::valueOf, 63))
                .registerConverter(long.class, text -> parsedWhole(text, Long::valueOf, 63))
                .setExecutionStrategy(Lbp::execute)
                .setParameterExceptionHandler(Lbp::refuse)
                .setExecutionExceptionHandler((failure, command, parsed) -> lbp.report(failure, command));
    }

    /** Adds a command: with its options if the arguments name it, otherwise only its line in the help. */
    private static void addCommand(Class<?> type, Set<String> words, CommandLine line) {
        Command command = Objects.requireNonNull(type.getAnnotation(Command.class));
        if (words.contains(command.name())) {
            line.addSubcommand(type);
            HelpPage.applyTo(Objects.requireNonNull(line.getSubcommands().get(command.name())));
        } else {
            CommandSpec listed = CommandSpec.create().name(command.name());
            listed.usageMessage().description(command.description());
            line.addSubcommand(new CommandLine(listed));
        }
    }

    /**
     * The commands of other modules, by the number of their place in the help's list.
     *
     * @throws IllegalStateException if two commands have one place, because one of them would be lost
     */
    static SortedMap<Integer, Class<?>> provided(Iterable<CommandProvider> providers) {
        SortedMap<Integer, Class<?>> commands = new TreeMap<>();
        for (CommandProvider provider : providers) {
            provider.commands().forEach((place, command) -> {
                Class<?> other = commands.putIfAbsent(place, command);
                if (other != null) {
                    throw new IllegalStateException("must have a place of its own in the help: " + command.getName()
                            + " has that of " + other.getName() + ", " + place);
                }
            });
        }
        return commands;
    }

    /** The list of commands in the help, with the commands of other modules under a heading of their own. */
    private static String commandList(CommandLine.Help help, Set<String> own) {
        Map<String, CommandLine.Help> users = new LinkedHashMap<>(help.subcommands());
        Map<String, CommandLine.Help> others = new LinkedHashMap<>(users);
        users.keySet().retainAll(own);
        others.keySet().removeAll(own);
        String more = others.isEmpty()
                ? ""
                : String.format("%nExperiments and measurements of this library:%n%s", help.commandList(others));
        return help.commandList(users) + more;
    }

    /**
     * Parses a whole number.
     *
     * @param bits the bits of the type without its sign, for the message of a text that is none
     */
    private static <T> T parsedWhole(String text, Function<String, T> parser, int bits) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("must be a whole number below 2^" + bits + ": " + text);
        }
    }

    /** Runs the command. Its output streams do not report a full disk, so they are checked at the end. */
    private static int execute(ParseResult parsed) {
        // With --help the parser accepts unknown arguments. An unknown command is refused all the same.
        if (!parsed.hasSubcommand() && !parsed.unmatched().isEmpty()) {
            throw new UnmatchedArgumentException(parsed.commandSpec().commandLine(), parsed.unmatched());
        }
        List<String> words = parsed.originalArgs().stream()
                .filter(word -> !word.equals("--stacktrace"))
                .toList();
        boolean helpOn = parsed.hasSubcommand() && words.get(0).equals("help") && words.size() > 1;
        if (helpOn && words.get(1).equals("sampler")) {
            // "lbp help sampler NAME" runs "lbp sampler NAME" (SamplersHelp), a command that prints a page of help
            return parsed.commandSpec()
                    .commandLine()
                    .execute(words.stream().skip(1).toArray(String[]::new));
        }
        if (helpOn) {
            String last = words.get(words.size() - 1);
            if (words.size() > 2 || parsed.subcommand().unmatched().contains(last)) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(), "must be one command, as in lbp help sample: " + last);
            }
        }
        ParseErrors.checkLists(parsed);
        int exitCode = new CommandLine.RunLast().execute(parsed);
        CommandLine command =
                parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
        boolean lost = command.getOut().checkError() | System.out.checkError(); // flushes both streams
        if (lost && exitCode == 0) {
            IOException failure = new IOException("cannot write to standard output; what goes to files is written");
            throw new ExecutionException(command, "printed in vain", failure);
        }
        return exitCode;
    }

    /**
     * Reports a bad option: the message and a reference to the help, because the whole usage would push the message off
     * the screen.
     */
    private static int refuse(ParameterException bad, String[] arguments) {
        CommandLine command = bad.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String message = ParseErrors.message(bad);
        for (String argument : arguments) { // a long argument would fill the screen
            message = argument.isEmpty() ? message : message.replace(argument, Excerpt.of(argument));
        }
        command.getErr().println(command.getColorScheme().errorText(name + ": " + message));
        Set<String> meant = ParseErrors.meant(bad, List.of(arguments));
        if (!meant.isEmpty()) {
            command.getErr().println("Possible solutions: " + String.join(", ", meant));
        }
        command.getErr().println("Try '" + name + " --help'.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Reports a bad value that was detected only after parsing, or a failure: one line, without a stack trace. */
    private int report(Exception failure, CommandLine command) {
        if (failure instanceof NotYetException) {
            print(text(failure), command);
            return ExitCodes.NOT_YET;
        }
        boolean badInput = failure instanceof IllegalArgumentException || isBadFile(failure);
        String text = text(failure);
        // a message about a line of an instance has no names of the library's arguments to replace
        String message = (badInput ? "" : "failed: ")
                + OptionNames.ofFile(
                        failure instanceof InstanceException ? text : OptionNames.in(text, command), command);
        print(message + ParseErrors.otherForm(text, command), command);
        printSuppressed(failure, command);
        if (stacktrace) {
            failure.printStackTrace(command.getErr());
        } else if (!badInput) {
            command.getErr().println("--stacktrace shows where.");
        }
        return badInput ? command.getCommandSpec().exitCodeOnInvalidInput() : ExitCodes.FAILURE;
    }

    /**
     * The message of a failure, after the name of its class if the message may be no sentence. If a class or a native
     * library cannot be loaded, the message is that of the first cause.
     */
    static String text(Throwable failure) {
        if (failure instanceof LinkageError) {
            return unloaded(failure);
        }
        String message = String.valueOf(failure.getMessage());
        @Nullable Throwable cause = failure.getCause();
        if (cause instanceof LinkageError && tellsOf(cause, message)) {
            return unloaded(cause);
        }
        return speaksInSentences(failure) ? message : failure.toString();
    }

    /** Whether the message is a sentence. That of another failure may be only the name of a missing file. */
    private static boolean speaksInSentences(Throwable failure) {
        return failure instanceof IllegalArgumentException
                || failure instanceof NotYetException
                || failure instanceof RunException
                || failure instanceof SolveException
                || failure instanceof TrainingException
                || failure instanceof BoltzmannException
                || failure instanceof NetworkTrainingException
                || failure instanceof CheckpointException
                || failure instanceof ModelException
                || failure.getClass() == IOException.class;
    }

    /** Whether a message ends with that of the cause, so that it has nothing else to say. */
    private static boolean tellsOf(Throwable cause, String message) {
        return message.endsWith(cause.toString()) || message.endsWith(Failures.words(cause));
    }

    /** The message of the first cause of a library that could not be loaded: the later ones only say where. */
    private static String unloaded(Throwable failure) {
        Throwable first = failure;
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            first = cause;
        }
        String message = String.valueOf(first.getMessage());
        return "cannot load a library: " + (first instanceof IOException ? message : first)
                + (message.contains(NATIVE_CACHE)
                        ? " ND4J unpacks its native code to .javacpp/cache in the home directory, or to the temporary folder:"
                                + " one of them must be writable, or another directory be given, java -D" + NATIVE_CACHE
                                + "=DIR."
                        : "");
    }

    private static void print(String message, CommandLine command) {
        command.getErr()
                .println(command.getColorScheme()
                        .errorText(command.getCommandSpec().qualifiedName() + ": " + ForeignText.onOneLine(message)));
    }

    /** Prints the suppressed failures: each names a file that could not be written. */
    private static void printSuppressed(Throwable failure, CommandLine command) {
        for (Throwable suppressed : failure.getSuppressed()) {
            print("failed also: " + text(suppressed), command);
            printSuppressed(suppressed, command);
        }
    }

    /**
     * Whether a run could not begin, because its checkpoint or its directory of draws is unusable. That a file can be
     * written was checked before: if it cannot, the disk is full.
     */
    private static boolean isBadFile(Exception failure) {
        return failure instanceof RunException run
                && !run.hasBegun()
                && !String.valueOf(run.getMessage()).startsWith("cannot write ")
                && (run.getCause() instanceof CheckpointException || run.getCause() instanceof SinkException);
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            @Nullable String version = Lbp.class.getPackage().getImplementationVersion();
            return new String[] {"lbp " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
