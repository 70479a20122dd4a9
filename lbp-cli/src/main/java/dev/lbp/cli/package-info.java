/** The command line, {@code java -jar lbp.jar COMMAND}. */
@NullMarked
package dev.lbp.cli;

import org.jspecify.annotations.NullMarked;
