package dev.lbp.internal.select.prior;

/**
 * The prior distribution of models as a function of their size.
 *
 * @param rule as {@code Inclusion.logPrior}
 * @param words for summaries
 */
public record SizePrior(Rule rule, String words) {

    /** Below this prior probability of all models that are possible, the prior contradicts the data. */
    private static final double LEAST_PRIOR = 1e-6;

    /** The logarithm of the prior probability of one model of {@code size} of {@code p} variables, up to a constant. */
    public interface Rule {

        double logPrior(int size, int p);
    }

    public double logPrior(int size, int p) {
        return rule.logPrior(size, p);
    }

    /** Refuses a prior under which models that n observations can tell apart have hardly any probability. */
    public void check(int p, int most) {
        double[] mass = new double[p + 1];
        double largest = Double.NEGATIVE_INFINITY;
        double logChoices = 0.0; // of the binomial coefficient p over size
        for (int size = 0; size <= p; size++) {
            mass[size] = logChoices + rule.logPrior(size, p);
            largest = Math.max(largest, mass[size]);
            logChoices += Math.log((double) (p - size) / (size + 1));
        }
        double possible = 0.0;
        double all = 0.0;
        for (int size = 0; size <= p; size++) {
            double part = Math.exp(mass[size] - largest);
            all += part;
            possible += size <= most ? part : 0.0;
        }
        if (!(possible >= LEAST_PRIOR * all)) {
            throw new IllegalArgumentException(
                    "must leave prior probability to models that the observations can tell apart: inclusion="
                            + words
                            + " gives " + possible / all + " to models of at most " + most + " of p=" + p
                            + " variables; use Inclusion.expectedSize(10) or betaBinomial(1, 1), or call maxSize");
        }
    }
}
