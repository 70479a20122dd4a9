/** The commands that carry out experiments and the quickstart. */
@NullMarked
package dev.lbp.experiments.command;

import org.jspecify.annotations.NullMarked;
