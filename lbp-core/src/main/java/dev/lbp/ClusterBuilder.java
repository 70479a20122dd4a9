package dev.lbp;

import dev.lbp.runtime.engine.cluster.ClusterMethod;
import dev.lbp.runtime.engine.cluster.ClusterMethod.Kind;

/**
 * Builds the cluster samplers {@link Samplers#swendsenWang} and {@link Samplers#wolff}. They sample ferromagnetic
 * models {@code log pi(x) = constant + sum_{i~j} J_ij [x_i = x_j] + sum_i h_i(x_i)}, all J at least 0, of bits or
 * categories. The {@code bonds()} of the model must return its {@link dev.lbp.target.PairBonds}. For an Ising model in
 * spins of coupling K, J is 2 K.
 *
 * <p>Each pair of equal neighbours gets a bond with probability {@code 1 - e^-J}; sites that bonds join are a cluster.
 *
 * <ul>
 *   <li>Swendsen-Wang draws all bonds in a step. Then each cluster takes the value c with probability in proportion to
 *       {@code exp(sum h_i(c))} over its sites; a cluster with a frozen site keeps its value. No step is rejected. It
 *       costs O(N + number of pairs).
 *   <li>Wolff grows only the cluster of a random free site in a step. It proposes another value, uniformly, and
 *       accepts it with probability {@code min(1, e^d)}, d the change of the fields' sum over the cluster. Without
 *       fields no step is rejected, except one whose cluster has a frozen site. It costs O(sites and pairs of the
 *       cluster).
 * </ul>
 *
 * <p>Near the transition of a ferromagnet without fields, autocorrelation times hardly grow with the size of the model;
 * those of single-site sweeps grow with the square of its side. If fields or frozen sites hold large clusters in place,
 * this advantage is lost: then sweeps, tempering or both are better. Far above the transition clusters are small, and
 * sweeps are faster.
 *
 * <p>A run compares the pairs and fields with the log-probability at some steps, and fails if they differ.
 *
 * <p>Sources: Swendsen and Wang (1987), doi:10.1103/PhysRevLett.58.86; Wolff (1989), doi:10.1103/PhysRevLett.62.361;
 * fields: Edwards and Sokal (1988), doi:10.1103/PhysRevD.38.2009.
 */
public final class ClusterBuilder extends SamplerBuilder {

    private final Kind kind;

    ClusterBuilder(Kind kind) {
        this.kind = kind;
    }

    /** The sampler. It refuses models without bonds or with a negative coupling, and a fixed number of ones. */
    @Override
    public Sampler build() {
        return new Sampler(new ClusterMethod(kind));
    }
}
