package dev.lbp.nn.training;

/**
 * Losses of a proposal q, as functions of {@code d = log p(x) q(x' | x) - log p(x') q(x | x')}, whose expectation is
 * over x from p and x' from q. The acceptance ratio is {@code xi = e^{-d}}. Source: Neklyudov, Shvechikov and Vetrov,
 * <a href="https://arxiv.org/abs/1810.07151">arXiv:1810.07151</a>, 2018.
 */
public enum AcceptanceLoss {

    /** E d, a Kullback-Leibler divergence: {@code 1 - sqrt(E d / 2)} is a lower bound of the acceptance rate. */
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

    /** E |xi - 1|: with the true d the acceptance rate is one minus half of it. */
    ACCEPTANCE_RATE {
        @Override
        public double value(double d) {
            return Math.abs(Math.expm1(-d));
        }

        /** {@code sign(xi - 1) (-xi)}, as xi falls with d: positive where xi < 1. */
        @Override
        public double slope(double d) {
            return Math.signum(d) * Math.exp(-d);
        }
    };

    /** The loss of a pair. */
    public abstract double value(double d);

    /** The derivative of the loss by d; 0 for the rate at d = 0, where it has a kink. */
    public abstract double slope(double d);
}
