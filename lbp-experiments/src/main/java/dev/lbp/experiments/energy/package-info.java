/**
 * Training of energy-based models by persistent chains: which sampler, and how many steps. Open {@link
 * dev.lbp.experiments.energy.EnergySteps} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.energy;
