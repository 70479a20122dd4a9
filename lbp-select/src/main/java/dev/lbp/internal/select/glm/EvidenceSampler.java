package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.average.Regression;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The evidence of models without Laplace's method, by importance sampling: coefficients are drawn from Student's t
 * distribution about the mode, {@code b = mode + L'^-1 z} with {@code LL' = H} and z of 8 degrees of freedom, whose
 * tails are heavier than the posterior's. Points come in pairs, z and -z, so that odd terms of the expansion about the
 * mode cancel.
 *
 * <pre>{@code
 * exact / Laplace = (2 pi)^(-d/2) E exp(log p(b) - log p(mode)) / t(z),   d the number of coefficients
 * }</pre>
 */
final class EvidenceSampler {

    /** The number of pairs of draws, z and -z. */
    private static final int PAIRS = 1_500;

    private static final int FREEDOM = 8;

    /** Models that are sampled before the caller is asked again whether to stop. */
    private static final int BLOCK = 16;

    private EvidenceSampler() {}

    /**
     * Samples the evidence of models, each by a stream that depends on the seed and the model alone.
     *
     * @param sites the variables of each model
     * @param stops is asked before each block of models; if it is true, the sampling ends
     * @return the ratios of the models that were sampled, in their order
     */
    static List<Regression.EvidenceRatio> of(
            GlmModel model, List<int[]> sites, long seed, Regression.Workers workers, BooleanSupplier stops) {
        Regression.EvidenceRatio[] ratios = new Regression.EvidenceRatio[sites.size()];
        int done = 0;
        while (done < ratios.length && !stops.getAsBoolean()) {
            int end = Math.min(done + BLOCK, ratios.length);
            workers.each(done, end, k -> {
                GlmFit fit = model.newFit();
                model.load(fit, sites.get(k));
                ratios[k] = of(fit, stream(seed, sites.get(k)));
            });
            done = end;
        }
        return List.of(Arrays.copyOf(ratios, done));
    }

    /** A random stream that depends on the seed and the model alone. */
    private static UniformRandomProvider stream(long seed, int[] sites) {
        long mixed = seed;
        for (int site : sites) {
            mixed = mixed * 0x9E3779B97F4A7C15L + site + 1;
        }
        return RandomSource.XO_SHI_RO_256_PP.create(mixed);
    }

    /**
     * Estimates exact / Laplace of one model.
     *
     * @param fit a fitted model whose prior is a density; afterwards its derivatives are those at the last point drawn
     */
    static Regression.EvidenceRatio of(GlmFit fit, UniformRandomProvider rng) {
        int d = fit.baseSize() + fit.size;
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(rng);
        double atMode = fit.logDensity(fit.coefficients);
        double constant = Gamma.logGamma(0.5 * (FREEDOM + d))
                - Gamma.logGamma(0.5 * FREEDOM)
                + 0.5 * d * StrictMath.log(2.0 / FREEDOM); // log of z's density t, plus d/2 log(2 pi), at z = 0
        double[] logWeights = new double[2 * PAIRS];
        double[] step = new double[d];
        double[] at = new double[fit.coefficients.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int pair = 0; pair < PAIRS; pair++) {
            double squares = 0.0;
            for (int i = 0; i < d; i++) {
                step[i] = normal.sample();
                squares += step[i] * step[i];
            }
            double scale = Math.sqrt(FREEDOM / chiSquare(rng));
            Cholesky.backward(fit.factor, d, step);
            double logDensity = constant - 0.5 * (FREEDOM + d) * StrictMath.log1p(scale * scale * squares / FREEDOM);
            for (int side = 0; side < 2; side++) { // the draw and its reflection at the mode
                double signed = side == 0 ? scale : -scale;
                for (int i = 0; i < d; i++) {
                    at[i] = fit.coefficients[i] + signed * step[i];
                }
                double logWeight = fit.logDensity(at) - atMode - logDensity;
                logWeights[2 * pair + side] = logWeight;
                largest = Math.max(largest, logWeight);
            }
        }
        return mean(logWeights, largest);
    }

    /** Draws from a chi-square distribution of {@link #FREEDOM} degrees of freedom: twice a sum of exponentials. */
    private static double chiSquare(UniformRandomProvider rng) {
        double product = 1.0;
        for (int k = 0; k < FREEDOM / 2; k++) {
            product *= 1.0 - rng.nextDouble();
        }
        return -2.0 * StrictMath.log(product);
    }

    /**
     * The logarithm of the mean weight, with its standard error from the means of pairs: a draw and its reflection at
     * the mode depend on each other.
     */
    private static Regression.EvidenceRatio mean(double[] logWeights, double largest) {
        double sum = 0.0;
        double squares = 0.0;
        for (int k = 0; k < logWeights.length; k += 2) {
            double pair = 0.5 * (StrictMath.exp(logWeights[k] - largest) + StrictMath.exp(logWeights[k + 1] - largest));
            sum += pair;
            squares += pair * pair;
        }
        double mean = sum / PAIRS;
        double variance = Math.max(squares / PAIRS - mean * mean, 0.0) / (PAIRS - 1);
        return new Regression.EvidenceRatio(largest + StrictMath.log(mean), Math.sqrt(variance) / mean);
    }
}
