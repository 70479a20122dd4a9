package dev.lbp.runtime.report;

import dev.lbp.internal.html.Html;
import java.util.List;

/** The figures and tables of a report on the marginals of all sites. */
public interface MarginalFigures {

    /**
     * The figures for bits: a picture if the sites have a shape.
     *
     * @param errors standard errors; NaN where there is none
     * @param rows the rows of the picture; 0 if the sites have no shape
     */
    static MarginalFigures ofBits(double[] marginals, double[] errors, int rows, int columns) {
        return new ReportMarginals(marginals, errors, rows, columns, List.of());
    }

    /** The figures for values, [N][C]: a picture for each value if the sites have a shape. */
    static MarginalFigures ofValues(double[][] marginals, double[][] errors, int rows, int columns) {
        return new ReportValues(marginals, errors, rows, columns, ReportTerms.NUMBERS);
    }

    /**
     * The figures for coordinates.
     *
     * @param deviations standard deviations, with their errors
     * @param noise the standard deviation of the sampler's noise in each coordinate
     */
    static MarginalFigures ofReals(
            double[] means,
            double[] meanErrors,
            double[] deviations,
            double[] deviationErrors,
            double[] noise,
            int rows,
            int columns) {
        return new ReportReals(means, meanErrors, deviations, deviationErrors, noise, rows, columns);
    }

    void writeTo(Html html);

    /** What a marginal is: {@code "P(x = 1)"}. */
    default String probability() {
        return "P(x = 1)";
    }

    /** The name of a site, and of one of its values if it has more than two. */
    default String site(int site, int value) {
        return String.valueOf(site);
    }

    /** These figures with other words for sites and values; figures for coordinates stay as they are. */
    default MarginalFigures in(ReportTerms terms) {
        return this;
    }
}
