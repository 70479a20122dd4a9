/** Calls of a user's model: they check its answers and name its failures. Not API. */
@NullMarked
package dev.lbp.runtime.model;

import org.jspecify.annotations.NullMarked;
