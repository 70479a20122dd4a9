package dev.lbp.internal.kernel;

import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;

/**
 * The distribution of the increment z of one real coordinate, {@code q(z) = g(e^{cz}) mu_s(z) / Z(c)}: c is the partial
 * derivative of the log-probability, called slope, mu_s symmetric noise of standard deviation s, and Z(c) the
 * normaliser. A step draws an increment for each coordinate, independently, and accepts with {@code log alpha = log
 * pi(y) - log pi(x) + sum_i (log q(-z_i | c_i(y)) - log q(z_i | c_i(x)))}. The noise itself cancels in this sum. Cost:
 * O(1) per coordinate.
 *
 * <p>Sources: Zanella (2020) for g; Roberts and Tweedie (1996) for MALA; Livingstone and Zanella (2022) for Barker;
 * Vogrinc, Livingstone and Zanella (2023) for the bimodal noise.
 */
public enum Increment {

    /** g = sqrt(t): {@code z ~ N(s^2 c / 2, s^2)}, MALA. */
    SQRT {
        @Override
        public double draw(double slope, double s, UniformRandomProvider rng, NormalizedGaussianSampler normal) {
            return 0.5 * s * s * slope + s * normal.sample();
        }

        /** log q(-z) at the proposed state minus log q(z) at the current one. */
        @Override
        public double logRatio(double z, double slope, double slopeThere, double s) {
            // the standard normal noise of the step z and of the step -z back: log q differs by (e^2 - back^2) / 2
            double e = z / s - 0.5 * s * slope;
            double back = -z / s - 0.5 * s * slopeThere;
            return 0.5 * (e - back) * (e + back);
        }
    },

    /** g = t/(1+t): normal noise, whose sign is kept with probability {@code 1 / (1 + e^{-cz})}. Z = 1/2. */
    BARKER {
        @Override
        public double draw(double slope, double s, UniformRandomProvider rng, NormalizedGaussianSampler normal) {
            return signed(s * normal.sample(), slope, rng);
        }

        @Override
        public double logRatio(double z, double slope, double slopeThere, double s) {
            return barkerLogRatio(z, slope, slopeThere);
        }
    },

    /** {@link #BARKER} with noise near +s and -s: half {@code N(sqrt(0.99) s, 0.01 s^2)}, half its mirror image. */
    BIMODAL_BARKER {
        @Override
        public double draw(double slope, double s, UniformRandomProvider rng, NormalizedGaussianSampler normal) {
            // noise about the upper centre; its sign, drawn by the slope, chooses between the two centres
            return signed(s * (CENTRE + WIDTH * normal.sample()), slope, rng);
        }

        @Override
        public double logRatio(double z, double slope, double slopeThere, double s) {
            return barkerLogRatio(z, slope, slopeThere);
        }
    },

    /**
     * g = min(1, t): normal noise by rejection, at most 2 tries on average. {@code Z = (1 + erfcx(|c| s / sqrt 2)) /
     * 2}.
     */
    MIN {
        @Override
        public double draw(double slope, double s, UniformRandomProvider rng, NormalizedGaussianSampler normal) {
            double z = s * normal.sample();
            // accepts noise with probability g(e^{cz}) = min(1, e^{cz})
            while (rng.nextDouble() >= Exp.exp(Math.min(slope * z, 0.0))) {
                z = s * normal.sample();
            }
            return z;
        }

        /** log q(-z) at the proposed state minus log q(z) at the current one; mu_s is symmetric and cancels. */
        @Override
        public double logRatio(double z, double slope, double slopeThere, double s) {
            // log g of the step back minus that of the step, plus log Z of the step minus that of the step back
            return (Math.min(-z * slopeThere, 0.0) - Math.min(z * slope, 0.0))
                    + (logNormaliser(slope, s) - logNormaliser(slopeThere, s));
        }
    },

    /** g = 1: normal noise, the random walk. It uses no slope. */
    CONSTANT {
        @Override
        public boolean informed() {
            return false;
        }

        @Override
        public double draw(double slope, double s, UniformRandomProvider rng, NormalizedGaussianSampler normal) {
            return s * normal.sample();
        }

        @Override
        public double logRatio(double z, double slope, double slopeThere, double s) {
            return 0.0;
        }
    };

    /** The standard deviation of the bimodal noise about each of its centres, in units of s. */
    private static final double WIDTH = 0.1;

    /** The centre of the bimodal noise in units of s, such that its second moment is s^2. */
    private static final double CENTRE = Math.sqrt(1.0 - WIDTH * WIDTH);

    /** Whether increments depend on the slope. */
    public boolean informed() {
        return true;
    }

    /**
     * Draws an increment.
     *
     * @param slope c at the current state, finite
     * @param s the standard deviation of the noise, positive
     */
    public abstract double draw(double slope, double s, UniformRandomProvider rng, NormalizedGaussianSampler normal);

    /**
     * log q(-z | slopeThere) - log q(z | slope).
     *
     * @param z an increment
     * @param slope c at the current state, finite
     * @param slopeThere c at the proposed state, finite
     * @param s the standard deviation of the noise
     */
    public abstract double logRatio(double z, double slope, double slopeThere, double s);

    /** log Z(c), in [-log 2, 0]: the normaliser of the distribution of increments with weight min(1, t). */
    static double logNormaliser(double slope, double s) {
        return StrictMath.log(0.5 + 0.5 * Erfcx.value(Math.abs(slope) * s * Math.sqrt(0.5)));
    }

    /**
     * Gives noise a sign: its own with probability {@code 1 / (1 + e^{-cz})}. Noise of one sign has the same result as
     * its symmetric mixture: the pair {z, -z} is drawn first, then one of z and -z.
     */
    private static double signed(double z, double slope, UniformRandomProvider rng) {
        double odds = Exp.exp(-slope * z);
        return rng.nextDouble() * (1.0 + odds) < 1.0 ? z : -z;
    }

    /** {@link #logRatio} of both forms of Barker's proposal: the noise and Z = 1/2 cancel. */
    private static double barkerLogRatio(double z, double slope, double slopeThere) {
        return softplus(-z * slope) - softplus(z * slopeThere);
    }

    /** Computes log(1 + e^a) without overflow for large a. */
    private static double softplus(double a) {
        return Math.max(a, 0.0) + StrictMath.log1p(Exp.exp(-Math.abs(a)));
    }
}
