package dev.lbp.internal.infer.sample;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Means of probabilities over draws of several chains, with standard errors: the larger of the errors by batches of
 * draws and by chains.
 */
public final class BatchMeans {

    /** The number of batches of a chain. */
    private static final int BATCHES = 10;

    /** The smallest number of averaged states of a batch. */
    private static final int LEAST = 25;

    /** The means of each batch, chain after chain, [batches][sites][values]. */
    private final double[][][] means;

    private final int states;

    private BatchMeans(double[][][] means, int states) {
        this.means = means;
        this.states = states;
    }

    /**
     * Means over evenly spread draws. Draws are added until there are enough, at least {@link #LEAST} of each batch.
     *
     * @param draws [chains][draws][N]; a chain with fewer draws than batches is one batch
     * @param probabilities computes the probability of each value of each site given a draw, [sites][values]
     * @param enough whether a number of draws is enough
     */
    public static BatchMeans of(int[][][] draws, Function<int[], double[][]> probabilities, IntPredicate enough) {
        int[][][] batches = Arrays.stream(draws).flatMap(BatchMeans::batches).toArray(int[][][]::new);
        double[][][] sums = new double[batches.length][][];
        int[] counts = new int[batches.length];
        for (int b = 0; b < batches.length; b++) {
            sums[b] = probabilities.apply(batches[b][0]);
            counts[b] = 1;
        }
        int taken = batches.length;
        int most = Arrays.stream(batches).mapToInt(batch -> batch.length).max().orElseThrow();
        // Draw 0 of each batch is taken. A round takes the odd multiples of gap, so the draws taken are evenly spread.
        for (int gap = Integer.highestOneBit(most); gap >= 1; gap /= 2) {
            for (int b = 0; b < batches.length; b++) {
                for (int t = gap; t < batches[b].length; t += 2 * gap) {
                    if (counts[b] >= LEAST && enough.test(taken)) {
                        break;
                    }
                    addTo(sums[b], probabilities.apply(batches[b][t]));
                    counts[b]++;
                    taken++;
                }
            }
        }
        for (int b = 0; b < sums.length; b++) {
            for (double[] site : sums[b]) {
                int count = counts[b];
                Arrays.setAll(site, c -> site[c] / count);
            }
        }
        return new BatchMeans(sums, taken);
    }

    /** The batches of a chain, of equal lengths; the last draws may be left out. */
    private static Stream<int[][]> batches(int[][] chain) {
        if (chain.length == 0) {
            return Stream.of();
        }
        int count = chain.length < BATCHES ? 1 : BATCHES;
        int length = chain.length / count;
        return IntStream.range(0, count).mapToObj(b -> Arrays.copyOfRange(chain, b * length, (b + 1) * length));
    }

    /** The number of averaged states. */
    public int states() {
        return states;
    }

    private static void addTo(double[][] sums, double[][] given) {
        for (int i = 0; i < sums.length; i++) {
            for (int c = 0; c < sums[i].length; c++) {
                sums[i][c] += given[i][c];
            }
        }
    }

    /** The mean probability of each value of a site. */
    public double[] mean(int site) {
        double[] mean = new double[means[0][site].length];
        for (int c = 0; c < mean.length; c++) {
            mean[c] = Arrays.stream(batchMeans(site, c)).average().orElseThrow();
        }
        return mean;
    }

    /**
     * The standard error of the mean probability of each value of a site. If all states, or no state, have the value,
     * the error is 1 / n with n = {@link #states}, because another state might differ.
     */
    public double[] error(int site) {
        double[] error = new double[means[0][site].length];
        for (int c = 0; c < error.length; c++) {
            double[] batches = batchMeans(site, c);
            // the batches of a chain follow each other; all batches count as one chain if they are fewer than BATCHES
            double[] chains = new double[Math.max(1, batches.length / BATCHES)];
            for (int b = 0; b < batches.length; b++) {
                chains[Math.min(chains.length - 1, b / BATCHES)] += batches[b] / BATCHES;
            }
            boolean always = Arrays.stream(batches).allMatch(mean -> mean == 0.0 || mean == 1.0);
            error[c] = always && Arrays.stream(batches).distinct().count() == 1
                    ? 1.0 / states
                    : Math.max(errorOfMean(batches), errorOfMean(chains));
        }
        return error;
    }

    private double[] batchMeans(int site, int value) {
        return Arrays.stream(means).mapToDouble(batch -> batch[site][value]).toArray();
    }

    /** The standard error of the mean of independent numbers; 0 if there is only one. */
    private static double errorOfMean(double[] independent) {
        double mean = Arrays.stream(independent).average().orElseThrow();
        double squares =
                Arrays.stream(independent).map(x -> (x - mean) * (x - mean)).sum();
        return independent.length < 2 ? 0.0 : Math.sqrt(squares / (independent.length - 1.0) / independent.length);
    }
}
