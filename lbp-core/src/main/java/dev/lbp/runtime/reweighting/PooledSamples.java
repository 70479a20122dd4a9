package dev.lbp.runtime.reweighting;

import dev.lbp.internal.Order;
import dev.lbp.runtime.tempering.LadderRecords;
import dev.lbp.runtime.tempering.SlotSamples;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The kept states of all slots of all chains, in one list without their slots, ascending by {@code V = log pi - log
 * pi_0}. States of equal V have equal weights at every temperature, so they share a level: a lattice of spins has few.
 *
 * <p>Blocks are {@value #BLOCKS_PER_CHAIN} stretches of consecutive scans of each chain, with all slots. They are long,
 * because a replica takes many scans from slot to slot. If errors come from the differences between chains, a block is
 * all scans of a chain.
 */
final class PooledSamples {

    private static final int BLOCKS_PER_CHAIN = 16;

    /** The most scans whose ratios are kept by slot, for the first guess of {@link SlotMixture}. */
    private static final int MOST_PAIRED = 2_000;

    /** The number of scans, which is also the number of states of each slot. */
    final int scans;

    /** V of each level, ascending; the first may be -Infinity. */
    final double[] levels;

    /** The index of the first state of each level, and at the end the number of all states. */
    final int[] first;

    /** The block, a stretch of scans of one chain, of each state. */
    final int[] block;

    /** The number of scans of each block. */
    final int[] blockScans;

    /** Whether there are enough blocks for errors. */
    final boolean hasErrors;

    /** V of each slot at evenly spaced scans, [slots][at most {@value #MOST_PAIRED} scans]. */
    final double[][] ratiosOfSlots;

    /** The values of the observables, [observables][states]. */
    private final double[][] values;

    PooledSamples(LadderRecords records, int slots) {
        int chains = records.samples().size();
        scans = records.samples().stream().mapToInt(SlotSamples::kept).sum();
        int states = scans * slots;
        double[] ratios = new double[states];
        int[] blocks = new int[states];
        double[][] unsorted = new double[1 + records.names().size()][states];
        int blocksPerChain = records.between() ? 1 : BLOCKS_PER_CHAIN;
        blockScans = new int[chains * blocksPerChain];
        hasErrors = records.hasErrors();
        int stride = Math.max(1, (scans + MOST_PAIRED - 1) / MOST_PAIRED);
        ratiosOfSlots = new double[slots][(scans + stride - 1) / stride];
        int scan = 0;
        int at = 0;
        // the states of each scan of each chain, slot by slot, with V, block and observables
        for (int c = 0; c < chains; c++) {
            int rows = records.samples().get(c).kept();
            for (int row = 0; row < rows; row++) {
                int blockOfScan = c * blocksPerChain + (int) ((long) row * blocksPerChain / rows);
                blockScans[blockOfScan]++;
                for (int k = 0; k < slots; k++, at++) {
                    double ratio = records.ratio(c, row, k);
                    ratios[at] = ratio;
                    blocks[at] = blockOfScan;
                    for (int o = 0; o < unsorted.length; o++) {
                        unsorted[o][at] = records.value(c, row, k, o);
                    }
                    if (scan % stride == 0) {
                        ratiosOfSlots[k][scan / stride] = ratio;
                    }
                }
                scan++;
            }
        }
        // all columns in ascending order of V
        int[] order = Order.of(states, i -> ratios[i]);
        block = Arrays.stream(order).map(i -> blocks[i]).toArray();
        values = Arrays.stream(unsorted)
                .map(column -> Arrays.stream(order).mapToDouble(i -> column[i]).toArray())
                .toArray(double[][]::new);
        double[] sorted = Arrays.stream(order).mapToDouble(i -> ratios[i]).toArray();
        int[] starts = levelStarts(sorted);
        levels = Arrays.stream(starts).mapToDouble(i -> sorted[i]).toArray();
        first = Arrays.copyOf(starts, starts.length + 1);
        first[starts.length] = states;
    }

    /** The indices where V differs from the V before. */
    private static int[] levelStarts(double[] sorted) {
        return IntStream.range(0, sorted.length)
                .filter(i -> i == 0 || sorted[i] != sorted[i - 1])
                .toArray();
    }

    /** The values of an observable, in the order of the states. */
    double[] values(int observable) {
        return values[observable];
    }

    /** The number of states of a level. */
    int count(int level) {
        return first[level + 1] - first[level];
    }
}
