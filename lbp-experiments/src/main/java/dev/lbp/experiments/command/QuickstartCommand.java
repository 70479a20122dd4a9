package dev.lbp.experiments.command;

import dev.lbp.Report;
import dev.lbp.cli.plot.HeatMap;
import dev.lbp.cli.plot.WarmUpPlot;
import dev.lbp.cli.run.Lengths;
import dev.lbp.cli.run.OutputOptions;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.internal.Check;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lbp quickstart}: the paper's Ising model under six samplers. */
@Command(
        name = "quickstart",
        sortOptions = false,
        description = {
            "Run the Ising model of Sun et al. (2022), Table 1 (50x50, configuration C2), under six samplers.",
            "",
            "Prints a table in the shape of the paper's, draws the marginals and the course of adaptation, and writes a"
                    + " report of the adaptive sampler's run, a page for a browser.",
            ""
        })
final class QuickstartCommand implements Callable<Integer> {

    private static final List<String> FILES = List.of("marginals.png", "report.html", "warm-up.png", "table.txt");

    private static final int SIDE = 50;

    @Option(
            names = "--steps",
            paramLabel = "N",
            description = "Steps of each chain, half of them warm-up; 40000 in the paper. Default: ${DEFAULT-VALUE}.")
    private int steps = PaperTable.PAPER_STEPS;

    @Option(names = "--chains", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}, as in the paper.")
    private int chains = PaperTable.PAPER_CHAINS;

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Check.atLeast(Contestant.FEWEST_STEPS, "--steps", steps);
        Check.atLeast(1, "--chains", chains);
        options.check();
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            Path path = output.path("quickstart");
            files.writesInto("--out", path, FILES).prepare();
            interruption.begin();
            return compare(OutputDirectory.at(path));
        }
    }

    /** Refuses too long a run. */
    private void checkLength(IsingModel model) {
        Contestant.ALBP
                .sampler
                .sample(model)
                .chains(chains)
                .warmup(0)
                .draws(steps)
                .check();
    }

    private static void writePictures(OutputDirectory directory, Contestant contestant, SampleResult result)
            throws IOException {
        directory.write(
                "marginals.png",
                file -> HeatMap.write(
                        file, "P(x = 1) of each site, by " + contestant.label, SIDE, SIDE, result.marginals()));
        directory.write(
                "report.html",
                Report.of(result)
                        .title("Ising 50x50 C2 under " + contestant.label)
                        .lattice(SIDE, SIDE)::write);
    }

    /** Runs all samplers one after another, and writes and prints the table. Returns the exit code. */
    private int compare(OutputDirectory directory) throws IOException {
        PrintWriter console = Objects.requireNonNull(spec).commandLine().getOut();
        IsingModel model = IsingModel.paper(SIDE, PaperConfiguration.C2, options.seed);
        checkLength(model); // before anything is printed
        console.printf(
                "Ising %dx%d C2: %d chains of %,d steps, half of them warm-up; seed %d, %d threads%n",
                SIDE, SIDE, chains, steps, options.seed, options.threads);
        console.flush();
        PaperTable table = new PaperTable(chains, steps);
        List<WarmUpPlot.Curve> curves = new ArrayList<>();
        boolean interrupted = false;
        for (Contestant contestant : Contestant.values()) {
            int taken = contestant.steps(steps);
            SampleResult result =
                    options.carryOut(contestant.sampler.sample(model), Lengths.halves(chains, taken), contestant.label);
            interrupted = result.stopReason() == StopReason.INTERRUPTED;
            if (interrupted) {
                break; // the table has complete runs only
            }
            table.put(contestant, PaperTable.Row.of(taken, result));
            if (!Double.isNaN(contestant.targetAcceptance)) {
                curves.add(new WarmUpPlot.Curve(contestant.label, result.warmUp(), contestant.targetAcceptance));
            }
            if (contestant == Contestant.ALBP) {
                writePictures(directory, contestant, result);
            }
        }
        if (!curves.isEmpty()) {
            directory.write("warm-up.png", file -> WarmUpPlot.write(file, curves));
        }
        String text = table.text();
        directory.write("table.txt", () -> text);
        console.println();
        console.print(text);
        console.println(interrupted ? "Interrupted: only whole runs are shown." : "");
        console.println(directory.listing());
        console.flush();
        directory.check();
        return interrupted ? ExitCodes.INTERRUPTED : 0;
    }
}
