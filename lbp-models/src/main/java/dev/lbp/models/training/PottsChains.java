package dev.lbp.models.training;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Exp;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.apache.commons.rng.RandomProviderState;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The persistent chains of a training, in blocks that are independent of each other. A block visits site after site and
 * updates all its chains there by Gibbs, so that the couplings of one site stay in the processor's cache. A field is a
 * sum over all sites, since couplings change between sweeps: O(N C) for each update of a site.
 */
final class PottsChains {

    /** The chains of a block. Blocks are so small that threads share out 10,000 chains evenly. */
    private static final int BLOCK = 100;

    final int chains;
    private final int values;

    /** The value of each chain, for each site. Values are below 128. */
    final byte[][] states;

    private final RestorableUniformRandomProvider[] generators;

    PottsChains(int chains, int sites, int values, long seed) {
        this.chains = chains;
        this.values = values;
        this.states = new byte[sites][chains];
        this.generators = new RestorableUniformRandomProvider[(chains + BLOCK - 1) / BLOCK];
        UniformRandomProvider seeds = RandomSource.XO_SHI_RO_256_PP.create(seed);
        for (int block = 0; block < generators.length; block++) {
            generators[block] = RandomSource.XO_SHI_RO_256_PP.create(seeds.nextLong());
        }
    }

    int blocks() {
        return generators.length;
    }

    /** Stores the states and generators. The returned work restores them. */
    Runnable saved() {
        byte[][] before = Arrays.stream(states).map(byte[]::clone).toArray(byte[][]::new);
        RandomProviderState[] drawn = Arrays.stream(generators)
                .map(RestorableUniformRandomProvider::saveState)
                .toArray(RandomProviderState[]::new);
        return () -> {
            System.arraycopy(before, 0, states, 0, states.length);
            for (int block = 0; block < drawn.length; block++) {
                generators[block].restoreState(drawn[block]);
            }
        };
    }

    /**
     * Makes sweeps of all chains of a block.
     *
     * @param givenUp is called before each site; the block ends there if it returns true
     */
    void sweep(int block, PottsParameters model, int sweeps, BooleanSupplier givenUp) {
        int first = block * BLOCK;
        int count = Math.min(BLOCK, chains - first);
        int sites = states.length;
        int[][] local = new int[count][sites]; // for each chain and site, the offset of its row of couplings
        for (int j = 0; j < sites; j++) {
            for (int c = 0; c < count; c++) {
                local[c][j] = (j * values + states[j][first + c]) * values;
            }
        }
        double[] field = new double[values];
        for (int k = 0; k < sweeps; k++) {
            for (int i = 0; i < sites && !givenUp.getAsBoolean(); i++) {
                for (int c = 0; c < count; c++) {
                    int drawn = draw(model, i, local[c], field, generators[block]);
                    local[c][i] = (i * values + drawn) * values;
                    states[i][first + c] = (byte) drawn;
                }
            }
        }
    }

    /**
     * Draws the value of site i given the others. The couplings of a site with itself are 0.
     *
     * @param rows for each site, where the couplings of its present value with the values of site i begin
     */
    private int draw(PottsParameters model, int i, int[] rows, double[] field, UniformRandomProvider rng) {
        double[] couplings = model.couplings[i];
        System.arraycopy(model.fields, i * values, field, 0, values);
        for (int row : rows) {
            for (int a = 0; a < field.length; a++) {
                field[a] += couplings[row + a];
            }
        }
        double largest = field[0];
        for (double f : field) {
            largest = Math.max(largest, f);
        }
        double total = 0.0;
        for (int a = 0; a < field.length; a++) {
            field[a] = Exp.exp(field[a] - largest);
            total += field[a];
        }
        double left = rng.nextDouble() * total;
        int drawn = 0;
        while (drawn < values - 1 && left >= field[drawn]) {
            left -= field[drawn++];
        }
        return drawn;
    }

    /** The states, [chains][N], new arrays. */
    int[][] copy() {
        int[][] copy = new int[chains][states.length];
        for (int i = 0; i < states.length; i++) {
            for (int c = 0; c < chains; c++) {
                copy[c][i] = states[i][c];
            }
        }
        return copy;
    }

    /** Writes the states and generators to a checkpoint, or reads them from it, as the transcript decides. */
    void transcribe(Transcript transcript) {
        for (byte[] site : states) {
            transcript.of(site, site.length);
        }
        for (RestorableUniformRandomProvider generator : generators) {
            transcript.of(generator);
        }
    }
}
