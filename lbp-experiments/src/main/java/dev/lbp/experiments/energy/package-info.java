/**
 * Training of energy-based models by persistent chains: the choice of sampler and of the number of steps. Open {@link
 * dev.lbp.experiments.energy.EnergySteps} first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.energy;
