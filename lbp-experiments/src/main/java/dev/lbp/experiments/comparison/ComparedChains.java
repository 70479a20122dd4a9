package dev.lbp.experiments.comparison;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.ValueChain;
import dev.lbp.internal.Sum;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The chains of one sampler on one target. They run in slices of time; each slice continues from the last states of the
 * previous one. A slice records the log-probability and a random linear function of the state: for bits, the sum of a
 * random sign over the ones; for values, the sum over sites of a normal number for the site's value.
 *
 * @param chains the number of chains
 * @param warmUp takes the given number of warm-up steps
 * @param step takes the given number of steps
 * @param logProb the log-probability of a chain's state
 * @param direction the random linear function of a chain's state
 */
record ComparedChains(
        int chains, IntConsumer warmUp, IntConsumer step, IntToDoubleFunction logProb, IntToDoubleFunction direction) {

    /** The largest number of draws of a chain in a slice, to bound memory. */
    private static final int MOST_DRAWS = 20_000;

    /**
     * Chains of bits in lock-step.
     *
     * @param initial a state for each chain
     * @param directionSeed the same seed for all samplers of a target
     */
    static ComparedChains of(EnergyModel model, Sampler sampler, long seed, byte[][] initial, long directionSeed) {
        ChainBatch batch = sampler.start(model, seed, initial);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(directionSeed);
        double[] direction = new double[model.dimension()];
        Arrays.setAll(direction, i -> random.nextBoolean() ? 1.0 : -1.0);
        return new ComparedChains(initial.length, batch::warmUp, batch::step, batch::logProb, chain -> {
            byte[] state = batch.state(chain);
            return Sum.of(state.length, i -> direction[i] * state[i]);
        });
    }

    /** One chain of values. */
    static ComparedChains of(CategoricalEnergyModel model, Sampler sampler, long seed, long directionSeed) {
        ValueChain only = sampler.start(model, seed);
        double[] direction = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(directionSeed))
                .samples((long) model.dimension() * model.values())
                .toArray();
        IntConsumer step = steps -> {
            for (int t = 0; t < steps; t++) {
                only.step();
            }
        };
        return new ComparedChains(1, only::warmUp, step, chain -> only.logProb(), chain -> {
            int[] state = only.state();
            return Sum.of(state.length, i -> direction[i * model.values() + state[i]]);
        });
    }

    /**
     * The recorded traces of a slice.
     *
     * @param seconds processor time of the steps, without recording
     * @param logProb [chains][draws]
     * @param direction [chains][draws]
     */
    record Slice(double seconds, double[][] logProb, double[][] direction) {

        int chains() {
            return logProb.length;
        }

        int draws() {
            return logProb[0].length;
        }
    }

    /**
     * Takes steps for {@code seconds}, and makes at least one draw. An interrupt ends the slice.
     *
     * @param thin steps from one draw to the next
     * @param seconds the length of the slice by {@code clock}
     * @param clock processor seconds so far; recording of draws is not counted
     */
    Slice slice(int thin, double seconds, DoubleSupplier clock) {
        double[][] draws = new double[MOST_DRAWS][];
        double spent = 0.0;
        int made = 0;
        while (made == 0
                || (spent < seconds
                        && made < MOST_DRAWS
                        && !Thread.currentThread().isInterrupted())) {
            double began = clock.getAsDouble();
            step.accept(thin);
            spent += clock.getAsDouble() - began;
            double[] draw = new double[2 * chains];
            for (int c = 0; c < chains; c++) {
                draw[c] = logProb.applyAsDouble(c);
                draw[chains + c] = direction.applyAsDouble(c);
            }
            draws[made++] = draw;
        }
        return new Slice(spent, traces(draws, made, 0), traces(draws, made, chains));
    }

    /** Rearranges draws, [draws][entries], to traces, [chains][draws], of the entries from {@code from} on. */
    private double[][] traces(double[][] draws, int made, int from) {
        double[][] traces = new double[chains][made];
        for (int c = 0; c < chains; c++) {
            for (int t = 0; t < made; t++) {
                traces[c][t] = draws[t][from + c];
            }
        }
        return traces;
    }
}
