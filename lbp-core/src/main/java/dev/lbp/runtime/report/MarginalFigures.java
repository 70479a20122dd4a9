package dev.lbp.runtime.report;

import dev.lbp.internal.html.Html;

/** The figures and tables of a report on the marginals of all sites. */
public interface MarginalFigures {

    void writeTo(Html html);

    /** What the page calls a marginal: {@code "P(x = 1)"}. */
    default String probability() {
        return "P(x = 1)";
    }

    /** The name of a site, and of one of its values if it has more than two. */
    default String site(int site, int value) {
        return String.valueOf(site);
    }
}
