/**
 * Pages and their figures: HTML that is well-formed XML too, with drawings in SVG, and neither scripts nor anything to fetch.
 * Numbers and texts in, text out; nothing here knows what was sampled. Not API.
 */
@NullMarked
package dev.lbp.internal.html;

import org.jspecify.annotations.NullMarked;
