package dev.lbp.runtime.report;

import dev.lbp.internal.html.Html;

/** The figures and tables of a report on the marginals of all sites. */
public interface MarginalFigures {

    void writeTo(Html html);
}
