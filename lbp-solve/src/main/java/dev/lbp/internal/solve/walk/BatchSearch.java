package dev.lbp.internal.solve.walk;

import dev.lbp.ChainBatch;
import dev.lbp.PathAuxiliarySampler;
import dev.lbp.Samplers;
import dev.lbp.internal.solve.Finds;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Restarts;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.Sizes;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Tempered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals LBP chains at {@value #LEVELS} temperatures. Each temperature starts at the last states of the one before.
 * The best chain then descends to a local optimum, by scoring its neighbours.
 */
final class BatchSearch implements Search<byte[]> {

    private static final int CHAINS = 16;

    private static final int LEVELS = 16;

    /** Steps at each temperature of the shortest anneal. */
    private static final int STEPS = 10;

    /** Steps at a temperature of almost 0, to find the scale of log-ratios at good states. */
    private static final int QUENCH = 20;

    private static final double ALMOST_ZERO = 0.01;

    /** Neighbours of each state that are scored for the scale of log-ratios. */
    private static final int LOOKS = 16;

    /** The draws of a start for each chain that needs one. */
    private static final int DRAWS = 20;

    /** Neighbours that are scored at once; the best of them is taken if it gains. */
    private static final int SCORED = 64;

    private final EnergyModel model;
    private final Problem<byte[]> problem;
    private final BatchScores scores;
    private final PathAuxiliarySampler sampler = Samplers.lbp().build();

    BatchSearch(EnergyModel model, Problem<byte[]> problem) {
        this.model = model;
        this.problem = problem;
        this.scores = new BatchScores(model);
    }

    @Override
    public double restart(long restart, UniformRandomProvider random, Finds<byte[]> finds) {
        long steps = STEPS * Restarts.factor(restart);
        byte[] state = ModelAnswers.call(model, "restart " + restart, () -> anneal(steps, random, finds));
        double value = problem.value(state);
        if (value >= finds.worth()) {
            finds.found(state, value);
        }
        return value;
    }

    private byte[] anneal(long steps, UniformRandomProvider random, Finds<byte[]> finds) {
        List<byte[]> possible = new ArrayList<>();
        byte[] last = starts(possible, random);
        if (possible.isEmpty()) {
            return last;
        }
        byte[][] states = new byte[CHAINS][];
        Arrays.setAll(states, c -> possible.get(c % possible.size()));
        Sizes anywhere = looks(states, random);
        double quench = ALMOST_ZERO * Cooling.of(anywhere, anywhere).hot();
        Cooling cooling = Cooling.of(anywhere, looks(run(states, quench, QUENCH, random, finds), random));
        for (int level = 0; level < LEVELS && !finds.ended(); level++) {
            states = run(states, cooling.temperature(level, LEVELS), steps, random, finds);
        }
        return descend(states, finds);
    }

    /** Adds possible starts of chains, or none if no draw gives one. Returns the last draw. */
    private byte[] starts(List<byte[]> possible, UniformRandomProvider random) {
        byte[] last = new byte[0];
        for (int round = 0; round < DRAWS && possible.size() < CHAINS; round++) {
            byte[][] drawn = new byte[CHAINS][];
            Arrays.setAll(drawn, c -> model.start(random));
            double[] score = scores.of(drawn);
            for (int c = 0; c < CHAINS; c++) {
                if (score[c] != Double.NEGATIVE_INFINITY) {
                    possible.add(drawn[c]);
                }
            }
            last = drawn[0];
        }
        return last;
    }

    /** Log-ratios of flips of random sites. */
    private Sizes looks(byte[][] states, UniformRandomProvider random) {
        double[] here = scores.of(states);
        byte[][] neighbours = new byte[states.length * LOOKS][];
        for (int k = 0; k < neighbours.length; k++) {
            neighbours[k] = states[k / LOOKS].clone();
            neighbours[k][random.nextInt(neighbours[k].length)] ^= 1;
        }
        double[] there = scores.of(neighbours);
        Sizes sizes = new Sizes();
        for (int k = 0; k < there.length; k++) {
            sizes.add(there[k] - here[k / LOOKS]);
        }
        return sizes;
    }

    /** Runs chains from these states. Returns the states that they end at. */
    private byte[][] run(
            byte[][] states, double temperature, long steps, UniformRandomProvider random, Finds<byte[]> finds) {
        ChainBatch chains = sampler.start(Tempered.of(model, 1.0 / temperature), random.nextLong(), states);
        for (long t = 0; t < steps && !finds.ended(); t++) {
            chains.step();
        }
        return IntStream.range(0, states.length).mapToObj(c -> chains.state(c)).toArray(byte[][]::new);
    }

    /** Flips sites of the best state until no flip gains. */
    private byte[] descend(byte[][] states, Finds<byte[]> finds) {
        double[] score = scores.of(states);
        int best = indexOfLargest(score);
        byte[] state = states[best];
        double here = score[best];
        int first = 0;
        int without = 0; // sites since the last gain
        while (without < state.length && !finds.ended()) {
            int last = Math.min(state.length, first + SCORED);
            double[] neighbours = scores.ofNeighbours(state, first, last);
            int k = indexOfLargest(neighbours);
            if (neighbours[k] > here) {
                state[first + k] ^= 1;
                here = neighbours[k];
                without = 0;
            } else {
                without += last - first;
            }
            first = last == state.length ? 0 : last;
        }
        return state;
    }

    private static int indexOfLargest(double[] values) {
        int largest = 0;
        for (int k = 1; k < values.length; k++) {
            largest = values[k] > values[largest] ? k : largest;
        }
        return largest;
    }
}
