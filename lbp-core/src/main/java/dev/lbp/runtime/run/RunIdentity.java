package dev.lbp.runtime.run;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.bytes.FreezeContent;
import dev.lbp.internal.bytes.RunFacts;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.result.CheckpointException;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.model.ModelCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * What identifies a run: entries by name, which its checkpoints hold. A run can be resumed from a checkpoint only if
 * its own entries equal those of the checkpoint. It then makes the draws that the saved run would have made. The
 * entries are:
 *
 * <ul>
 *   <li>The version of lbp, the kernel, and the settings.
 *   <li>The model's class, N and {@code identity()}, and the values that {@link RunTarget#identifyModel} adds.
 *   <li>Some values of the weight function and of the statistics.
 *   <li>The class and the serialised form of the scale controller.
 * </ul>
 *
 * <p>Values are compared to the last bit. The number of draws may grow; the number of threads, the budget and the
 * listener may differ.
 */
record RunIdentity(Map<String, String> entries) {

    /**
     * The states where statistics are compared. Two that each read one site agree at all of them with probability
     * 2^-16.
     */
    private static final int STATISTIC_STATES = 16;

    /** The number of states whose log-probability identifies a model. */
    private static final int MODEL_STATES = 4;

    /** The seed of the states at which models and statistics are compared: an arbitrary constant. */
    private static final long SEED = 0x6c62702d72756eL;

    /**
     * Computes the entries of a run; this calls the model.
     *
     * @param chains the chains, at their starting states
     * @throws dev.lbp.target.ModelException if the model fails
     */
    static <S> RunIdentity of(RunSettings<S> settings, List<? extends ChainState<S>> chains) {
        RunIdentity identity = ofRun(settings);
        identity.entries.put("sink", settings.sink == null ? "none" : "a directory");
        identity.entries.putAll(ofStart(settings, chains).entries);
        return identity;
    }

    /**
     * Computes the entries that depend on the starting states of some chains; this calls the model.
     *
     * @param chains the chains, at their starting states
     */
    static <S> RunIdentity ofStart(RunSettings<S> settings, List<? extends ChainState<S>> chains) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put(
                "the model's log-probability of the starting states (checksum)",
                Fingerprint.of(chains.size(), c -> chains.get(c).logProb));
        try {
            settings.target().identifyStart(settings, entries, chains.get(0).state);
        } catch (Throwable e) {
            throw ModelCalls.failure(settings.model(), "the starting state of a checkpoint", e);
        }
        return new RunIdentity(entries);
    }

    /** Computes the entries that are the same for all chains of a run; this calls the model. */
    static <S> RunIdentity ofRun(RunSettings<S> settings) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the version of lbp", String.valueOf(RunSettings.version()));
        entries.put("the kernel", FlipWeightKernels.chosen().arithmetic());
        entries.put("the model's class", Fingerprint.className(settings.model()));
        entries.put(
                "the model's number of sites", String.valueOf(settings.space().sites()));
        ModelCalls.identityOf(settings.model())
                .forEach((name, value) -> entries.put("the model's " + name, String.valueOf(value)));
        entries.put("the sampler", settings.method.describe());
        settings.method.identify(entries);
        new RunDescription(settings)
                .told().stream()
                        .filter(setting -> !setting.name().isEmpty()) // a setting without a name changes no draw
                        .forEach(setting -> entries.put(
                                setting.name(), String.valueOf(setting.value().get())));
        settings.tracked.forEach((name, statistic) -> {
            List<S> states = seededStates(settings, STATISTIC_STATES);
            entries.put(
                    "the statistic " + name + " (checksum of values)",
                    Fingerprint.of(states.size(), k -> statistic.of(states.get(k), /* logProb= */ 0.0)));
        });
        settings.target().identifySettings(settings, entries);
        if (settings.tempering != null) {
            settings.tempering.identify(entries);
        }
        entries.put("keepDraws", String.valueOf(settings.keepDraws));
        entries.put("the stopping rule", settings.rule.toString());
        identifyModel(settings, entries);
        settings.tracked.forEach((name, statistic) -> {
            // an energy has a beta, which the checksum of its values does not show: they do not depend on it there
            if (statistic.targetBeta() > 0.0) {
                entries.put("the beta of " + name, String.valueOf(statistic.targetBeta()));
            }
        });
        return new RunIdentity(entries);
    }

    /** Adds what the model computes at the seeded states. */
    private static <S> void identifyModel(RunSettings<S> settings, Map<String, String> entries) {
        List<S> states = seededStates(settings, MODEL_STATES);
        try {
            settings.target().identifyModel(settings, entries, states);
        } catch (Throwable e) {
            String where = "the seeded " + settings.words().states() + " of a checkpoint";
            throw ModelCalls.failure(settings.model(), where, e);
        }
    }

    /** Random states of a fixed seed, at which checkpoints compare models and statistics. */
    private static <S> List<S> seededStates(RunSettings<S> settings, int count) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(SEED);
        List<S> states = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            states.add(settings.target().random(rng));
        }
        return states;
    }

    /** Computes the entries that are the same for all parts of a run; this calls the model. */
    static RunIdentity ofPart(RunSettings<?> settings) {
        RunIdentity run = ofRun(settings);
        run.entries.put("draws", String.valueOf(settings.draws));
        return run;
    }

    /** The entries of a checkpoint of one stage of some chains of a run. */
    static RunIdentity ofStage(RunFacts run, RunIdentity start, RunSettings<?> settings, PartStage stage) {
        Map<String, String> entries = new LinkedHashMap<>(run.identity());
        entries.putAll(start.entries);
        FreezeContent freeze = stage.freeze();
        entries.put("the part", settings.span().describe());
        entries.put("the stage", stage.draws() ? "draws" : "barrier " + stage.barriersReached());
        entries.put("sink", settings.sink == null || !stage.draws() ? "none" : "a directory");
        entries.put("what the chains have pooled (checksum)", freeze == null ? "none" : freeze.fingerprint());
        return new RunIdentity(entries);
    }

    /**
     * Writes the entries, or reads and compares them.
     *
     * @throws CheckpointException if an entry differs
     */
    void transcribe(Transcript transcript) {
        int size = transcript.of(entries.size());
        String[] names = entries.keySet().toArray(new String[0]);
        Map<String, String> unmatched = new LinkedHashMap<>(entries);
        for (int k = 0; k < size; k++) {
            // a writer has names for all k; a reader gets the saved name, whatever it gives here
            String name = transcript.of(k < names.length ? names[k] : "");
            String own = entries.getOrDefault(name, "none");
            check(name, own, transcript.of(own));
            unmatched.remove(name);
        }
        unmatched.forEach((name, own) -> check(name, own, "none"));
    }

    private static void check(String name, String own, String other) {
        if (!own.equals(other)) {
            throw new CheckpointException(
                    RunFacts.inWords(name) + " must be " + other + ", as in the checkpoint, and is " + own);
        }
    }
}
