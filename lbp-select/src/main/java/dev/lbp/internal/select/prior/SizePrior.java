package dev.lbp.internal.select.prior;

/**
 * The prior distribution of models as a function of their size.
 *
 * @param rule as {@code Inclusion.logPrior}
 * @param words for summaries
 */
public record SizePrior(Rule rule, String words) {

    /** The logarithm of the prior probability of one model of {@code size} of {@code p} variables, up to a constant. */
    public interface Rule {

        double logPrior(int size, int p);
    }

    public double logPrior(int size, int p) {
        return rule.logPrior(size, p);
    }
}
