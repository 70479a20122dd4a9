package dev.lbp.internal.kernel;

import java.util.function.DoubleUnaryOperator;

/** The density {@code g(e^{cz}) mu_s(z) / Z(c)} of an increment word for word, with Z by Simpson's rule. */
public record NaiveIncrement(Increment increment, double slope, double s, double logNormaliser) {

    private static final double LOG_SQRT_2_PI = 0.5 * Math.log(2.0 * Math.PI);

    public static NaiveIncrement of(Increment increment, double slope, double s) {
        double bound = 12.0 * s + s * s * Math.abs(slope);
        DoubleUnaryOperator density = z -> Math.exp(logWeight(increment, slope * z) + logNoise(increment, z, s));
        double normaliser = simpson(density, -bound, 0.0) + simpson(density, 0.0, bound);
        return new NaiveIncrement(increment, slope, s, Math.log(normaliser));
    }

    public double logDensity(double z) {
        return logWeight(increment, slope * z) + logNoise(increment, z, s) - logNormaliser;
    }

    private static double logWeight(Increment increment, double logT) {
        return switch (increment) {
            case SQRT -> 0.5 * logT;
            case BARKER, BIMODAL_BARKER -> Math.min(logT, 0.0) - Math.log1p(Math.exp(-Math.abs(logT)));
            case MIN -> Math.min(logT, 0.0);
            case CONSTANT -> 0.0;
        };
    }

    private static double logNoise(Increment increment, double z, double s) {
        if (increment != Increment.BIMODAL_BARKER) {
            return logNormal(z, 0.0, s);
        }
        double centre = Math.sqrt(0.99) * s;
        return Math.log(0.5 * Math.exp(logNormal(z, centre, 0.1 * s)) + 0.5 * Math.exp(logNormal(z, -centre, 0.1 * s)));
    }

    private static double logNormal(double z, double mean, double s) {
        double e = (z - mean) / s;
        return -0.5 * e * e - Math.log(s) - LOG_SQRT_2_PI;
    }

    /** The integral of a smooth function by Simpson's rule on 8,000 intervals. */
    static double simpson(DoubleUnaryOperator f, double from, double to) {
        int n = 8_000;
        double h = (to - from) / n;
        double sum = f.applyAsDouble(from) + f.applyAsDouble(to);
        for (int k = 1; k < n; k++) {
            sum += (k % 2 == 0 ? 2.0 : 4.0) * f.applyAsDouble(from + k * h);
        }
        return sum * h / 3.0;
    }
}
