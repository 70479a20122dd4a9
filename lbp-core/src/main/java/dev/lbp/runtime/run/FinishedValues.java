package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.result.Estimate;
import dev.lbp.result.StopReason;
import dev.lbp.result.ValueResult;
import dev.lbp.runtime.report.MarginalFigures;
import dev.lbp.runtime.report.ReportTerms;
import dev.lbp.runtime.report.ReportValues;
import java.util.Arrays;

/** The result of a run whose states are whole numbers. */
final class FinishedValues extends FinishedRun<int[]> implements ValueResult {

    private final int values;

    FinishedValues(RunState<int[]> state, StopReason stopReason) {
        super(state, stopReason);
        this.values = state.settings.space().cellsPerSite();
    }

    @Override
    public MarginalFigures figures(int rows, int columns, ReportTerms terms) {
        return new ReportValues(rows(cells().marginals()), rows(cells().errors()), rows, columns, terms);
    }

    @Override
    public double[][] valueMarginals() {
        return rows(checkedRecorded(cells().marginals()));
    }

    @Override
    public double[][] valueMarginalErrors() {
        double[] shares = checkedRecorded(cells().marginals());
        double[] errors = cells().errors().clone();
        for (int k = 0; k < errors.length; k++) {
            // all draws or none have this value, so batch means do not vary; a bound takes the place of their error
            boolean isStill = Double.isNaN(errors[k]) && (shares[k] == 0.0 || shares[k] == 1.0);
            errors[k] = isStill ? cells().stillError() : errors[k];
        }
        return rows(errors);
    }

    @Override
    public double[] marginal(String site) {
        int i = named().site(site);
        return Arrays.copyOf(valueMarginals()[i], named().values(i));
    }

    @Override
    public Estimate marginal(String site, String value) {
        int i = named().site(site);
        int c = named().value(i, value);
        return new Estimate(valueMarginals()[i][c], valueMarginalErrors()[i][c]);
    }

    private static double[] checkedRecorded(double[] cells) {
        Check.state(cells.length != 0, "be asked for before the run: marginals(true)");
        return cells;
    }

    /** A row of cells for each site. */
    private double[][] rows(double[] cells) {
        double[][] rows = new double[cells.length / values][];
        Arrays.setAll(rows, i -> Arrays.copyOfRange(cells, i * values, (i + 1) * values));
        return rows;
    }

    @Override
    public Best best() {
        return new Best(bestState(), bestLogProb());
    }
}
