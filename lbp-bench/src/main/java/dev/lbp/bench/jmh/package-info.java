/** JMH benchmarks; see docs/results/performance.md for how to run them and what they found. */
@NullMarked
package dev.lbp.bench.jmh;

import org.jspecify.annotations.NullMarked;
