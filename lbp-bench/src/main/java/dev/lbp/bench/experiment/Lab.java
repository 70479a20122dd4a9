package dev.lbp.bench.experiment;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.bench.instance.Excerpt;
import dev.lbp.internal.WholeFile;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where an experiment is carried out: its settings, its runs, and a directory that keeps its cells. A directory holds cells of
 * one experiment with one budget, number of chains, seed and RBM; targets, sizes and configurations may be added later.
 */
public final class Lab {

    private static final String SETTINGS_FILE = "settings.txt";

    private static final List<String> BURN_IN_FIGURES = List.of("steps", "R", "seconds");

    /** Seconds of one thread; a checkpoint is written every half minute. */
    private static final double WORTH_SAVING = 60.0;

    private final Experiment experiment;
    private final Settings settings;
    private final Path directory;
    private final Progress progress;
    private final List<String> files = new ArrayList<>();
    private final Map<String, BurnIn> burnIns = new HashMap<>();
    private final String common;
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
        if (!found.isEmpty() && !kept) {
            throw new IllegalArgumentException("must be a directory without cells of other settings (there: "
                    + Excerpt.of(found) + "; wanted: " + common + "): --out=" + directory);
        }
    }

    private void keepSettings() throws IOException {
        if (!kept) {
            WholeFile.replace(directory.resolve(SETTINGS_FILE), common + "\n");
            kept = true;
        }
    }

    /** What the experiment is to be carried out on. */
    public Settings settings() {
        return settings;
    }

    /** A table of this experiment, {@code NAME.csv}, with the cells that are done. */
    public CellTable table(String name, List<String> keys, List<String> figures) throws IOException {
        return CellTable.open(file(name + ".csv"), keys, figures, this::keepSettings);
    }

    /** The path of a file about to be written. */
    public Path file(String name) {
        if (!files.contains(name)) {
            files.add(name);
        }
        return directory.resolve(name);
    }

    /** The names of all files that were written. */
    public List<String> files() {
        return files.stream()
                .filter(name -> Files.exists(directory.resolve(name)))
                .toList();
    }

    /** Says that there is so much to be run, in seconds of one thread. */
    public void expect(double work) {
        progress.expect(work);
    }

    /**
     * Carries out a run on the threads of the settings.
     *
     * @param work its share of what was expected
     * @throws RunInterrupted if it is interrupted
     */
    public SampleResult run(String task, double work, SamplingRun run) {
        return run(task, work, run, run::run);
    }

    private SampleResult run(String task, double work, SamplingRun run, Supplier<SampleResult> start) {
        run.threads(settings.threads()).listener(progress.begin(task, work));
        SampleResult result = start.get();
        if (result.stopReason() == StopReason.INTERRUPTED) {
            Thread.interrupted();
            throw new RunInterrupted(task);
        }
        return result;
    }

    /**
     * Carries out a run that may take long, saving it now and then: the next process goes on with what a killed one, or one that
     * was interrupted, left of it.
     *
     * @param task what tells it from other runs, its target included
     * @param work its share of what was expected
     * @throws RunInterrupted if it is interrupted
     */
    public SampleResult runSaved(String task, double work, SamplingRun run) throws IOException {
        if (work < WORTH_SAVING) {
            return run(task, work, run);
        }
        Path file = directory.resolve(Long.toHexString(settings.seed(task)) + ".checkpoint");
        Path previous = Path.of(file + ".previous");
        keepSettings();
        boolean begun = Files.exists(file) || Files.exists(previous); // the former alone is not there for a moment
        SampleResult result =
                begun ? run(task, work, run, () -> run.resume(file)) : run(task, work, run.checkpoint(file), run::run);
        Files.deleteIfExists(file);
        Files.deleteIfExists(previous);
        Files.deleteIfExists(Path.of(file + ".lock"));
        return result;
    }

    /**
     * A run of a sampler with a scale that needs no warm-up, from the states that burn-in has led to, for the second half of the
     * steps: the expectations that the paper estimates over the second half of each run are those in equilibrium, and
     * to reach it once, by the sampler that is quickest there, costs half as much and leaves a slow one no bias of its start.
     *
     * @param cell what tells it from other runs, its target included
     */
    public Outcome fromBurnIn(String cell, PaperTarget target, Sampler sampler, double scale) throws IOException {
        return Outcome.of(fromBurnIn(cell, target, sampler, scale, drawSteps(target), 1));
    }

    /**
     * The same for so many steps, of which one in {@code thin} makes a draw.
     *
     * @param scale an estimate of the sampler's, from which its work is estimated
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

    /** The steps of {@link #fromBurnIn}. */
    public int drawSteps(PaperTarget target) {
        return settings.drawSteps(target);
    }

    /** The work of so many steps of every chain. */
    public double work(PaperTarget target, double scale, int steps) {
        return (double) settings.chains() * steps * target.secondsPerStep(scale);
    }

    /**
     * States after the first half of the steps under adaptive LBP, and the scale it found. The states are not kept in the
     * directory, but made again from the same seed when a later process needs them.
     */
    public BurnIn burnIn(PaperTarget target) throws IOException {
        BurnIn known = burnIns.get(target.id());
        if (known != null) {
            return known;
        }
        String cell = "burn-in of " + target.id();
        int steps = settings.steps(target) / 2;
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
        CellTable table = table("burn-in", PaperTarget.KEYS, BURN_IN_FIGURES);
        if (table.find(target.key()).isEmpty()) {
            table.add(target.key()
                    .with("steps", steps)
                    .with("R", result.scale())
                    .with("seconds", 1e-9 * result.warmUpTime().toNanos()));
        }
        return burnIn;
    }

    /**
     * Where burn-in has led to.
     *
     * @param scale R at acceptance 0.574
     * @param states [chains][N]
     */
    public record BurnIn(double scale, byte[][] states) {}

    /** The scale that burn-in has found, without burning in again if it is known. */
    public double tunedScale(PaperTarget target) throws IOException {
        CellTable table = table("burn-in", PaperTarget.KEYS, BURN_IN_FIGURES);
        Row row = table.find(target.key()).orElse(null);
        return row == null ? burnIn(target).scale() : row.number("R");
    }

    /**
     * Has the experiment draw its figures, and writes its text.
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

    /** A paragraph that says how some rows came about: command, date, machine, time. */
    public String provenance(List<Row> rows) {
        return Provenance.of(settings, experiment.name(), rows);
    }

    /** The rows of a table that are of the settings' targets, sizes and configurations, where it has such columns. */
    public List<Row> shown(CellTable table) {
        return table.rows().stream().filter(settings::include).toList();
    }
}
