/** Turns the results of JMH into the tables of docs/results/performance.md. */
@NullMarked
package dev.lbp.bench.report;

import org.jspecify.annotations.NullMarked;
