/** From what JMH found to the tables of docs/results/performance.md. */
@NullMarked
package dev.lbp.bench.report;

import org.jspecify.annotations.NullMarked;
