package dev.lbp.cli.sequences;

import dev.lbp.Sampler;
import dev.lbp.ValueRun;
import dev.lbp.target.SiteConstraints;

/** What scores sequences: a network or a Potts model. */
interface SequenceScore {

    int sites();

    /** A run on {@code log pi(x) = beta score(x)} within constraints. */
    ValueRun run(Sampler sampler, SiteConstraints constraints, double beta);

    /** Logits of independent sites, [N][C], from which tempering starts if there are no constraints. */
    double[][] reference(double beta);

    /** What single mutations of a wild type say of beta and the price of a mutation, in lines; may be empty. */
    String advice(int[] wildType, double beta, double price);
}
