/** The pictures that the command line writes. */
@NullMarked
package dev.lbp.bench.plot;

import org.jspecify.annotations.NullMarked;
