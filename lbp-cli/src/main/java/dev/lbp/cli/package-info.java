/** The command line, {@code lbp COMMAND}. */
@NullMarked
package dev.lbp.cli;

import org.jspecify.annotations.NullMarked;
