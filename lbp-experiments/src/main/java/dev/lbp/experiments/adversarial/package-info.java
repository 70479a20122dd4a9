/**
 * Corrections of a generator by a discriminator: on toys, and on images of digits. Open {@link
 * dev.lbp.experiments.adversarial.AdversarialTrials} first. The experiment on Bayesian networks shares its labelled
 * images.
 */
package dev.lbp.experiments.adversarial;
