package dev.lbp.runtime.run;

import dev.lbp.internal.Memory;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.MoveCounts;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.TemperedStart;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.record.RecorderFactory;
import dev.lbp.runtime.space.ValueSpace;
import java.util.List;
import java.util.Map;

/** A model of whole numbers: one that is scored move by move, or a batched one. */
interface ValueTarget extends RunTarget<int[]> {

    /** The bytes of a site: the state, the sites of the last step, and their proposed values. */
    int STATE_BYTES_PER_SITE = 25;

    /** The bytes of a site in a recorder: the best state, the last state and the changed sites. */
    int RECORD_BYTES_PER_SITE = 16;

    /** The bytes of a value of a site: the count of its draws, the draw of its last change, and batches. */
    int RECORD_BYTES_PER_CELL = 24;

    /** The bytes of the batches of a second length, in a run that may end early. */
    int GROWTH_BYTES_PER_CELL = 32;

    @Override
    ValueSpace space();

    /** Makes the start of some chains of a run. */
    ValueStart start(RunSettings<int[]> run);

    /** Makes the start of some chains of a tempered run. */
    TemperedStart<int[]> tempered(RunSettings<int[]> run, TemperingPlan plan);

    /** Makes the chains of a run that is not tempered. */
    Ensemble<int[]> ensemble(RunSettings<int[]> run, ValueStart start, WorkerPool pool);

    /** The log-probabilities of some states. */
    double[] logProb(List<int[]> states);

    @Override
    default String randomStart() {
        return "drawn by the model";
    }

    @Override
    default boolean isPossible(int[] state) {
        return logProb(List.of(state))[0] != Double.NEGATIVE_INFINITY;
    }

    @Override
    default RunChains<int[]> chains(RunSettings<int[]> run, WorkerPool pool) {
        TemperedStart<int[]> tempered = run.tempering == null ? null : tempered(run, run.tempering);
        // of a tempered run the start of the target's slot, whose streams have the number 0
        ValueStart start = tempered == null ? start(run) : (ValueStart) tempered.slot(0);
        Ensemble<int[]> ensemble = tempered == null ? ensemble(run, start, pool) : tempered.ensemble(pool);
        return new RunChains<>(
                ensemble,
                RecorderFactory.ofValues(space(), run.marginals ? run::newBatches : null),
                (scale, acceptanceRate) -> ensemble.method(run.method).caveat(scale, start, acceptanceRate),
                // of a model's own moves nobody knows whether they keep a parity
                scale -> batched() ? ensemble.method(run.method).reducible(scale, start) : "");
    }

    @Override
    default String comparison(RunSettings<int[]> run, Ensemble<int[]> ensemble) {
        return new MoveComparison(MoveCounts.of(ensemble), run.method.usesLogRatios()).text();
    }

    /** Checks that the counts for marginals, one for each site and value, fit into an array. */
    @Override
    default void check(RunSettings<int[]> run) {
        if (run.marginals) {
            Memory.checkLength((double) space().sites() * space().values(), "model.dimension() * model.values()");
        }
    }

    /** {@inheritDoc} Marginals need a cell for each value of each site. */
    @Override
    default double recordBytes(RunSettings<int[]> run) {
        int bytesPerCell = run.marginals ? RECORD_BYTES_PER_CELL + (run.mayEndEarly() ? GROWTH_BYTES_PER_CELL : 0) : 0;
        return space().sites() * (RECORD_BYTES_PER_SITE + bytesPerCell * (double) space().values());
    }

    /** {@inheritDoc} The counts for marginals may be most of what they need. */
    @Override
    default String remedy(RunSettings<int[]> run) {
        String remedy = RunTarget.super.remedy(run);
        return run.marginals ? remedy + ", or do without marginals: marginals(false)" : remedy;
    }

    @Override
    default String chainRemedy() {
        return "run fewer chains, or list fewer moves";
    }

    @Override
    default void identifySettings(RunSettings<int[]> run, Map<String, String> entries) {
        entries.put("marginals", String.valueOf(run.marginals));
    }

    /** Adds the numbers of values and of moves, and the log-probabilities of the seeded states. */
    @Override
    default void identifyModel(RunSettings<int[]> run, Map<String, String> entries, List<int[]> seeded) {
        entries.put("the model's number of values", String.valueOf(space().values()));
        entries.put("the model's number of moves", String.valueOf(space().moves()));
        RunTarget.identify(entries, logProb(seeded));
    }
}
