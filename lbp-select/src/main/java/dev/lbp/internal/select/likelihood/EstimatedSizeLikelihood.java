package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.Sum;
import java.util.Arrays;

/**
 * Counts of mean {@code mu = e^eta} and variance {@code mu + mu^2 / size} whose size is not known. Its logarithm s is a
 * parameter of each model. The log-likelihood of eta is the largest value over s of {@code l(eta, s) + log p(s)}. With
 * {@code v = d2 l / d eta ds} and h minus the second derivative of that sum, both at its maximum, minus the second
 * derivatives of the log-likelihood are {@code W - v v'/h}, W those of a known size. The determinant of the second
 * derivatives in all parameters is h times that of coefficients alone, so Laplace's method for s needs h beside a fit.
 *
 * <p>{@code p(s) = e^d / (1 + e^d)^2} with d the distance of s from the logarithm of the mean count: at this mean the
 * part of the variance that Poisson explains is uniform (Christiansen and Morris 1997, JASA 92, 618). So s has a
 * maximum for all counts.
 */
public final class EstimatedSizeLikelihood extends NegativeBinomialLikelihood {

    private static final long serialVersionUID = 1L;

    /** The largest change of s in one Newton step. */
    private static final double MOST_STEP = 2.0;

    /** A Newton step that is shorter leaves an error of s of about its square. */
    private static final double CONVERGED = 1e-7;

    private static final int MOST_STEPS = 200;

    /** The largest distance of s from the logarithm of the mean count; the square of a size is then a finite double. */
    private static final double FARTHEST = 300.0;

    /** The largest distance from which s starts: an earlier trial, far from the mode, may have left it anywhere. */
    private static final double FARTHEST_START = 30.0;

    /** A number for h where rounding leaves none. */
    private static final double LEAST_CURVATURE = 1e-8;

    /** From this value on, {@link #first} and {@link #second} are their series, to 1e-14. */
    private static final double LARGE = 16.0;

    /** The distinct counts, and the sum of the weights of their rows. */
    private final double[] counts;

    private final double[] totals;

    public EstimatedSizeLikelihood(Rows rows) {
        super(rows, "negative binomial regression, size estimated", Math.exp(logMean(rows.y(), rows.weights())));
        this.counts = Arrays.stream(y).sorted().distinct().toArray();
        this.totals = new double[counts.length];
        for (int t = 0; t < y.length; t++) {
            totals[Arrays.binarySearch(counts, y[t])] += weights[t];
        }
    }

    @Override
    RowLikelihood with(Rows rows) {
        return new EstimatedSizeLikelihood(rows);
    }

    @Override
    RowLikelihood given(double size) {
        return new NegativeBinomialLikelihood(new Rows(y, weights, offset()), size);
    }

    @Override
    public ResponseMoments moments(double size) {
        return new Moments(size);
    }

    @Override
    public Curve newCurve() {
        return new ProfileCurve();
    }

    /** {@code psi(x) - log x + 1 / (2x)} by its series, psi the derivative of log gamma. */
    private static double first(double x) {
        if (x < LARGE) {
            return first(x + 1.0) + StrictMath.log1p(1.0 / x) - 0.5 / x - 0.5 / (x + 1.0);
        }
        double square = 1.0 / (x * x);
        return -square * (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252 - square / 240)));
    }

    /** {@code psi'(x) - 1 / x - 1 / (2x^2)}. */
    private static double second(double x) {
        if (x < LARGE) {
            double fall = 1.0 / x - 1.0 / (x + 1.0);
            return second(x + 1.0) + 0.5 * fall * fall;
        }
        double square = 1.0 / (x * x);
        return square / x * (1.0 / 6 - square * (1.0 / 30 - square * (1.0 / 42 - square / 30)));
    }

    /** Evaluates the log-likelihood at the size of its largest value; s is the logarithm of the size. */
    private final class ProfileCurve extends DiagonalCurve {

        private final double[] means = new double[y.length];
        private final double[] cross = new double[y.length]; // v
        private double s;
        private double slope; // of l(eta, s) + log p(s)
        private double curvatureOfSize; // h
        private boolean isCoupled;

        ProfileCurve() {
            restart();
        }

        @Override
        public void restart() {
            s = typical();
        }

        @Override
        public double at(double[] eta) {
            for (int t = 0; t < y.length; t++) {
                means[t] = moments().mean(eta[t]);
                if (!(means[t] <= Double.MAX_VALUE)) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            maximise();
            RowLikelihood known = given(size());
            double value = known.evaluate(eta, score(), curvature());
            for (int t = 0; t < y.length; t++) {
                cross[t] = score()[t] / (1.0 + size() / means[t]);
            }
            isCoupled = true;
            double distance = Math.abs(s - typical());
            // evaluate() is relative to each row's largest value, which depends on the size; the rest is log p(s)
            return value
                    + Sum.of(counts.length, c -> known.logLargest(counts[c], totals[c]))
                    - distance
                    - 2.0 * StrictMath.log1p(StrictMath.exp(-distance));
        }

        /** Moves s to the maximum by Newton's method within an interval at whose ends the slope has other signs. */
        private void maximise() {
            double low = typical() - FARTHEST;
            double high = typical() + FARTHEST;
            s = Math.max(typical() - FARTHEST_START, Math.min(typical() + FARTHEST_START, s));
            double step = MOST_STEP;
            for (int k = 0; k < MOST_STEPS && Math.abs(step) > CONVERGED; k++) {
                differentiate();
                low = slope > 0.0 ? s : low;
                high = slope > 0.0 ? high : s;
                double newton = curvatureOfSize > 0.0 ? slope / curvatureOfSize : slope; // uphill in any case
                step = Math.max(-MOST_STEP, Math.min(MOST_STEP, newton));
                if (Math.abs(step) > CONVERGED && (s + step <= low || s + step >= high)) {
                    step = 0.5 * (low + high) - s; // the step would leave the interval, which is halved instead
                }
                s += step;
            }
            differentiate();
            curvatureOfSize = Math.max(curvatureOfSize, LEAST_CURVATURE);
        }

        /**
         * Sets the slope and minus the second derivative by s of the log-likelihood with its prior, at the means. They
         * are written so that terms which cancel for large sizes are not there.
         */
        private void differentiate() {
            double size = size();
            double firstSum = 0.0; // the derivatives of the log-likelihood by the size itself
            double secondSum = 0.0;
            for (int t = 0; t < y.length; t++) {
                double u = (y[t] - means[t]) / (size + means[t]);
                double log = u < -0.5 // the quotient of a trial far from the mode may underflow
                        ? StrictMath.log(size + y[t]) - StrictMath.log(size + means[t])
                        : StrictMath.log1p(u);
                firstSum += weights[t] * (log - u);
                secondSum += weights[t] * u * u / (size + y[t]);
            }
            for (int c = 0; c < counts.length; c++) {
                double sum = size + counts[c];
                firstSum += totals[c] * (0.5 * counts[c] / (size * sum) + first(sum) - first(size));
                secondSum += totals[c] * (0.5 / (sum * sum) - 0.5 / (size * size) + second(sum) - second(size));
            }
            double prior = Math.tanh(0.5 * (s - typical())); // minus the slope of the log-density of s, a logistic one
            slope = size * firstSum - prior;
            curvatureOfSize = -size * (size * secondSum + firstSum) + 0.5 * (1.0 - prior * prior);
        }

        /** {@inheritDoc} {@link #weigh} then leaves out the term of s. */
        @Override
        public boolean decouple() {
            boolean was = isCoupled;
            isCoupled = false;
            return was;
        }

        /** {@inheritDoc} While eta and s are coupled, {@code W x - v (v'x) / h}, with the W of a known size. */
        @Override
        public void weigh(double[] x, double[] out) {
            super.weigh(x, out);
            double part = isCoupled ? Sum.of(y.length, t -> cross[t] * x[t]) / curvatureOfSize : 0.0;
            for (int t = 0; t < out.length; t++) {
                out[t] -= part * cross[t];
            }
        }

        @Override
        public double size() {
            return StrictMath.exp(s);
        }

        @Override
        public double logSpread() {
            return -0.5 * StrictMath.log(curvatureOfSize);
        }
    }
}
