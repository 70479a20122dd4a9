/**
 * The path-auxiliary sampler that recomputes weights after every move, on bits and on models with their own moves. Open
 * {@link dev.lbp.runtime.engine.path.PathMethod} first. {@code ExactPath} has the path. Not API.
 */
package dev.lbp.runtime.engine.path;
