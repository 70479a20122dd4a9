/**
 * What moves. A {@link dev.lbp.runtime.engine.Method} makes an {@link dev.lbp.runtime.engine.Ensemble} of chains, which takes
 * steps: by the local engine on a {@code LocalEnergyModel}, else by the batched one. Not API.
 *
 * <table>
 * <caption>Chains and ensembles</caption>
 * <tr><th></th><th>local engine: chains are independent tasks</th><th>batched engine: chains in lock-step</th></tr>
 * <tr><td>ensemble</td><td>{@code LocalEnsemble}</td><td>{@code LockStepEnsemble}</td></tr>
 * <tr><td>Metropolis-Hastings</td><td>{@code LocalMetropolisChain}</td><td>{@code BatchMetropolisEnsemble}, {@code
 * BatchMetropolisChain}</td></tr>
 * <tr><td>Gibbs</td><td>{@code SweepChain}, {@code RandomScanChain}</td><td>{@code BatchGibbsEnsemble}, {@code
 * BlockGibbsEnsemble}</td></tr>
 * </table>
 */
@NullMarked
package dev.lbp.runtime.engine;

import org.jspecify.annotations.NullMarked;
