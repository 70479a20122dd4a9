package dev.lbp.runtime.run;

import dev.lbp.internal.Fingerprint;
import dev.lbp.internal.Memory;
import dev.lbp.internal.RunFacts;
import dev.lbp.io.ChainWriter;
import dev.lbp.io.DrawDirectory;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.Ensemble;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.MoveCounts;
import dev.lbp.runtime.engine.MoveStart;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.record.GrowingBatches;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.runtime.record.ValueRecorders;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.ValueStatistic;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** The settings of a run whose states are whole numbers. */
@SuppressWarnings("serial") // as in RunSettings
public final class ValueSettings extends RunSettings<int[]> {

    /** The state, the sites of the last step, and their proposed values. */
    private static final int STATE_BYTES_PER_SITE = 25;

    /** A recorder's best state, last state and changed sites. */
    private static final int RECORD_BYTES_PER_SITE = 16;

    /** The draws of a site and value, the draw of their last change, and batches. */
    private static final int RECORD_BYTES_PER_CELL = 24;

    /** The batches of a second length, in a run that may end early. */
    private static final int GROWTH_BYTES_PER_CELL = 32;

    /** The states whose log-probability identifies a model. */
    private static final int STATES = 4;

    private final ValueTarget target;
    private final int values;
    private final int moves;

    /** Whether to count the draws with each value of each site. */
    public boolean marginals = true;

    /**
     * Reads the sizes of the model.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws IllegalArgumentException if a size is out of range
     */
    public ValueSettings(Method method, MoveModel model) {
        this(method, ModelCalls.dimensionOf(model), new MoveTarget(model));
    }

    /**
     * Reads the sizes of a batched model.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws IllegalArgumentException if a size is out of range
     */
    public ValueSettings(Method method, CategoricalEnergyModel model) {
        this(method, ModelCalls.dimensionOf(model), new OneHotTarget(model));
    }

    private ValueSettings(Method method, int dimension, ValueTarget target) {
        super(method, target.model(), dimension);
        this.target = target;
        this.values = target.values();
        this.moves = target.moves();
    }

    @Override
    public int values() {
        return values;
    }

    /** Traces a statistic of the caller. */
    public void track(String name, ValueStatistic statistic) {
        tracked.put(name, new TracedStatistic.OfValues(statistic));
    }

    /**
     * Checks that sites of the model may be frozen.
     *
     * @throws IllegalArgumentException if the model is not categorical
     */
    public void checkFreezes() {
        target.checkFreezes();
    }

    @Override
    RunChains<int[]> chains(WorkerPool pool) {
        MoveStart start = target.start(span(), seed, initial, frozen).inBatchesOf(chainsPerBatch);
        KeptDraws<int[]> kept = keepDraws ? KeptDraws.ofValues(span().count(), dimension, values) : null;
        Supplier<GrowingBatches> batches = () -> newBatches(dimension * values);
        return new RunChains<>(
                target.ensemble(method, start, frozen, pool),
                new ValueRecorders(dimension, values, thin, tracked, marginals ? batches : null, kept),
                kept,
                (scale, acceptanceRate) -> method.caveat(scale, start, acceptanceRate),
                frozen == null ? new boolean[dimension] : frozen);
    }

    @Override
    String comparison(Ensemble<int[]> ensemble) {
        return new MoveComparison(MoveCounts.of(ensemble), method.usesLogRatios()).text();
    }

    @Override
    boolean batched() {
        return target instanceof OneHotTarget;
    }

    @Override
    int cellsPerSite() {
        return values;
    }

    @Override
    void checkModel() {
        super.checkModel();
        checkStays("values()", values, target::values);
        checkStays("moves()", moves, target::moves);
    }

    @Override
    void checkMore() {
        if (marginals) {
            Memory.checkLength((double) dimension * values, "model.dimension() * model.values()");
        }
    }

    @Override
    void describeSpace(Map<String, @Nullable Object> manifest) {
        manifest.put("space", "values");
        manifest.put("values", values);
        manifest.put("moves", moves);
    }

    @Override
    String space() {
        return ", " + values + " values, " + moves + (moves == 1 ? " move" : " moves");
    }

    @Override
    void addParticulars(Map<String, String> particulars) {
        particulars.put("Values of a site", String.valueOf(values));
        particulars.put("Moves M", String.valueOf(moves));
    }

    @Override
    String randomStart() {
        return target.randomStart();
    }

    @Override
    boolean write(ChainWriter writer, int[] state) {
        return writer.add(state);
    }

    @Override
    ChainWriter writer(DrawDirectory directory, Iterable<String> traces, int draws) throws IOException {
        return directory.chain(dimension, values, traces, draws);
    }

    @Override
    void writeStates(DrawDirectory directory, int draws, KeptDraws<int[]> states) throws IOException {
        directory.writeStates(chains, draws, dimension, values, states::state);
    }

    @Override
    double stateBytes() {
        return STATE_BYTES_PER_SITE * (double) dimension + target.moveBytes(method, dimension, moves);
    }

    @Override
    double recordBytes() {
        int bytesPerCell = marginals ? RECORD_BYTES_PER_CELL + (mayEndEarly() ? GROWTH_BYTES_PER_CELL : 0) : 0;
        return dimension * (RECORD_BYTES_PER_SITE + bytesPerCell * (double) values);
    }

    @Override
    long bitsPerDraw() {
        return KeptDraws.bitsPerDraw(dimension, values);
    }

    @Override
    String sizes() {
        return "model.dimension()=" + dimension + ", model.values()=" + values + ", model.moves()=" + moves;
    }

    @Override
    String chainRemedy() {
        return "run fewer chains, or list fewer moves";
    }

    @Override
    String chainSizes() {
        return "model.dimension()=" + dimension + ", model.moves()=" + moves;
    }

    @Override
    String remedy() {
        return marginals ? "run fewer chains, or do without marginals: marginals(false)" : "run fewer chains";
    }

    @Override
    int[][] seededStates(int count) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(RunIdentity.SEED);
        int[][] states = new int[count][];
        for (int k = 0; k < count; k++) {
            states[k] = target.randomState(rng);
        }
        return states;
    }

    @Override
    String checksum(int[][] states) {
        return Fingerprint.of(states.length * dimension, k -> states[k / dimension][k % dimension]);
    }

    @Override
    void identifySettings(Map<String, String> entries) {
        entries.put("marginals", String.valueOf(marginals));
    }

    /** Adds C, M, and log-probabilities of {@link #STATES} seeded states. */
    @Override
    void identifyModel(Map<String, String> entries) {
        entries.put("the model's number of values", String.valueOf(values));
        entries.put("the model's number of moves", String.valueOf(moves));
        int[][] states = seededStates(STATES);
        try {
            double[] logProb = target.logProb(states);
            for (int k = 0; k < STATES; k++) {
                entries.put(RunFacts.TEST_STATE + k, String.valueOf(logProb[k]));
            }
        } catch (Throwable e) {
            throw ModelCalls.failure(model, "the seeded states of a checkpoint", e);
        }
    }

    /** Also adds log-ratios at the first starting state. */
    @Override
    void identifyStart(Map<String, String> entries, List<? extends ChainState<int[]>> chains) {
        super.identifyStart(entries, chains);
        try {
            target.identify(entries, chains.get(0).state, method.usesLogRatios());
        } catch (Throwable e) {
            throw ModelCalls.failure(model, "the starting state of a checkpoint", e);
        }
    }
}
