package dev.lbp.cli.sample;

import dev.lbp.Run;
import dev.lbp.SamplingRun;
import dev.lbp.ValueRun;
import dev.lbp.cli.option.BatchOptions;
import dev.lbp.cli.option.EvidenceOptions;
import dev.lbp.cli.option.SamplerKind.Form;
import dev.lbp.cli.option.SamplerKind.Setting;
import dev.lbp.cli.option.SamplerName;
import dev.lbp.cli.option.SamplerOptions;
import dev.lbp.cli.option.Source;
import dev.lbp.cli.option.TemperatureOptions;
import dev.lbp.cli.option.TemperatureRange;
import dev.lbp.cli.problem.GraphProblem;
import dev.lbp.cli.problem.InstanceProblem;
import dev.lbp.cli.problem.MatchingProblem;
import dev.lbp.cli.problem.Problem;
import dev.lbp.cli.run.DividedCommand;
import dev.lbp.cli.run.FinishedRuns;
import dev.lbp.cli.run.Lengths;
import dev.lbp.cli.run.PartOptions;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.internal.Check;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code lbp sample}: draws from the Boltzmann distribution of an instance file. */
@Command(
        name = "sample",
        sortOptions = false,
        description = {
            "Sample an Ising or QUBO instance, a trained RBM or network, pi(x) proportional to exp(-beta E(x)), or"
                    + " assignments, matchings or factor graphs with weights, exp(beta weight(x)).",
            "",
            "An Ising or QUBO instance is a line \"n m\" and m lines \"i j weight\", sites from 1 to n, gzip or not"
                    + " (the form of rudy and Gset), or in the form COO or qbsolv, sites from 0 (lbp solve --help);",
            "a line \"i i h\" is a field on site i, one of the m lines;",
            "a table of an assignment is n lines of n numbers between blanks or commas; candidate links of a matching"
                    + " are a line",
            "\"n1 n2 m\" and m lines \"i j weight\". What follows a # is a comment. FILE - is standard input.",
            ""
        },
        footer = {
            "",
            "Written to --out: summary.txt, best-state.txt, marginals.csv, traces.png; with --report, a page that"
                    + " shows it all;",
            "with --keep-best, best.csv; with --replicas or --log-z, tempering.csv, the replicas by their temperature;",
            "with --temperatures, thermodynamics.csv and .png, averages by temperature; of a folder of instances a"
                    + " directory",
            "of these for each, and instances.csv, averages.csv and .png, the averages over them;",
            "with --rbm or --net, if the sites make a square, samples.png: the last state of each chain.",
            "With replicas an instance is sampled by gibbs, in 4 chains with a warm-up of 2000 steps, unless these are"
                    + " given.",
            "With --time and without --draws, draws are made until that time, at most 100000 of each chain.",
            "Ctrl-C ends the run early and writes what there is. The summary says what ended a run before its last"
                    + " draw.",
            "",
            "Example, a large cut of a Gset graph:",
            "  lbp sample --ising G14.txt.gz --cut --beta 1.5 --warmup 20000 --draws 50000",
            "Example, a bisection of its 800 nodes with a large cut:",
            "  lbp sample --ising G14.txt.gz --cut --beta 1.5 --ones 400 --warmup 20000 --draws 50000",
            "Example, every mode of a cold model by its weight, and log Z, by parallel tempering:",
            "  lbp sample --ising g.txt --beta 2 --replicas 14 --every 5 --warmup 5000 --draws 20000",
            "  lbp sample --ising g.txt --beta 2 --log-z --warmup 5000 --draws 20000",
            "Example, energy, heat capacity and magnetisation at 61 temperatures:",
            "  lbp sample --ising g.txt --temperatures 1.0:4.0:0.05 --sampler gibbs --draws 20000",
            "Example, averages over the spin glasses of a folder:",
            "  lbp sample --ising 'glasses/*.txt' --temperatures 0.5:2:0.1 --sampler gibbs --out glasses-averages",
            "Example, record linkage with the log-likelihood ratios of candidate pairs:",
            "  lbp sample --matching pairs.txt --sampler pas --path 5",
            "Example, until there is enough or an hour is over, all draws kept:",
            "  lbp sample --qubo q.txt --draws 1000000 --until-ess 2000 --time 1h --sink d",
            "Example, a run that is saved, and goes on after Ctrl-C, a crash or a reboot:",
            "  lbp sample --qubo q.txt --draws 1000000 --checkpoint q.run",
            "by the same command, and is extended by more draws:",
            "  lbp sample --qubo q.txt --draws 2000000 --checkpoint q.run"
        })
public final class SampleCommand implements DividedCommand {

    private final Source<SourceKind> source =
            new Source<>(List.of(SourceKind.values()), kind -> kind.option, kind -> kind.description);

    @Mixin
    private CommandSpec inputs = source.spec;

    @Mixin
    private TemperatureOptions temperatures = new TemperatureOptions();

    @Option(
            names = "--cut",
            description =
                    "Also print and write the cut of the best state, the weight of the pairs whose spins differ; with"
                            + " --ising, without fields. As E = sum w_ij - 2 cut, the lowest energy is the largest cut.")
    private boolean cut;

    /** The default number of chains of a tempered run of an instance. Each chain has many replicas. */
    private static final int LADDERS = 4;

    /** The default warm-up of a tempered run of an instance. It also finds the temperatures. */
    private static final int TEMPERED_WARM_UP = 2_000;

    /** The default number of draws of a run that time is to end. */
    private static final int MOST_DRAWS = 100_000;

    @Option(
            names = "--ones",
            paramLabel = "K",
            description =
                    "Keep exactly K sites at 1 (Ising: s = 1), 1 to N - 1; with --sampler lbp, pas or rwm. Default:"
                            + " any number.")
    private @Nullable Integer ones;

    @Option(
            names = "--keep-best",
            paramLabel = "N",
            description = "Write the N distinct states of highest probability among the draws to best.csv, with their"
                    + " visits; with --ising, --qubo, --rbm or --net.")
    private @Nullable Integer keepBest;

    @Mixin
    private EvidenceOptions evidence = new EvidenceOptions();

    @Option(
            names = "--no-core",
            description =
                    "Sample all variables of --uai. Otherwise those that are cheap to sum out are summed out exactly,"
                            + " and the others, the core, are sampled; not with --sink, whose draws are of all variables.")
    private boolean noCore;

    @Mixin
    private BatchOptions batches = new BatchOptions();

    @Mixin
    private SamplerOptions sampler = new SamplerOptions(SamplerName.any());

    @Mixin
    private TemperingOptions tempering = new TemperingOptions();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions(new Lengths(8, 1_000, 5_000, 1));

    @Override
    public Integer call() throws IOException {
        Form form = source.kind().form;
        boolean takesRange = form == Form.LOCAL;
        temperatures.check(takesRange, source.kind().option);
        double beta = temperatures.beta();
        tempering.temper(temperatures.range());
        Check.that(!cut || source.kind() == SourceKind.ISING, "be given with --ising: --cut");
        setDefaults(form, beta);
        refuseUnused(form);
        Map<String, String> defaults = sampler.defaults(form);
        defaults.putAll(tempering.defaults());
        defaults.putAll(temperatures.defaults());
        TemperatureRange range = temperatures.range();
        if (range == null || source.kind() != SourceKind.ISING || !DisorderRun.isOfManyFiles(source.file())) {
            return sampleFile(defaults);
        }
        Check.that(keepBest == null, "be left out with several instances: run one alone", "--keep-best", "" + keepBest);
        CommandLine line = inputs.commandLine();
        FinishedRuns finished = new FinishedRuns(line.getParseResult(), defaults);
        return new DisorderRun(source, sampling, range, finished, line).run(() -> sampleFile(defaults));
    }

    /** Checks the sampler, and sets the defaults that depend on the target, the sampler and tempering. */
    private void setDefaults(Form form, double beta) {
        boolean bySweeps = form.hasGraph() && ones == null; // gibbs, which cannot keep the number of ones
        sampler.temper(tempering.isTempered(), bySweeps);
        sampler.check(form, beta);
        tempering.sweep(form.hasGraph() && sampler.sweeps(form));
        if (tempering.isTempered() && form.hasGraph()) {
            sampling.setDefaults(LADDERS, TEMPERED_WARM_UP);
        }
        sampling.usualWithTime(MOST_DRAWS);
    }

    /** Refuses options that the target, the sampler or tempering cannot use. */
    private void refuseUnused(Form form) {
        refuse(form.has(Setting.ONES), "--ones", ones);
        sampler.refuse(form, Setting.ONES, "--ones", ones);
        refuse(form.isOfBits(), "--keep-best", keepBest);
        if (form != Form.FACTORS) {
            evidence.refuse(source.kind().option);
            Check.that(!noCore, "be left out with " + source.kind().option + ": --no-core");
        }
        tempering.check();
        String untempered = sampler.untempered(form);
        if (!untempered.isEmpty()) {
            tempering.refuse(untempered);
        }
        batches.check(form, source.kind().option);
    }

    /** Reads one file, samples it and writes the results. Returns the exit code. */
    private int sampleFile(Map<String, String> defaults) throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            files.reads(source.kind().option, source.file());
            evidence.declare(files);
            OutputDirectory directory = sampling.prepare(files, interruption, SampleReport.FILES, defaults);
            Problem<?> problem = sampling.doing("reading " + source.name(), () -> read(source.file()));
            interruption.begin();
            return sample(problem, directory);
        }
    }

    /**
     * Reads the input. The evidence applies to a graph, whose core may be sampled in its place; {@code --cut} applies
     * to an instance of pairs.
     */
    private Problem<?> read(Path file) {
        Problem<?> problem = source.kind().reader.apply(file);
        if (problem instanceof GraphProblem graph) {
            return coreOrAll(new GraphProblem(graph.file(), graph.read(), evidence.observed(graph.graph())));
        }
        return cut && problem instanceof InstanceProblem pairs ? pairs.withCut() : problem;
    }

    /**
     * The problem of sampling a graph's core; with {@code --no-core} or {@code --sink} that of sampling all its
     * variables.
     */
    private Problem<?> coreOrAll(GraphProblem graph) {
        if (!noCore && !sampling.sinks()) {
            return CoreProblem.of(graph, temperatures.beta());
        }
        FactorGraph variables = graph.graph();
        for (int i = 0; i < variables.sites(); i++) {
            Check.that(
                    variables.values(i) > 1,
                    "be left out where a variable has one value, as " + variables.name(i) + " of " + graph.file() + ": "
                            + (noCore ? "--no-core" : "--sink"));
        }
        return graph;
    }

    @Override
    public PartOptions parts() {
        return sampling.parts();
    }

    /** Refuses an option that was given although the target does not use it. */
    private void refuse(boolean useful, String option, @Nullable Integer given) {
        Check.that(given == null || useful, "be left out with " + source.kind().option, option, "" + given);
    }

    /**
     * Tempers a run with values. Refuses a matching whose uniform states, which the hottest replica needs, cannot be
     * drawn.
     */
    private void temper(ValueRun run, Problem<?> problem) {
        boolean drawn = !(problem instanceof MatchingProblem links)
                || links.model(temperatures.beta()).uniformStates().isPresent();
        if (!drawn) {
            tempering.refuse("with " + source.name()
                    + ", which lists some of the pairs alone: uniform matchings are drawn only if it lists all");
        }
        run.tempering(tempering.tempering());
    }

    /** The run. Cluster moves refuse an instance in the words of its file. */
    private <R extends RunResult> Run<?, R, ?> run(Problem<R> problem, double beta) {
        String clusters = sampler.clusters(source.kind().form);
        if (!clusters.isEmpty() && problem instanceof InstanceProblem pairs) {
            pairs.checkFerromagnet(clusters);
        }
        return problem.run(sampler.sampler(source.kind().form), beta, ones);
    }

    /**
     * Samples a problem and writes the results. Of Ising models at several temperatures it tracks the magnetisation and
     * the overlaps of pairs of replicas, too. Returns the exit code.
     */
    private <R extends RunResult> int sample(Problem<R> problem, OutputDirectory directory) throws IOException {
        double beta = temperatures.beta();
        String title = source.name() + ": " + problem.description() + "; " + temperatures.words();
        Run<?, R, ?> run = run(problem, beta);
        batches.applyTo(run);
        if (run instanceof SamplingRun bits) {
            if (keepBest != null) {
                bits.keepBest(keepBest);
            }
            if (problem instanceof InstanceProblem) {
                bits.trackEnergy(beta);
            }
            boolean spins = temperatures.range() != null && source.kind() == SourceKind.ISING;
            if (spins) {
                bits.track(AbsoluteMagnetisation.NAME, new AbsoluteMagnetisation());
            }
            if (tempering.isTempered()) {
                bits.tempering(spins ? tempering.tempering().overlaps() : tempering.tempering());
            }
        } else if (run instanceof ValueRun values && tempering.isTempered()) {
            temper(values, problem);
        }
        return sampling.carryOut(
                run,
                batches.unit(),
                problem.resultType(),
                directory,
                result ->
                        new SampleReport<>(title, problem, beta, ones, tempering.hasLogZ(), averages(result), result));
    }

    /** The averages by temperature. Null without {@code --temperatures}, and for states that are not bits. */
    private @Nullable Thermodynamics averages(RunResult result) {
        TemperatureRange range = temperatures.range();
        return range == null || !(result instanceof SampleResult bits)
                ? null
                : new Thermodynamics(bits.tempering().orElse(null), range, bits.marginals().length);
    }
}
