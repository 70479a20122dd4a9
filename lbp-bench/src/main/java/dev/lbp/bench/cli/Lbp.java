package dev.lbp.bench.cli;

import dev.lbp.RunException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code lbp}. */
@Command(
        name = "lbp",
        description = "Gradient-informed MCMC on discrete spaces.",
        subcommands = {
            QuickstartCommand.class,
            SampleCommand.class,
            TrainRbmCommand.class,
            ExperimentCommand.class,
            BenchCommand.class
        },
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Lbp.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all went well",
            "1:a failure that is not of the input's making",
            "2:a bad option, a bad value or a bad file; the message says which",
            "130:interrupted by Ctrl-C or a kill; what had been sampled or trained is written"
        })
public final class Lbp {

    static final int FAILURE = 1;
    static final int INTERRUPTED = 130;

    @Option(names = "--stacktrace", description = "Print the stack trace of a failure.", scope = ScopeType.INHERIT)
    private boolean stacktrace;

    private Lbp() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        int exitCode;
        try {
            exitCode = commandLine().execute(args);
        } catch (OutOfMemoryError e) {
            System.err.println(
                    "lbp: out of memory: fewer --chains or --draws, a larger --thin, or java -Xmx4g -jar ...");
            exitCode = FAILURE;
        }
        System.exit(exitCode);
    }

    static CommandLine commandLine() {
        Lbp lbp = new Lbp();
        return new CommandLine(lbp)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((bad, arguments) -> refuse(bad))
                .setExecutionExceptionHandler((failure, command, parsed) -> lbp.report(failure, command));
    }

    /** A bad option: one line and where to read more, for the whole usage would push the message off the screen. */
    private static int refuse(ParameterException bad) {
        CommandLine command = bad.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(command.getColorScheme().errorText(name + ": " + bad.getMessage()));
        UnmatchedArgumentException.printSuggestions(bad, command.getErr());
        command.getErr().println("Try '" + name + " --help'.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** A bad value that is found out only after the options were parsed, or a failure: one line, and no stack trace. */
    private int report(Exception failure, CommandLine command) {
        boolean badInput = failure instanceof IllegalArgumentException;
        boolean saysAll = badInput || failure instanceof RunException;
        String message = (badInput ? "" : "failed: ") + (saysAll ? failure.getMessage() : failure);
        command.getErr()
                .println(command.getColorScheme()
                        .errorText(command.getCommandSpec().qualifiedName() + ": " + message));
        if (stacktrace) {
            failure.printStackTrace(command.getErr());
        } else if (!badInput) {
            command.getErr().println("--stacktrace shows where.");
        }
        return badInput ? command.getCommandSpec().exitCodeOnInvalidInput() : FAILURE;
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
