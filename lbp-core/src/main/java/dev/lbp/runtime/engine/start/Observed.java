package dev.lbp.runtime.engine.start;

import dev.lbp.internal.Check;
import dev.lbp.runtime.space.Space;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Observed values of sites, which a run keeps fixed.
 *
 * @param state a state with the observed values; its other sites have no effect
 * @param mask true for the sites that are observed
 * @param <S> the array of a state
 */
public record Observed<S>(S state, boolean[] mask) implements Serializable {

    /** The number of states to draw for a chain before an impossible one is taken. */
    private static final int TRIES = 1_000;

    /**
     * Adds one observed site to earlier ones.
     *
     * @param before the sites observed so far; null for none. The call overwrites its state, so use only the result
     *     after it
     * @param state a state with the value of the new site. If {@code before} is null, the result keeps it without a
     *     copy
     * @throws IllegalArgumentException if there is no such site, or if it was observed with another value
     */
    public static <S> Observed<S> with(@Nullable Observed<S> before, S state, int site, Space<S> space) {
        int n = space.sites();
        Check.that(site >= 0 && site < n, "be in [0, N - 1=" + (n - 1) + "]", "site", site);
        Observed<S> all = before == null
                ? new Observed<>(state, new boolean[n])
                : new Observed<>(before.state, before.mask.clone());
        Check.that(
                !all.mask[site] || space.element(all.state, site) == space.element(state, site),
                "be observed with one value",
                "site",
                site);
        // this also writes into before.state, at a site that has no effect there
        space.copySites(state, all.state, new int[] {site}, 1);
        all.mask[site] = true;
        return all;
    }

    /**
     * Draws a state with the observed values for each chain: the first of {@link #TRIES} draws that is possible, or the
     * last if none is. One generator, seeded by {@code seed}, draws all of them.
     *
     * @param random draws a state without regard to the observed values
     * @param possible whether a state has a positive probability
     */
    @SuppressWarnings("unchecked")
    public S[] starts(
            int chains, long seed, Space<S> space, Function<UniformRandomProvider, S> random, Predicate<S> possible) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[] sites = IntStream.range(0, mask.length).filter(i -> mask[i]).toArray();
        List<S> states = new ArrayList<>();
        for (int c = 0; c < chains; c++) {
            S start = withObserved(space, sites, random.apply(rng));
            for (int t = 1; t < TRIES && !possible.test(start); t++) {
                start = withObserved(space, sites, random.apply(rng));
            }
            states.add(start);
        }
        return states.toArray((S[]) Array.newInstance(state.getClass(), 0));
    }

    /** Writes the observed values into a state, and returns it. */
    private S withObserved(Space<S> space, int[] sites, S start) {
        space.copySites(state, start, sites, sites.length);
        return start;
    }
}
