/**
 * Gradient-informed MCMC on discrete spaces. Start at {@link dev.lbp.Samplers}, give it an
 * {@link dev.lbp.target.EnergyModel}, and read the {@link dev.lbp.result.SampleResult}.
 *
 * <table>
 * <caption>The types by purpose</caption>
 * <tr><th>Describe a target</th><td>{@link dev.lbp.target.EnergyModel}, {@link dev.lbp.target.LocalEnergyModel},
 * {@link dev.lbp.target.EnergyModels}, {@link dev.lbp.target.Tempered}, {@link dev.lbp.check.ModelCheck}</td></tr>
 * <tr><th>Choose a sampler</th><td>{@link dev.lbp.Samplers}, {@link dev.lbp.proposal.WeightFunction},
 * {@link dev.lbp.proposal.ScaleController}</td></tr>
 * <tr><th>Run it</th><td>{@link dev.lbp.SamplingRun} for whole runs, {@link dev.lbp.target.Statistic}
 * for additional traces, {@link dev.lbp.Chain} and {@link dev.lbp.ChainBatch} for the caller's own loop</td></tr>
 * <tr><th>Read the outcome</th><td>{@link dev.lbp.result.SampleResult}, {@link dev.lbp.Report},
 * {@link dev.lbp.result.StepInfo}; {@link dev.lbp.io.Draws} from files</td></tr>
 * </table>
 *
 * <p>The packages: the user implements or builds a {@code target}, chooses a {@code proposal} and receives a
 * {@code result}; {@code check} tests a model; {@code diagnostics}, {@code theory} and {@code io} are independent of
 * the others. {@code runtime} and {@code internal} are not API and may change without notice.
 */
@NullMarked
package dev.lbp;

import org.jspecify.annotations.NullMarked;
