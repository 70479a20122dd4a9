/**
 * {@code lbp infer}: marginals, the probability of evidence and the most probable explanation of a Bayesian network or
 * factor graph. Open {@link dev.lbp.cli.infer.InferCommand} first. {@code InferReport} writes texts and tables, {@code
 * InferPage} the page.
 */
@NullMarked
package dev.lbp.cli.infer;

import org.jspecify.annotations.NullMarked;
