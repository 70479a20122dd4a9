/**
 * Tests of a model: {@link dev.lbp.check.ModelCheck} compares its methods with each other.
 */
@NullMarked
package dev.lbp.check;

import org.jspecify.annotations.NullMarked;
