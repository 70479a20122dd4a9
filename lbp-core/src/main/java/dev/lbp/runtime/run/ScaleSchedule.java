package dev.lbp.runtime.run;

/**
 * The scale of a sampler as a function of the inverse temperature, known at beta = t / T, t = 1 .. T, with its logarithm
 * linear between them.
 *
 * @param scales [T], above 0
 */
public record ScaleSchedule(double[] scales) {

    /** The scale at an inverse temperature in (0, 1]; below 1/T it is that at 1/T. */
    double at(double beta) {
        double place = Math.max(beta * scales.length - 1.0, 0.0);
        int below = Math.min((int) place, scales.length - 1);
        int above = Math.min(below + 1, scales.length - 1);
        double share = place - below;
        return Math.exp((1.0 - share) * Math.log(scales[below]) + share * Math.log(scales[above]));
    }
}
