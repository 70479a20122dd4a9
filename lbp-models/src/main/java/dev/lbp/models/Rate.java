package dev.lbp.models;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * A probability of a model that is either given, or unknown with a Beta(a, b) prior. An unknown one is integrated out:
 * the model then has the marginal likelihood of the counts of successes and failures,
 *
 * <pre>{@code B(a + successes, b + failures) / B(a, b).}</pre>
 */
public final class Rate implements Serializable {

    private static final long serialVersionUID = 1L;

    private final boolean fixed;

    /** The parameters a and b of the prior; if the probability is given, the probability and its complement. */
    private final double a;

    private final double b;

    private Rate(boolean fixed, double a, double b) {
        this.fixed = fixed;
        this.a = a;
        this.b = b;
    }

    /**
     * A given probability.
     *
     * @param rate in (0, 1)
     */
    public static Rate of(double rate) {
        return of("rate", rate);
    }

    static Rate of(String name, double rate) {
        Check.inOpenUnit(name, rate);
        return new Rate(true, rate, 1.0 - rate);
    }

    /**
     * An unknown probability with prior mean a / (a + b), as sure as a + b observations.
     *
     * @param a positive and finite
     * @param b positive and finite
     */
    public static Rate beta(double a, double b) {
        Check.that(a > 0.0 && a < Double.POSITIVE_INFINITY, "be positive and finite", "a", a);
        Check.that(b > 0.0 && b < Double.POSITIVE_INFINITY, "be positive and finite", "b", b);
        return new Rate(false, a, b);
    }

    /** Whether the probability is given. */
    public boolean isFixed() {
        return fixed;
    }

    /**
     * The probability if it is given, else its posterior mean.
     *
     * @param successes at least 0
     * @param failures at least 0
     */
    public double mean(int successes, int failures) {
        return fixed ? a : (a + successes) / (a + b + successes + failures);
    }

    /** The terms of the log-likelihood that depend on the number of successes, from 0 to most. */
    double[] successes(int most) {
        return terms(a, most);
    }

    /** The terms that depend on the number of failures, from 0 to most. */
    double[] failures(int most) {
        return fixed ? powers(Math.log1p(-a), most) : terms(b, most);
    }

    /** The terms that are subtracted, which depend on the number of trials, from 0 to most. */
    double[] trials(int most) {
        return fixed ? new double[most + 1] : terms(a + b, most);
    }

    /** {@code k log(parameter)} if the probability is given, else log of a rising factorial, for k = 0 to most. */
    private double[] terms(double parameter, int most) {
        return fixed ? powers(Math.log(parameter), most) : risingFactorials(parameter, most);
    }

    /** {@code k * logarithm} for k = 0 to most. */
    private static double[] powers(double logarithm, int most) {
        double[] powers = new double[most + 1];
        for (int k = 0; k <= most; k++) {
            powers[k] = k * logarithm;
        }
        return powers;
    }

    /**
     * {@code log(c (c + 1) ... (c + k - 1))} for k = 0 to most, by compensated summation: plain sums have errors of up
     * to {@code most} last places.
     */
    private static double[] risingFactorials(double c, int most) {
        double[] logs = new double[most + 1];
        double lost = 0.0;
        for (int k = 0; k < most; k++) {
            double term = Math.log(c + k) + lost;
            logs[k + 1] = logs[k] + term;
            lost = term - (logs[k + 1] - logs[k]);
        }
        return logs;
    }

    @Override
    public String toString() {
        return fixed ? Double.toString(a) : "Beta(" + a + ", " + b + ")";
    }
}
