package dev.lbp.nn.training;

import dev.lbp.ChainBatch;
import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.nn.NetworkModel;
import dev.lbp.result.CheckpointException;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The states of the persistent chains of a training. Each update draws some chains at random, without replacement, and
 * moves them in one {@link ChainBatch}. A scale of the sampler belongs to a row of the batch, not to a chain.
 *
 * <p>The random draw is necessary: if the same chains moved together in a fixed order, their states and the parameters
 * would oscillate with the period of that order.
 */
final class ReplayBuffer {

    private final double[] means;

    /** The probability that a chosen chain begins again at a new state. */
    private final double reinitialise;

    private final int steps;

    /** [buffer][N]. */
    private final byte[][] states;

    /** The batch that moves the chosen chains. */
    private final ChainBatch moving;

    private double acceptance = Double.NaN;

    /** Draws all states from the base of the model. */
    ReplayBuffer(PersistentTraining settings, NetworkModel model, UniformRandomProvider random) {
        this.means = model.base().orElseThrow();
        this.reinitialise = settings.reinitialise;
        this.steps = settings.steps;
        this.states = new byte[settings.buffer][];
        Arrays.setAll(states, k -> draw(random));
        byte[][] anyStates = Arrays.copyOf(states, settings.batch); // each update replaces them
        this.moving = settings.sampler.start(model, random.nextLong(), anyStates);
    }

    /** Draws a state from the base. */
    private byte[] draw(UniformRandomProvider random) {
        byte[] state = new byte[means.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (random.nextDouble() < means[i] ? 1 : 0);
        }
        return state;
    }

    /** Moves randomly drawn chains under the model's present parameters. Returns the moved chains. */
    ChainBatch advance(UniformRandomProvider random) {
        int[] chosen = choose(moving.chains(), states.length, random);
        byte[][] starts = new byte[chosen.length][];
        for (int c = 0; c < chosen.length; c++) {
            boolean isRedrawn = reinitialise > 0.0 && random.nextDouble() < reinitialise;
            starts[c] = isRedrawn ? draw(random) : states[chosen[c]];
        }
        moving.reset(starts);
        double sum = 0.0;
        for (int step = 0; step < steps; step++) {
            moving.step();
            for (int c = 0; c < chosen.length; c++) {
                sum += moving.lastStep(c).acceptanceProbability();
            }
        }
        acceptance = sum / ((double) steps * chosen.length);
        for (int c = 0; c < chosen.length; c++) {
            states[chosen[c]] = moving.state(c);
        }
        return moving;
    }

    /**
     * Draws {@code count} different numbers in {@code [0, total)}. All ordered selections are equally likely.
     */
    static int[] choose(int count, int total, UniformRandomProvider random) {
        int[] numbers = States.sites(total);
        for (int k = 0; k < count; k++) {
            int other = k + random.nextInt(total - k);
            int number = numbers[other];
            numbers[other] = numbers[k];
            numbers[k] = number;
        }
        return Arrays.copyOf(numbers, count);
    }

    /** The mean acceptance rate of the last update. */
    double acceptance() {
        return acceptance;
    }

    /** The scale of the sampler; if it adapts, the geometric mean over the rows of a batch. */
    double scale() {
        return moving.scale();
    }

    /** The states of all chains, [buffer][N]; copies. */
    byte[][] states() {
        return IntStream.range(0, states.length)
                .mapToObj(k -> states[k].clone())
                .toArray(byte[][]::new);
    }

    /**
     * Writes or reads all chains and the state of the sampler.
     *
     * @throws CheckpointException if the chains are of another sampler, or a state is not binary
     */
    void transcribe(Transcript transcript) {
        acceptance = transcript.of(acceptance);
        for (byte[] state : states) {
            transcript.of(state, state.length);
        }
        byte[] saved = transcript.of(transcript.isReading() ? new byte[0] : moving.save()); // its length is read too
        if (transcript.isReading()) {
            restore(saved);
        }
    }

    /** Checks the states that were read, and gives the sampler its saved state. */
    private void restore(byte[] saved) {
        try {
            for (int k = 0; k < states.length; k++) {
                Check.binary("state of chain " + k, states[k]);
            }
            moving.restore(saved);
        } catch (IllegalArgumentException e) {
            throw new CheckpointException(Objects.requireNonNull(e.getMessage()));
        }
    }
}
