/**
 * The chains and the two engines that step them. A {@link dev.lbp.runtime.engine.chain.Method} makes an {@link
 * dev.lbp.runtime.engine.chain.Ensemble} of chains: on the local engine for a {@code LocalEnergyModel}, else on the
 * batched engine. Open {@code Method} and {@code Ensemble} first. The packages of methods extend the chains of this
 * package. Not API.
 *
 * <table>
 * <caption>Chains and ensembles</caption>
 * <tr><th></th><th>local engine: chains are independent tasks</th><th>batched engine: chains in lock-step</th></tr>
 * <tr><td>ensemble</td><td>{@code LocalEnsemble}</td><td>{@code LockStepEnsemble}</td></tr>
 * <tr><td>chain</td><td>{@code LocalChain}: {@code LocalBitChain}, {@code LocalMoveChain}</td><td>{@code
 * BatchChain}</td></tr>
 * </table>
 */
package dev.lbp.runtime.engine.chain;
