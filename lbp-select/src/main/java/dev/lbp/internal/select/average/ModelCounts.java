package dev.lbp.internal.select.average;

import dev.lbp.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;

/**
 * Counts the models that {@link Margins} allow, by size; counts are logarithms.
 *
 * <p>The candidates fall into parts that no interaction connects. A model is one model of each part, so counts by size
 * multiply as the coefficients of polynomials do. In a part, tops are the interactions that are no margin of another
 * one. All sets of the part's margins are enumerated. Given a set of a margins, a top is free, to be in or out, if it
 * has its margins, else it is out: with e free tops, {@code C(e, s - a)} models have size s. Margins that can be
 * exchanged without changing the part, as all of {@code (x1 + .. + x100)^2}, form a class. Only the number of its
 * members that are in matters.
 */
final class ModelCounts {

    /** The largest number of tops and classes that an enumeration visits. This many take a few seconds. */
    private static final long MOST_WORK = 500_000_000;

    private final Margins margins;
    private final long mostWork;
    private final List<Part> parts;
    /** The number of tops and classes that the enumeration has visited. */
    private long work;

    /** The logarithms of the numbers of models, by size, 0 to the number of candidates. */
    final double[] logCounts;

    ModelCounts(Margins margins) {
        this(margins, MOST_WORK);
    }

    /** Refuses margins whose enumeration visits more tops and classes than {@code mostWork}. */
    ModelCounts(Margins margins, long mostWork) {
        this.margins = margins;
        this.mostWork = mostWork;
        int[] part = partOf(margins);
        this.parts = IntStream.range(0, part.length)
                .boxed()
                .collect(Collectors.groupingBy(site -> part[site], TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(Part::new)
                .toList();
        this.logCounts = countsOf(parts);
    }

    /**
     * The part of each candidate: the least index among the candidates connected with it, itself too. Those without
     * interactions are one part, -1, though nothing connects them: they are one class of tops without margins.
     */
    private static int[] partOf(Margins margins) {
        int[] part = IntStream.range(0, margins.count())
                .map(site -> margins.margins(site).length + margins.dependents(site).length == 0 ? -1 : site)
                .toArray();
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int site = 0; site < part.length; site++) {
                for (int margin : margins.margins(site)) {
                    changed |= part[site] != part[margin];
                    part[site] = Math.min(part[site], part[margin]);
                    part[margin] = part[site];
                }
            }
        }
        return part;
    }

    /**
     * The prior probability of each candidate.
     *
     * @param logPrior of one model, by size
     */
    double[] inclusion(double[] logPrior) {
        double[] inclusion = new double[margins.count()];
        double all = logTotal(logCounts, logPrior);
        Map<String, double[]> known = new HashMap<>(); // counts of the other parts, by the counts of a part
        for (Part part : parts) { // its logCounts: first of all its models, then by class of those with a given member
            double[] others = known.computeIfAbsent(
                    Arrays.toString(part.logCounts.get(0)),
                    counts -> countsOf(
                            parts.stream().filter(other -> other != part).toList()));
            for (int c = 0; c < part.classes.size(); c++) {
                double probability = Math.exp(logTotal(product(others, part.logCounts.get(c + 1)), logPrior) - all);
                part.classes.get(c).forEach(site -> inclusion[site] = probability);
            }
        }
        return inclusion;
    }

    /** The number of all models: exp of the logarithm, rounded to a whole number. */
    double total() {
        return Math.rint(Math.exp(logTotal(logCounts, new double[logCounts.length])));
    }

    /** The logarithm of the sum of all models' prior probabilities, which depend on the size. */
    private static double logTotal(double[] logCounts, double[] logPrior) {
        return WeightedSums.logOf(IntStream.range(0, logCounts.length)
                .mapToDouble(size -> logCounts[size] + logPrior[size])
                .toArray());
    }

    /** The counts of the models whose candidates all belong to the given parts. */
    private static double[] countsOf(List<Part> some) {
        double[] product = {0.0}; // log 1: one model, of size 0
        for (Part part : some) {
            product = product(product, part.logCounts.get(0)); // those of all of the part's models
        }
        return product;
    }

    /** The counts of two parts together: a product of polynomials. */
    private static double[] product(double[] one, double[] other) {
        WeightedSums[] sums = sums(one.length + other.length - 1);
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < other.length; j++) {
                sums[i + j].weigh(one[i] + other[j]);
            }
        }
        return logs(sums);
    }

    private static WeightedSums[] sums(int count) {
        return IntStream.range(0, count).mapToObj(k -> new WeightedSums(0)).toArray(WeightedSums[]::new);
    }

    private static double[] logs(WeightedSums[] sums) {
        return Arrays.stream(sums).mapToDouble(WeightedSums::logTotal).toArray();
    }

    /** The logarithm of the binomial coefficient, n over k. */
    static double logChoose(int n, int k) {
        return Gamma.logGamma(n + 1.0) - Gamma.logGamma(k + 1.0) - Gamma.logGamma(n - k + 1.0);
    }

    /** Counts the models of one part: candidates that interactions connect with each other and with no other one. */
    private final class Part {

        private final byte[] state = new byte[margins.count()];

        /**
         * Classes of candidates that may be exchanged for each other: first those of margins, then those of tops, which
         * are no margins. Tops of a class have margins of the same classes.
         */
        final List<List<Integer>> classes = new ArrayList<>();

        /** The number of classes of margins, which come first in {@link #classes}. */
        private final int ofMargins;

        /**
         * In the enumerated set, for each class of margins the number of members that are in; for each class of tops
         * the number that are free, as all their needed margins are in.
         */
        private final int[] counts;

        /**
         * By the numbers of margins that are in and of free tops: the weight of all such sets, with the mean share of
         * each class that is in or free.
         */
        private final Map<List<Integer>, WeightedSums> sets = new HashMap<>();

        /**
         * By size, the logarithms of the numbers of the part's models; then for each class of the numbers of its models
         * that have a given member of the class.
         */
        final List<double[]> logCounts = new ArrayList<>();

        /**
         * Sorts candidates into classes whose members count alike: margins that can be exchanged for each other, then
         * tops, which no other candidate needs. Then counts the models of each size by the numbers of members.
         */
        Part(List<Integer> sites) {
            int[] classOf = new int[state.length];
            for (int site : sites) {
                if (margins.dependents(site).length > 0) {
                    classOf[site] = addToClass(site);
                }
            }
            ofMargins = classes.size();
            Map<List<Integer>, List<Integer>> tops = sites.stream()
                    .filter(site -> margins.dependents(site).length == 0)
                    .collect(Collectors.groupingBy(
                            top -> sorted(IntStream.of(margins.margins(top)).map(margin -> classOf[margin]))));
            classes.addAll(tops.values());
            counts = new int[classes.size()];
            enumerate(0, 0, 0.0);
            for (int c = -1; c < counts.length; c++) { // -1: all models, whatever class their members are of
                logCounts.add(bySize(c, sites.size()));
            }
        }

        /** Adds a margin to the class of those it can be exchanged for, perhaps a new one, and returns its number. */
        private int addToClass(int margin) {
            int c = 0;
            while (c < classes.size() && !canBeExchanged(classes.get(c).get(0), margin)) {
                c++;
            }
            if (c == classes.size()) {
                classes.add(new ArrayList<>());
            }
            classes.get(c).add(margin);
            return c;
        }

        private List<Integer> sorted(IntStream sites) {
            return sites.sorted().boxed().toList();
        }

        /**
         * Whether two margins can be exchanged without a change of the part. They can if neither needs margins, if
         * only tops (interactions that no other one needs) need them, and if {@code one} stands beside the same other
         * margins in its tops as {@code other} in its own.
         */
        private boolean canBeExchanged(int one, int other) {
            return margins.dependents(one).length == margins.dependents(other).length
                    && isPlainMargin(one)
                    && isPlainMargin(other)
                    && needing(one, one, other).equals(needing(other, one, one)); // (one, one) exchanges nothing
        }

        /** Whether a candidate needs no margins, and is needed by interactions alone that no other one needs. */
        private boolean isPlainMargin(int site) {
            return margins.margins(site).length == 0
                    && IntStream.of(margins.dependents(site)).allMatch(top -> margins.dependents(top).length == 0);
        }

        /**
         * Counts the lists of margins of the interactions that need a candidate: how often each list occurs. In them
         * {@code one} and {@code other} are exchanged; if they are the same, nothing is.
         */
        private Map<List<Integer>, Long> needing(int site, int one, int other) {
            return IntStream.of(margins.dependents(site))
                    .mapToObj(top -> sorted(IntStream.of(margins.margins(top))
                            .map(margin -> margin == one ? other : margin == other ? one : margin)))
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        }

        /**
         * Enumerates the sets of margins: how many members are in of class {@code place}, and of each later class. A
         * class has the margins that can be exchanged for each other, so one set stands for all with its numbers.
         *
         * @param in the number of margins that are in, of earlier classes
         * @param logSets the logarithm of the number of sets with these numbers of members
         */
        private void enumerate(int place, int in, double logSets) {
            if (place == ofMargins) {
                countSets(in, logSets);
                return;
            }
            List<Integer> sites = classes.get(place);
            enumerate(place + 1, in, logSets);
            // Only the number of members that are in matters: the first k stand for every choice of k.
            for (int k = 1; k <= sites.size() && margins.suffice(state, sites.get(0)); k++) {
                state[sites.get(k - 1)] = 1;
                counts[place] = k;
                enumerate(place + 1, in + k, logSets + logChoose(sites.size(), k));
            }
            counts[place] = 0;
            sites.forEach(site -> state[site] = 0);
        }

        /** Adds the sets of margins with these {@link #counts} of members, once each class has its number. */
        private void countSets(int in, double logSets) {
            int free = 0;
            for (int c = ofMargins; c < counts.length; c++) {
                counts[c] = 0; // becomes the number of tops of this class that these margins let in
                for (int top : classes.get(c)) {
                    counts[c] += margins.suffice(state, top) ? 1 : 0;
                }
                free += counts[c];
                work += classes.get(c).size();
            }
            work += counts.length;
            Check.that(
                    work <= mostWork,
                    "be none for this formula, which connects so many interactions that models cannot be counted",
                    "heredity",
                    margins.heredity);
            WeightedSums sum = sets.computeIfAbsent(List.of(in, free), key -> new WeightedSums(counts.length));
            double weight = sum.weigh(logSets);
            for (int c = 0; c < counts.length; c++) {
                sum.add(c, weight * counts[c] / classes.get(c).size()); // the part that has a given member
            }
        }

        /**
         * The counts of the part's models by size, 0 to {@code largest}. Sets of margins are grouped by how many
         * margins are in and how many tops are then free to be in or out: a model has one set and any of its free tops.
         *
         * @param c counts the models that have a given member of this class; -1 for all models
         */
        private double[] bySize(int c, int largest) {
            WeightedSums[] sums = sums(largest + 1);
            int top = c >= ofMargins ? 1 : 0; // 1 if the given member is a top: one of the free tops is then in
            sets.forEach((key, sum) -> {
                // the mean is the part of these sets that have a given member of class c, or that let it be in
                double log = sum.logTotal() + (c < 0 ? 0.0 : Math.log(sum.mean(c)));
                int free = key.get(1) - top;
                for (int more = 0; more <= free; more++) {
                    sums[key.get(0) + top + more].weigh(log + logChoose(free, more));
                }
            });
            return logs(sums);
        }
    }
}
