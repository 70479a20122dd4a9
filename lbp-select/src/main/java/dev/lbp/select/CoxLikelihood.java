package dev.lbp.select;

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
 * sum d / S0} over the event times that row t is at risk. Products with W need two cumulative sums.
 */
final class CoxLikelihood implements Likelihood {

    private static final long serialVersionUID = 1L;

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
    CoxLikelihood(double[] times, boolean[] isEvent, double[] weights, double[] offset) {
        int n = times.length;
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

        /** e^eta times the weight, up to a factor. */
        private final double[] risk = new double[events.length];

        /** The diagonal h of W. */
        private final double[] hazard = new double[events.length];

        /** S0 at each event time. */
        private final double[] total = new double[bounds.length];

        private final double[] sums = new double[bounds.length];

        @Override
        public double at(double[] eta) {
            double largest = Double.NEGATIVE_INFINITY;
            for (double value : eta) {
                largest = Math.max(largest, value);
            }
            double value = 0.0;
            double sum = 0.0;
            int from = 0;
            for (int g = 0; g < bounds.length; g++) {
                for (int t = from; t < bounds[g]; t++) {
                    risk[t] = weights[t] * Exp.exp(eta[t] - largest);
                    sum += risk[t];
                    value += events[t] * (eta[t] - largest);
                }
                from = bounds[g];
                total[g] = sum;
                value -= deaths[g] * StrictMath.log(sum);
            }
            Arrays.fill(risk, from, risk.length, 0.0); // rows that no event finds at risk
            double cumulated = 0.0;
            Arrays.fill(hazard, 0.0);
            for (int g = bounds.length - 1; g >= 0; g--) {
                cumulated += deaths[g] / total[g];
                for (int t = g == 0 ? 0 : bounds[g - 1]; t < bounds[g]; t++) {
                    hazard[t] = risk[t] * cumulated;
                }
            }
            for (int t = 0; t < score.length; t++) {
                score[t] = events[t] - hazard[t];
            }
            return value;
        }

        @Override
        public double[] score() {
            return score;
        }

        @Override
        public void weigh(double[] x, double[] out) {
            double sum = 0.0;
            int from = 0;
            for (int g = 0; g < bounds.length; g++) {
                for (int t = from; t < bounds[g]; t++) {
                    sum += risk[t] * x[t];
                }
                from = bounds[g];
                sums[g] = deaths[g] * sum / (total[g] * total[g]);
            }
            Arrays.fill(out, from, out.length, 0.0);
            double cumulated = 0.0;
            for (int g = bounds.length - 1; g >= 0; g--) {
                cumulated += sums[g];
                for (int t = g == 0 ? 0 : bounds[g - 1]; t < bounds[g]; t++) {
                    out[t] = hazard[t] * x[t] - risk[t] * cumulated;
                }
            }
        }

        @Override
        public void squares(float[][] rows, float[] out) {
            Projections.addSquares(rows, hazard, out);
            float[] at = new float[out.length];
            int from = 0;
            for (int g = 0; g < bounds.length; g++) {
                for (int t = from; t < bounds[g]; t++) {
                    Projections.add(rows[t], (float) risk[t], at);
                }
                from = bounds[g];
                float factor = (float) (-deaths[g] / (total[g] * total[g]));
                for (int j = 0; j < out.length; j++) {
                    out[j] += factor * at[j] * at[j];
                }
            }
        }
    }
}
