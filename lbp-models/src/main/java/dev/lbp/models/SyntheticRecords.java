package dev.lbp.models;

import dev.lbp.internal.Check;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Two files of random records; some records describe the same entity: an instance of record linkage. A record has
 * categorical fields. Each field of an entity is uniform; in each of its records the field is replaced by a uniform
 * category with the error rate. The weight of a pair is its log-likelihood ratio (Fellegi and Sunter, 1969,
 * doi:10.1080/01621459.1969.10501049): a field that agrees adds log(m / u), one that differs log((1 - m) / (1 - u)). A
 * field of two records agrees with probability m if they describe the same entity, and with probability u if they
 * describe different ones.
 */
public final class SyntheticRecords {

    private final int[][] first;
    private final int[][] second;
    private final int[] truth;

    /** What a field that agrees, or differs, adds to the weight of a pair. */
    private final double agree;

    private final double differ;

    /**
     * Draws two files.
     *
     * @param n1 the number of records of the first file, at least 1
     * @param n2 the number of records of the second file, at least 1
     * @param matches the number of entities with a record in both files, 0 to min(n1, n2)
     * @param fields the number of fields, at least 1
     * @param categories the number of categories of a field, at least 2
     * @param errorRate the probability that a field of a record is replaced, in (0, 1)
     */
    public SyntheticRecords(int n1, int n2, int matches, int fields, int categories, double errorRate, long seed) {
        Check.sites("n1", n1);
        Check.sites("n2", n2);
        Check.that(matches >= 0 && matches <= Math.min(n1, n2), "be in [0, min(n1, n2)]", "matches", matches);
        Check.atLeast(1, "fields", fields);
        Check.atLeast(2, "categories", categories);
        Check.inOpenUnit("errorRate", errorRate);
        // the probabilities that a field is equal in two records of different entities (u)
        // and of one entity (m)
        double u = 1.0 / categories;
        double right = 1.0 - errorRate * (1.0 - u); // the probability that a record's field is the entity's
        double m = right * right + (1.0 - right) * (1.0 - right) / (categories - 1.0);
        this.agree = Math.log(m / u);
        this.differ = Math.log((1.0 - m) / (1.0 - u));
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[] firstOrder = ArraySampler.shuffle(random, IntStream.range(0, n1).toArray());
        int[] secondOrder = ArraySampler.shuffle(random, IntStream.range(0, n2).toArray());
        this.truth = new int[n1];
        this.first = new int[n1][];
        this.second = new int[n2][];
        for (int k = 0; k < Math.max(n1, n2); k++) {
            int[] entity = random.ints(fields, 0, categories).toArray();
            if (k < n1) {
                first[firstOrder[k]] = drawRecord(entity, categories, errorRate, random);
            }
            if (k < n2) {
                int[] other = k < matches
                        ? entity
                        : random.ints(fields, 0, categories).toArray();
                second[secondOrder[k]] = drawRecord(other, categories, errorRate, random);
            }
            if (k < matches) {
                truth[firstOrder[k]] = secondOrder[k] + 1;
            }
        }
    }

    /** Draws a record of an entity: a uniform category replaces each field with probability {@code errorRate}. */
    private static int[] drawRecord(int[] entity, int categories, double errorRate, UniformRandomProvider random) {
        return Arrays.stream(entity)
                .map(field -> random.nextDouble() < errorRate ? random.nextInt(categories) : field)
                .toArray();
    }

    /**
     * The true links as a state of the models, for each record of the first file: 0 without a link, j + 1 if its entity
     * has record j of the second file.
     */
    public int[] truth() {
        return truth.clone();
    }

    /**
     * The posterior of the links, all pairs being candidates.
     *
     * @param linkCost the price of a link, subtracted from its log-likelihood ratio; finite
     * @throws IllegalArgumentException if the model does not fit into memory
     */
    public MatchingModel model(double linkCost) {
        return model(linkCost, Integer.MAX_VALUE); // candidates may differ in all fields
    }

    /**
     * The posterior of the links; candidates are the pairs of records that differ in few fields.
     *
     * @param linkCost the price of a link, subtracted from its log-likelihood ratio; finite
     * @param mostDiffering the largest number of fields in which a candidate pair differs, at least 0
     * @throws IllegalArgumentException if no pair is a candidate, or the model does not fit into memory
     */
    public MatchingModel model(double linkCost, int mostDiffering) {
        Check.finite("linkCost", linkCost);
        Check.atLeast(0, "mostDiffering", mostDiffering);
        // records i and j of each candidate pair, one pair after the other
        int[] pairs = IntStream.range(0, first.length)
                .mapToObj(i -> IntStream.range(0, second.length)
                        .filter(j -> differingFields(i, j) <= mostDiffering)
                        .flatMap(j -> IntStream.of(i, j)))
                .flatMapToInt(row -> row)
                .toArray();
        Check.that(pairs.length > 0, "leave a candidate pair", "mostDiffering", mostDiffering);
        int links = pairs.length / 2;
        int[] from = new int[links];
        int[] to = new int[links];
        double[] weights = new double[links];
        for (int e = 0; e < links; e++) {
            from[e] = pairs[2 * e];
            to[e] = pairs[2 * e + 1];
            int differing = differingFields(from[e], to[e]);
            weights[e] = (first[0].length - differing) * agree + differing * differ - linkCost;
        }
        return MatchingModel.of(first.length, second.length, from, to, weights);
    }

    private int differingFields(int i, int j) {
        int count = 0;
        for (int f = 0; f < first[i].length; f++) {
            count += first[i][f] == second[j][f] ? 0 : 1;
        }
        return count;
    }
}
