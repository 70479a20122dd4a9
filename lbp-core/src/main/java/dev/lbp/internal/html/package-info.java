/**
 * Pages and their figures: HTML that is also well-formed XML, with drawings in SVG, without scripts and without
 * external files. It takes numbers and texts and returns text; it does not depend on samplers. Open {@code Page} first;
 * {@code Style} is the style sheet, {@code Plot} draws lines, {@code NamedBars} bars such as inclusion probabilities,
 * {@code HeatMap} pictures. Not API.
 */
package dev.lbp.internal.html;
