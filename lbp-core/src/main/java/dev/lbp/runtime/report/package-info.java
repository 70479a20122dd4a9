/** Texts about a result: the verdict, the summary, the page of a report. Not API. */
package dev.lbp.runtime.report;
