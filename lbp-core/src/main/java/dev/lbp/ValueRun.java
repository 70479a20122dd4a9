package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.result.ValueResult;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunKind;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.ValueStatistic;
import java.io.ObjectInputFilter;
import java.util.Arrays;

/**
 * The description of a run whose states are whole numbers, made by {@link Sampler#sample(dev.lbp.target.MoveModel)}
 * or {@link Sampler#sample(CategoricalEnergyModel)}. {@link Run} has most of its settings.
 *
 * <pre>{@code
 * ValueResult result = Samplers.pas().path(25).build().sample(AssignmentModel.of(logWeights)).run();
 * double[][] marginals = result.valueMarginals();
 * }</pre>
 */
public final class ValueRun extends Run<int[], ValueResult, ValueRun> {

    private static final long serialVersionUID = 1L;

    ValueRun(RunSettings<int[]> settings) {
        super(settings, RunKind.VALUES);
    }

    /**
     * Reads a description that {@link #toBytes} wrote, see {@link Run#fromBytes(byte[])}.
     *
     * @param bytes from a trusted source
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static ValueRun fromBytes(byte[] bytes) {
        return fromBytes(bytes, RunBytes.of());
    }

    /**
     * Reads a description that {@link #toBytes} wrote, also if it has classes of the packages of {@code users}; see
     * {@link Run#fromBytes(byte[], Class...)}.
     *
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static ValueRun fromBytes(byte[] bytes, Class<?>... users) {
        return fromBytes(bytes, RunBytes.of(users));
    }

    /**
     * Reads a description that {@link #toBytes} wrote, of classes that a filter permits; see
     * {@link Run#fromBytes(byte[], ObjectInputFilter)}.
     *
     * @param classes the filter that refuses classes
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static ValueRun fromBytes(byte[] bytes, ObjectInputFilter classes) {
        return new SavedRun(Check.notNull("bytes", bytes)).run(ValueRun.class, Check.notNull("classes", classes));
    }

    /**
     * The initial state of each chain; default: states that the model draws. A state that is not in the model's
     * feasible set ends the run with the model's own message.
     *
     * @param states [chains][N] of whole numbers from 0 to {@code model.values() - 1}
     */
    public ValueRun initial(int[][] states) {
        settings.start(states);
        return this;
    }

    /**
     * Sites that never change: the run samples the other sites given these. It needs {@link #initial} states, and a
     * {@link CategoricalModel} or a {@link CategoricalEnergyModel}: any other model's moves may change several sites
     * together.
     *
     * @param mask N values, true for a site that keeps its initial value; at least one must be false
     * @throws IllegalArgumentException if the model is not categorical
     */
    public ValueRun frozen(boolean[] mask) {
        settings.freeze(mask);
        return this;
    }

    /**
     * Observes a site: it keeps this value, and the run samples the other sites given it. Chains start at random states
     * with the observed values. It needs a {@link CategoricalModel} or a {@link CategoricalEnergyModel}.
     *
     * @param site 0 to N - 1; at least one site is not observed
     * @param value a value of the site
     * @throws IllegalArgumentException if the model is not categorical
     */
    public ValueRun observe(int site, int value) {
        int[] state = new int[settings.space().sites()];
        Arrays.fill(state, value); // only the entry of the site counts
        settings.observe(settings.space().checked("value", state), site);
        return this;
    }

    /**
     * Observes a site, given the names of the site and its value in {@link dev.lbp.target.Target#siteNames}.
     *
     * @param site the name of a site, or its number from 0 if sites have no names
     * @param value the name of one of its values, or its number from 0 if values have no names
     * @throws IllegalArgumentException if there is no such name; the message lists near ones
     */
    public ValueRun observe(String site, String value) {
        int number = settings.named().site(site);
        return observe(number, settings.named().value(number, value));
    }

    /**
     * Samples by parallel tempering: every chain becomes a ladder of replicas, see {@link SamplingRun#tempering}. Its
     * reference, the law at inverse temperature 0, is independent values for categories, uniform or of given logits;
     * for other moves, as of permutations, {@link dev.lbp.target.MoveModel#uniformStates uniform states}.
     *
     * @throws IllegalArgumentException if the sampler cannot be tempered, the model has no uniform states, or the
     *     reference is not one of these sites and values
     */
    public ValueRun tempering(Tempering tempering) {
        settings.temper(Check.notNull("tempering", tempering).plan());
        return this;
    }

    /**
     * Traces a statistic of the caller: the result has its value at each draw, and the diagnostics use it.
     *
     * @param name not blank, and none that files of draws use, see {@link SamplingRun#track}
     */
    public ValueRun track(String name, ValueStatistic statistic) {
        settings.track(name, new TracedStatistic.OfValues(statistic));
        return this;
    }

    /**
     * Whether to count the draws with each value of each site, for {@link ValueResult#valueMarginals} and the F
     * ratios of sites; default true. The counts and their batches take 24 bytes for each chain, site and value, and
     * 56 in a run that may end early. For a permutation of 2,000 that is about 100 MB a chain. A run whose counts do
     * not fit into the heap is refused with the bytes.
     */
    public ValueRun marginals(boolean counted) {
        settings.marginals = counted;
        return this;
    }
}
