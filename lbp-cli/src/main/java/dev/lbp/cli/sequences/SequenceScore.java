package dev.lbp.cli.sequences;

import dev.lbp.Sampler;
import dev.lbp.ValueRun;
import dev.lbp.target.SiteConstraints;

/** The score of sequences, by a network or a Potts model. */
interface SequenceScore {

    int sites();

    /** A run on {@code log pi(x) = beta score(x)} within constraints. */
    ValueRun run(Sampler sampler, SiteConstraints constraints, double beta);

    /** The reference of tempering without constraints: logits of independent sites, [N][C]. */
    double[][] reference(double beta);

    /** Advice on beta and the price from single mutations of a wild type, in lines; may be empty. */
    String advice(int[] wildType, double beta, double price);
}
