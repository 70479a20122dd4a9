package dev.lbp.nn.training;

/**
 * Losses of a proposal q, as functions of {@code d = log p(x) q(x' | x) - log p(x') q(x | x')}. Expectations E are over
 * x from p and x' from q. The acceptance ratio is {@code xi = e^{-d}}. Source: Neklyudov, Shvechikov and Vetrov,
 * <a href="https://arxiv.org/abs/1810.07151">arXiv:1810.07151</a>, 2018.
 */
public enum AcceptanceLoss {

    /** E d, a Kullback-Leibler divergence. {@code 1 - sqrt(E d / 2)} is a lower bound of the acceptance rate. */
    LOWER_BOUND {
        @Override
        public double value(double d) {
            return d;
        }

        @Override
        public double slope(double d) {
            return 1.0;
        }
    },

    /** E |xi - 1|. With the true d the acceptance rate is 1 minus half this loss. */
    ACCEPTANCE_RATE {
        @Override
        public double value(double d) {
            return Math.abs(Math.expm1(-d));
        }

        /** {@code -sign(xi - 1) xi}, because the derivative of xi by d is -xi; and xi > 1 where d < 0. */
        @Override
        public double slope(double d) {
            return Math.signum(d) * Math.exp(-d);
        }
    };

    /** The loss of a pair. */
    public abstract double value(double d);

    /** The derivative of the loss by d; 0 for {@link #ACCEPTANCE_RATE} at d = 0, where the loss has a kink. */
    public abstract double slope(double d);
}
