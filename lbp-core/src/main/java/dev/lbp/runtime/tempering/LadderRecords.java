package dev.lbp.runtime.tempering;

import java.util.List;

/**
 * The records of the slots of all chains.
 *
 * @param names the tracked statistics
 * @param sums over all scans, by chain
 * @param samples the scans that were kept, by chain
 */
public record LadderRecords(List<String> names, List<SlotSums> sums, List<SlotSamples> samples) {

    /** The place of an observable among the values of a slot: 0 for the log-probability, then the statistics. */
    private static final int FIRST_OBSERVABLE = SlotRecords.RATIO + 1;

    private int width() {
        return FIRST_OBSERVABLE + 1 + names.size();
    }

    /** The mean, variance and error of an observable at a slot, over all scans: three values. */
    public double[] figures(int slot, int observable) {
        SlotSums.Figures figures = SlotSums.pooled(sums, slot * width() + FIRST_OBSERVABLE + observable);
        return new double[] {figures.mean(), figures.variance(), figures.error()};
    }

    /** V of a slot in a scan of a chain that was kept. */
    public double ratio(int chain, int row, int slot) {
        return samples.get(chain).at(row, slot * width() + SlotRecords.RATIO);
    }

    /** An observable of a slot in a scan of a chain that was kept. */
    public double value(int chain, int row, int slot, int observable) {
        return samples.get(chain).at(row, slot * width() + FIRST_OBSERVABLE + observable);
    }
}
