/** Targets whose normaliser and marginals are known: by a formula, by classes of sites, or by enumeration. */
@NullMarked
package dev.lbp.experiments.exact;

import org.jspecify.annotations.NullMarked;
