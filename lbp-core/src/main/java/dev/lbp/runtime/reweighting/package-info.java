/** Averages and log Z at any temperature, from the states of all slots of a tempered run. */
@NullMarked
package dev.lbp.runtime.reweighting;

import org.jspecify.annotations.NullMarked;
