/**
 * What a user chooses: how flips are weighted, {@link dev.lbp.proposal.WeightFunction}, and how the scale is found,
 * {@link dev.lbp.proposal.ScaleController}.
 */
@NullMarked
package dev.lbp.proposal;

import org.jspecify.annotations.NullMarked;
