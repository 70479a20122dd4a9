package dev.lbp.experiments.report;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Series;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** The series of a panel. A series without a given colour has the next colour. */
public final class Curves extends AbstractList<Series> {

    private final List<Series> series = new ArrayList<>();

    /** Adds the numbers in two columns. */
    public Curves add(String name, Look look, Rows rows, String x, String y) {
        return add(name, look, size(), rows.numbers(x), rows.numbers(y));
    }

    /** Adds the estimates in a column, with the standard errors in the column {@code y_se} as error bars. */
    public Curves addEstimates(String name, Look look, Rows rows, String x, String y) {
        int nextColour = size();
        series.add(new Series(name, look, nextColour, rows.numbers(x), rows.numbers(y), rows.numbers(y + "_se")));
        return this;
    }

    /** Adds the mean of y at each x, with its standard error over rows as an error bar. */
    public Curves addMeans(String name, Look look, Rows rows, String x, String y) {
        List<Rows> points = rows.by(x);
        series.add(new Series(
                name,
                look,
                size(),
                points.stream().mapToDouble(point -> point.number(x)).toArray(),
                points.stream().mapToDouble(point -> point.mean(y).mean()).toArray(),
                points.stream().mapToDouble(point -> point.mean(y).error()).toArray()));
        return this;
    }

    /** Adds points of x and y. */
    public Curves add(String name, Look look, int colour, List<double[]> points) {
        return add(
                name,
                look,
                colour,
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray());
    }

    public Curves add(String name, Look look, int colour, double[] x, double[] y) {
        series.add(new Series(name, look, colour, x, y));
        return this;
    }

    /** Adds points with error bars. */
    public Curves add(String name, Look look, int colour, double[] x, double[] y, double[] errors) {
        series.add(new Series(name, look, colour, x, y, errors));
        return this;
    }

    @Override
    public boolean add(Series one) {
        return series.add(one);
    }

    @Override
    public Series get(int index) {
        return series.get(index);
    }

    @Override
    public int size() {
        return series.size();
    }
}
