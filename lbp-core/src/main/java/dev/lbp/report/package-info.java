/**
 * Pages and their figures: HTML that is well-formed XML too, with drawings in SVG, and neither scripts nor anything to fetch.
 * Numbers and texts in, text out; nothing here knows what was sampled. Public for {@code dev.lbp} alone: a user writes a report
 * by {@code SampleResult.report}.
 */
@NullMarked
package dev.lbp.report;

import org.jspecify.annotations.NullMarked;
