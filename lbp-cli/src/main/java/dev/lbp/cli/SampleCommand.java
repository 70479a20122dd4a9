package dev.lbp.cli;

import dev.lbp.Run;
import dev.lbp.SamplingRun;
import dev.lbp.ValueRun;
import dev.lbp.cli.SamplerKind.Form;
import dev.lbp.cli.SamplerKind.Setting;
import dev.lbp.internal.Check;
import dev.lbp.result.RunResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code lbp sample}: draws from the Boltzmann distribution of an instance file. */
@Command(
        name = "sample",
        sortOptions = false,
        description = {
            "Sample an Ising or QUBO instance, a trained RBM or network, pi(x) proportional to exp(-beta E(x)), or assignments or matchings"
                    + " with weights, exp(beta weight(x)).",
            "",
            "An Ising or QUBO instance is a line \"n m\" and m lines \"i j weight\", sites from 1 to n, gzip or not (the form of rudy and Gset);",
            "a table of an assignment is n lines of n numbers between blanks or commas; candidate links of a matching are a line",
            "\"n1 n2 m\" and m lines \"i j weight\". What follows a # is a comment. FILE - is standard input.",
            ""
        },
        footer = {
            "",
            "Written to --out: summary.txt, best-state.txt, marginals.csv, traces.png; with --report, a page that shows it all;",
            "with --keep-best, best.csv; with --replicas or --log-z, tempering.csv, the replicas by their temperature;",
            "with --rbm or --net, if the sites make a square, samples.png: the last state of each chain.",
            "Ctrl-C ends the run early and writes what there is. The summary says what ended a run before its last draw.",
            "",
            "Example, a large cut of a Gset graph:",
            "  lbp sample --ising G14.txt.gz --beta 1.5 --warmup 20000 --draws 50000",
            "Example, a bisection of its 800 nodes with a large cut:",
            "  lbp sample --ising G14.txt.gz --beta 1.5 --ones 400 --warmup 20000 --draws 50000",
            "Example, every mode of a cold model by its weight, and log Z, by parallel tempering:",
            "  lbp sample --ising g.txt --beta 2 --replicas 14 --every 5 --warmup 5000 --draws 20000",
            "  lbp sample --ising g.txt --beta 2 --log-z --warmup 5000 --draws 20000",
            "Example, record linkage with the log-likelihood ratios of candidate pairs:",
            "  lbp sample --matching pairs.txt --sampler pas --path 5",
            "Example, until there is enough or an hour is over, all draws kept:",
            "  lbp sample --qubo q.txt --draws 1000000 --until-ess 2000 --time 1h --sink d",
            "Example, a run that is saved, and goes on after Ctrl-C, a crash or a reboot:",
            "  lbp sample --qubo q.txt --draws 1000000 --checkpoint q.run",
            "by the same command, and is extended by more draws:",
            "  lbp sample --qubo q.txt --draws 2000000 --checkpoint q.run"
        })
final class SampleCommand implements DividedCommand {

    /**
     * The energy of an instance is below 2^42, and that of a practical RBM far below: times this bound it is finite.
     */
    private static final double MOST_BETA = 1e250;

    private final Source<SourceKind> source = new Source<>(List.of(SourceKind.values()));

    @Mixin
    private CommandSpec inputs = source.spec;

    @Option(
            names = "--beta",
            paramLabel = "B",
            description = "Inverse temperature, > 0, at most 1e250. Default: ${DEFAULT-VALUE}.")
    private double beta = 1.0;

    @Option(
            names = "--ones",
            paramLabel = "K",
            description =
                    "Keep exactly K sites at 1 (Ising: s = 1), 1 to N - 1; with --sampler lbp, pas or rwm. Default: any number.")
    private @Nullable Integer ones;

    @Option(
            names = "--keep-best",
            paramLabel = "N",
            description =
                    "Write the N distinct states of highest probability among the draws to best.csv, with their visits; not with"
                            + " --assignment or --matching.")
    private @Nullable Integer keepBest;

    @Option(
            names = "--chains-per-batch",
            paramLabel = "N",
            description =
                    "Evaluate the model for N chains at a time, with --rbm or --net. The last bits of its answers depend on N, so a run in"
                            + " parts needs it. Default: all chains.")
    private @Nullable Integer chainsPerBatch;

    @Mixin
    private SamplerOptions sampler = new SamplerOptions(new SamplerName.Any());

    @Mixin
    private TemperingOptions tempering = new TemperingOptions();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions(new Lengths(8, 1_000, 5_000, 1));

    @Override
    public Integer call() throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            Check.that(!(beta > MOST_BETA), "be at most 1e250", "beta", beta);
            Check.that(beta > 0.0, "be finite and > 0", "beta", beta);
            Form form = source.kind().form;
            sampler.temper(tempering.isTempered());
            sampler.check(form, beta);
            refuse(form.has(Setting.ONES), "--ones", ones, "");
            sampler.refuse(form, Setting.ONES, "--ones", ones);
            refuse(form != Form.MOVES, "--keep-best", keepBest, "");
            tempering.check();
            String untempered = sampler.untempered(form);
            if (!untempered.isEmpty()) {
                tempering.refuse(untempered);
            }
            if (chainsPerBatch != null) {
                Check.atLeast(1, "--chains-per-batch", chainsPerBatch);
            }
            refuse(form.isBatched(), "--chains-per-batch", chainsPerBatch, ", which has no batches");
            files.reads(source.kind().option(), source.file());
            Map<String, String> defaults = sampler.defaults(form);
            defaults.putAll(tempering.defaults());
            OutputDirectory directory = sampling.prepare(files, SampleReport.FILES, defaults);
            Problem<?> problem = sampling.doing(
                    "reading " + source.name(), () -> source.kind().reader.apply(source.file()));
            interruption.begin();
            return sample(problem, directory);
        }
    }

    @Override
    public PartOptions parts() {
        return sampling.parts();
    }

    /** Refuses an option that was given if the target has no use for it. */
    private void refuse(boolean useful, String option, @Nullable Integer given, String reason) {
        Check.that(given == null || useful, "be left out with " + source.kind().option() + reason, option, "" + given);
    }

    private void temper(ValueRun run, Problem<?> problem) {
        boolean drawn = problem instanceof ValueProblem moves
                && moves.model(beta).uniformStates().isPresent();
        if (!drawn) {
            tempering.refuse("with " + source.name()
                    + ", which lists some of the pairs alone: uniform matchings are drawn only if it lists all");
        }
        run.tempering(tempering.tempering());
    }

    private <R extends RunResult> int sample(Problem<R> problem, OutputDirectory directory) throws IOException {
        String title = source.name() + ": " + problem.description() + "; beta " + Text.number(beta);
        Run<?, R, ?> run = problem.run(sampler.sampler(source.kind().form), beta, ones);
        if (chainsPerBatch != null) {
            run.chainsPerBatch(chainsPerBatch);
        }
        if (run instanceof SamplingRun bits) {
            if (keepBest != null) {
                bits.keepBest(keepBest);
            }
            if (tempering.isTempered()) {
                bits.tempering(tempering.tempering());
            }
        } else if (run instanceof ValueRun values && tempering.isTempered()) {
            temper(values, problem);
        }
        return sampling.carryOut(
                run,
                chainsPerBatch == null ? 1 : chainsPerBatch,
                problem.resultType(),
                directory,
                result -> new SampleReport<>(title, problem, beta, ones, tempering.hasLogZ(), result));
    }
}
