/*
 * How the classes work together. Trackers are in `dev.lbp.internal.models.tracker`, except `QuadraticTracker`,
 * `PottsTracker` and `CoverTracker`. `RbmFile`, `PottsText` and `PlmcFile` are files of parameters.
 */
/**
 * Targets that are ready to sample.
 *
 * <table>
 * <caption>The models by their dependence structure</caption>
 * <tr><th>Independent sites</th><td>{@link dev.lbp.models.BernoulliModel}</td></tr>
 * <tr><th>Sparse pairwise couplings</th><td>{@link dev.lbp.models.IsingModel} on lattices and graphs,
 * {@link dev.lbp.models.FactorialHmm}, {@link dev.lbp.models.PairwiseModel} for any others, QUBO included</td></tr>
 * <tr><th>Couplings of all orders</th><td>{@link dev.lbp.models.BernoulliRbm}</td></tr>
 * <tr><th>Categories</th><td>{@link dev.lbp.models.CategoricalProduct} (independent), {@link dev.lbp.models.PottsModel}
 * on lattices and graphs, {@link dev.lbp.models.CategoricalFactorialHmm},
 * {@link dev.lbp.models.CategoricalRbm}</td></tr>
 * <tr><th>Permutations</th><td>{@link dev.lbp.models.AssignmentModel} by position, {@link dev.lbp.models.OrderingModel}
 * by neighbours</td></tr>
 * <tr><th>Matchings of two sets</th><td>{@link dev.lbp.models.MatchingModel}, as in record linkage;
 * {@link dev.lbp.models.SyntheticRecords} makes instances</td></tr>
 * </table>
 *
 * <p>The first four are {@link dev.lbp.models.QuadraticModel}s: they share one implementation with flips in O(degree)
 * and exact arithmetic. {@link dev.lbp.models.PaperConfiguration} names the instances of Sun et al. (2022); each
 * model's {@code paper} method draws them from a seed.
 */
@NullMarked
package dev.lbp.models;

import org.jspecify.annotations.NullMarked;
