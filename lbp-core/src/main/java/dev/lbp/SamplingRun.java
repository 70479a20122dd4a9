package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunKind;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;
import java.io.ObjectInputFilter;
import java.util.Arrays;

/**
 * The description of a run whose states are bits, made by {@link Sampler#sample(EnergyModel)}. {@link Run} has most
 * of its settings. All have defaults; these five are the first to learn:
 *
 * <pre>{@code
 * SampleResult result = Samplers.auto().sample(model)
 *         .chains(8)
 *         .warmup(2_000) // steps of each chain before its first draw
 *         .draws(20_000) // of each chain, at most
 *         .untilEss(1_000) // ends the run when every trace is worth so many independent draws
 *         .seed(7) // the same draws again
 *         .run();
 * }</pre>
 */
public final class SamplingRun extends Run<byte[], SampleResult, SamplingRun> {

    /** The most states that {@link #keepBest} keeps. */
    private static final int MOST_BEST = 100_000_000;

    private static final long serialVersionUID = 1L;

    SamplingRun(RunSettings<byte[]> settings) {
        super(settings, RunKind.BITS);
    }

    /**
     * Reads a description that {@link #toBytes} wrote, see {@link Run#fromBytes(byte[])}.
     *
     * @param bytes from a trusted source
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static SamplingRun fromBytes(byte[] bytes) {
        return fromBytes(bytes, RunBytes.of());
    }

    /**
     * Reads a description that {@link #toBytes} wrote, also if it has classes of the packages of {@code users}; see
     * {@link Run#fromBytes(byte[], Class...)}.
     *
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static SamplingRun fromBytes(byte[] bytes, Class<?>... users) {
        return fromBytes(bytes, RunBytes.of(users));
    }

    /**
     * Reads a description that {@link #toBytes} wrote, of classes that a filter permits; see
     * {@link Run#fromBytes(byte[], ObjectInputFilter)}.
     *
     * @param classes the filter that refuses classes
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static SamplingRun fromBytes(byte[] bytes, ObjectInputFilter classes) {
        return new SavedRun(Check.notNull("bytes", bytes)).run(SamplingRun.class, Check.notNull("classes", classes));
    }

    /**
     * The initial state of each chain; default: the model's {@link EnergyModel#start}, which are independent fair bits
     * unless the model overrides it; with {@link #ones} uniform subsets.
     *
     * @param states [chains][N] of zeros and ones
     */
    public SamplingRun initial(byte[][] states) {
        settings.start(states);
        return this;
    }

    /**
     * Sites that never change. The run then samples the other sites given these. It needs {@link #initial} states.
     * Chains with different initial values of these sites sample different distributions, and the diagnostics then
     * report that the chains disagree.
     *
     * @param mask N values, true for a site that keeps its initial value; at least one must be false
     */
    public SamplingRun frozen(boolean[] mask) {
        settings.freeze(mask);
        return this;
    }

    /**
     * Observes a site: it keeps this value, and the run samples the others given it. Chains start at random states with
     * the observed values. Call it once for each observed site, without {@link #frozen} and {@link #initial}.
     *
     * @param site 0 to N - 1; at least one site is not observed
     * @param value 0 or 1
     */
    public SamplingRun observe(int site, int value) {
        Check.that(value == 0 || value == 1, "be 0 or 1", "value", value);
        byte[] state = new byte[settings.space().sites()];
        Arrays.fill(state, (byte) value);
        settings.observe(state, site); // reads only the value of this site
        return this;
    }

    /**
     * Observes a site, given the names of the site and its value in {@link dev.lbp.target.Target#siteNames}.
     *
     * @param site the name of a site, or its number from 0 if sites have no names
     * @param value the name of one of its values, or its number from 0 if values have no names
     * @throws IllegalArgumentException if there is no such name; the message lists near ones
     */
    public SamplingRun observe(String site, String value) {
        int number = settings.named().site(site);
        return observe(number, settings.named().value(number, value));
    }

    /**
     * Fixes the number of ones: the run then samples the subsets of {@code count} sites, with the model's probabilities
     * given this size. A step exchanges R ones and R zeros, so R counts pairs and a step flips 2R sites. It needs
     * {@code lbp()}, {@code rwm()}, or on a {@link LocalEnergyModel} {@code pas()}, which removes and adds one site at
     * a time. Chains start at uniform subsets; {@link #initial} states must have {@code count} ones each.
     * {@link #frozen} ones count too, and each chain must have a free one and a free zero. {@link #observe} is refused:
     * give initial states and frozen sites instead.
     *
     * @param count in [1, N - 1]
     * @throws IllegalArgumentException also if the sampler has no such move
     */
    public SamplingRun ones(int count) {
        settings.method.check(Ability.ONES);
        int most = settings.space().sites() - 1;
        Check.that(count >= 1 && count <= most, "be in [1, N - 1=" + most + "]", "ones", count);
        settings.fixOnes(count);
        return this;
    }

    /**
     * Samples by parallel tempering: every chain becomes a ladder of replicas at inverse temperatures from 0 to 1,
     * which exchange their states. Draws, marginals and all else of the result are of the replica at 1, whose law is
     * the model's. So chains cross between modes that no local move joins, and the result has log Z, see {@link
     * SampleResult#tempering}. It costs as many steps as there are replicas for each step of the run.
     *
     * @param tempering the number of replicas and the reference
     * @throws IllegalArgumentException if the sampler cannot be tempered: {@code blockGibbs()}
     */
    public SamplingRun tempering(Tempering tempering) {
        settings.temper(Check.notNull("tempering", tempering).plan());
        return this;
    }

    /**
     * Traces a statistic of the caller. {@link SampleResult#traces} has its value at each draw, and the diagnostics
     * and the verdict of the result use it. It is also computed at the starting state, and in a tempered run at the
     * states of all slots after each scan, by {@link Statistic#of}.
     *
     * @param name not blank, and not "logProb", "hamming", "states", "chain", "draw" (the names that files and tables
     *     of draws use) nor a name given before; at most 200 bytes as part of a file's name, where every character
     *     except letters, digits, - and _ becomes {@code %XX}
     */
    public SamplingRun track(String name, Statistic statistic) {
        settings.track(name, new TracedStatistic.OfBits(statistic));
        return this;
    }

    /**
     * Also estimates marginals by averaging {@code P(x_i = 1 | the other sites)} over draws (Rao and Blackwell), see
     * {@link SampleResult#conditionals}. It needs a local model. The weights t/(t+1) of {@code lbp()} and {@code
     * gwg()} are these probabilities of flips, so that they cost a few percent of a step. With other weights and
     * other samplers each chain has one more tracker. That tracker makes the flips between two draws and computes the
     * ratios that they changed.
     *
     * <p>Log-ratios must be exact, unless the sampler is {@code lbp()} or {@code gwg()} of scale 1 with the weight
     * t/(t+1), without tempering. If they are not, each step corrects the probability of the site that it proposes to
     * flip by the log-probabilities of both states, divided by the probability of this proposal. The averages are then
     * unbiased too; their noise grows with the errors of the log-ratios.
     *
     * @throws IllegalArgumentException if the model is not local, or its ratios are not exact and the sampler is none
     *     of these
     * @throws dev.lbp.target.ModelException if the model's {@code exactFlips()} fails
     */
    public SamplingRun conditionals() {
        Check.that(
                settings.model() instanceof LocalEnergyModel model
                        && (settings.method.correctsConditionals()
                                || ModelCalls.call(model, "exactFlips()", model::exactFlips)),
                "be local, with exact log-ratios unless the sampler is lbp() of scale 1 with the weight t/(t+1)",
                "model",
                ModelCalls.nameOf(settings.model()));
        settings.conditionals();
        return this;
    }

    /**
     * Ends the run before its last draw once the standard error of every one of the {@link #conditionals} is at most a
     * bound, checked at the same draws as {@link #untilEss}. The run records the conditionals too. A conditional that
     * never changed has no error, and is left out.
     *
     * @param most in (0, 1)
     * @throws IllegalArgumentException as {@link #conditionals} does, or if the bound is not in (0, 1)
     */
    public SamplingRun untilConditionalError(double most) {
        settings.rule = settings.rule.andErrors(Check.inOpenUnit("most", most));
        return conditionals();
    }

    /**
     * Keeps the distinct states of highest log-probability among the draws of all chains, each with the number of its
     * draws; see {@link SampleResult#bestStates}. A draw costs O(changed sites), and up to N / 64 more if it is in
     * another state than the draw before. Each chain keeps up to {@code 2 count} states of N / 8 bytes.
     *
     * @param count the number of states, in [1, 10^8]
     */
    public SamplingRun keepBest(int count) {
        Check.that(count >= 1 && count <= MOST_BEST, "be in [1, " + MOST_BEST + "]", "keepBest", count);
        settings.keepBest(count);
        return this;
    }
}
