package dev.lbp.internal.select.average;

import dev.lbp.internal.select.prior.Combination;
import java.util.Arrays;
import java.util.List;

/**
 * Averages over models, weighted by their probability: inclusion, sizes, and the mean and variance of each coefficient,
 * which is 0 in a model without it. It also keeps the most probable models' coefficients.
 *
 * @param <F> the fit of a model
 */
public final class ModelAverage<F> implements VisitedModels.Visitor<F> {

    /** The site of the variable that each column belongs to: a variable may have several columns. */
    private final int[] siteOf;

    /** Whether each column is the first one of its variable. */
    private final boolean[] isFirst;

    private final Regression.Moments<F> moments;
    private final List<Term> terms;
    private final int p;
    private final int columns;

    /**
     * The sums, in this order: the inclusion of each variable; each size; then for each column, and after the columns
     * for each term, the inclusion and the first and second moment of its coefficient.
     */
    private final WeightedSums sums;

    public final LeadingModels leading = new LeadingModels();

    public ModelAverage(Regression<F> regression) {
        this.moments = regression.newMoments();
        this.terms = regression.terms();
        this.p = regression.facts().names().size();
        SubsetModel model = regression.model();
        this.columns = model.firstColumn(p);
        this.siteOf = new int[columns];
        this.isFirst = new boolean[columns];
        for (int site = 0; site < p; site++) {
            Arrays.fill(siteOf, model.firstColumn(site), model.firstColumn(site + 1), site);
            isFirst[model.firstColumn(site)] = true;
        }
        // the weights of models with each variable, then of each size from 0, then three sums for each coefficient
        this.sums = new WeightedSums(p + p + 1 + 3 * (columns + terms.size()));
    }

    @Override
    public void visit(F fit, double logWeight) {
        double weight = sums.weigh(logWeight);
        LeadingModels.Member member = member(fit);
        int size = 0;
        for (int m = 0; m < member.columns().length; m++) {
            int column = member.columns()[m];
            if (isFirst[column]) {
                size++;
                sums.add(siteOf[column], weight);
            }
            addMoments(column, weight, member.coefficients()[m]);
        }
        for (int k = 0; k < terms.size(); k++) {
            addMoments(columns + k, weight, member.terms()[k]);
        }
        sums.add(p + size, weight); // behind the p sums of inclusion stand those of sizes
        leading.offer(logWeight, member);
    }

    /** The coefficients of one model. */
    public LeadingModels.Member member(F fit) {
        moments.load(fit);
        int[] in = new int[moments.size()];
        LeadingModels.Held[] coefficients = new LeadingModels.Held[in.length];
        for (int m = 0; m < in.length; m++) {
            in[m] = moments.column(m);
            coefficients[m] = heldOf(moments.coefficient(m));
        }
        return new LeadingModels.Member(
                in,
                coefficients,
                terms.stream().map(term -> heldOf(moments.term(term))).toArray(LeadingModels.Held[]::new),
                moments.parts());
    }

    private LeadingModels.Held heldOf(Combination of) {
        return new LeadingModels.Held(of, moments.mean(of), moments.square(of));
    }

    /** Adds the moments of one coefficient; places are those of {@link #moments(int)}. */
    private void addMoments(int place, double weight, LeadingModels.Held coefficient) {
        int at = 2 * p + 1 + 3 * place; // behind p sums of inclusion and p + 1 of sizes, three for each coefficient
        sums.add(at, weight);
        sums.add(at + 1, weight * coefficient.mean());
        sums.add(at + 2, weight * coefficient.square());
    }

    /** The probability that a variable is in. */
    public double inclusion(int site) {
        return sums.mean(site);
    }

    /** The probability of each model size, 0 to p. */
    public double[] sizes() {
        double[] sizes = new double[p + 1];
        for (int size = 0; size <= p; size++) {
            sizes[size] = sums.mean(p + size);
        }
        return sizes;
    }

    /**
     * The moments of a coefficient.
     *
     * @param place the number of its column; the numbers of terms follow those of the columns
     */
    public Moments moments(int place) {
        int at = 2 * p + 1 + 3 * place; // behind p sums of inclusion and p + 1 of sizes, three for each coefficient
        return new Moments(sums.mean(at), sums.mean(at + 1), sums.mean(at + 2));
    }

    /** The logarithm of the sum of all weights. */
    public double logTotal() {
        return sums.logTotal();
    }

    /**
     * Moments of a coefficient, for scaled columns and response.
     *
     * @param inclusion the probability that it is in
     * @param mean the mean over all models, with 0 for those without it
     * @param square the mean of its square over all models
     */
    public record Moments(double inclusion, double mean, double square) {

        /** The mean given that it is in; NaN if it never is. */
        public double meanIfIn() {
            return inclusion > 0.0 ? mean / inclusion : Double.NaN;
        }

        /** A copy with another inclusion probability, and equal moments given that it is in. */
        public Moments scaledTo(double probability) {
            double part = inclusion > 0.0 ? probability / inclusion : 1.0; // if never in, the moments are 0
            return new Moments(probability, part * mean, part * square);
        }
    }
}
