/**
 * Moves of clusters of equal sites, which bonds join: all clusters at once (Swendsen-Wang), or one (Wolff). Open
 * {@link dev.lbp.runtime.engine.cluster.ClusterMethod} first; {@link dev.lbp.runtime.engine.cluster.Clusters} has the
 * algorithm. Not API.
 */
package dev.lbp.runtime.engine.cluster;
