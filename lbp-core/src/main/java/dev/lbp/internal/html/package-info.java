/**
 * Pages and their figures: HTML that is also well-formed XML, with drawings in SVG, without scripts and without
 * external files. It takes numbers and texts and returns text; it does not depend on samplers. Not API.
 */
package dev.lbp.internal.html;
