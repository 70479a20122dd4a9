package dev.lbp.cli.data;

import dev.lbp.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Random sets like those of an ontology. Sizes follow a power law. Most sets are subsets of a larger set, as a term is
 * of its parent; the others have items of unequal popularity.
 */
public final class SyntheticSets {

    /** The share of sets that are subsets of a larger set, if there is one. */
    private static final double NESTED = 0.7;

    /** A parent has at least this multiple of the size of its child. */
    private static final double PARENT = 2.0;

    private final int items;
    private final int[][] sets;
    private final UniformRandomProvider random;

    /**
     * @param sets the number of sets, at least 1
     * @param items the number of items; each is in at least one set
     * @param memberships the sum of the sizes of all sets, at least {@code items}
     * @param smallest the size of the smallest set, at least 1
     * @param largest the size of the largest set, at most {@code items}
     */
    public SyntheticSets(int sets, int items, int memberships, int smallest, int largest, long seed) {
        Check.atLeast(1, "sets", sets);
        Check.that(1 <= smallest && smallest < largest && largest <= items, "be in [1, largest)", "smallest", smallest);
        Check.that(
                memberships >= items && memberships > (long) sets * smallest && memberships < (long) sets * largest,
                "be possible with these sizes",
                "memberships",
                memberships);
        this.items = items;
        this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        this.sets = filled(sizes(sets, memberships, smallest, largest));
        coverAll();
        ArraySampler.shuffle(random, this.sets);
        for (int[] set : this.sets) {
            Arrays.sort(set);
        }
    }

    /** The items of each set, ascending; a copy. */
    public int[][] sets() {
        return Arrays.stream(sets).map(int[]::clone).toArray(int[][]::new);
    }

    /**
     * Draws {@code count} distinct sets whose sizes are in a range.
     *
     * @return the numbers of the sets, ascending
     */
    public int[] plant(int count, int smallest, int largest) {
        int[] candidates = IntStream.range(0, sets.length)
                .filter(i -> sets[i].length >= smallest && sets[i].length <= largest)
                .toArray();
        Check.that(candidates.length >= count, "have as many sets of these sizes", "count", count);
        int[] chosen = Arrays.copyOf(ArraySampler.shuffle(random, candidates), count);
        Arrays.sort(chosen);
        return chosen;
    }

    /**
     * Draws the observed items, with errors.
     *
     * @param on the sets that are on
     * @param alpha the probability to observe an item outside of these sets
     * @param beta the probability to miss an item of these sets
     */
    public int[] observe(int[] on, double alpha, double beta) {
        boolean[] covered = new boolean[items];
        for (int i : on) {
            for (int item : sets[i]) {
                covered[item] = true;
            }
        }
        return IntStream.range(0, items)
                .filter(item -> random.nextDouble() < (covered[item] ? 1.0 - beta : alpha))
                .toArray();
    }

    /**
     * Descending sizes with the sum {@code memberships}: quantiles of a density proportional to size^-a between both
     * limits, with a found by bisection, then increments of random sizes.
     */
    private int[] sizes(int count, int memberships, int smallest, int largest) {
        double low = -10.0;
        double high = 10.0;
        while (high - low > 1e-9) {
            double a = 0.5 * (low + high);
            if (sum(quantiles(count, a, smallest, largest)) > memberships) {
                low = a;
            } else {
                high = a;
            }
        }
        int[] sizes = quantiles(count, high, smallest, largest);
        for (long missing = memberships - sum(sizes); missing > 0; ) {
            int i = random.nextInt(count);
            if (sizes[i] < largest) {
                sizes[i]++;
                missing--;
            }
        }
        Arrays.sort(sizes);
        return IntStream.range(0, count).map(i -> sizes[count - 1 - i]).toArray();
    }

    /** Sizes at evenly spaced quantiles of the power law with exponent {@code -a}. */
    private static int[] quantiles(int count, double a, int smallest, int largest) {
        double power = Math.abs(1.0 - a) < 1e-6 ? 1e-6 : 1.0 - a;
        double bottom = Math.pow(smallest, power);
        double top = Math.pow(largest, power);
        return IntStream.range(0, count)
                .map(i -> (int) Math.pow(bottom + (top - bottom) * (i + 0.5) / count, 1.0 / power))
                .toArray();
    }

    private static long sum(int[] sizes) {
        return Arrays.stream(sizes).asLongStream().sum();
    }

    /** Draws the items of sets, the largest first, because a parent comes before its children. */
    private int[][] filled(int[] sizes) {
        double[] popularity = ZigguratSampler.NormalizedGaussian.of(random)
                .samples(items)
                .map(Math::exp)
                .toArray();
        Arrays.parallelPrefix(popularity, Double::sum);
        int[][] filled = new int[sizes.length][];
        int parents = 0;
        for (int i = 0; i < sizes.length; i++) {
            while (sizes[parents] >= PARENT * sizes[i]) {
                parents++;
            }
            boolean nested = parents > 0 && random.nextDouble() < NESTED;
            filled[i] = nested
                    ? Arrays.copyOf(ArraySampler.shuffle(random, filled[random.nextInt(parents)].clone()), sizes[i])
                    : popular(sizes[i], popularity);
        }
        return filled;
    }

    /** Draws distinct items in proportion to their popularity. */
    private int[] popular(int size, double[] cumulative) {
        boolean[] taken = new boolean[items];
        int[] set = new int[size];
        for (int k = 0; k < size; ) {
            int found = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[items - 1]);
            int item = Math.min(items - 1, found < 0 ? -found - 1 : found);
            if (!taken[item]) {
                taken[item] = true;
                set[k++] = item;
            }
        }
        return set;
    }

    /** Puts each item without a set in the place of an item with several sets. */
    private void coverAll() {
        int[] count = new int[items];
        for (int[] set : sets) {
            for (int item : set) {
                count[item]++;
            }
        }
        List<Integer> missing = new ArrayList<>();
        for (int item = 0; item < items; item++) {
            if (count[item] == 0) {
                missing.add(item);
            }
        }
        for (int item : missing) {
            boolean placed = false;
            while (!placed) {
                int[] set = sets[random.nextInt(sets.length)];
                int k = random.nextInt(set.length);
                if (count[set[k]] > 1) {
                    count[set[k]]--;
                    set[k] = item;
                    placed = true;
                }
            }
        }
    }
}
