/**
 * The path-auxiliary sampler that evaluates all weights again after every move, on bits and on moves. Open
 * {@link dev.lbp.runtime.engine.path.PathMethod} first. Not API.
 */
package dev.lbp.runtime.engine.path;
