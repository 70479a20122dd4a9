/** The command line, {@code java -jar lbp.jar COMMAND}. */
@NullMarked
package dev.lbp.bench.cli;

import org.jspecify.annotations.NullMarked;
