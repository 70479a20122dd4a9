/**
 * Texts about a result. Open {@code ReportPage} first: each section is a class, such as {@code ReportTrace} (the plot
 * of a trace), {@code ReportMarginals}, {@code ReportWarmUp} and {@code ReportTempering}. {@code Verdict} has the
 * limits of R-hat and ESS, {@code ChainAgreement} finds sites where chains disagree, {@code Summary} writes the text.
 * Not API.
 */
package dev.lbp.runtime.report;
