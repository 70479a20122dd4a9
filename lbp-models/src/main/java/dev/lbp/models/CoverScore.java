package dev.lbp.models;

import java.io.Serializable;

/**
 * The log-probability of a {@link CoverModel} as a function of three counts: observed effects without a cause (false
 * positives), effects with a cause that are not observed (false negatives), and causes that are on.
 */
interface CoverScore extends Serializable {

    /** The log-probability, up to a constant. */
    double logProb(int falsePositives, int falseNegatives, int on);

    /** Whether the log-ratio of a cause depends only on the effects that no other cause explains. */
    boolean isLocal();

    /**
     * Log-ratios of flips.
     *
     * @param sites causes, in the first {@code n} places
     * @param state 1 for a cause that is on
     * @param open for each cause the number of its effects that no other cause covers: of observed effects in the upper
     *     half, of the others in the lower half
     * @param out receives the log-ratios
     */
    void logRatios(
            int[] sites,
            int n,
            byte[] state,
            long[] open,
            int falsePositives,
            int falseNegatives,
            int on,
            double[] out);

    /** Given rates: the log-probability is linear in the counts. */
    record Linear(double perFalsePositive, double perFalseNegative, double perCause, double constant)
            implements CoverScore {

        /**
         * The constant is the log-probability without errors and causes. An observed effect has the probability
         * 1 - beta, and alpha if it is a false positive; another effect has 1 - alpha, and beta if it is a false
         * negative.
         *
         * @param observed the number of observed effects
         * @param others the number of effects not observed
         */
        static Linear of(double alpha, double beta, double prior, int observed, int others, int causes) {
            return new Linear(
                    Math.log(alpha) - Math.log1p(-beta),
                    Math.log(beta) - Math.log1p(-alpha),
                    Math.log(prior) - Math.log1p(-prior),
                    observed * Math.log1p(-beta) + others * Math.log1p(-alpha) + causes * Math.log1p(-prior));
        }

        @Override
        public double logProb(int falsePositives, int falseNegatives, int on) {
            return constant + (falsePositives * perFalsePositive + falseNegatives * perFalseNegative + on * perCause);
        }

        @Override
        public boolean isLocal() {
            return true;
        }

        @Override
        public void logRatios(
                int[] sites,
                int n,
                byte[] state,
                long[] open,
                int falsePositives,
                int falseNegatives,
                int on,
                double[] out) {
            for (int k = 0; k < n; k++) {
                int site = sites[k];
                // the effects that no other cause explains: observed ones in the upper half, others in the lower half
                long effects = open[site];
                double turnOn = perCause - (int) (effects >>> 32) * perFalsePositive + (int) effects * perFalseNegative;
                out[k] = (1 - 2 * state[site]) * turnOn;
            }
        }
    }

    /**
     * Unknown rates, or some of them: tables of the logarithms of Beta functions. With u the number of effects without
     * a cause, {@code log pi = A[false positives] + B[false negatives] + C[u] + D[causes on]}.
     */
    record Tables(double[] a, double[] b, double[] c, double[] d, int others) implements CoverScore {

        /**
         * Tables by the number of each kind. For a rate, {@code log B(a + successes, b + failures) / B(a, b)} is a term
         * of the successes plus one of the failures less one of all trials. Trials of alpha are the effects without a
         * cause, with false positives as successes; trials of beta are the others, with false negatives as successes.
         */
        static Tables of(Rate alpha, Rate beta, Rate prior, int observed, int others, int causes) {
            int effects = observed + others;
            double[] on = prior.successes(causes);
            addReversed(on, prior.failures(causes));
            double[] c = new double[effects + 1];
            double[] covered = beta.trials(effects);
            double[] uncovered = alpha.trials(effects);
            for (int u = 0; u <= effects; u++) {
                c[u] = -uncovered[u] - covered[effects - u];
            }
            // an observed effect is a false positive of alpha, or else a failure of beta
            double[] a = alpha.successes(observed);
            addReversed(a, beta.failures(observed));
            // an effect that is not observed is a false negative of beta, or else a failure of alpha
            double[] b = beta.successes(others);
            addReversed(b, alpha.failures(others));
            double all = prior.trials(causes)[causes];
            for (int k = 0; k <= causes; k++) {
                on[k] -= all;
            }
            return new Tables(a, b, c, on, others);
        }

        /** Adds {@code terms[n - k]} to {@code to[k]}: if k of n effects or causes are counted, n - k are not. */
        private static void addReversed(double[] to, double[] terms) {
            for (int k = 0; k < to.length; k++) {
                to[k] += terms[to.length - 1 - k];
            }
        }

        @Override
        public double logProb(int falsePositives, int falseNegatives, int on) {
            return a[falsePositives] + b[falseNegatives] + c[falsePositives + others - falseNegatives] + d[on];
        }

        @Override
        public boolean isLocal() {
            return false;
        }

        @Override
        public void logRatios(
                int[] sites,
                int n,
                byte[] state,
                long[] open,
                int falsePositives,
                int falseNegatives,
                int on,
                double[] out) {
            int uncovered = falsePositives + others - falseNegatives;
            double before = a[falsePositives] + b[falseNegatives] + c[uncovered];
            // 0 if no cause is left to turn on, or off
            double turnOn = on == d.length - 1 ? 0.0 : d[on + 1] - d[on];
            double turnOff = on == 0 ? 0.0 : d[on - 1] - d[on];
            for (int k = 0; k < n; k++) {
                int site = sites[k];
                long effects = open[site];
                int sign = 1 - 2 * state[site];
                // how many false positives a flip removes, and how many false negatives it adds
                int positives = sign * (int) (effects >>> 32);
                int negatives = sign * (int) effects;
                double after = a[falsePositives - positives]
                        + b[falseNegatives + negatives]
                        + c[uncovered - positives - negatives];
                out[k] = after - before + (sign > 0 ? turnOn : turnOff);
            }
        }
    }
}
