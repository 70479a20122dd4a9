/** What the reports of experiments and of benchmarks share. */
@NullMarked
package dev.lbp.experiments.report;

import org.jspecify.annotations.NullMarked;
