package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cox's partial likelihood of survival times, ties by Breslow's or Efron's formula. Rows of a stratum are in descending
 * order of their times, so that those at risk at an event time are its rows before a bound:
 *
 * <pre>{@code
 * l = sum over event times of (sum of eta of the events - d log S0),   S0 = sum of e^eta at risk,  d events
 * }</pre>
 *
 * <p>Efron's formula has {@code log(S0 - f E)} in place of each of the d terms log S0, where E is the sum of e^eta of
 * the events, and f = 0, 1/d, .. (d - 1)/d. With weights, each of these terms has the mean weight of the events. In
 * what follows e^eta of the events is then multiplied by 1 - f, and sums over event times are over their terms.
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

    /** The times with an event: stratum by stratum, in each from the longest to the shortest. */
    private final EventTime[] at;

    /**
     * An event time.
     *
     * @param start the first row that is at risk here and was not at the event time before in this order
     * @param end the row after the last one at risk
     * @param opens whether it is the first of its stratum
     * @param ties the number of events
     * @param deaths the sum of the weights of the events
     */
    private record EventTime(int start, int end, boolean opens, int ties, double deaths) implements Serializable {}

    private final boolean efron;
    private final int strata;

    /**
     * @param times [n], in descending order in each stratum
     * @param isEvent [n]
     * @param stratum [n], those of a stratum next to each other
     * @param efron whether ties are by Efron's formula, else by Breslow's
     */
    public CoxLikelihood(
            double[] times, boolean[] isEvent, double[] weights, double[] offset, int[] stratum, boolean efron) {
        int n = times.length;
        this.efron = efron;
        this.times = times;
        this.weights = weights;
        this.offset = offset;
        this.events = new double[n];
        List<EventTime> eventTimes = new ArrayList<>();
        int count = 0;
        int start = 0;
        int ties = 0;
        double here = 0.0; // the weight of the events at this time
        boolean opens = true; // whether the next event time is the first of its stratum
        for (int t = 0; t < n; t++) {
            events[t] = isEvent[t] ? weights[t] : 0.0;
            here += events[t];
            ties += isEvent[t] ? 1 : 0;
            boolean closes = t == n - 1 || stratum[t + 1] != stratum[t];
            if (!closes && times[t + 1] == times[t]) { // more rows of this time follow
                continue;
            }
            if (ties > 0) {
                eventTimes.add(new EventTime(start, t + 1, opens, ties, here));
                opens = false;
                start = t + 1;
            }
            here = 0.0;
            ties = 0;
            if (closes) {
                opens = true;
                start = t + 1;
                count++;
            }
        }
        this.at = eventTimes.toArray(EventTime[]::new);
        this.strata = count;
    }

    @Override
    public int rows() {
        return events.length;
    }

    @Override
    public String name() {
        return "Cox regression of survival times"
                + (efron ? ", ties by Efron's formula" : "")
                + (strata > 1 ? ", " + strata + " strata" : "");
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
        return Arrays.stream(at).mapToDouble(EventTime::deaths).sum();
    }

    @Override
    public double[] offset() {
        return offset;
    }

    @Override
    public Curve newCurve() {
        return new RiskCurve();
    }

    /** Whether there are several strata, each with a hazard of its own. */
    public boolean isStratified() {
        return strata > 1;
    }

    /**
     * The part f of the events' own weight that a term of an event time takes off the weight of the rows at risk: l / d
     * in term l of d by Efron's formula, and 0 by Breslow's.
     *
     * @param term from 0 to the number of terms less 1: always 0 by Breslow's formula, which has one term
     */
    private double part(int g, int term) {
        return (double) term / at[g].ties;
    }

    /** How many terms to compute for an event time: d by Efron's formula; by Breslow's 1, since all d are equal. */
    private int terms(int g) {
        return efron ? at[g].ties : 1;
    }

    /**
     * Breslow's estimate of the logarithm of the cumulative hazard of a row of linear predictor 0: the logarithm of the
     * sum of d / S0, or of {@code 1 / (S0 - f E)}, over the event times up to a time. The
     * likelihood must have one stratum.
     *
     * @param eta the linear predictor of the rows
     * @param until times, in any order
     * @return negative infinity before the first event
     */
    public double[] logHazard(double[] eta, double[] until) {
        // Event times come from the longest on. For each of the times the first one that it reaches has the least S0.
        double[] hazard = new double[until.length]; // in units of 1 over this S0
        double[] logFirst = new double[until.length]; // the logarithm of this S0
        double logTotal = Double.NEGATIVE_INFINITY; // log S0
        int from = 0;
        for (int g = 0; g < at.length; g++) {
            double largest = logTotal;
            for (int t = from; t < at[g].end; t++) {
                largest = Math.max(largest, eta[t]);
            }
            double total = Exp.exp(logTotal - largest);
            double ofEvents = 0.0;
            for (; from < at[g].end; from++) {
                double term = weights[from] * Exp.exp(eta[from] - largest);
                total += term;
                ofEvents += events[from] > 0.0 ? term : 0.0;
            }
            logTotal = largest + StrictMath.log(total);
            double rise = 0.0;
            for (int l = 0; l < terms(g); l++) {
                rise += at[g].deaths / terms(g) / (1.0 - part(g, l) * ofEvents / total);
            }
            for (int k = 0; k < until.length; k++) {
                if (times[at[g].end - 1] <= until[k]) {
                    logFirst[k] = hazard[k] == 0.0 ? logTotal : logFirst[k];
                    hazard[k] += rise * Exp.exp(logFirst[k] - logTotal);
                }
            }
        }
        for (int k = 0; k < until.length; k++) {
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

    /** Evaluates the partial likelihood by cumulative sums over the rows at risk. */
    private final class RiskCurve implements Curve {

        private final double[] score = new double[events.length];

        /** {@code weight e^eta / S0} of each row, at the first event time that finds it at risk; 0 if none does. */
        private final double[] share = new double[events.length];

        /** The diagonal h of W. */
        private final double[] hazard = new double[events.length];

        /** At each event time, S0 of the event time before it in the order, divided by S0. */
        private final double[] kept = new double[at.length];

        private final double[] sums = new double[at.length];

        /**
         * At each event time, {@link #sums} with each term multiplied by f. It is
         * subtracted in rows whose event is at this time.
         */
        private final double[] cuts = new double[at.length];

        /**
         * At each event time, sums over its terms, of weight w and part f, of {@code w / q} and {@code w f / q}, where
         * {@code q = (S0 - f E) / S0}.
         */
        private final double[] risks = new double[at.length];

        private final double[] cutRisks = new double[at.length];

        /** At each event time, sums over its terms of {@code w / q^2}, {@code w f / q^2} and {@code w f^2 / q^2}. */
        private final double[] squares = new double[at.length];

        private final double[] cutSquares = new double[at.length];
        private final double[] twiceCutSquares = new double[at.length];

        /**
         * Computes the sums over the terms of an event time, with q = 1 - f E / S0: {@code w / q} in risks, {@code w /
         * q^2} in squares, and these times f, or f^2, in the arrays of cuts. The first term has f = 0 and q = 1.
         *
         * @param g the event time
         * @param ofEvents E / S0, the share of the rows with an event in the sum over the rows at risk
         * @return the sum of {@code w log q}
         */
        private double sum(int g, double ofEvents) {
            risks[g] = at[g].deaths; // as if q were 1 in all terms; the loop corrects it
            squares[g] = at[g].deaths;
            double logs = 0.0;
            double weight = at[g].deaths / terms(g);
            for (int l = 1; l < terms(g); l++) {
                double f = part(g, l); // of d tied events, term l leaves out l / d of each (Efron)
                double q = 1.0 - f * ofEvents;
                double risk = weight / q;
                logs += weight * StrictMath.log(q);
                risks[g] += risk - weight;
                squares[g] += risk / q - weight;
                cutRisks[g] = (l == 1 ? 0.0 : cutRisks[g]) + f * risk;
                cutSquares[g] = (l == 1 ? 0.0 : cutSquares[g]) + f * risk / q;
                twiceCutSquares[g] = (l == 1 ? 0.0 : twiceCutSquares[g]) + f * f * risk / q;
            }
            return logs;
        }

        @Override
        public double at(double[] eta) {
            double value = 0.0;
            double logTotal = Double.NEGATIVE_INFINITY; // log S0
            for (int g = 0; g < at.length; g++) {
                // S0, the sum of w e^eta over the rows at risk, grows from event time to event time by the rows that
                // join. Numbers e^eta are taken relative to the largest.
                double largest = at[g].opens ? Double.NEGATIVE_INFINITY : logTotal;
                for (int t = at[g].start; t < at[g].end; t++) {
                    largest = Math.max(largest, eta[t]);
                }
                double before = at[g].opens ? 0.0 : Exp.exp(logTotal - largest);
                double total = before;
                for (int t = at[g].start; t < at[g].end; t++) {
                    share[t] = weights[t] * Exp.exp(eta[t] - largest);
                    total += share[t];
                }
                kept[g] = before / total;
                logTotal = largest + StrictMath.log(total);
                double ofEvents = 0.0;
                for (int t = at[g].start; t < at[g].end; t++) {
                    share[t] /= total;
                    ofEvents += events[t] > 0.0 ? share[t] : 0.0;
                    value += events[t] * (eta[t] - logTotal);
                }
                value -= sum(g, ofEvents);
            }
            writeHazards();
            for (int t = 0; t < score.length; t++) {
                score[t] = events[t] - hazard[t];
            }
            return value;
        }

        /** Writes the expected number of events of each row, from the shares and the sums of all event times. */
        private void writeHazards() {
            double later = 0.0; // the sum of d / S0 over this event time and those after it in the order, times this S0
            for (int g = at.length - 1; g >= 0; g--) {
                later += risks[g];
                for (int t = at[g].start; t < at[g].end; t++) {
                    hazard[t] = share[t] * (events[t] > 0.0 ? later - cutRisks[g] : later);
                }
                later *= kept[g];
            }
        }

        @Override
        public double[] score() {
            return score;
        }

        /** {@inheritDoc} W is diag(hazard) less products of shares, which two passes over the event times sum up. */
        @Override
        public void weigh(double[] x, double[] out) {
            double mean = 0.0;
            for (int g = 0; g < at.length; g++) {
                mean *= kept[g]; // of x over the rows at risk, weighted by e^eta
                double ofEvents = 0.0; // the part of this mean that the events contribute
                for (int t = at[g].start; t < at[g].end; t++) {
                    mean += share[t] * x[t];
                    ofEvents += events[t] > 0.0 ? share[t] * x[t] : 0.0;
                }
                sums[g] = squares[g] * mean - cutSquares[g] * ofEvents;
                cuts[g] = cutSquares[g] * mean - twiceCutSquares[g] * ofEvents;
            }
            Arrays.fill(out, 0.0); // rows that no event finds at risk
            double later = 0.0; // the sum over the event times that find a row at risk
            for (int g = at.length - 1; g >= 0; g--) {
                later += sums[g];
                for (int t = at[g].start; t < at[g].end; t++) {
                    out[t] = hazard[t] * x[t] - share[t] * (events[t] > 0.0 ? later - cuts[g] : later);
                }
                later *= kept[g];
            }
        }

        @Override
        public void squares(float[][] rows, float[] out) {
            Projections.addSquares(rows, hazard, out); // the diagonal part of W
            // By column: its mean over the rows at risk, weighted by e^eta, and the part of this mean from the events.
            float[] mean = new float[out.length];
            float[] ofEvents = new float[out.length];
            for (int g = 0; g < at.length; g++) {
                boolean isTied = terms(g) > 1;
                Projections.scale(mean, (float) kept[g]);
                Arrays.fill(ofEvents, 0.0f);
                for (int t = at[g].start; t < at[g].end; t++) {
                    Projections.add(rows[t], (float) share[t], mean);
                    if (isTied && events[t] > 0.0) {
                        Projections.add(rows[t], (float) share[t], ofEvents);
                    }
                }
                // The sum over the terms of -w (mean - f ofEvents)^2 / q^2, in two loops: the second is for ties alone.
                float factor = (float) -squares[g];
                for (int j = 0; j < out.length; j++) {
                    out[j] += factor * mean[j] * mean[j];
                }
                float cut = (float) (2.0 * cutSquares[g]);
                float twice = (float) -twiceCutSquares[g];
                for (int j = 0; j < out.length && isTied; j++) {
                    out[j] += ofEvents[j] * (cut * mean[j] + twice * ofEvents[j]);
                }
            }
        }
    }
}
