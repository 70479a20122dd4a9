/**
 * Files of factor graphs and Bayesian networks, in the forms UAI and BIF, files of evidence, and results in the form of
 * UAI. Open {@link dev.lbp.infer.io.GraphFile} first.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.infer.io;
