package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;
import java.util.Arrays;

/**
 * Cox's partial likelihood of survival times, ties by Breslow's formula. Rows are in descending order of their times,
 * so that those at risk at an event time are the rows before a bound:
 *
 * <pre>{@code
 * l = sum over event times of (sum of eta of the events - d log S0),   S0 = sum of e^eta at risk,  d events
 * }</pre>
 *
 * <p>W is {@code diag(h) - sum d e e' / S0^2} with the vectors e of {@code e^eta} at risk, and {@code h_t = e^eta_t
 * sum d / S0} over the event times that row t is at risk. Products with W need two cumulative sums. All numbers are
 * kept as parts of S0 at some event time, which are at most 1: e^eta itself may be out of the range of doubles.
 */
public final class CoxLikelihood implements Likelihood {

    private static final long serialVersionUID = 1L;

    private final double[] times;
    private final double[] weights;
    private final double[] offset;

    /** The weight of each row if it is an event, else 0. */
    private final double[] events;

    /** For each event time, in descending order: the number of rows at risk, and the weight of the events. */
    private final int[] bounds;

    private final double[] deaths;

    /**
     * @param times [n], in descending order
     * @param isEvent [n]
     */
    public CoxLikelihood(double[] times, boolean[] isEvent, double[] weights, double[] offset) {
        int n = times.length;
        this.times = times;
        this.weights = weights;
        this.offset = offset;
        this.events = new double[n];
        int[] ends = new int[n];
        double[] sums = new double[n];
        int count = 0;
        double here = 0.0;
        for (int t = 0; t < n; t++) {
            events[t] = isEvent[t] ? weights[t] : 0.0;
            here += events[t];
            if (t == n - 1 || times[t + 1] < times[t]) {
                if (here > 0.0) {
                    ends[count] = t + 1;
                    sums[count++] = here;
                }
                here = 0.0;
            }
        }
        this.bounds = Arrays.copyOf(ends, count);
        this.deaths = Arrays.copyOf(sums, count);
    }

    @Override
    public int rows() {
        return events.length;
    }

    @Override
    public String name() {
        return "Cox regression of survival times";
    }

    @Override
    public boolean hasConstant() {
        return false;
    }

    @Override
    public double typical() {
        return 0.0;
    }

    @Override
    public double observations() {
        return Arrays.stream(deaths).sum();
    }

    @Override
    public double[] offset() {
        return offset;
    }

    @Override
    public Curve newCurve() {
        return new RiskCurve();
    }

    /**
     * Breslow's estimate of the logarithm of the cumulative hazard of a row of linear predictor 0: the logarithm of the
     * sum of d / S0 over the event times up to a time.
     *
     * @param eta the linear predictor of the rows
     * @param at times, in any order
     * @return negative infinity before the first event
     */
    public double[] logHazard(double[] eta, double[] at) {
        double[] hazard = new double[at.length]; // times S0 at the last event up to the time
        double[] logFirst = new double[at.length]; // the logarithm of that S0
        double logTotal = Double.NEGATIVE_INFINITY; // log S0
        int from = 0;
        for (int g = 0; g < bounds.length; g++) {
            double largest = logTotal;
            for (int t = from; t < bounds[g]; t++) {
                largest = Math.max(largest, eta[t]);
            }
            double total = Exp.exp(logTotal - largest);
            for (; from < bounds[g]; from++) {
                total += weights[from] * Exp.exp(eta[from] - largest);
            }
            logTotal = largest + StrictMath.log(total);
            for (int k = 0; k < at.length; k++) {
                if (times[bounds[g] - 1] <= at[k]) {
                    logFirst[k] = hazard[k] == 0.0 ? logTotal : logFirst[k];
                    hazard[k] += deaths[g] * Exp.exp(logFirst[k] - logTotal);
                }
            }
        }
        for (int k = 0; k < at.length; k++) {
            hazard[k] = StrictMath.log(hazard[k]) - logFirst[k];
        }
        return hazard;
    }

    @Override
    public ResponseMoments moments() {
        return new HazardRatio();
    }

    /** The hazard as a multiple of that at eta = 0; nothing is known of its variance. */
    private record HazardRatio() implements ResponseMoments {

        @Override
        public double mean(double eta) {
            return Exp.exp(eta);
        }

        @Override
        public double variance(double eta) {
            return 0.0;
        }
    }

    private final class RiskCurve implements Curve {

        private final double[] score = new double[events.length];

        /** {@code weight e^eta / S0} of each row, at the first event time that finds it at risk; 0 if none does. */
        private final double[] share = new double[events.length];

        /** The diagonal h of W. */
        private final double[] hazard = new double[events.length];

        /** At each event time, S0 of the one before it in the order, divided by its own. */
        private final double[] kept = new double[bounds.length];

        private final double[] sums = new double[bounds.length];

        @Override
        public double at(double[] eta) {
            double value = 0.0;
            double logTotal = Double.NEGATIVE_INFINITY; // log S0
            int from = 0;
            for (int g = 0; g < bounds.length; g++) {
                double largest = logTotal;
                for (int t = from; t < bounds[g]; t++) {
                    largest = Math.max(largest, eta[t]);
                }
                double before = g == 0 ? 0.0 : Exp.exp(logTotal - largest);
                double total = before;
                for (int t = from; t < bounds[g]; t++) {
                    share[t] = weights[t] * Exp.exp(eta[t] - largest);
                    total += share[t];
                }
                kept[g] = before / total;
                logTotal = largest + StrictMath.log(total);
                for (int t = from; t < bounds[g]; t++) {
                    share[t] /= total;
                    value += events[t] * (eta[t] - logTotal);
                }
                from = bounds[g];
            }
            double later = 0.0;
            for (int g = bounds.length - 1; g >= 0; g--) {
                later += deaths[g];
                for (int t = start(g); t < bounds[g]; t++) {
                    hazard[t] = share[t] * later;
                }
                later *= kept[g];
            }
            for (int t = 0; t < score.length; t++) {
                score[t] = events[t] - hazard[t];
            }
            return value;
        }

        /** The first row that is at risk at an event time, and not at the one before it in the order. */
        private int start(int g) {
            return g == 0 ? 0 : bounds[g - 1];
        }

        @Override
        public double[] score() {
            return score;
        }

        @Override
        public void weigh(double[] x, double[] out) {
            double mean = 0.0;
            for (int g = 0; g < bounds.length; g++) {
                mean *= kept[g];
                for (int t = start(g); t < bounds[g]; t++) {
                    mean += share[t] * x[t];
                }
                sums[g] = deaths[g] * mean;
            }
            Arrays.fill(out, 0.0); // rows that no event finds at risk
            double later = 0.0;
            for (int g = bounds.length - 1; g >= 0; g--) {
                later += sums[g];
                for (int t = start(g); t < bounds[g]; t++) {
                    out[t] = hazard[t] * x[t] - share[t] * later;
                }
                later *= kept[g];
            }
        }

        @Override
        public void squares(float[][] rows, float[] out) {
            Projections.addSquares(rows, hazard, out);
            float[] mean = new float[out.length];
            for (int g = 0; g < bounds.length; g++) {
                Projections.scale(mean, (float) kept[g]);
                for (int t = start(g); t < bounds[g]; t++) {
                    Projections.add(rows[t], (float) share[t], mean);
                }
                float factor = (float) -deaths[g];
                for (int j = 0; j < out.length; j++) {
                    out[j] += factor * mean[j] * mean[j];
                }
            }
        }
    }
}
