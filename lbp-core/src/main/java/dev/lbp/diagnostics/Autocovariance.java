package dev.lbp.diagnostics;

import java.util.Arrays;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/**
 * Biased autocovariances at every lag: {@code gamma_k = (1/n) sum_{t < n-k} (x_t - mean)(x_{t+k} - mean)}.
 *
 * <p>By Wiener and Khinchin they are the inverse transform of the power spectrum. The chain is padded with zeros to a
 * power of two {@code M >= 2n - 1}, so that the circular sums do not wrap around. Two savings follow because chains are
 * real:
 *
 * <ul>
 *   <li>Two chains share one transform, {@code z = x + iy}. The part of {@code |Z_f|^2} that is even in f is
 *       {@code |X_f|^2 + |Y_f|^2}. The odd part becomes the imaginary part of the inverse, which is not read.
 *   <li>The transform is linear, so an average over chains needs one inverse transform of the summed spectra.
 * </ul>
 *
 * <p>Cost: {@code (chains/2 + 1)} complex transforms, O(chains n log n) time, O(n) memory. The unbiased form divides by
 * n - k instead of n; it is {@code gamma_k n / (n - k)}.
 */
final class Autocovariance {

    private Autocovariance() {}

    /** The average over chains of their autocovariances, each about its own mean; lags 0 to n - 1, n in [1, 2^29]. */
    static double[] mean(double[][] chains) {
        int n = chains[0].length;
        int size = paddedSize(n);
        double[] power = new double[size];
        double[][] z = new double[2][size];
        for (int j = 0; j < chains.length; j += 2) {
            // Transforms two chains at once, as the real and the imaginary part of one.
            centre(chains[j], z[0]);
            centre(j + 1 < chains.length ? chains[j + 1] : new double[0], z[1]);
            FastFourierTransformer.transformInPlace(z, DftNormalization.STANDARD, TransformType.FORWARD);
            for (int f = 0; f < size; f++) {
                // |Z_f|^2 has the power of both chains, and a term odd in f, whose inverse transform has no real part.
                power[f] += z[0][f] * z[0][f] + z[1][f] * z[1][f];
            }
        }
        double[][] spectrum = {power, new double[size]};
        FastFourierTransformer.transformInPlace(spectrum, DftNormalization.STANDARD, TransformType.INVERSE);
        double[] result = new double[n];
        double scale = 1.0 / ((double) n * chains.length);
        for (int k = 0; k < n; k++) {
            // gamma_k, the mean over chains; the inverse transform has the factor 1/M.
            result[k] = spectrum[0][k] * scale;
        }
        return result;
    }

    private static int paddedSize(int n) {
        int size = Integer.highestOneBit(2 * n - 1);
        return size == 2 * n - 1 ? size : 2 * size;
    }

    /** Writes a chain minus its mean to the begin of {@code out}, and zeros behind it. */
    private static void centre(double[] chain, double[] out) {
        double mean = chain.length == 0 ? 0 : Moments.mean(chain);
        for (int t = 0; t < chain.length; t++) {
            out[t] = chain[t] - mean;
        }
        Arrays.fill(out, chain.length, out.length, 0);
    }
}
