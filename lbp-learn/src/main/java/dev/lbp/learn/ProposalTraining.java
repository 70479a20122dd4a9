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
 * Learns a proposal for jumps between modes from the target itself, in rounds. Many chains begin at random states, and
 * so end up in many modes. A round takes steps of LBP, with jumps by the present q from the second round on, and fits a
 * new {@link Autoregressive} q to the draws of the later half of all rounds so far. The jumps correct the shares of
 * modes from round to round.
 *
 * <p>The last run is a diagnosis: q is frozen, and chains begin at new random states. If q has missed a mode, chains
 * that begin near it can hardly leave, and they disagree with the others. Nothing of this shows a mode that no chain
 * has been near: an unseen mode stays unseen.
 *
 * <p>Learning ends here. A q that went on learning from the chain that it moves would change the chain's law; the
 * learned one is immutable. Useful up to about 200 sites, see {@link Autoregressive}. For one answer of a few hundred
 * effective draws parallel tempering ({@link SamplingRun#tempering}) needs no learning and is the better tool.
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

    private static final double JUMPS = 0.1;

    /** Steps from one draw of the diagnosis to the next, so that some hundred jumps of each chain lie in it. */
    private static final int THIN = 5;

    /** Every second draw of the diagnosis is compared with draws of q: about one jump lies between two of them. */
    private static final int APART = 2;

    /** Steps of a fit that begins at the last round's, and of one that is the only one. */
    private static final int STEPS_OF_ROUND = 300;

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

    /** The number of chains, at least 2; default 64. A mode is found if a chain begins near it: use many. */
    public ProposalTraining chains(int count) {
        chains = Check.atLeast(2, "chains", count);
        return this;
    }

    /** The number of rounds, at least 1; default 8. */
    public ProposalTraining rounds(int count) {
        rounds = Check.atLeast(1, "rounds", count);
        return this;
    }

    /** Steps of each chain in a round, at least 80; default 400. A quarter of them only adapts the scale. */
    public ProposalTraining steps(int count) {
        steps = Check.atLeast(80, "steps", count);
        return this;
    }

    /** Chooses the random states, the steps and the batches of fits; default 1. */
    public ProposalTraining seed(long value) {
        seed = value;
        return this;
    }

    /**
     * The fit of each round; default {@link Autoregressive#fitting} with 300 steps, or with 1,000
     * {@link #fromDraws from draws}. The training sets its seed.
     */
    public ProposalTraining fit(AutoregressiveFit settings) {
        fit = Check.notNull("settings", settings);
        return this;
    }

    /** A {@link #polish(ProposalPolish) polish} by this objective with the defaults of {@link ProposalPolish}. */
    public ProposalTraining polish(Objective objective) {
        return polish(ProposalPolish.of(objective));
    }

    /**
     * Polishes the last fit with the draws that it was fitted to; default no polish. By
     * {@link Objective#ACCEPTANCE_RATE} more jumps are accepted, but the importance ESS may fall and rare modes may be
     * drawn more seldom; {@link LearnedProposal#summary} compares both numbers before and after. The training sets the
     * polish's seed.
     */
    public ProposalTraining polish(ProposalPolish settings) {
        polish = Check.notNull("settings", settings);
        return this;
    }

    /**
     * Fits to the draws of a run in the place of rounds, such as one of parallel tempering. {@link #chains} and
     * {@link #steps} are then of the diagnosis alone.
     *
     * @param result of this model, at least one draw of each chain
     * @throws IllegalStateException if the run did not {@link SamplingRun#keepDraws}
     */
    public ProposalTraining fromDraws(SampleResult result) {
        Check.atLeast(1, "result.draws()", Check.notNull("result", result).draws());
        Check.length(model.dimension(), "result.draw(0, 0)", result.draw(0, 0).length);
        given = draws(result, 1);
        return this;
    }

    /**
     * Learns and diagnoses. All processors are used.
     *
     * @throws dev.lbp.result.RunException if the model fails, or a random state is impossible and the model has no
     *     {@link EnergyModel#start} of its own
     * @throws CancellationException if the thread is interrupted; its interrupt flag stays set
     * @throws IllegalStateException if the polish is by {@link Objective#REVERSE_KL} or {@link Objective#LOWER_BOUND},
     *     and q draws a state that the model forbids
     */
    public LearnedProposal run() {
        long begun = System.nanoTime();
        UniformRandomProvider seeds = RandomSource.XO_SHI_RO_256_PP.create(seed);
        Fitted fitted = given == null ? learn(seeds) : fitted(given, null, STEPS_ALONE, seeds);
        Autoregressive q =
                polish == null ? fitted.q : polish.seeded(seeds.nextLong()).polish(model, fitted.q, fitted.draws);
        double seconds = (System.nanoTime() - begun) / 1e9;
        SampleResult frozen = finished(chains(q, steps, steps, seeds)
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

    /** A fit and its draws. */
    private record Fitted(Autoregressive q, byte[][] draws) {}

    private Fitted learn(UniformRandomProvider seeds) {
        Deque<byte[][]> kept = new ArrayDeque<>();
        SampleResult result = finished(round(null, seeds).run());
        kept.addLast(draws(result, 1));
        Fitted fitted = fitted(pooled(kept), null, STEPS_OF_ROUND, seeds);
        for (int round = 2; round <= rounds; round++) {
            result = finished(
                    round(fitted.q, seeds).initial(result.finalStates()).run());
            kept.addLast(draws(result, 1));
            if (kept.size() > (round + 1) / 2) {
                kept.removeFirst();
            }
            fitted = fitted(pooled(kept), fitted.q, STEPS_OF_ROUND, seeds);
        }
        return fitted;
    }

    /** The result of a run that was not interrupted. */
    private static SampleResult finished(SampleResult result) {
        if (result.stopReason() == StopReason.INTERRUPTED) {
            throw new CancellationException("interrupted while learning a proposal: q is made of all rounds");
        }
        return result;
    }

    private static byte[][] pooled(Deque<byte[][]> kept) {
        return kept.stream().flatMap(Arrays::stream).toArray(byte[][]::new);
    }

    private Fitted fitted(byte[][] draws, @Nullable Autoregressive from, int byDefault, UniformRandomProvider seeds) {
        AutoregressiveFit settings = fit == null ? Autoregressive.fitting().steps(byDefault) : fit;
        return new Fitted(settings.begun(from, seeds.nextLong()).fit(draws), draws);
    }

    private SamplingRun round(@Nullable Autoregressive q, UniformRandomProvider seeds) {
        return chains(q, steps / 4, steps - steps / 4, seeds);
    }

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

    /** Every {@code apart}-th draw of all chains. */
    private static byte[][] draws(SampleResult result, int apart) {
        int each = result.draws() / apart;
        byte[][] draws = new byte[result.chains() * each][];
        Arrays.setAll(draws, k -> result.draw(k / each, (k % each + 1) * apart - 1));
        return draws;
    }
}
