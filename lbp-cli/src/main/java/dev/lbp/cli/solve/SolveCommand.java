package dev.lbp.cli.solve;

import dev.lbp.cli.option.EvidenceOptions;
import dev.lbp.cli.option.Source;
import dev.lbp.cli.run.OutputOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.solve.Ending;
import dev.lbp.solve.Solution;
import dev.lbp.solve.SolutionReport;
import dev.lbp.solve.SolveException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lbp solve}: the best state of an instance file, by annealing. */
@Command(
        name = "solve",
        sortOptions = false,
        description = {
            "Look for the one best state of spins, a QUBO, a graph, an assignment, a matching or a factor graph, by annealing from random states again and again. It proves nothing.",
            "",
            "FILE is gzip or not, - is standard input, and what follows a # is a comment.",
            "Its first line tells its form, of --ising, --qubo and --graph:",
            "  \"n m\"            rudy, as the Gset: then m lines \"i j weight\", sites from 1",
            "  \"p qubo 0 n d e\" qbsolv (--qubo): then d lines \"i i weight\" and e lines",
            "                   \"i j weight\", sites from 0",
            "  \"i j value\"      COO of D-Wave (--ising, --qubo): all lines are like this, sites from 0",
            "  \"p edge n m\"     DIMACS (--graph), or \"p col n m\": then m lines \"e i j\", sites from 1",
            ""
        },
        footer = {
            "",
            "Written to --out: summary.txt, solution.txt (a line of the values of all sites, which NumPy's loadtxt reads),",
            "top.csv, improvements.csv, value.png. Ctrl-C ends the search early and writes what there is.",
            "",
            "Signs, of a file with the lines \"2 1\" and \"1 2 3\", a pair of weight 3:",
            "  --ising FILE                   cut 3: spins -1 1",
            "  --ising FILE --lowest-energy   energy -3: spins -1 1",
            "  --ising FILE --highest-energy  energy 3: spins -1 -1",
            "  --qubo FILE --highest-energy   energy 3: bits 1 1",
            "Example, the largest cut of a Gset graph, until it is 13358:",
            "  lbp solve --ising G22.txt.gz --target 13358 --time 20s",
            "Example, the ground state of a spin glass; its target is negative:",
            "  lbp solve --ising glass.txt --lowest-energy --target -250",
            "Example, the largest value of a QUBO, on two threads for ten minutes:",
            "  lbp solve --qubo bqp.txt --highest-energy --time 10m --threads 2",
            "Example, a large set of nodes of a DIMACS graph without edges between them:",
            "  lbp solve --graph brock200_2.col --independent-set --time 5s"
        })
public final class SolveCommand implements Callable<Integer> {

    private final Source<SolveKind> source =
            new Source<>(List.of(SolveKind.values()), kind -> kind.option, kind -> kind.description);

    private final GoalOptions goals = new GoalOptions();

    @Mixin
    private CommandSpec inputs = source.spec;

    @Mixin
    private CommandSpec aims = goals.spec;

    @Mixin
    private ConstraintOptions constraints = new ConstraintOptions();

    @Mixin
    private EvidenceOptions evidence = new EvidenceOptions();

    @Mixin
    private SolveOptions options = new SolveOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Write a report of the search to FILE, a page for a browser.")
    private @Nullable Path report;

    @Spec
    private @Nullable CommandSpec command;

    @Override
    public Integer call() throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            options.check();
            SolveGoal goal = goals.given();
            source.kind().check(goal);
            files.reads(source.kind().option, source.file());
            if (source.kind() != SolveKind.FACTORS) {
                evidence.refuse(source.kind().option);
            }
            evidence.declare(files);
            // a goal of sets of nodes, which take no constraints
            @Nullable SolveGoal ofNodes = goal != null && goal.isOfNodes() ? goal : null;
            String sourceOption = ofNodes == null ? source.kind().option : ofNodes.option;
            constraints.declare(files, source, source.kind().isOfPairs() && ofNodes == null, sourceOption);
            Path path = output.path("solve");
            files.writesInto("--out", path, SolveReport.FILES);
            if (report != null) {
                files.writes("--report", report);
            }
            options.checkpoints().declare(files);
            files.prepare();
            options.checkpoints().checkSame(files, Map.of());
            SolveProblem<?> problem = options.doing("reading " + source.name(), this::read);
            interruption.begin();
            return solve(problem, OutputDirectory.at(path, interruption));
        }
    }

    private SolveProblem<?> read() {
        SolveProblem<?> problem =
                source.kind().read(source.file(), goals.given(), constraints, evidence, options.target() != null);
        if (options.target() != null) {
            problem.checkTarget(options.target());
        }
        return problem;
    }

    /** Solves, and writes the result; after a failure the states found so far. */
    @SuppressWarnings("unchecked") // the partial solution has states of the problem
    private <S> int solve(SolveProblem<S> problem, OutputDirectory directory) throws IOException {
        try {
            return writeResults(problem, options.solve(problem), directory);
        } catch (SolveException e) {
            Optional<Solution<Object>> partial = e.partialResult(Object.class);
            if (partial.isPresent()) {
                try {
                    writeResults(problem, (Solution<S>) partial.get(), directory);
                } catch (IOException also) {
                    e.addSuppressed(also);
                }
            }
            throw e;
        }
    }

    /** Writes the results. Returns the exit code. */
    private <S> int writeResults(SolveProblem<S> problem, Solution<S> solution, OutputDirectory directory)
            throws IOException {
        SolveReport<S> findings = SolveReport.of(source.name(), problem, options.target(), solution);
        PrintWriter console = Objects.requireNonNull(command).commandLine().getOut();
        findings.write(directory);
        directory.printAndWrite(console, "summary.txt", findings::text);
        directory.saved();
        if (report != null) {
            SolutionReport<S> page = SolutionReport.of(solution)
                    .title(findings.title())
                    .objective(problem.units().objective())
                    .states(problem::line);
            if (options.target() != null) {
                page.target(problem.units().logProb(options.target()));
            }
            directory.writeElsewhere("Report", report, page::write);
        }
        console.println(directory.listing());
        console.print(options.checkpoints().hint(solution.ending()));
        console.flush();
        if (!solution.notes().isEmpty()) {
            // check() then throws a failure with the notes as its message
            directory.guard("the checkpoint", () -> {
                throw new IOException(String.join(" ", solution.notes()));
            });
        }
        directory.check();
        return solution.ending() == Ending.INTERRUPTED ? ExitCodes.INTERRUPTED : 0;
    }
}
