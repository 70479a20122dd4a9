/**
 * Gradient-informed MCMC on discrete spaces. Start at {@link dev.lbp.Samplers}, give it an {@link dev.lbp.target.EnergyModel}, and
 * read the {@link dev.lbp.result.SampleResult}.
 *
 * <table>
 * <caption>The types by what they are for</caption>
 * <tr><th>Describing a target</th><td>{@link dev.lbp.target.EnergyModel}, {@link dev.lbp.target.LocalEnergyModel},
 * {@link dev.lbp.target.EnergyModels}, {@link dev.lbp.target.Tempered}, {@link dev.lbp.check.ModelCheck}</td></tr>
 * <tr><th>Choosing a sampler</th><td>{@link dev.lbp.Samplers}, {@link dev.lbp.proposal.WeightFunction},
 * {@link dev.lbp.proposal.ScaleController}</td></tr>
 * <tr><th>Running it</th><td>{@link dev.lbp.SamplingRun} for whole runs, {@link dev.lbp.target.Statistic}
 * for what they trace, {@link dev.lbp.Chain} and {@link dev.lbp.ChainBatch} for a loop of one's own</td></tr>
 * <tr><th>Reading the outcome</th><td>{@link dev.lbp.result.SampleResult}, {@link dev.lbp.Report},
 * {@link dev.lbp.result.StepInfo};
 * {@link dev.lbp.io.Draws} from files</td></tr>
 * </table>
 *
 * <p>Packages by what a user does with them: {@code target} is handed in, {@code proposal} chosen, {@code result} got back, {@code
 * check} tests a model; {@code diagnostics}, {@code theory} and {@code io} stand alone. {@code runtime} and {@code internal} are
 * not API and may change without notice.
 */
@NullMarked
package dev.lbp;

import org.jspecify.annotations.NullMarked;
