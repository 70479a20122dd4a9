package dev.lbp.internal.solve.walk;

import dev.lbp.ChainBatch;
import dev.lbp.PathAuxiliarySampler;
import dev.lbp.Samplers;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Restarts;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.internal.solve.Sizes;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Tempered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals LBP chains at {@value #LEVELS} falling temperatures. The chains of each temperature start at the last states
 * of the temperature before. The state of the best chain then climbs to a local optimum: the search scores the states
 * that differ from it at one site.
 */
final class BatchSearch implements Search<byte[]> {

    private static final int CHAINS = 16;

    private static final int LEVELS = 16;

    /** Steps at each temperature of the shortest anneal. */
    private static final int STEPS = 10;

    /** Steps at almost zero temperature that lead to good states, where the scale of log-ratios is measured. */
    private static final int QUENCH_STEPS = 20;

    /** The temperature of a quench, as a share of the first temperature of an anneal. */
    private static final double ALMOST_ZERO = 0.01;
    /** Neighbours of each state that are scored to find the scale of log-ratios. */
    private static final int NEIGHBOURS = 16;

    /** The most rounds of {@value #CHAINS} draws to find starts of positive probability. */
    private static final int DRAWS = 20;

    /** Neighbours in one call of the model. The climb moves to the best of them if it gains. */
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
    public double restart(long restart, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        long steps = STEPS * Restarts.factor(restart);
        byte[] state = ModelAnswers.call(model, "restart " + restart, () -> anneal(steps, random, monitor));
        double value = problem.value(state);
        if (value >= monitor.leastValue()) {
            monitor.report(state, value);
        }
        return value;
    }

    /** Anneals all chains together. The temperatures follow from the log-ratios at the starts and after a quench. */
    private byte[] anneal(long steps, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        List<byte[]> possible = new ArrayList<>();
        byte[] last = addStarts(possible, random);
        if (possible.isEmpty()) {
            return last;
        }
        byte[][] states = new byte[CHAINS][];
        Arrays.setAll(states, c -> possible.get(c % possible.size()));
        Sizes anywhere = logRatiosAt(states, random);
        double quench =
                ALMOST_ZERO * Cooling.of(anywhere, anywhere).hot(); // hot does not depend on the second argument
        Cooling cooling =
                Cooling.of(anywhere, logRatiosAt(runChains(states, quench, QUENCH_STEPS, random, monitor), random));
        for (int level = 0; level < LEVELS && !monitor.mustEnd(); level++) {
            states = runChains(states, cooling.temperature(level, LEVELS), steps, random, monitor);
        }
        return climb(states, monitor);
    }

    /**
     * Draws starts and adds those of positive probability to a list. Returns one of the last draws, which may have
     * probability 0.
     */
    private byte[] addStarts(List<byte[]> possible, UniformRandomProvider random) {
        byte[] last = new byte[0];
        for (int round = 0; round < DRAWS && possible.size() < CHAINS; round++) {
            byte[][] drawn = new byte[CHAINS][];
            Arrays.setAll(drawn, c -> model.start(random));
            double[] score = scores.logProbs(drawn);
            for (int c = 0; c < CHAINS; c++) {
                if (score[c] != Double.NEGATIVE_INFINITY) {
                    possible.add(drawn[c]);
                }
            }
            last = drawn[0];
        }
        return last;
    }

    /** The log-ratios of flips of {@value #NEIGHBOURS} random sites in each state. */
    private Sizes logRatiosAt(byte[][] states, UniformRandomProvider random) {
        double[] here = scores.logProbs(states);
        byte[][] neighbours = new byte[states.length * NEIGHBOURS][];
        for (int k = 0; k < neighbours.length; k++) {
            neighbours[k] = states[k / NEIGHBOURS].clone();
            neighbours[k][random.nextInt(neighbours[k].length)] ^= 1;
        }
        double[] there = scores.logProbs(neighbours);
        Sizes sizes = new Sizes();
        for (int k = 0; k < there.length; k++) {
            sizes.add(there[k] - here[k / NEIGHBOURS]);
        }
        return sizes;
    }

    /** Runs chains from given states at one temperature. Returns the last states. */
    private byte[][] runChains(
            byte[][] states,
            double temperature,
            long steps,
            UniformRandomProvider random,
            SearchMonitor<byte[]> monitor) {
        ChainBatch chains = sampler.start(Tempered.of(model, 1.0 / temperature), random.nextLong(), states);
        for (long t = 0; t < steps && !monitor.mustEnd(); t++) {
            chains.step();
        }
        return IntStream.range(0, states.length).mapToObj(c -> chains.state(c)).toArray(byte[][]::new);
    }

    /** Takes the best of the given states and flips its sites until no flip gains. */
    private byte[] climb(byte[][] states, SearchMonitor<byte[]> monitor) {
        double[] score = scores.logProbs(states);
        int best = indexOfLargest(score);
        byte[] state = states[best];
        double here = score[best];
        int first = 0;
        int withoutGain = 0; // sites scored since the last gain
        while (withoutGain < state.length && !monitor.mustEnd()) {
            int last = Math.min(state.length, first + SCORED);
            double[] neighbours = scores.logProbsOfNeighbours(state, first, last);
            int k = indexOfLargest(neighbours);
            if (neighbours[k] > here) {
                state[first + k] ^= 1;
                here = neighbours[k];
                withoutGain = 0;
            } else {
                withoutGain += last - first;
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
