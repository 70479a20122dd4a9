/*
 * How the classes work together. `UaiFile` and `BifFile` read graphs, `EvidenceFile` observations, `UaiResult` writes
 * answers; `Conditionals` checks the tables of a network.
 */
/**
 * Files of factor graphs and Bayesian networks in the formats UAI and BIF, files of evidence, and results in the format
 * UAI. Open {@link dev.lbp.infer.io.GraphFile} first.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.infer.io;
