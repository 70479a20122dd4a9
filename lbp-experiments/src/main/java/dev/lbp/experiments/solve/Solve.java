package dev.lbp.experiments.solve;

import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.rival.PlainAnnealer;
import dev.lbp.solve.Graph;
import dev.lbp.solve.Solution;
import dev.lbp.solve.SolveListener;
import dev.lbp.solve.Solver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Compares the search for the best state by {@link Solver} with a plain annealer, by processor seconds of one thread
 * until a target is reached. The target is the best value of a longer search, or a little less. On the dense model,
 * which has no target, the values at the end of short searches are compared. Independent sets of random graphs are
 * searched for a fixed time.
 */
public final class Solve extends Experiment {

    /** The relative rounding error of sums of weights that are not whole numbers. */
    private static final double ROUNDING = 1e-9;

    /**
     * Each anneal of the plain annealer is longer than the previous one by this factor, because no length suits all
     * instances.
     */
    private static final double LONGER = 1.1;

    public Solve() {
        super("solve", "The best state: annealing by the processor second.");
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("solve", "size case method seed", "nodes edges log_value hit limit cpu_seconds seconds");
    }

    static CellTable setsTable(Lab lab) throws IOException {
        return lab.table("sets", "size family graph", "nodes edges log_value cpu_seconds seconds");
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        return List.of(spins(lab), sets(lab));
    }

    /** The searches on spin glasses and cuts. */
    private static CellPlan spins(Lab lab) throws IOException {
        CellTable table = table(lab);
        Shared<SolveCase.Instance> shared = new Shared<>();
        return CellPlan.of(table, lab.sizeKey())
                .axis("case", SolveCase.values(), Enum::name)
                .repeated("seed", lab.settings().size().pick(1, 20, 20))
                .axis("method", Solve::methods, Enum::name)
                .work(key -> seconds(lab.settings(), key))
                .measured(key -> {
                    SolveCase kind = key.part(SolveCase.class);
                    SolveCase.Instance instance = shared.of(kind, () -> kind.instance(lab.settings()));
                    double target = target(table, key);
                    return lab.task(
                            key.toString(),
                            seconds(lab.settings(), key),
                            () -> measured(lab.settings(), instance, target, key));
                });
    }

    /** The searches for independent sets. */
    private static CellPlan sets(Lab lab) throws IOException {
        Settings settings = lab.settings();
        return CellPlan.of(setsTable(lab), lab.sizeKey())
                .axis("family", SolveSets.values(), Enum::name)
                .axis("graph", key -> graphs(settings, key.part(SolveSets.class)), number -> number)
                .work(key -> share(settings) * key.part(SolveSets.class).seconds)
                .measured(key -> {
                    double seconds = share(settings) * key.part(SolveSets.class).seconds;
                    return lab.task(key.toString(), seconds, () -> set(settings, seconds, key));
                });
    }

    private static Stream<Integer> graphs(Settings settings, SolveSets family) {
        return IntStream.rangeClosed(1, settings.size().pick(2, family.graphs, family.graphs))
                .boxed();
    }

    /** Searches a graph for an independent set. */
    private static Row set(Settings settings, double seconds, Row key) {
        Stopwatch watch = new Stopwatch();
        Graph graph = key.part(SolveSets.class).graph(settings, key.whole("graph"));
        Solver<byte[]> solver = Solver.independentSet(graph).seed(settings.seed(key.toString()));
        Solution<byte[]> solution = limited(solver, seconds).solve();
        return key.with("nodes", graph.nodes())
                .with("edges", graph.edges())
                .with("log_value", solution.value())
                .with("cpu_seconds", solution.processorTime())
                .with("seconds", watch.seconds());
    }

    /** The methods of an instance and a seed. */
    private static Stream<SolveMethod> methods(Row key) {
        SolveCase kind = key.part(SolveCase.class);
        return Stream.of(SolveMethod.values())
                .filter(method -> method.suits(kind) && key.whole("seed") <= method.seeds(kind));
    }

    /** The processor seconds after which a search for a target ends. For other searches an estimate of their time. */
    private static double seconds(Settings settings, Row key) {
        SolveCase kind = key.part(SolveCase.class);
        SolveMethod method = key.part(SolveMethod.class);
        return share(settings) * (method == SolveMethod.REFERENCE ? kind.reference : kind.limit);
    }

    /** The factor of search times, relative to the medium size with the budget quick. */
    private static double share(Settings settings) {
        return settings.size().pick(0.005, 1.0, 4.0) * settings.budget().quickOrPaper(1.0, 10.0);
    }

    /**
     * The log-probability at which a search ends. Any log-probability ends the first anneal; none ends a search without
     * a target.
     */
    private static double target(CellTable table, Row key) {
        SolveMethod method = key.part(SolveMethod.class);
        if (method == SolveMethod.ANNEAL) {
            return Double.NEGATIVE_INFINITY;
        }
        if (method == SolveMethod.REFERENCE || method.isRead()) {
            return Double.POSITIVE_INFINITY;
        }
        double best = table.find(
                        key.with("method", SolveMethod.REFERENCE.name()).with("seed", 1))
                .orElseThrow()
                .number("log_value");
        // an edge less in the cut, or an unsatisfied coupling more, is 2 less in log-probability
        return best - 2.0 * key.part(SolveCase.class).gap - ROUNDING * Math.abs(best);
    }

    /**
     * Makes a search by one method, until the target is reached or the time is over. A plain anneal that fails is
     * followed by longer ones. A method that {@link SolveMethod#isRead} makes a given number of restarts or sweeps
     * instead.
     */
    private static Row measured(Settings settings, SolveCase.Instance instance, double target, Row key) {
        Stopwatch watch = new Stopwatch();
        SolveMethod method = key.part(SolveMethod.class);
        long seed = settings.seed(key.toString());
        double limit = seconds(settings, key);
        double value;
        double cpu;
        if (method.isPlain()) {
            PlainAnnealer annealer = instance.plain();
            UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
            double began = Stopwatch.ofThread();
            double sweeps = method.length;
            value = annealer.anneal((int) sweeps, target, random);
            while (!method.isRead() && value < target && Stopwatch.ofThread() - began < limit) {
                sweeps *= LONGER;
                value = Math.max(value, annealer.anneal((int) sweeps, target, random));
            }
            cpu = Stopwatch.ofThread() - began;
        } else {
            Solver<byte[]> solver = Solver.of(instance.model).seed(seed).target(target);
            Solution<byte[]> solution = method.isRead()
                    ? solver.restarts(method.length).solve()
                    : limited(solver, limit).solve();
            value = solution.value();
            cpu = 1e-9 * solution.processorTime().toNanos();
        }
        return key.with("nodes", instance.nodes)
                .with("edges", instance.edges)
                .with("log_value", value)
                .with("hit", value >= target ? 1 : 0)
                .with("limit", limit)
                .with("cpu_seconds", cpu)
                .with("seconds", watch.seconds());
    }

    /** A search that ends after {@code seconds} of processor time of this process. */
    private static <S> Solver<S> limited(Solver<S> solver, double seconds) {
        Stopwatch watch = new Stopwatch();
        // a budget of wall-clock time so long that the listener ends the search before it
        return solver.budget(Duration.ofDays(1)).listener(new SolveListener() {
            /** Stops the solver at its limit of processor time. */
            @Override
            public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                if (watch.cpuSeconds() > seconds) {
                    solver.stop();
                }
            }
        });
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows spins = lab.rows(table(lab));
        Rows sets = lab.rows(setsTable(lab));
        Rows all = Rows.of(spins, sets);
        return all.isEmpty() ? "" : SolveReport.of(spins, sets) + "\n" + lab.provenance(all);
    }
}
