/** JMH benchmarks; docs/results/performance.md has their commands and results. */
@NullMarked
package dev.lbp.bench.jmh;

import org.jspecify.annotations.NullMarked;
