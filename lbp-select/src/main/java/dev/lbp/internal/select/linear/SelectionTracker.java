package dev.lbp.internal.select.linear;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.SubsetModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;

/**
 * Keeps the fit of one model and the residuals of all columns. A flip costs O(k^2), all log-ratios after it O(k p), one
 * log-ratio O(k^2). Numbers drift by rounding, about 1e-12 in 10^5 flips; {@link #refresh} makes them functions of the
 * state again.
 */
final class SelectionTracker implements LocalEnergyModel.Tracker {

    private static final long serialVersionUID = 1L;

    /** If a column explains more of rss than this part, residuals lack digits: its log-ratio comes from the fit. */
    private static final double MOST_PART = 0.75;

    private final SelectionModel model;
    private final LinearFit fit;
    private final Residuals residuals;
    private final LinearFit savedFit;
    private final LinearFit scratch;
    private final ColumnChange unused = new ColumnChange();

    private final byte[] state;
    private int size;

    /** The number of variables that are in without their margins; unless it is 0, log pi is -Infinity. */
    private int lacking;

    private Standing standing = Standing.UNKNOWN;
    private double logProb;

    /** The sites flipped since {@link #save}, in the first {@link #logged} places. */
    private int[] log = new int[8];

    /** The number of logged flips; -1 if nothing was saved. */
    private int logged = -1;

    private int savedSize;
    private int savedLacking;
    private Standing savedStanding = Standing.UNKNOWN;
    private double savedLogProb;

    private final int[] single = new int[1];
    private final double[] squares;
    private final double[] floored;
    private final double[] ratios;

    /** What is known about the state. */
    private enum Standing {
        /** The fit is that of the state. */
        POSSIBLE,
        /** The state has no fit. */
        IMPOSSIBLE,
        /** The state was reached through an impossible one, so its fit must be computed from nothing. */
        UNKNOWN
    }

    SelectionTracker(SelectionModel model) {
        this.model = model;
        this.fit = new LinearFit(model.gram, model.lambda);
        this.savedFit = new LinearFit(model.gram, model.lambda);
        this.scratch = new LinearFit(model.gram, model.lambda);
        this.residuals = new Residuals(model.gram, model.lambda);
        this.state = new byte[model.dimension()];
        this.squares = new double[model.gram.columns()];
        this.floored = new double[model.gram.columns()];
        this.ratios = new double[model.gram.columns()];
    }

    @Override
    public void reset(byte[] to) {
        Check.length(state.length, "state", Check.notNull("state", to).length);
        Check.binary("state", to);
        System.arraycopy(to, 0, state, 0, state.length);
        size = 0;
        for (byte bit : state) {
            size += bit;
        }
        lacking = model.margins.lacking(SubsetModel.ones(state)).length;
        logged = -1; // nothing is saved
        rebuild();
    }

    /** The fit of the state, if the state is possible. The caller must not change it. */
    LinearFit fit() {
        return fit;
    }

    /** The residuals of all columns in the state, if it is possible. */
    Residuals residuals() {
        residuals.update(fit);
        return residuals;
    }

    @Override
    public boolean refresh() {
        rebuild();
        return true;
    }

    /** Computes the fit from nothing. The residuals are computed from nothing when they are asked for. */
    private void rebuild() {
        residuals.forget();
        refit();
    }

    /** Computes the fit from nothing. Keeps the residuals. */
    private void refit() {
        standing = Standing.IMPOSSIBLE;
        fit.clear();
        if (size > model.mostSites) {
            return;
        }
        if (model.load(fit, SubsetModel.ones(state))) {
            weigh();
        }
    }

    /** Adds the columns of a site to the fit. Returns false if that is impossible; the fit then is of no use. */
    private boolean enter(int site) {
        int end = model.firstColumn(site + 1);
        for (int column = model.firstColumn(site); column < end; column++) {
            if (fit.size() == model.mostColumns || !fit.add(column, residuals.next())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Removes the columns of a site from a fit.
     *
     * @param noting whether the residuals record the changes
     */
    private void leave(LinearFit from, int site, boolean noting) {
        int end = model.firstColumn(site + 1);
        for (int column = model.firstColumn(site); column < end; column++) {
            from.remove(from.solution.place(column), noting ? residuals.next() : unused);
        }
    }

    /** Computes the log-probability of the state from its fit. */
    private void weigh() {
        logProb = model.logProb(fit, size);
        standing = logProb == Double.NEGATIVE_INFINITY ? Standing.IMPOSSIBLE : Standing.POSSIBLE;
    }

    /** Whether the state has a fit; computes it if it is not known. */
    private boolean isPossible() {
        if (standing == Standing.UNKNOWN) {
            rebuild();
        }
        return standing == Standing.POSSIBLE;
    }

    @Override
    public double logProb() {
        return lacking == 0 && isPossible() ? logProb : Double.NEGATIVE_INFINITY;
    }

    @Override
    public int flip(int site, int[] touched) {
        single[0] = site;
        return flipAll(single, 1, touched);
    }

    /** Columns leave before others enter, so that no model on the way is larger than both ends. */
    @Override
    public int flipAll(int[] sites, int n, int[] touched) {
        boolean known = standing == Standing.POSSIBLE;
        for (int k = 0; k < n; k++) {
            logFlip(sites[k]);
            if (state[sites[k]] != 0) {
                lacking += model.margins.set(state, sites[k], 0);
                size--;
                if (known) {
                    boolean noting = true;
                    leave(fit, sites[k], noting);
                }
            } else {
                lacking += model.margins.set(state, sites[k], 2); // 2 marks a variable that enters below
                size++;
            }
        }
        boolean entered = known && size <= model.mostSites;
        for (int k = 0; k < n; k++) {
            if (state[sites[k]] == 2) {
                state[sites[k]] = 1;
                entered = entered && enter(sites[k]);
            }
        }
        if (!known) {
            standing = Standing.UNKNOWN;
        } else if (!entered) {
            standing = Standing.IMPOSSIBLE;
        } else if (fit.solution.worn) {
            refit();
        } else {
            weigh();
        }
        return ALL_SITES;
    }

    private void logFlip(int site) {
        if (logged < 0) { // nothing was saved that flips could be undone to
            return;
        }
        if (logged == log.length) {
            log = Arrays.copyOf(log, 2 * logged);
        }
        log[logged++] = site;
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        if (lacking > 0 || !isPossible()) {
            Arrays.fill(out, 0, n, Double.NaN);
            return;
        }
        if ((long) n * fit.size() < state.length) { // few sites, n k^2 steps: cheaper than k p for all of them
            for (int k = 0; k < n; k++) {
                out[k] = ratio(sites[k]);
            }
            return;
        }
        residuals.update(fit);
        computeRatios();
        for (int k = 0; k < n; k++) {
            boolean allowed = model.margins.mayFlip(state, sites[k]);
            out[k] = allowed ? ratios[model.firstColumn(sites[k])] : Double.NEGATIVE_INFINITY;
        }
    }

    /** Computes the log-ratio of every variable, at the place of its first column. */
    private void computeRatios() {
        if (size == model.mostSites || fit.size() == model.mostColumns) {
            Arrays.fill(ratios, Double.NEGATIVE_INFINITY); // no variable can enter
        } else {
            computeAdditions(residuals.covariances(), residuals.pivots());
        }
        for (int m = 0; m < fit.size(); m++) {
            int column = fit.solution.columns[m];
            ratios[column] = ratio(model.site(column));
        }
        for (int column : model.groupColumns) {
            int site = model.site(column);
            if (model.firstColumn(site) == column) {
                ratios[column] = ratio(site);
            }
        }
    }

    /**
     * Computes the log-ratio of every column outside the fit, as if it were a variable of its own: from the residuals,
     * or from the fit if the residuals have too few digits for it.
     */
    private void computeAdditions(double[] covariances, double[] pivots) {
        double safe = fit.errors.safePivot(fit.isExact()); // smaller pivots are raised to it, and get `ratio` below
        for (int j = 0; j < squares.length; j++) {
            squares[j] = covariances[j] * covariances[j];
            floored[j] = Math.max(pivots[j], safe);
        }
        for (int m = 0; m < fit.size(); m++) { // their log-ratios come from the fit; 0 lets next() pass over them
            squares[fit.solution.columns[m]] = 0.0;
        }
        for (int column : model.groupColumns) {
            squares[column] = 0.0; // these enter with the others of their variable
        }
        model.additions(fit, squares, floored, ratios);
        double prior = model.logPrior(size + 1) - model.logPrior(size);
        for (int j = 0; j < ratios.length; j++) {
            ratios[j] += prior;
        }
        double most = MOST_PART * fit.rss();
        double largest = largestCoefficient();
        double largestSquare = largest * largest;
        double noise = fit.errors.noise();
        double noiseLeft = fit.errors.noiseLeft(fit.isExact());
        // next() passes at little cost over columns with squares[j] <= most (pivot - ample): all conditions below fail
        double ample = Math.max(2.0 * Math.max(safe, leastPivot(noise, noiseLeft)), most / largestSquare);
        for (int j = next(0, squares, pivots, most, ample);
                j < ratios.length;
                j = next(j + 1, squares, pivots, most, ample)) {
            double pivot = floored[j];
            double rounding = model.gram.rounding(j);
            if (pivots[j] <= safe // it was raised
                    || noiseLeft * pivot <= noise + rounding * rounding // more noise than the fit may still have
                    || squares[j] > Math.min(most * pivot, largestSquare * pivot * pivot)) {
                int site = model.site(j);
                if (!model.isGroup(site) && state[site] == 0) {
                    ratios[j] = ratio(site);
                }
            }
        }
    }

    /** The pivot d above which {@code (noise + r^2) / d < noiseLeft} for the largest rounding error r of a column. */
    private double leastPivot(double noise, double noiseLeft) {
        double rounding = model.gram.mostRounding;
        return noiseLeft > 0.0 ? (noise + rounding * rounding) / noiseLeft : Double.POSITIVE_INFINITY;
    }

    /** The first column from {@code from} on that may need {@link #ratio}. A loop without calls is fast. */
    private static int next(int from, double[] squares, double[] pivots, double most, double ample) {
        int j = from;
        while (j < squares.length && squares[j] <= most * (pivots[j] - ample)) {
            j++;
        }
        return j;
    }

    /**
     * The largest coefficient t of a new column for which the residuals have enough digits: rss with the column has an
     * error of {@code 2 t e_c + t^2 e_d}, if c has e_c and d has e_d. Up to {@link #MOST_PART} the evidence is four
     * times as sensitive to it as to rss.
     */
    private double largestCoefficient() {
        double error = 4.0 * model.gram.error();
        double reach = fit.isExact() ? residuals.reach : Math.max(residuals.reach, 1.0 + fit.solution.trace());
        double ofPivot = error * reach;
        double ofCovariance = error * Math.sqrt(fit.isExact() ? fit.rss() : reach * (1.0 + fit.solution.squares()));
        double bound = 0.25 * model.tolerance / model.slope(fit.size(), fit.rss(), fit.logDet()); // of the error of rss
        return bound / (ofCovariance + Math.sqrt(ofCovariance * ofCovariance + ofPivot * bound)); // t at the bound
    }

    /** The log-ratio of one site, from the fit alone. */
    private double ratio(int site) {
        boolean in = state[site] != 0;
        int newSize = in ? size - 1 : size + 1;
        if (newSize > model.mostSites || !model.margins.mayFlip(state, site)) {
            return Double.NEGATIVE_INFINITY;
        }
        double evidence = model.isGroup(site) ? groupEvidence(site, in) : columnEvidence(model.firstColumn(site), in);
        return evidence + model.logPrior(newSize) - logProb;
    }

    /** The evidence after the flip of a site with one column. */
    private double columnEvidence(int column, boolean in) {
        if (in) {
            int place = fit.solution.place(column);
            double determinant = fit.solution.inverse[place][place]; // det without the column / det with it
            return model.logEvidence(
                    fit.size() - 1, fit.rss() + fit.solution.rise(place), fit.logDet() + Math.log(determinant));
        }
        int more = fit.size() + 1;
        if (more > model.mostColumns || !fit.rate(column)) {
            return Double.NEGATIVE_INFINITY;
        }
        if (model.isTooCoarse(more, fit.ratedRss, fit.ratedLogDet, fit.ratedError) && !fit.rateExactly(column)) {
            return Double.NEGATIVE_INFINITY;
        }
        return model.logEvidence(more, fit.ratedRss, fit.ratedLogDet);
    }

    /** The evidence after the flip of a site with several columns. */
    private double groupEvidence(int site, boolean in) {
        scratch.copy(fit);
        if (in) {
            boolean noting = false; // the residuals are those of the state
            leave(scratch, site, noting);
        } else if (!model.enter(scratch, site)) {
            return Double.NEGATIVE_INFINITY;
        }
        model.sharpen(scratch);
        return model.logEvidence(scratch.size(), scratch.rss(), scratch.logDet());
    }

    @Override
    public void save() {
        logged = 0;
        savedSize = size;
        savedLacking = lacking;
        savedStanding = standing;
        savedLogProb = logProb;
        savedFit.copy(fit);
        residuals.save();
    }

    @Override
    public void restore() {
        if (logged < 0) {
            throw new IllegalStateException("must save before restore");
        }
        for (int k = 0; k < logged; k++) {
            state[log[k]] ^= 1;
        }
        logged = 0;
        size = savedSize;
        lacking = savedLacking;
        standing = savedStanding;
        logProb = savedLogProb;
        fit.copy(savedFit);
        residuals.restore();
    }
}
