package dev.lbp.internal.models.tracker;

/**
 * Keeps the residual of every observation of a {@code CategoricalFactorialHmm},
 * {@code r_l = y_l - b - sum_k w_k(x_lk)}, an exact sum, and the logarithm of its density.
 */
public final class HmmTracker extends CategoricalTracker {

    private static final long serialVersionUID = 1L;

    private final HmmTerms terms;
    private final int chains;
    private final int steps;
    private final double[] residual;
    private final double[] emission;

    public HmmTracker(int values, HmmTerms terms) {
        super(terms.target.length * terms.weights.length, values, terms.constant, terms.quantum);
        this.terms = terms;
        this.chains = terms.weights.length;
        this.steps = terms.target.length;
        this.residual = new double[steps];
        this.emission = new double[steps];
    }

    @Override
    public long computeSums() {
        long quanta = 0;
        for (int l = 0; l < steps; l++) {
            residual[l] = terms.target[l];
            for (int k = 0; k < chains; k++) {
                int site = l * chains + k;
                residual[l] -= terms.weights[k][state[site]];
                double step = l == 0 ? terms.first[state[site]] : terms.next[state[site - chains]][state[site]];
                quanta += (long) (step * perQuantum);
            }
            emission[l] = terms.emission(residual[l]);
            quanta += (long) (emission[l] * perQuantum);
        }
        return quanta;
    }

    @Override
    public double logRatio(int site, int to) {
        int step = site / chains;
        double[] weights = terms.weights[site - step * chains];
        int from = state[site];
        // the change of the observation's density, then of the transitions into and out of this step
        double ratio = terms.emission(residual[step] + weights[from] - weights[to]) - emission[step];
        double[] before = step == 0 ? terms.first : terms.next[state[site - chains]];
        ratio += before[to] - before[from];
        if (step + 1 < steps) {
            int after = state[site + chains];
            ratio += terms.next[to][after] - terms.next[from][after];
        }
        return ratio;
    }

    @Override
    public void set(int site, int to) {
        int step = site / chains;
        double[] weights = terms.weights[site - step * chains];
        residual[step] += weights[state[site]] - weights[to];
        emission[step] = terms.emission(residual[step]);
        state[site] = to;
    }

    /** A change touches all chains at its step, and its own chain at the steps before and after. */
    @Override
    public int touched(int site, int before, int[] touched) {
        int step = site / chains;
        int count = 0;
        for (int k = 0; k < chains; k++) {
            count = addAllLabels(step * chains + k, touched, count);
        }
        if (step > 0) {
            count = addAllLabels(site - chains, touched, count);
        }
        if (step + 1 < steps) {
            count = addAllLabels(site + chains, touched, count);
        }
        return count;
    }
}
