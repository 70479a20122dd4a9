/**
 * The chains and the two engines that step them. A {@link dev.lbp.runtime.engine.Method} makes an
 * {@link dev.lbp.runtime.engine.Ensemble} of chains: on the local engine for a {@code LocalEnergyModel}, else on the
 * batched engine. Methods named {@code transcribe} write a checkpoint or read it, in the same order. Not API.
 *
 * <table>
 * <caption>Chains and ensembles</caption>
 * <tr><th></th><th>local engine: chains are independent tasks</th><th>batched engine: chains in lock-step</th></tr>
 * <tr><td>ensemble</td><td>{@code LocalEnsemble}</td><td>{@code LockStepEnsemble}</td></tr>
 * <tr><td>Metropolis-Hastings</td><td>{@code LocalMetropolisChain}</td><td>{@code BatchMetropolisEnsemble}, {@code
 * BatchMetropolisChain}, {@code BatchValueChain}</td></tr>
 * <tr><td>single sites</td><td>{@code SweepChain}, {@code RandomScanChain}, {@code BlockSweepChain}</td><td>{@code
 * BatchGibbsEnsemble}</td></tr>
 * </table>
 */
@NullMarked
package dev.lbp.runtime.engine;

import org.jspecify.annotations.NullMarked;
