/**
 * The targets that both {@code lbp sample} and {@code lbp solve} read from files: a model, and a number that a user
 * has for each state, such as an energy or a weight. Open {@link dev.lbp.cli.problem.Problem} first. It knows no
 * sampler and no command.
 */
package dev.lbp.cli.problem;
