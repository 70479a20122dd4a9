package dev.lbp.learn;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.internal.Check;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Learns a proposal for jumps between modes from the target itself, in rounds. Many chains start at random states, so
 * that they reach many modes. A round makes steps of LBP, with jumps by the present q from the second round on, and
 * fits a new {@link Autoregressive} q to the draws of the later half of all rounds so far. From round to round the
 * jumps correct the shares of the modes.
 *
 * <p>A last run with the final q, from new random states, is the diagnosis. If q has missed a mode, chains that start
 * near the mode hardly leave it, and so disagree with the other chains. A mode that no chain has visited stays unknown.
 *
 * <p>The learned q is immutable, because a q that went on learning from the chain that it moves would change the
 * stationary distribution. It is useful up to about 200 sites, see {@link Autoregressive}. For a few hundred effective
 * draws of one target, parallel tempering ({@link SamplingRun#tempering}) is better and needs no learning.
 *
 * <pre>{@code
 * LearnedProposal learned = ProposalTraining.of(model).seed(1).run();
 * System.out.println(learned.summary());
 * SampleResult result = Samplers.lbp().jumps(learned.proposal(), 0.1).build().sample(model).run();
 * }</pre>
 *
 * <p>The same model, settings and seed give the same proposal. Source of the rounds: Gabrie, Rotskoff and
 * Vanden-Eijnden, Adaptive Monte Carlo augmented with normalizing flows, PNAS 119, 2022.
 */
public final class ProposalTraining {

    /** The probability that a step is a jump. */
    private static final double JUMPS = 0.1;
    /** Steps per draw of the diagnosis, so that each of its chains makes some hundred jumps. */
    private static final int THIN = 5;
    /** Every second draw of the diagnosis is compared with draws of q, so that about one jump lies between them. */
    private static final int APART = 2;
    /** Steps of a fit that starts at the fit of the last round. */
    private static final int STEPS_OF_ROUND = 300;
    /** Steps of a fit to given draws. */
    private static final int STEPS_ALONE = 1_000;

    private final EnergyModel model;
    private int chains = 64;
    private int rounds = 8;
    private int steps = 400;
    private long seed = 1L;
    private @Nullable AutoregressiveFit fit;
    private @Nullable ProposalPolish polish;
    private byte @Nullable [][] given;

    private ProposalTraining(EnergyModel model) {
        this.model = model;
    }

    /** Training for a model of bits, of at most 10,000 sites. */
    public static ProposalTraining of(EnergyModel model) {
        Autoregressive.checkSites(
                "model.dimension()", Check.notNull("model", model).dimension());
        return new ProposalTraining(model);
    }

    /** The number of chains, at least 2; default 64. Use many, because a mode is found if a chain starts near it. */
    public ProposalTraining chains(int count) {
        chains = Check.atLeast(2, "chains", count);
        return this;
    }

    /** The number of rounds, at least 1; default 8. */
    public ProposalTraining rounds(int count) {
        rounds = Check.atLeast(1, "rounds", count);
        return this;
    }

    /** The number of steps of each chain in a round, at least 80; default 400. The first quarter is warm-up. */
    public ProposalTraining steps(int count) {
        steps = Check.atLeast(80, "steps", count);
        return this;
    }

    /** The seed of the random states, the steps and the batches of fits; default 1. */
    public ProposalTraining seed(long value) {
        seed = value;
        return this;
    }

    /**
     * The settings of the fit in each round; default {@link Autoregressive#fitting} with 300 steps, or 1,000 steps with
     * {@link #fromDraws}. The training overrides the seed.
     */
    public ProposalTraining fit(AutoregressiveFit settings) {
        fit = Check.notNull("settings", settings);
        return this;
    }

    /** Polishes the last fit by an objective, with the default settings of {@link ProposalPolish}. */
    public ProposalTraining polish(Objective objective) {
        return polish(ProposalPolish.of(objective));
    }

    /**
     * Polishes the last fit with the draws that it was fitted to; default no polish. With
     * {@link Objective#ACCEPTANCE_RATE} more jumps are accepted, but q may draw rare modes less often, and the
     * importance ESS may fall. {@link LearnedProposal#summary} compares acceptance and importance ESS before and after
     * the polish. The training overrides the seed.
     */
    public ProposalTraining polish(ProposalPolish settings) {
        polish = Check.notNull("settings", settings);
        return this;
    }

    /**
     * Fits to the draws of a given run, such as one of parallel tempering, instead of making rounds. {@link #chains}
     * and {@link #steps} then apply only to the diagnosis.
     *
     * @param result a result of this model, with at least one draw of each chain
     * @throws IllegalStateException if the run did not {@link SamplingRun#keepDraws}
     */
    public ProposalTraining fromDraws(SampleResult result) {
        Check.atLeast(1, "result.draws()", Check.notNull("result", result).draws());
        Check.length(model.dimension(), "result.draw(0, 0)", result.draw(0, 0).length);
        given = draws(result, /* apart= */ 1);
        return this;
    }

    /**
     * Learns the proposal and diagnoses it, on all processors.
     *
     * @throws dev.lbp.result.RunException if the model fails, or a random state is impossible and the model has no
     *     {@link EnergyModel#start} of its own
     * @throws CancellationException if the thread is interrupted; its interrupt flag stays set
     * @throws IllegalStateException if the objective of the polish is {@link Objective#REVERSE_KL} or
     *     {@link Objective#LOWER_BOUND}, and q draws a state of probability 0
     */
    public LearnedProposal run() {
        long begun = System.nanoTime();
        UniformRandomProvider seeds = RandomSource.XO_SHI_RO_256_PP.create(seed);
        // given draws are fitted alone, from no earlier q
        Fitted fitted = given == null ? learn(seeds) : fitTo(given, null, STEPS_ALONE, seeds);
        Autoregressive q =
                polish == null ? fitted.q : polish.withSeed(seeds.nextLong()).polish(model, fitted.q, fitted.draws);
        double seconds = (System.nanoTime() - begun) / 1e9;
        // q stays as it is from here on; a last run diagnoses it
        SampleResult frozen = uninterrupted(chains(q, steps, steps, seeds)
                .thin(THIN)
                .track("logQ", q::logProb)
                .run());
        byte[][] draws = draws(frozen, APART);
        long seedOfRate = seeds.nextLong();
        AcceptanceRate rate = AcceptanceRate.estimate(model, q, draws, seedOfRate);
        Optional<LearnedProposal.Unpolished> before = polish == null
                ? Optional.empty()
                : Optional.of(new LearnedProposal.Unpolished(
                        polish.objective(), AcceptanceRate.estimate(model, fitted.q, draws, seedOfRate)));
        return new LearnedProposal(q, rate, frozen, seconds, before);
    }

    /** A fitted q, and the draws that it was fitted to. */
    private record Fitted(Autoregressive q, byte[][] draws) {}

    /** Makes the rounds. Each fit uses the draws of the later half of the rounds so far. */
    private Fitted learn(UniformRandomProvider seeds) {
        int apart = 1; // every draw is used
        Deque<byte[][]> kept = new ArrayDeque<>();
        SampleResult result = uninterrupted(round(null, seeds).run()); // without jumps: there is no q yet
        kept.addLast(draws(result, apart));
        Fitted fitted = fitTo(pooled(kept), null, STEPS_OF_ROUND, seeds);
        for (int round = 2; round <= rounds; round++) {
            result = uninterrupted(
                    round(fitted.q, seeds).initial(result.finalStates()).run());
            kept.addLast(draws(result, apart));
            if (kept.size() > (round + 1) / 2) {
                kept.removeFirst();
            }
            fitted = fitTo(pooled(kept), fitted.q, STEPS_OF_ROUND, seeds);
        }
        return fitted;
    }

    /** Returns the result. Throws if the run was interrupted. */
    private static SampleResult uninterrupted(SampleResult result) {
        if (result.stopReason() == StopReason.INTERRUPTED) {
            throw new CancellationException("interrupted while learning a proposal: q is made of all rounds");
        }
        return result;
    }

    private static byte[][] pooled(Deque<byte[][]> kept) {
        return kept.stream().flatMap(Arrays::stream).toArray(byte[][]::new);
    }

    /** Fits q to draws, from the q of the last round if it is not null. */
    private Fitted fitTo(byte[][] draws, @Nullable Autoregressive from, int defaultSteps, UniformRandomProvider seeds) {
        AutoregressiveFit settings = fit == null ? Autoregressive.fitting().steps(defaultSteps) : fit;
        return new Fitted(settings.withStart(from, seeds.nextLong()).fit(draws), draws);
    }

    /** The run of one round: a quarter of the steps is warm-up. */
    private SamplingRun round(@Nullable Autoregressive q, UniformRandomProvider seeds) {
        return chains(q, steps / 4, steps - steps / 4, seeds);
    }

    /**
     * A run of all chains, with jumps if q is not null. Scales adapt to the acceptance rate .574 of Langevin proposals.
     */
    private SamplingRun chains(@Nullable Autoregressive q, int warmUp, int draws, UniformRandomProvider seeds) {
        var lbp = Samplers.lbp().adaptive(0.574);
        return (q == null ? lbp : lbp.jumps(q, JUMPS))
                .build()
                .sample(model)
                .chains(chains)
                .warmup(warmUp)
                .draws(draws)
                .seed(seeds.nextLong())
                .keepDraws();
    }

    /** Every {@code apart}-th draw of each chain, chain after chain. */
    private static byte[][] draws(SampleResult result, int apart) {
        int each = result.draws() / apart;
        byte[][] draws = new byte[result.chains() * each][];
        Arrays.setAll(draws, k -> result.draw(k / each, (k % each + 1) * apart - 1));
        return draws;
    }
}
