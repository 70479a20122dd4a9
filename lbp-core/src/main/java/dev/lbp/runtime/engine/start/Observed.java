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
 * Values of sites that a run is given.
 *
 * @param state has them; its other sites do not matter
 * @param mask true for the sites that are observed
 * @param <S> the array of a state
 */
public record Observed<S>(S state, boolean[] mask) implements Serializable {

    private static final int TRIES = 1_000;

    /**
     * Values that were observed before, and that of one more site in another state.
     *
     * @throws IllegalArgumentException if there is no such site
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
        space.copySites(state, all.state, new int[] {site}, 1);
        all.mask[site] = true;
        return all;
    }

    /**
     * A random state with these values for each chain, from a generator of the seed: the first possible one of
     * {@link #TRIES}, else the last.
     *
     * @param random draws a state without regard to these values
     */
    @SuppressWarnings("unchecked")
    public S[] starts(
            int chains, long seed, Space<S> space, Function<UniformRandomProvider, S> random, Predicate<S> possible) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[] sites = IntStream.range(0, mask.length).filter(i -> mask[i]).toArray();
        List<S> states = new ArrayList<>();
        for (int c = 0; c < chains; c++) {
            S start = started(space, sites, random.apply(rng));
            for (int t = 1; t < TRIES && !possible.test(start); t++) {
                start = started(space, sites, random.apply(rng));
            }
            states.add(start);
        }
        return states.toArray((S[]) Array.newInstance(state.getClass(), 0));
    }

    private S started(Space<S> space, int[] sites, S start) {
        space.copySites(state, start, sites, sites.length);
        return start;
    }
}
