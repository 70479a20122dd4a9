/** Averages and log Z at any temperature, from the states of all slots of a tempered run. */
package dev.lbp.runtime.reweighting;
