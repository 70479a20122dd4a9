/** Calls of a user's model: they check its answers and name its failures. Not API. */
package dev.lbp.runtime.model;
