/**
 * Gradient-informed MCMC on discrete spaces. Start at {@link dev.lbp.Samplers}, give it an {@link dev.lbp.EnergyModel}, and
 * read the {@link dev.lbp.SampleResult}.
 *
 * <table>
 * <caption>The types by what they are for</caption>
 * <tr><th>Describing a target</th><td>{@link dev.lbp.EnergyModel}, {@link dev.lbp.LocalEnergyModel},
 * {@link dev.lbp.EnergyModels}, {@link dev.lbp.Tempered}, {@link dev.lbp.ModelCheck}</td></tr>
 * <tr><th>Choosing a sampler</th><td>{@link dev.lbp.Samplers}, {@link dev.lbp.WeightFunction},
 * {@link dev.lbp.ScaleController}</td></tr>
 * <tr><th>Running it</th><td>{@link dev.lbp.SamplingRun} for whole runs, {@link dev.lbp.Statistic}
 * for what they trace, {@link dev.lbp.Chain} and {@link dev.lbp.ChainBatch} for a loop of one's own</td></tr>
 * <tr><th>Reading the outcome</th><td>{@link dev.lbp.SampleResult}, {@link dev.lbp.Report},
 * {@link dev.lbp.StepInfo};
 * {@link dev.lbp.io.Draws} from files</td></tr>
 * </table>
 *
 * <p>Everything else in the package is package-private: the local engine ({@code LocalChain}), the batched engine
 * ({@code BatchEnsemble}) and what both share ({@code ChainState}, {@code AcceptRule}).
 */
@NullMarked
package dev.lbp;

import org.jspecify.annotations.NullMarked;
