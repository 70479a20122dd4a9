package dev.lbp.runtime.run;

import dev.lbp.internal.bytes.RunFacts;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.Overlaps;
import dev.lbp.runtime.engine.tempered.ReferencePlan;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.space.Space;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.ModelException;
import dev.lbp.target.Target;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A user's model as a run needs it: its space, its chains, their memory, and values that identify it. Immutable.
 *
 * @param <S> the array of a state
 */
interface RunTarget<S> extends Serializable {

    /** The user's model. */
    Target model();

    /** The space of the states, of the sizes that the model returned when the run was configured. */
    Space<S> space();

    /** A copy whose states have a fixed number of ones; for bits alone. */
    default RunTarget<S> withOnes(int count) {
        throw new UnsupportedOperationException("ones=" + count);
    }

    /** Whether the model is evaluated for several chains at once. */
    boolean batched();

    /** Makes the chains of a run at their start, on the engine that fits the model. */
    RunChains<S> chains(RunSettings<S> run, WorkerPool pool);

    /** Checks that the sizes of the model besides its dimension are the same as when the run was configured. */
    default void checkSizes() {
        // most models have no sizes but the number of sites
    }

    /** Checks that a size of the model is still {@code before}. */
    default void checkStays(String method, int before, Supplier<Integer> size) {
        int now = ModelCalls.call(model(), method, size);
        if (now != before) {
            throw new ModelException(
                    ModelCalls.nameOf(model()) + ": must stay " + before + ": " + method + "=" + now, null);
        }
    }

    /** Checks the settings that only this space has. */
    default void check(RunSettings<S> run) {
        // most spaces have no such settings
    }

    /**
     * Checks that sites of the model may be frozen.
     *
     * @throws IllegalArgumentException if they may not
     */
    default void checkFreezes() {
        // most models let every site be frozen
    }

    /**
     * Checks that the model can be tempered from a reference.
     *
     * @throws IllegalArgumentException if it cannot
     */
    void checkTempering(TemperingPlan plan);

    /**
     * Checks that the reference of a plan, if it has one, fits the sites of this space with {@code values} values
     * each.
     */
    default void checkReference(TemperingPlan plan, ReferencePlan.Kind kind, int values) {
        if (plan.reference() != null) {
            plan.reference().check(kind, space().sites(), values);
        }
    }

    /**
     * The bytes of one chain of a run with all its replicas.
     *
     * @param bytes the bytes of one replica
     */
    default double withReplicas(RunSettings<S> run, double bytes) {
        TemperingPlan plan = run.tempering;
        if (plan == null) {
            return bytes;
        }
        double scans = (double) run.draws * run.thin / plan.every();
        double records = SlotRecords.bytes(scans, run.tracked.size());
        records += plan.overlaps() ? SlotRecords.bytes(scans, Overlaps.COUNT) : 0.0;
        // with twins, two states of each slot
        double copies = plan.beginsWithTwins() && dividesStates(run, plan) ? 2.0 : 1.0;
        return (copies * (RunMemory.BYTES_PER_CHAIN + bytes) + records) * run.mostReplicas();
    }

    /** Whether replicas exchange parts of states. */
    default boolean dividesStates(RunSettings<S> run, TemperingPlan plan) {
        return false;
    }

    /** The bytes of one chain's state and of the method's arrays for it. */
    double stateBytes(RunSettings<S> run);

    /** The bytes that one chain's recorder needs for its sites. */
    double recordBytes(RunSettings<S> run);

    /** What the caller can do if the chains do not fit into memory. */
    default String remedy(RunSettings<S> run) {
        return run.tempering == null ? "run fewer chains" : "run fewer chains, or fewer replicas";
    }

    /** What the caller of a single chain can do if it does not fit into memory. */
    default String chainRemedy() {
        return "enlarge the heap: java -Xmx";
    }

    /** A sentence that compares the method with another one by the counts of its chains; empty if there is none. */
    default String comparison(RunSettings<S> run, Ensemble<S> ensemble) {
        return "";
    }

    /** The default starting states of chains in words, for reports. */
    String randomStart();

    /** Draws the start of a chain without an initial state. */
    default S start(UniformRandomProvider rng) {
        return random(rng);
    }

    /** Whether a state is possible. */
    boolean isPossible(S state);

    /** Draws a test state, at which a resumed run compares its model with the saved run's. */
    default S random(UniformRandomProvider rng) {
        return space().random(rng);
    }

    /** Adds by name the settings of this space that change the draws or the result. */
    default void identifySettings(RunSettings<S> run, Map<String, String> entries) {
        // most runs have only the settings that every run has
    }

    /** Adds the log-probabilities of seeded states. */
    static void identify(Map<String, String> entries, double[] logProb) {
        for (int k = 0; k < logProb.length; k++) {
            entries.put(RunFacts.TEST_STATE + k, String.valueOf(logProb[k]));
        }
    }

    /**
     * Adds by name some values of the model.
     *
     * @param seeded some random states
     */
    void identifyModel(RunSettings<S> run, Map<String, String> entries, List<S> seeded);

    /**
     * Adds by name some values of the model at the starting state of a chain, besides its log-probability.
     *
     * @param start the state
     */
    default void identifyStart(RunSettings<S> run, Map<String, String> entries, S start) {
        // none by default: the log-probability alone tells most models apart
    }
}
