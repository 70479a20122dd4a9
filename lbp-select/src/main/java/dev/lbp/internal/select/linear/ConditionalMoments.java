package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.average.Regression;
import dev.lbp.select.prior.Evidence;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Computes the moments of every coefficient given which of the other variables are in. A log-ratio gives
 * {@code q = P(j is in | all others)}; the mean is {@code q E[b_j | j is in]}, and the mean square likewise. Averages
 * of these over draws have the same limit as averages of the coefficients of the models drawn, with smaller errors (Rao
 * and Blackwell). Cost of a model: O(k p), as of all log-ratios.
 */
final class ConditionalMoments extends Regression.Conditionals {

    /**
     * If a column's pivot (the squared length of its residual on the model) is smaller, rounding has cost it too many
     * digits. Its coefficient is then computed from a fit that the column enters.
     */
    private static final double LEAST_PIVOT = 1e-4;

    /**
     * A variable of less probability changes rss little if it enters. Its coefficient then gets the shrinkage of the
     * model without it, which costs nothing under a prior of g. The two shrinkages differ by less than 1e-3 of
     * themselves, and the coefficient counts with a weight below 1e-3.
     */
    private static final double IMPROBABLE = 1e-3;

    /** More flips than this cost as much as a fit from nothing. */
    private static final int MOST_FLIPS = 8;

    /** The number of models after which the fit is computed again, so that rounding errors do not add up. */
    private static final int REFRESH = 1_000;

    private final SelectionModel model;
    private final Evidence evidence;
    private final SelectionTracker tracker;
    private final LinearFit scratch;
    private final byte[] state;
    private final byte[] next;
    private final int[] all;
    private final int[] touched;
    private final double[] ratios;
    private int visited;

    ConditionalMoments(SelectionModel model) {
        super(model.gram.columns());
        this.model = model;
        this.evidence = model.evidence;
        this.tracker = new SelectionTracker(model);
        this.scratch = new LinearFit(model.gram, model.lambda);
        int p = model.dimension();
        this.state = new byte[p];
        this.next = new byte[p];
        this.all = IntStream.range(0, p).toArray();
        this.touched = new int[2 * p];
        this.ratios = new double[p];
        tracker.reset(state);
    }

    @Override
    public void load(int[] sites) {
        move(sites);
        tracker.logRatios(all, all.length, ratios);
        LinearFit fit = tracker.fit();
        setColumnsInside(fit);
        setColumnsOutside(fit, tracker.residuals());
    }

    /** Sets the moments of columns of the model: their coefficients are those of the fit itself. */
    private void setColumnsInside(LinearFit fit) {
        for (int m = 0; m < fit.size(); m++) {
            int column = fit.solution.columns[m];
            double in = probability(-ratios[model.site(column)]); // the log-ratio is that of its removal
            set(
                    column,
                    in,
                    fit.solution.coefficients[m],
                    fit.solution.inverse[m][m],
                    LinearMoments.Shape.of(evidence, fit.size(), fit.rss()));
        }
    }

    /**
     * Sets the moments of columns outside the model. The coefficient in the fit that a column enters is c / d, with c
     * and d of the residuals, unless these have lost their digits.
     */
    private void setColumnsOutside(LinearFit fit, Residuals residuals) {
        LinearMoments.Shape near = null; // of all improbable variables, at the rss of the model
        for (int site = 0; site < state.length; site++) {
            if (state[site] != 0) {
                continue;
            }
            double in = probability(ratios[site]);
            int column = model.firstColumn(site);
            double pivot = residuals.pivots()[column];
            if (in == 0.0) {
                Arrays.fill(inclusion, column, model.firstColumn(site + 1), 0.0);
                Arrays.fill(mean, column, model.firstColumn(site + 1), 0.0);
                Arrays.fill(square, column, model.firstColumn(site + 1), 0.0);
            } else if (model.isGroup(site) || pivot < LEAST_PIVOT) {
                enter(site, in);
            } else {
                double covariance = residuals.covariances()[column];
                double rss = Math.max(fit.rss() - covariance * covariance / pivot, 0.0);
                LinearMoments.Shape shape = near;
                if (in > IMPROBABLE) {
                    shape = LinearMoments.Shape.of(evidence, fit.size() + 1, rss);
                } else if (shape == null) {
                    shape = LinearMoments.Shape.of(evidence, fit.size() + 1, fit.rss());
                    near = shape;
                }
                set(column, in, covariance / pivot, 1.0 / pivot, shape);
            }
        }
    }

    /** Brings the tracker to a model, by flips or from nothing. */
    private void move(int[] sites) {
        Arrays.fill(next, (byte) 0);
        for (int site : sites) {
            next[site] = 1;
        }
        int[] flips = IntStream.range(0, next.length)
                .filter(site -> next[site] != state[site])
                .toArray();
        System.arraycopy(next, 0, state, 0, state.length);
        // Many flips cost more than a fit from nothing, and from time to time it removes the rounding errors of flips.
        if (flips.length > MOST_FLIPS || ++visited % REFRESH == 0) {
            tracker.reset(state);
        } else {
            tracker.flipAll(flips, flips.length, touched);
        }
    }

    /** Sets the moments of a variable's columns, from a copy of the fit that the variable enters. */
    private void enter(int site, double in) {
        scratch.copy(tracker.fit());
        if (!model.enter(scratch, site)) {
            throw new AssertionError("a variable of probability " + in + " cannot enter");
        }
        model.sharpen(scratch);
        LinearMoments.Shape shape = LinearMoments.Shape.of(evidence, scratch.size(), scratch.rss());
        for (int column = model.firstColumn(site); column < model.firstColumn(site + 1); column++) {
            int place = scratch.solution.place(column);
            set(column, in, scratch.solution.coefficients[place], scratch.solution.inverse[place][place], shape);
        }
    }

    /** The probability of a flip, against no flip. */
    private static double probability(double logRatio) {
        return 1.0 / (1.0 + Math.exp(-logRatio));
    }

    /**
     * Sets the moments of a column.
     *
     * @param in the probability that it is in
     * @param form the diagonal element of F
     */
    private void set(int column, double in, double coefficient, double form, LinearMoments.Shape shape) {
        inclusion[column] = in;
        mean[column] = in * shape.shrinkage() * coefficient;
        square[column] = in * (shape.variance() * form + shape.square() * coefficient * coefficient);
    }
}
