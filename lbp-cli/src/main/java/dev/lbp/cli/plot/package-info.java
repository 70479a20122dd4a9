/** The pictures that the command line writes. */
@NullMarked
package dev.lbp.cli.plot;

import org.jspecify.annotations.NullMarked;
