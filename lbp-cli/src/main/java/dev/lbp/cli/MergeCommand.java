package dev.lbp.cli;

import dev.lbp.cli.run.DividedCommand;
import dev.lbp.cli.run.PartCommand;
import dev.lbp.cli.run.PartFiles;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code lbp merge}: the results of a run that was carried out in parts. */
@Command(
        name = "merge",
        description = {
            "The results of a run in parts: what the same command without --part prints and writes, but for times.",
            "",
            "DIR is the --out of the parts; the results are written to it too. Start it where the parts were started: it reads",
            "the input files again."
        },
        footer = {
            "",
            "Example, a run in three parts, each on any machine:",
            "  lbp sample --ising G14.txt.gz --chains 24 --out d --phase warm-up --part 0/3",
            "  (the same with --part 1/3 and 2/3; then all three with --phase draw)",
            "  lbp merge d"
        })
final class MergeCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The directory of the parts.")
    private Path directory = Path.of("");

    @Option(
            names = {"--report", "--sink", "--fasta", "--save-model"},
            paramLabel = "PATH",
            description =
                    "An output of the parts' command outside of DIR, as it was given there. DIR alone decides nothing"
                            + " about files elsewhere: others may have written it.")
    private List<Path> elsewhere = new ArrayList<>();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PartFiles files = PartFiles.in(directory);
        Path file = files.command(files.begun().first()); // all parts have the same command
        DividedCommand command = parsed(PartCommand.read(file), file);
        command.parts().merge(files, elsewhere);
        return command.call();
    }

    /** The command of the parts, with its options set, as if it was given here. */
    private DividedCommand parsed(PartCommand stored, Path file) throws IOException {
        CommandLine here = Objects.requireNonNull(spec).commandLine();
        List<String> words = new ArrayList<>(List.of(stored.name(), "--out=" + directory));
        words.addAll(stored.arguments());
        String[] arguments = words.toArray(new String[0]);
        CommandLine line = Lbp.commandLine(arguments).setOut(here.getOut()).setErr(here.getErr());
        try {
            ParseResult parsed = line.parseArgs(arguments).subcommand();
            for (OptionSpec option : parsed.matchedOptions()) { // an output is named as it is named to this command
                elsewhere.stream()
                        .filter(named -> option.getValue() instanceof Path output
                                && WholeFile.target(output).equals(WholeFile.target(named)))
                        .forEach(option::setValue);
            }
            Object command = parsed.commandSpec().userObject();
            if (command instanceof DividedCommand divided) {
                return divided;
            }
            throw new IllegalArgumentException("must be the command of a run in parts: " + file);
        } catch (ParameterException e) {
            throw new IllegalArgumentException(
                    "must be the command of a run in parts: " + file + " (" + ParseErrors.message(e) + ")", e);
        }
    }
}
