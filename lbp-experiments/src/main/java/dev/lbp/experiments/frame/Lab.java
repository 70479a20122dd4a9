package dev.lbp.experiments.frame;

import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.cli.instance.Excerpt;
import dev.lbp.cli.terminal.Text;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/**
 * The environment of an experiment: its settings, its runs, and the directory that stores its cells. All cells of a
 * directory have the same experiment, budget, number of chains, seed and RBM. Targets, sizes and configurations may be
 * added later.
 */
public final class Lab {

    /** The number of repetitions, each with its own seed, for a standard error. */
    public static final int SEEDS = 5;

    private static final String SETTINGS_FILE = "settings.txt";

    /** Runs with less work, in seconds of one thread, have no checkpoint: one is written every half minute. */
    private static final double WORTH_SAVING = 60.0;

    private final Experiment experiment;
    private final Settings settings;
    private final Path directory;
    private final Progress progress;
    private final List<String> files = new ArrayList<>();
    private final Map<String, BurnIn> burnIns = new HashMap<>();
    /** The settings that all cells of the directory share, in one line. */
    private final String common;
    /** Whether the directory has the file of the settings. */
    private boolean kept;

    /**
     * Opens a directory. The first cell, or the first checkpoint, writes the settings.
     *
     * @param directory one that exists
     * @throws IllegalArgumentException if it holds cells of other settings
     */
    public Lab(Experiment experiment, Settings settings, Path directory, Progress progress) throws IOException {
        this.experiment = experiment;
        this.settings = settings;
        this.directory = directory;
        this.progress = progress;
        this.common = settings.common(experiment.name());
        String found = KeptText.of(directory.resolve(SETTINGS_FILE)).strip();
        this.kept = found.equals(common);
        Check.that(
                found.isEmpty() || kept,
                "be a directory without cells of other settings (there: " + Excerpt.of(found) + "; wanted: " + common
                        + "): --out=" + directory);
    }

    /** Writes the settings, unless the directory has them. */
    private synchronized void keepSettings() throws IOException {
        if (!kept) {
            WholeFile.replace(directory.resolve(SETTINGS_FILE), common + "\n");
            kept = true;
        }
    }

    /** The settings of the experiment. */
    public Settings settings() {
        return settings;
    }

    /** The name of the experiment. */
    public String experiment() {
        return experiment.name();
    }

    /**
     * The finished cells in the file {@code NAME.csv}.
     *
     * @param keys names of the columns that identify a cell, separated by blanks
     * @param figures names of the columns of measured values, separated by blanks
     */
    public CellTable table(String name, String keys, String figures) throws IOException {
        return CellTable.open(
                file(name + ".csv"), List.of(keys.split(" ")), List.of(figures.split(" ")), this::keepSettings);
    }

    /** The keys of the settings' targets. {@link Row#part} of a key returns its {@link PaperTarget}. */
    public List<Row> targetKeys() {
        return settings.instances(TargetKind.values()).stream()
                .map(PaperTarget::key)
                .toList();
    }

    /** The key of the experiment's size, in the column "size". */
    public Row sizeKey() {
        return Row.EMPTY.with("size", settings.sizeText());
    }

    /**
     * Measures the missing cells of the plans, one plan after the other.
     *
     * @throws RunInterrupted if the thread is interrupted; the cells measured before stay
     */
    public void measure(List<CellPlan> plans) throws IOException {
        plans.forEach(plan -> progress.expect(plan.work()));
        for (CellPlan plan : plans) {
            plan.measure(settings.threads());
        }
    }

    /** The path of a file about to be written. Notes its name for {@link #files}. */
    public synchronized Path file(String name) {
        if (!files.contains(name)) {
            files.add(name);
        }
        return directory.resolve(name);
    }

    /** The names of all written files. */
    public List<String> files() {
        return files.stream()
                .filter(name -> Files.exists(directory.resolve(name)))
                .toList();
    }

    /** Adds to the expected work, in seconds of one thread. */
    public void expect(double work) {
        progress.expect(work);
    }

    /**
     * Executes a run on the threads of the settings.
     *
     * @param work the part of the expected work that it is, in the same unit
     * @throws RunInterrupted if it is interrupted
     */
    public <R extends RunResult> R run(String task, double work, Run<?, R, ?> run) {
        return run(task, work, run, run::run);
    }

    /** Executes a run with the seed of the task, on the threads of the settings. */
    public <R extends RunResult> R seeded(String task, double work, Run<?, R, ?> run) {
        run.seed(settings.seed(task));
        return run(task, work, run);
    }

    /** Executes a run by {@code start}, which begins or resumes it. */
    private <R extends RunResult> R run(String task, double work, Run<?, R, ?> run, Supplier<R> start) {
        run.threads(settings.threads());
        run.listener(progress.begin(task, work));
        R result = start.get();
        if (result.stopReason() == StopReason.INTERRUPTED) {
            Thread.interrupted(); // clears the flag, which the exception replaces
            throw new RunInterrupted(task);
        }
        return result;
    }

    /**
     * Executes {@code body}, which is not a run, as one step of the progress.
     *
     * @throws RunInterrupted if the thread was interrupted during the work, even if the work ended normally or failed
     */
    public <T> T task(String task, double work, Supplier<T> body) {
        SamplingListener listener = progress.begin(task, work);
        listener.started(task, 0, 1);
        try {
            T result = body.get();
            listener.drawsProgress(1, 1);
            if (Thread.interrupted()) {
                throw new RunInterrupted(task);
            }
            return result;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) { // an interrupted run inside may fail for too few draws
                throw new RunInterrupted(task);
            }
            throw e;
        }
    }

    /** Begins work that is not a run. Any thread may call this method and the methods of the listener. */
    public SamplingListener begin(String task, double work) {
        return progress.begin(task, work);
    }

    /**
     * The path of the checkpoint of a run or a training, so that a later process can continue. The caller deletes the
     * file at the end.
     */
    public Path saved(String task) throws IOException {
        keepSettings(); // else a process with other settings could continue from the checkpoint
        return directory.resolve(Long.toHexString(settings.seed(task)) + ".checkpoint");
    }

    /**
     * Executes a run that may take long, with a checkpoint: the next process continues a killed or interrupted one.
     *
     * @param task identifies the run among others, including its target
     * @param work the part of the expected work that it is, in the same unit
     * @throws RunInterrupted if it is interrupted
     */
    public SampleResult runSaved(String task, double work, SamplingRun run) throws IOException {
        if (work < WORTH_SAVING) {
            return run(task, work, run);
        }
        Path file = saved(task);
        Path previous = Path.of(file + ".previous");
        boolean begun =
                Files.exists(file) || Files.exists(previous); // a killed process may leave only the previous one
        SampleResult result =
                begun ? run(task, work, run, () -> run.resume(file)) : run(task, work, run.checkpoint(file), run::run);
        forget(file);
        return result;
    }

    /** Deletes the checkpoint of finished work, and its previous version. */
    public static void forget(Path checkpoint) throws IOException {
        for (String suffix : List.of("", ".previous")) {
            Files.deleteIfExists(Path.of(checkpoint + suffix));
        }
    }

    /**
     * Runs a sampler of fixed scale from the final states of burn-in, for the second half of the steps. The paper
     * estimates expectations over the second half of each run. One burn-in by the fastest sampler for all runs costs
     * less, and the start does not bias a slow sampler.
     *
     * @param cell identifies the run among others, including its target
     */
    public Outcome fromBurnIn(String cell, PaperTarget target, Sampler sampler, double scale) throws IOException {
        return Outcome.of(fromBurnIn(cell, target, sampler, scale, drawSteps(target), /* thin= */ 1));
    }

    /**
     * Runs a sampler from the final states of burn-in, for {@code steps} steps.
     *
     * @param thin the number of steps between draws
     * @param scale an estimate of the sampler's scale, to estimate its work
     */
    public SampleResult fromBurnIn(String cell, PaperTarget target, Sampler sampler, double scale, int steps, int thin)
            throws IOException {
        return run(
                cell,
                work(target, scale, steps),
                sampler.sample(target.model())
                        .chains(settings.chains())
                        .warmup(0)
                        .draws(Math.max(1, steps / thin))
                        .thin(thin)
                        .seed(settings.seed(cell))
                        .initial(burnIn(target).states()));
    }

    /** The number of steps after burn-in. */
    public int drawSteps(PaperTarget target) {
        return settings.drawSteps(target);
    }

    /** The work of {@code steps} steps of every chain, in seconds of one thread. */
    public double work(PaperTarget target, double scale, int steps) {
        return (double) settings.chains() * steps * target.secondsPerStep(scale);
    }

    /**
     * The states after the first half of the steps by adaptive LBP, and its scale. The directory does not store the
     * states; a later process recomputes them from the same seed.
     */
    public BurnIn burnIn(PaperTarget target) throws IOException {
        BurnIn known = burnIns.get(target.id());
        if (known != null) {
            return known;
        }
        String cell = "burn-in of " + target.id();
        int steps = settings.steps(target) / 2;
        // the best scale grows as N^(2/3)
        double work = work(target, Math.pow(target.dimension(), 2.0 / 3.0), steps);
        expect(work);
        SampleResult result = run(
                cell,
                work,
                Samplers.lbp()
                        .build()
                        .sample(target.model())
                        .chains(settings.chains())
                        .warmup(steps)
                        .draws(1)
                        .seed(settings.seed(cell))
                        .initial(target.initialStates(settings.chains(), settings.seed("start of " + target.id()))));
        BurnIn burnIn = new BurnIn(result.scale(), result.finalStates());
        burnIns.put(target.id(), burnIn);
        burnInTable()
                .cell(
                        target.key(),
                        key -> key.with("steps", steps)
                                .with("R", result.scale())
                                .with("seconds", result.warmUpTime()));
        return burnIn;
    }

    private CellTable burnInTable() throws IOException {
        return table("burn-in", "target size config", "steps R seconds");
    }

    /**
     * The result of burn-in.
     *
     * @param scale R at acceptance 0.574
     * @param states [chains][N]
     */
    public record BurnIn(double scale, byte[][] states) {}

    /** The scale of burn-in. Burn-in runs only if the directory does not have the scale. */
    public double tunedScale(PaperTarget target) throws IOException {
        Row row = burnInTable().find(target.key()).orElse(null);
        return row == null ? burnIn(target).scale() : row.number("R");
    }

    /**
     * Draws the figures of the experiment, and writes its text to the file {@code name}.
     *
     * @return the text; empty if no cell is done
     */
    public String publish(String name) throws IOException {
        String text = experiment.publish(this);
        if (!text.isEmpty()) {
            WholeFile.replace(file(name), text);
        }
        return text;
    }

    /**
     * A paragraph in Markdown on the origin of the rows: the command, and what can change the figures.
     *
     * @param rows the cells of the figures, with a column "seconds"
     */
    public String provenance(Iterable<Row> rows) {
        double seconds = StreamSupport.stream(rows.spliterator(), false)
                .mapToDouble(row -> row.number("seconds"))
                .sum();
        return Text.format(
                "Made by `%s` on %s; Java %s (%s), kernel: %s, %d threads of %d processors; %,.1f minutes for the runs"
                        + " shown.\n",
                settings.command(experiment.name()),
                LocalDate.now(ZoneOffset.UTC),
                System.getProperty("java.version"),
                System.getProperty("java.vendor"),
                FlipWeightKernels.chosen().name(),
                settings.threads(),
                Runtime.getRuntime().availableProcessors(),
                seconds / 60.0);
    }

    /**
     * The rows of a table with the settings' targets, sizes and configurations. A column that the table does not have
     * is not compared.
     */
    public Rows rows(CellTable table) {
        return new Rows(table.rows()).where(settings::include);
    }
}
