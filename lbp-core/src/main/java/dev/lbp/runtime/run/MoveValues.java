package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.ReferencePlan;
import dev.lbp.runtime.engine.tempered.TemperedMoves;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.FrozenCategories;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.UniformMoves;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** A model with its own moves. */
record MoveValues(MoveModel model, ValueSpace space) implements ValueTarget {

    /** The largest number of labels whose log-ratios identify a model. */
    private static final int LABELS = 1_000;

    @Override
    public boolean batched() {
        return false;
    }

    @Override
    public void checkSizes() {
        checkStays("values()", space.values(), () -> ModelCalls.valuesOf(model));
        checkStays("moves()", space.moves(), () -> ModelCalls.movesOf(model));
    }

    @Override
    public void checkFreezes() {
        Check.that(
                model instanceof CategoricalModel,
                "be a CategoricalModel to freeze sites, whose moves change one site",
                "model",
                ModelCalls.nameOf(model));
    }

    @Override
    public ValueStart start(RunSettings<int[]> run) {
        return new ValueStart(model, run.startPlan());
    }

    @Override
    public Ensemble<int[]> ensemble(RunSettings<int[]> run, ValueStart start, WorkerPool pool) {
        return run.method.ensemble(withFrozen(run), start, pool);
    }

    private MoveModel withFrozen(RunSettings<int[]> run) {
        return run.frozen == null ? model : new FrozenCategories((CategoricalModel) model, run.frozen);
    }

    @Override
    public void checkTempering(TemperingPlan plan) {
        boolean categories = model instanceof CategoricalModel;
        if (!categories) {
            UniformMoves.of(model); // refuses a model without uniform draws
            Check.that(
                    plan.reference() == null,
                    "be left out, because slot 0 has uniform states of " + ModelCalls.nameOf(model),
                    "reference",
                    "given");
        } else {
            checkReference(plan, ReferencePlan.Kind.VALUES, space.values());
        }
    }

    @Override
    public boolean dividesStates(RunSettings<int[]> run, TemperingPlan plan) {
        return model instanceof CategoricalModel && tempered(run, plan).graph().isPresent();
    }

    @Override
    public TemperedMoves tempered(RunSettings<int[]> run, TemperingPlan plan) {
        return TemperedMoves.of(run.method, withFrozen(run), space, run.tempered(plan));
    }

    @Override
    public double stateBytes(RunSettings<int[]> run) {
        return withReplicas(
                run,
                STATE_BYTES_PER_SITE * (double) space.sites() + run.method.bytesPerMove() * (double) space.moves());
    }

    @Override
    public int[] random(UniformRandomProvider rng) {
        return ModelCalls.randomState(model, rng);
    }

    @Override
    public double[] logProb(List<int[]> states) {
        MoveModel.Tracker tracker = model.newTracker();
        return states.stream()
                .mapToDouble(state -> {
                    ModelCalls.reset(tracker, state);
                    return tracker.logProb();
                })
                .toArray();
    }

    /**
     * Adds log-ratios of up to {@link #LABELS} labels, which differ between models whose labels mean different moves.
     */
    @Override
    public void identifyStart(RunSettings<int[]> run, Map<String, String> entries, int[] start) {
        MoveModel.Tracker tracker = model.newTracker();
        ModelCalls.reset(tracker, start);
        int moves = space.moves();
        int count = Math.min(LABELS, moves);
        int[] labels = IntStream.range(0, count)
                .map(k -> (int) ((long) k * moves / count))
                .toArray();
        double[] ratios = new double[count];
        tracker.logRatios(labels, count, ratios);
        entries.put("the model's log-ratios (checksum)", Fingerprint.of(count, k -> ratios[k]));
    }
}
