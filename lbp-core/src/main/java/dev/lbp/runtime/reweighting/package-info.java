/**
 * Averages and log Z at any temperature, from the states of all slots of a tempered run. Open {@code LadderObservables}
 * first; {@code PooledSamples} has the states, {@code SlotMixture} solves for log Z, {@code ReweightedLaw} gives
 * averages.
 */
package dev.lbp.runtime.reweighting;
