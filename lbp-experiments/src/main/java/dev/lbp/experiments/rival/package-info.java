/** Samplers that experiments compare with those of the library, and proposals that they examine. */
@NullMarked
package dev.lbp.experiments.rival;

import org.jspecify.annotations.NullMarked;
