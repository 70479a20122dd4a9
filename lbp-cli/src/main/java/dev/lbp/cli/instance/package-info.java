/** Instance files of graph and quadratic problems, of assignments and matchings. */
@NullMarked
package dev.lbp.cli.instance;

import org.jspecify.annotations.NullMarked;
