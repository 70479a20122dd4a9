package dev.lbp.learn;

import dev.lbp.Samplers;
import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.DataDensity;
import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.SealedBytes;
import dev.lbp.internal.training.StateFile;
import dev.lbp.result.StopReason;
import dev.lbp.target.ModelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Fits a {@link GaussianProposal} q to a density p by stochastic gradients through the draws of q. Made by
 * {@link GaussianProposal#fit}. The fit ends before sampling, so q does not change and a chain with it is exact.
 *
 * <pre>{@code
 * FittedGaussian fitted = GaussianProposal.fit(posterior).objective(Objective.LOWER_BOUND).run();
 * System.out.println(fitted.summary());
 * ContinuousResult result = Samplers.independent(fitted.proposal()).sample(posterior).run();
 * }</pre>
 *
 * <p>All objectives but the ELBO need draws of p. These are the points of chains with the present q. If hardly any
 * proposal is accepted, the points are a few old draws of q, and such an objective is no better than the ELBO.
 * {@link Objective#ACCEPTANCE_RATE} needs a first q that is near p already, from another fit ({@link #begunAt}).
 *
 * <p>The same density, settings and seed give the same proposal, also after a {@link #checkpoint}. Source: Neklyudov,
 * Shvechikov and Vetrov, Metropolis-Hastings view on variational inference and adversarial training, arXiv:1810.07151,
 * 2018, algorithm 1. Experimental: names and defaults may change until 1.0.
 */
public final class GaussianFit {

    private static final SealedBytes FORM =
            new SealedBytes("lbp-gaus".getBytes(StandardCharsets.US_ASCII), 2, "a fit of a Gaussian");
    /** The last learning rate, as a share of the first one. The rate falls by half a cosine. */
    private static final double LAST_RATE = 0.01;

    private static final double FIRST_DEVIATION = 0.1;

    final DensityModel posterior;
    Objective objective = Objective.REVERSE_KL;
    int draws = 4;
    int batch;
    int chains = 8;
    int proposalsEvery = 1;
    long seed = 1L;

    private int updates = 2_000;
    private double learningRate = 0.02;
    private double @Nullable [] start;
    private double @Nullable [] deviations;
    private int diagnosisChains = 4;
    private int diagnosisDraws = 500;
    private @Nullable Path file;
    private int saveEvery = 500;
    private Consumer<Progress> listener = progress -> {};

    /**
     * The progress of a fit.
     *
     * @param update the number of completed updates
     * @param updates the number of updates of the whole fit
     * @param elbo an estimate of the ELBO from the draws of the update, in nats
     * @param acceptance the fraction of the proposals that the fit's chains have accepted so far; NaN without chains
     */
    public record Progress(int update, int updates, double elbo, double acceptance) {}

    GaussianFit(DensityModel posterior) {
        this.posterior = posterior;
    }

    /**
     * The quantity to raise; default {@link Objective#REVERSE_KL}, the ELBO. {@link Objective#LOWER_BOUND} adds the
     * mean of log q under p, {@link Objective#ACCEPTANCE_RATE} raises the acceptance itself.
     */
    public GaussianFit objective(Objective value) {
        objective = Check.notNull("objective", value);
        return this;
    }

    /** The number of updates, at least 1; default 2,000. */
    public GaussianFit updates(int count) {
        updates = Check.atLeast(1, "updates", count);
        return this;
    }

    /** The number of draws of q in an update, at least 1; default 4. */
    public GaussianFit draws(int count) {
        draws = Check.atLeast(1, "draws", count);
        return this;
    }

    /**
     * The number of data for the gradient at a draw; default all. The density must be a {@link DataDensity}. The
     * objective must not be {@link Objective#ACCEPTANCE_RATE}, whose weights need all data.
     *
     * @param size at least 1 and at most the number of data
     */
    public GaussianFit batch(int size) {
        batch = DensitySlopes.checkedBatch(posterior, size);
        return this;
    }

    /** The number of chains whose points are draws of p, at least 1; default 8. */
    public GaussianFit chains(int count) {
        chains = Check.atLeast(1, "chains", count);
        return this;
    }

    /**
     * The number of updates between two rounds of proposals, at least 1; default 1. In a round each draw of q is
     * proposed to one chain. With batches each proposal costs an evaluation of all data.
     */
    public GaussianFit proposalsEvery(int count) {
        proposalsEvery = Check.atLeast(1, "proposalsEvery", count);
        return this;
    }

    /** The first learning rate of Adam, finite and positive; default 0.02. It falls to a hundredth by half a cosine. */
    public GaussianFit learningRate(double rate) {
        learningRate = Check.positive("learningRate", rate);
        return this;
    }

    /**
     * Sets the means of the first q, and the standard deviation of all its coordinates. Default: a start of the
     * density, drawn by the seed, and 0.1. A mode is a good start, see {@link PosteriorMode}.
     *
     * @param means [d], finite
     * @param standardDeviation finite and positive
     */
    public GaussianFit begunAt(double[] means, double standardDeviation) {
        Check.length(posterior.dimension(), "means", Check.notNull("means", means).length);
        start = Check.finite("means", means.clone());
        deviations = new double[means.length];
        Arrays.fill(deviations, Check.positive("standardDeviation", standardDeviation));
        return this;
    }

    /** Starts at the q of another fit. */
    public GaussianFit begunAt(GaussianProposal q) {
        Check.length(posterior.dimension(), "q.means()", Check.notNull("q", q).dimension());
        start = q.means();
        deviations = q.deviations();
        return this;
    }

    /** The seed of draws, batches and acceptances; default 1. */
    public GaussianFit seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Sets the size of the run that diagnoses the fitted q. Default: 4 chains of 500 draws.
     *
     * @param count the number of chains, at least 1
     * @param length the number of draws of a chain, at least 4, after as many steps of warm-up
     */
    public GaussianFit diagnosis(int count, int length) {
        diagnosisChains = Check.atLeast(1, "chains", count);
        diagnosisDraws = Check.atLeast(4, "draws", length);
        return this;
    }

    /**
     * Saves the state of the fit to a file, every {@code every} updates and at the end. If the file exists, the fit
     * resumes from it. The file is replaced as a whole. A fit that fails leaves the file unchanged.
     *
     * @param every at least 1
     */
    public GaussianFit checkpoint(Path path, int every) {
        file = Check.notNull("path", path);
        saveEvery = Check.atLeast(1, "every", every);
        return this;
    }

    /** Sets the listener, which is called after every update by the thread that called {@link #run}. */
    public GaussianFit listener(Consumer<Progress> value) {
        listener = Check.notNull("listener", value);
        return this;
    }

    /** The learning rate of an update, from 0. */
    double learningRate(int update) {
        double cosine = 0.5 + 0.5 * Math.cos(Math.PI * update / updates);
        return learningRate * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
    }

    /**
     * Fits q, and diagnoses it by a run.
     *
     * @throws ModelException if the density or a gradient is not finite at a draw of q; the checkpoint keeps the last
     *     saved state
     * @throws CancellationException if the thread is interrupted; its interrupt flag stays set. An interrupted fit
     *     saves its present state in the checkpoint
     * @throws dev.lbp.result.CheckpointException if the file cannot be written, or is of another fit
     */
    public FittedGaussian run() {
        if (objective == Objective.ACCEPTANCE_RATE && batch > 0) {
            int count = ((DataDensity) posterior).dataCount();
            Check.that(batch == count, "be all " + count + " data for ACCEPTANCE_RATE", "batch", batch);
        }
        long begun = System.nanoTime();
        UniformRandomProvider seeds = RandomSource.XO_SHI_RO_256_PP.create(seed + 1); // the task draws from seed itself
        double[] first = start == null ? posterior.start(seeds) : start;
        double[] widths = deviations == null ? new double[first.length] : deviations;
        if (deviations == null) {
            Arrays.fill(widths, FIRST_DEVIATION);
        }
        GaussianTask task = new GaussianTask(this, first, widths);
        Map<String, String> identity = identity(first, widths);
        if (file != null && Files.exists(file)) {
            new StateFile(FORM, file).read(identity, task::transcribe);
        } else {
            task.drawChains();
        }
        while (task.updates() < updates) {
            double elbo = update(task);
            listener.accept(new Progress(task.updates(), updates, elbo, task.acceptance()));
            boolean interrupted = Thread.currentThread().isInterrupted();
            if (file != null && (interrupted || task.updates() % saveEvery == 0 || task.updates() == updates)) {
                new StateFile(FORM, file).write(identity, task::transcribe);
            }
            if (interrupted) {
                throw new CancellationException("interrupted after update " + task.updates() + " of " + updates);
            }
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        return diagnose(task.proposal(), seeds, seconds);
    }

    private static double update(GaussianTask task) {
        try {
            return task.update();
        } catch (ModelException e) {
            throw new ModelException("update " + (task.updates() + 1) + " of a Gaussian: " + e.getMessage(), e);
        }
    }

    /**
     * Runs chains with the fitted q, and estimates the acceptance rate from log p - log q at their points and at draws
     * of q.
     */
    private FittedGaussian diagnose(GaussianProposal q, UniformRandomProvider seeds, double seconds) {
        ContinuousResult frozen = Samplers.independent(q)
                .sample(posterior)
                .chains(diagnosisChains)
                .warmup(diagnosisDraws)
                .draws(diagnosisDraws)
                .seed(seeds.nextLong())
                .track("logQ", q::logProb)
                .run();
        if (frozen.stopReason() == StopReason.INTERRUPTED) {
            throw new CancellationException("interrupted while judging a Gaussian");
        }
        double[] ofTarget = logRatios(frozen);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seeds.nextLong());
        DensitySlopes all = new DensitySlopes(posterior, 0, random); // no batches
        double[] point = new double[q.dimension()];
        double[] ofProposal = new double[diagnosisDraws];
        Arrays.setAll(ofProposal, k -> {
            q.draw(random, point);
            return all.logProb(point) - q.logProb(point);
        });
        double elbo = Arrays.stream(ofProposal).average().orElseThrow();
        AcceptanceRate rate = AcceptanceRate.estimate(ofTarget, ofProposal);
        return new FittedGaussian(q, objective, rate, elbo, frozen, seconds);
    }

    /** log p - log q at the draws of all chains. */
    private double[] logRatios(ContinuousResult run) {
        double[][] logP = Objects.requireNonNull(run.traces().get("logProb"));
        double[][] logQ = Objects.requireNonNull(run.traces().get("logQ"));
        double[] ratios = new double[diagnosisChains * diagnosisDraws];
        Arrays.setAll(ratios, k -> {
            int chain = k / diagnosisDraws;
            int draw = k % diagnosisDraws;
            return logP[chain][draw] - logQ[chain][draw];
        });
        return ratios;
    }

    /** The density and the settings, by name. A fit resumes from a checkpoint only if all of them are equal. */
    private Map<String, String> identity(double[] first, double[] widths) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the density", posterior.getClass().getName() + " of " + first.length + " coordinates");
        // without batches the generator is not used
        double here = new DensitySlopes(posterior, 0, RandomSource.XO_SHI_RO_256_PP.create(seed)).logProb(first);
        entries.put("the log-density at the first means", String.format(Locale.ROOT, "%.9g", here));
        entries.put("the first means (hash)", String.valueOf(Arrays.hashCode(first)));
        entries.put("the first deviations (hash)", String.valueOf(Arrays.hashCode(widths)));
        new TreeMap<>(posterior.identity()).forEach((name, value) -> entries.put("the density's " + name, value));
        entries.put("objective", objective.name());
        entries.put("updates", String.valueOf(updates));
        entries.put("draws", String.valueOf(draws));
        entries.put("batch", String.valueOf(batch));
        entries.put("chains", String.valueOf(chains));
        entries.put("proposalsEvery", String.valueOf(proposalsEvery));
        entries.put("learningRate", String.valueOf(learningRate));
        entries.put("seed", String.valueOf(seed));
        return entries;
    }
}
