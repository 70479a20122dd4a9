package dev.lbp.nn.training;

import dev.lbp.ChainBatch;
import dev.lbp.internal.Transcript;
import dev.lbp.nn.NetworkModel;
import dev.lbp.result.CheckpointException;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The persistent chains of a training, in groups of the size of a batch. Each update moves one group, in turn. A group is a {@link
 * ChainBatch} of its own, so every chain keeps its scale with its state.
 */
final class ReplayBuffer {

    private final double[] means;
    private final double reinitialise;
    private final int steps;
    private final ChainBatch[] groups;
    private double acceptance = Double.NaN;

    /** Draws all states from the base of the model. */
    ReplayBuffer(PersistentTraining settings, NetworkModel model, UniformRandomProvider random) {
        this.means = model.base().orElseThrow();
        this.reinitialise = settings.reinitialise;
        this.steps = settings.steps;
        this.groups = new ChainBatch[settings.buffer / settings.batch];
        for (int g = 0; g < groups.length; g++) {
            byte[][] initial = new byte[settings.batch][];
            for (int c = 0; c < initial.length; c++) {
                initial[c] = draw(random);
            }
            groups[g] = settings.sampler.start(model, random.nextLong(), initial);
        }
    }

    private byte[] draw(UniformRandomProvider random) {
        byte[] state = new byte[means.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (random.nextDouble() < means[i] ? 1 : 0);
        }
        return state;
    }

    /** Moves the group of an update under the model's present parameters. Returns the group. */
    ChainBatch advance(int update, UniformRandomProvider random) {
        ChainBatch group = groups[update % groups.length];
        begin(group, random);
        double sum = 0.0;
        for (int step = 0; step < steps; step++) {
            group.step();
            for (int c = 0; c < group.chains(); c++) {
                sum += group.lastStep(c).acceptanceProbability();
            }
        }
        acceptance = sum / ((double) steps * group.chains());
        return group;
    }

    /** Gives the group the model's present parameters, and some of its chains new states. */
    private void begin(ChainBatch group, UniformRandomProvider random) {
        if (reinitialise == 0.0) {
            group.invalidate();
            return;
        }
        byte[][] states = new byte[group.chains()][];
        for (int c = 0; c < states.length; c++) {
            states[c] = random.nextDouble() < reinitialise ? draw(random) : group.state(c);
        }
        group.reset(states);
    }

    /** The mean acceptance rate of the last group that moved. */
    double acceptance() {
        return acceptance;
    }

    /** The geometric mean of the scales of all groups. */
    double scale() {
        if (!groups[0].adapting()) {
            return groups[0].scale();
        }
        double sum = 0.0;
        for (ChainBatch group : groups) {
            sum += Math.log(group.scale());
        }
        return Math.exp(sum / groups.length);
    }

    /** The states of all chains, [chains][N]; copies. */
    byte[][] states() {
        int size = groups[0].chains();
        byte[][] states = new byte[groups.length * size][];
        for (int k = 0; k < states.length; k++) {
            states[k] = groups[k / size].state(k % size);
        }
        return states;
    }

    /** @throws CheckpointException if the chains are of another sampler */
    void transcribe(Transcript transcript) {
        acceptance = transcript.of(acceptance);
        for (ChainBatch group : groups) {
            byte[] saved = transcript.of(transcript.isReading() ? new byte[0] : group.save());
            if (transcript.isReading()) {
                restore(group, saved);
            }
        }
    }

    private static void restore(ChainBatch group, byte[] saved) {
        try {
            group.restore(saved);
        } catch (IllegalArgumentException e) {
            throw new CheckpointException(e.getMessage());
        }
    }
}
