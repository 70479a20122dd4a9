package dev.lbp.experiments.paper;

import dev.lbp.result.SampleResult;

/** Measures after how many steps a warm-up found its scale. */
final class Settling {

    private static final double CLOSE = 0.1;

    private Settling() {}

    /**
     * The number of steps of a warm-up after which the geometric mean of R over chains stays within 10 % of the final
     * scale. The course has a scale for each of some bins with equal numbers of steps.
     *
     * @param last the final scale
     */
    static double steps(SampleResult.WarmUp course, double last) {
        return (double) binsUntilClose(course.scale(), last) * course.steps() / course.scale().length;
    }

    /** The number of bins up to and including the last one that is not within 10 % of the final scale. */
    static int binsUntilClose(double[] scales, double last) {
        int bins = scales.length;
        while (bins > 0 && Math.abs(scales[bins - 1] - last) <= CLOSE * last) {
            bins--;
        }
        return bins;
    }
}
