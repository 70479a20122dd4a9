/**
 * The settings of a proposal: the weights of flips, {@link dev.lbp.proposal.WeightFunction}, and the scale, {@link
 * dev.lbp.proposal.ScaleController}.
 */
@NullMarked
package dev.lbp.proposal;

import org.jspecify.annotations.NullMarked;
