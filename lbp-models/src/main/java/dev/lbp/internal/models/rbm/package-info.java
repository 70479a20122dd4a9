/**
 * The matrix products of a restricted Boltzmann machine, in memory of ND4J that is used again at each step. Open
 * {@link dev.lbp.internal.models.rbm.RbmWorkspace} first. Only {@code dev.lbp.models} depends on this package.
 */
package dev.lbp.internal.models.rbm;
