/**
 * Tests of a model: {@link dev.lbp.check.ModelCheck} compares its methods with each other, {@link
 * dev.lbp.check.MutationScan} scores all single mutations of a state.
 */
@NullMarked
package dev.lbp.check;

import org.jspecify.annotations.NullMarked;
