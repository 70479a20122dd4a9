/**
 * The targets that both {@code lbp sample} and {@code lbp solve} read from files: a model, and a measure of each state,
 * such as an energy or a weight. Open {@link dev.lbp.cli.problem.Problem} first. The package uses no command. {@code
 * InstanceProblem} makes an Ising model or QUBO of an instance, {@code GraphProblem} is a factor graph with observed
 * values, {@code MatchingProblem} and {@code AssignmentProblem} are by links and tables.
 */
package dev.lbp.cli.problem;
