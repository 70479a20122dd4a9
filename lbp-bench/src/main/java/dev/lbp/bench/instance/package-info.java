/** Instance files of graph and quadratic problems. */
@NullMarked
package dev.lbp.bench.instance;

import org.jspecify.annotations.NullMarked;
