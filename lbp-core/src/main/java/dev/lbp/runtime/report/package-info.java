/** Texts about a result: the verdict, the summary, the page of a report. Not API. */
@NullMarked
package dev.lbp.runtime.report;

import org.jspecify.annotations.NullMarked;
