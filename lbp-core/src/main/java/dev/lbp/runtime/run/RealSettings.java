package dev.lbp.runtime.run;

import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.RealStatistic;
import dev.lbp.internal.Fingerprint;
import dev.lbp.io.ChainWriter;
import dev.lbp.io.DrawDirectory;
import dev.lbp.runtime.engine.ContinuousMethod;
import dev.lbp.runtime.engine.RealStart;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.runtime.record.RealRecorders;
import dev.lbp.runtime.record.TracedStatistic;
import java.io.IOException;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** The settings of a run whose states are real coordinates. */
@SuppressWarnings("serial") // as in RunSettings
public final class RealSettings extends RunSettings<double[]> {

    /** The name of the trace in place of the Hamming distance. */
    public static final String DISTANCE = "distance";

    /** A recorder's best point and changed coordinates. */
    private static final int RECORD_BYTES_PER_COORDINATE = 24;

    /** A cell's value, its sums, and its batches; with those of a second length in a run that may end early. */
    private static final int RECORD_BYTES_PER_CELL = 40;

    private static final int GROWTH_BYTES_PER_CELL = 40;

    /** The points whose log-probability identifies a model. */
    private static final int POINTS = 4;

    private final ContinuousMethod continuous;
    private final DensityModel density;

    /**
     * Reads the dimension of the model.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws IllegalArgumentException if the dimension is out of range
     */
    public RealSettings(ContinuousMethod method, DensityModel model) {
        super(method, model, ModelCalls.dimensionOf(model));
        this.continuous = method;
        this.density = model;
    }

    /** Traces a statistic of the caller. */
    public void track(String name, RealStatistic statistic) {
        tracked.put(name, new TracedStatistic.OfReals(statistic));
    }

    @Override
    RunChains<double[]> chains(WorkerPool pool) {
        RealStart start = new RealStart(density, span(), seed, initial).inBatchesOf(chainsPerBatch);
        KeptDraws<double[]> kept = keepDraws ? KeptDraws.ofReals(span().count(), dimension) : null;
        return new RunChains<>(
                continuous.ensemble(density, start, pool),
                new RealRecorders(dimension, thin, tracked, () -> newBatches(RealRecorders.CELLS * dimension), kept),
                kept,
                (scale, acceptanceRate) -> continuous.caveat(acceptanceRate),
                new boolean[dimension]);
    }

    @Override
    boolean batched() {
        return true;
    }

    @Override
    String distanceName() {
        return DISTANCE;
    }

    @Override
    int values() {
        return 0;
    }

    @Override
    int cellsPerSite() {
        return 1;
    }

    @Override
    void describeSpace(Map<String, @Nullable Object> manifest) {
        manifest.put("space", "reals");
    }

    @Override
    String space() {
        return " coordinates";
    }

    @Override
    void addParticulars(Map<String, String> particulars) {
        // the name of the dimension says that states are real
    }

    @Override
    String dimensionName() {
        return "Real coordinates N";
    }

    @Override
    String randomStart() {
        return "of the model's start()";
    }

    @Override
    boolean write(ChainWriter writer, double[] state) {
        return writer.add(state);
    }

    @Override
    ChainWriter writer(DrawDirectory directory, Iterable<String> traces, int draws) throws IOException {
        return directory.chainOfReals(dimension, traces, draws);
    }

    @Override
    void writeStates(DrawDirectory directory, int draws, KeptDraws<double[]> states) throws IOException {
        directory.writePoints(chains, draws, dimension, states::state);
    }

    @Override
    double stateBytes() {
        return (double) continuous.bytesPerSite() * dimension;
    }

    @Override
    double recordBytes() {
        int bytesPerCell = RECORD_BYTES_PER_CELL + (mayEndEarly() ? GROWTH_BYTES_PER_CELL : 0);
        return dimension * (RECORD_BYTES_PER_COORDINATE + RealRecorders.CELLS * (double) bytesPerCell);
    }

    @Override
    long bitsPerDraw() {
        return (long) Double.SIZE * dimension;
    }

    @Override
    String sizes() {
        return "model.dimension()=" + dimension;
    }

    @Override
    double[][] seededStates(int count) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(RunIdentity.SEED);
        double[][] points = new double[count][];
        for (int k = 0; k < count; k++) {
            points[k] = ZigguratSampler.NormalizedGaussian.of(rng)
                    .samples(dimension)
                    .toArray();
        }
        return points;
    }

    @Override
    String checksum(double[][] states) {
        return Fingerprint.of(states.length * dimension, k -> states[k / dimension][k % dimension]);
    }

    @Override
    void identifySettings(Map<String, String> entries) {
        // no more than every run has
    }

    /** Adds log-probabilities of {@link #POINTS} seeded points, and the gradient there. */
    @Override
    void identifyModel(Map<String, String> entries) {
        double[][] points = seededStates(POINTS);
        try {
            BatchModel batch = new BatchModel(density, dimension, RowBlocks.whole(POINTS));
            for (int k = 0; k < POINTS; k++) {
                batch.writeRow(k, points[k]);
            }
            if (continuous.usesLogRatios()) {
                batch.evaluate();
            } else {
                batch.score();
            }
            for (int k = 0; k < POINTS; k++) {
                entries.put("the model's log-probability of seeded point " + k, String.valueOf(batch.logProb[k]));
                if (continuous.usesLogRatios()) {
                    double[] gradient = new double[dimension];
                    batch.logRatios(k, gradient);
                    entries.put(
                            "the model's gradient at seeded point " + k + " (checksum)",
                            Fingerprint.of(dimension, i -> gradient[i]));
                }
            }
        } catch (Throwable e) { // checked exceptions too, as of a model
            throw ModelCalls.failure(density, "the seeded points of a checkpoint", e);
        }
    }
}
