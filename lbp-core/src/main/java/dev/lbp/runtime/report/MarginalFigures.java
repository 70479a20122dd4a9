package dev.lbp.runtime.report;

import dev.lbp.internal.html.Html;
import dev.lbp.result.SiteDisagreement;

/** The figures and tables of a report on the marginals of all sites. */
public interface MarginalFigures {

    void writeTo(Html html);

    /** What a marginal is: {@code "P(x = 1)"}. */
    default String probability() {
        return "P(x = 1)";
    }

    /** The name of a site where chains differ. */
    default String site(SiteDisagreement at) {
        return String.valueOf(at.site());
    }
}
