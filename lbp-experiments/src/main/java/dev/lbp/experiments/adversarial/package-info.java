/**
 * Corrections of a generator by a discriminator: on targets with known answers, and on images of digits. Open {@link
 * dev.lbp.experiments.adversarial.AdversarialTrials} first. The experiment on Bayesian networks also uses its labelled
 * images.
 */
package dev.lbp.experiments.adversarial;
