package dev.lbp.runtime.run;

import dev.lbp.internal.Fingerprint;
import dev.lbp.internal.States;
import dev.lbp.internal.Transcript;
import dev.lbp.result.CheckpointException;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The entries that must be equal in a run and in a checkpoint. The resumed run then makes the draws that the saved run would
 * have made.
 *
 * <ul>
 *   <li>The version of lbp, the kernel, and the settings.
 *   <li>The model's class, N, type, and log-probabilities of {@link #STATES} seeded states and of the starting states; if the
 *       sampler weighs flips, also log-ratios of up to {@link #SITES} sites at the first starting state.
 *   <li>Some values of the weight function and of the statistics.
 *   <li>The class and the serialised form of the scale controller.
 * </ul>
 *
 * <p>Values are compared to the last bit. The number of draws may grow; the number of threads, the budget and the listener may
 * differ.
 */
final class RunIdentity {

    private static final int STATES = 4;

    private static final int SITES = 1_000;

    /** The statistics {@code x[0]} and {@code x[1]} are equal at all of these states with probability 2^-16. */
    private static final int STATISTIC_STATES = 16;

    /** An arbitrary constant. */
    private static final long SEED = 0x6c62702d72756eL;

    private final Map<String, String> entries;

    private RunIdentity(Map<String, String> entries) {
        this.entries = entries;
    }

    /**
     * Computes the entries of a run; this calls the model.
     *
     * @param chains the chains, at their starting states
     * @throws dev.lbp.target.ModelException if the model fails
     */
    static RunIdentity of(RunSettings settings, List<? extends ChainState<byte[]>> chains) {
        EnergyModel model = settings.model;
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the version of lbp", String.valueOf(RunSettings.version()));
        entries.put("the kernel", RunSettings.kernel());
        entries.put("the model's class", Fingerprint.className(model));
        entries.put("the model's number of sites", String.valueOf(model.dimension()));
        entries.put("the sampler", settings.method.describe());
        settings.method.identify(entries);
        entries.put("chains", String.valueOf(settings.chains));
        entries.put("warmup", String.valueOf(settings.warmup));
        entries.put("thin", String.valueOf(settings.thin));
        entries.put("seed", String.valueOf(settings.seed));
        byte[][] initial = settings.initial;
        entries.put("initial (checksum)", initial == null ? "none" : Fingerprint.of(initial));
        boolean[] frozen = settings.frozen;
        entries.put(
                "frozen (checksum)", frozen == null ? "none" : Fingerprint.of(frozen.length, i -> frozen[i] ? 1 : 0));
        if (settings.ones > 0) {
            entries.put("ones", String.valueOf(settings.ones));
        }
        entries.put("track", settings.tracked.keySet().toString());
        byte[][] states = seededStates(STATISTIC_STATES, settings);
        settings.tracked.forEach((name, statistic) -> entries.put(
                "the statistic " + name + " (checksum of values)",
                Fingerprint.of(states.length, k -> statistic.of(states[k].clone()))));
        entries.put("conditionals", String.valueOf(settings.conditionals));
        entries.put("keepDraws", String.valueOf(settings.keepDraws));
        entries.put("sink", settings.sink == null ? "none" : "a directory");
        entries.put("the stopping rule", settings.rule.toString());
        try {
            double[] logProb = logProb(settings);
            for (int k = 0; k < STATES; k++) {
                entries.put("the model's log-probability of seeded state " + k, String.valueOf(logProb[k]));
            }
            entries.put(
                    "the model's log-probability of the starting states (checksum)",
                    Fingerprint.of(chains.size(), c -> chains.get(c).logProb));
            entries.put(
                    "the model's type",
                    model.dataType() + (model.exactFlips() ? ", exact flips" : ", first-order flips"));
            if (settings.method.usesLogRatios()) {
                entries.put("the model's log-ratios (checksum)", logRatios(model, chains.get(0).state));
            }
        } catch (Throwable e) {
            throw ModelCalls.failure(model, "the seeded states of a checkpoint", e);
        }
        return new RunIdentity(entries);
    }

    private static byte[][] seededStates(int count, RunSettings settings) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(SEED);
        byte[][] states = new byte[count][];
        for (int k = 0; k < count; k++) {
            states[k] = States.random(settings.dimension, settings.ones, rng);
        }
        return states;
    }

    private static double[] logProb(RunSettings settings) {
        EnergyModel model = settings.model;
        byte[][] states = seededStates(STATES, settings);
        double[] logProb = new double[STATES];
        if (model instanceof LocalEnergyModel local) {
            LocalEnergyModel.Tracker tracker = local.newTracker();
            for (int k = 0; k < STATES; k++) {
                tracker.reset(states[k]);
                logProb[k] = tracker.logProb();
            }
            return logProb;
        }
        BatchModel batch = new BatchModel(model, model.dimension(), STATES);
        for (int k = 0; k < STATES; k++) {
            batch.writeRow(k, states[k]);
        }
        batch.score();
        return batch.logProb;
    }

    /** A checksum of the log-ratios of {@link #SITES} sites at a state, or of all sites if there are fewer. */
    private static String logRatios(EnergyModel model, byte[] state) {
        int n = state.length;
        int count = Math.min(SITES, n);
        int[] sites =
                IntStream.range(0, count).map(k -> (int) ((long) k * n / count)).toArray();
        double[] ratios = new double[n];
        if (model instanceof LocalEnergyModel local) {
            LocalEnergyModel.Tracker tracker = local.newTracker();
            tracker.reset(state);
            tracker.logRatios(sites, count, ratios);
            return Fingerprint.of(count, k -> ratios[k]);
        }
        BatchModel batch = new BatchModel(model, n, 1);
        batch.writeRow(0, state);
        batch.evaluate();
        batch.logRatios(0, ratios);
        return Fingerprint.of(count, k -> ratios[sites[k]]);
    }

    /**
     * Writes the entries, or reads and compares them.
     *
     * @throws CheckpointException if an entry differs
     */
    void transcribe(Transcript transcript) {
        int size = transcript.of(entries.size());
        String[] names = entries.keySet().toArray(new String[0]);
        for (int k = 0; k < size; k++) {
            String name = transcript.of(k < names.length ? names[k] : "");
            String mine = entries.getOrDefault(name, "none");
            String other = transcript.of(mine);
            if (!mine.equals(other)) {
                throw new CheckpointException(name + " must be " + other + ", as in the checkpoint, and is " + mine);
            }
        }
    }
}
