package dev.lbp;

import dev.lbp.internal.Transcript;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * What must be the same for a run to go on from another's checkpoint with the draws that the other would have made: its
 * settings, and of the model its class, N, and the log-probability of {@link #STATES} seeded states, to the last bit. How many
 * threads work, how long they may, and who listens, may differ.
 */
final class RunIdentity {

    private static final int STATES = 4;

    /** Any number; always the same. */
    private static final long SEED = 0x6c62702d72756eL;

    private final Map<String, String> entries;

    private RunIdentity(Map<String, String> entries) {
        this.entries = entries;
    }

    /**
     * Asks the model for the log-probabilities.
     *
     * @throws ModelException if it fails
     */
    static RunIdentity of(RunSettings settings) {
        EnergyModel model = settings.model();
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the version of lbp", String.valueOf(RunSettings.version()));
        entries.put("the kernel", RunSettings.kernel());
        entries.put("the model's class", className(model));
        entries.put("the model's number of sites", String.valueOf(model.dimension()));
        entries.put("the sampler", settings.sampler().describe());
        entries.put("chains", String.valueOf(settings.chains()));
        entries.put("warmup", String.valueOf(settings.warmup()));
        entries.put("draws", String.valueOf(settings.draws()));
        entries.put("thin", String.valueOf(settings.thin()));
        entries.put("seed", String.valueOf(settings.seed()));
        entries.put("initial (checksum)", checksum(settings.initial()));
        entries.put("frozen (checksum)", checksum(settings.frozen()));
        entries.put("track", settings.tracked().keySet().toString());
        entries.put("conditionals", String.valueOf(settings.conditionals()));
        entries.put("keepDraws", String.valueOf(settings.keepDraws()));
        entries.put("sink", settings.sink() == null ? "none" : "a directory");
        entries.put("the stopping rule", settings.rule().toString());
        try {
            double[] logProb = logProb(model);
            for (int k = 0; k < STATES; k++) {
                entries.put("the model's log-probability of seeded state " + k, String.valueOf(logProb[k]));
            }
        } catch (RuntimeException e) {
            throw Ensemble.failure(model, "the seeded states of a checkpoint", e);
        }
        return new RunIdentity(entries);
    }

    /** That of a lambda's class has a part that changes with every start of Java. */
    private static String className(Object object) {
        return object.getClass().getName().replaceFirst("/.*", "");
    }

    private static String checksum(byte @Nullable [][] states) {
        if (states == null) {
            return "none";
        }
        CRC32C sum = new CRC32C();
        for (byte[] state : states) {
            sum.update(state);
        }
        return Long.toHexString(sum.getValue());
    }

    private static String checksum(boolean @Nullable [] mask) {
        if (mask == null) {
            return "none";
        }
        CRC32C sum = new CRC32C();
        for (boolean held : mask) {
            sum.update(held ? 1 : 0);
        }
        return Long.toHexString(sum.getValue());
    }

    private static double[] logProb(EnergyModel model) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(SEED);
        byte[][] states = new byte[STATES][];
        for (int k = 0; k < STATES; k++) {
            states[k] = Start.randomState(model.dimension(), rng);
        }
        double[] logProb = new double[STATES];
        if (model instanceof LocalEnergyModel local) {
            LocalEnergyModel.Tracker tracker = local.newTracker();
            for (int k = 0; k < STATES; k++) {
                tracker.reset(states[k]);
                logProb[k] = tracker.logProb();
            }
            return logProb;
        }
        BatchModel batch = new BatchModel(model, STATES);
        for (int k = 0; k < STATES; k++) {
            batch.show(k, states[k]);
        }
        batch.score();
        return batch.logProb;
    }

    /**
     * Writes the entries; or reads them, and compares.
     *
     * @throws CheckpointException if one is not the same
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
