package dev.lbp.select;

import dev.lbp.internal.select.average.LeadingModels;
import dev.lbp.internal.select.average.ModelAverage;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.internal.select.average.VisitedModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The models of a result as sets of variables with their probabilities, for {@link JointInclusion}. */
final class JointModels {

    private static final int MOST_PAIRED = 50;

    private final List<SelectionTables.Variable> inclusion;
    private final List<int[]> sites = new ArrayList<>();
    private final List<Double> weights = new ArrayList<>();

    /** Of each model; empty if models were enumerated. */
    private final List<SampledModels.Draws> draws = new ArrayList<>();

    private final @Nullable SampledModels<?> sampled;

    /** The probability of models that are not here. */
    private final double missing;

    JointModels(
            Regression<?> regression,
            VisitedModels<?> models,
            ModelAverage<?> average,
            List<SelectionTables.Variable> inclusion) {
        this.inclusion = inclusion;
        if (models instanceof SampledModels<?> drawn) {
            sampled = drawn;
            missing = 0.0;
            drawn.forEachDrawn((in, of) -> {
                sites.add(in);
                draws.add(of);
            });
            double total =
                    draws.stream().mapToDouble(SampledModels.Draws::total).sum();
            draws.forEach(of -> weights.add(of.total() / total));
        } else {
            sampled = null;
            for (LeadingModels.Weighted one : average.leading.holding(1.0, average.logTotal())) {
                sites.add(regression.model().sites(one.model().columns()));
                weights.add(Math.exp(one.logWeight() - average.logTotal()));
            }
            missing = Math.max(1.0 - average.leading.part(average.logTotal()), 0.0);
        }
    }

    JointInclusion of(double level, int most) {
        List<int[]> found = sets(level, most);
        List<JointInclusion.CredibleSet> sets = new ArrayList<>();
        for (int[] set : found) {
            SelectionTables.Variable first = inclusion.get(set[0]);
            sets.add(
                    set.length == 1
                            ? new JointInclusion.CredibleSet(List.of(first.name()), first.probability(), first.error())
                            : set(set));
        }
        double[] all = probability(in -> found.stream().allMatch(set -> hits(in, set)));
        return new JointInclusion(pairs(), sets, all[0], all[1]);
    }

    private JointInclusion.CredibleSet set(int[] set) {
        double[] probability = probability(in -> hits(in, set));
        List<String> names =
                IntStream.of(set).mapToObj(site -> inclusion.get(site).name()).toList();
        return new JointInclusion.CredibleSet(names, probability[0], probability[1]);
    }

    private static boolean hits(int[] in, int[] set) {
        return IntStream.of(set).anyMatch(site -> has(in, site));
    }

    private static boolean has(int[] in, int site) {
        return Arrays.binarySearch(in, site) >= 0;
    }

    /** The probability of some models, and its error. */
    private double[] probability(Predicate<int[]> isOne) {
        double sum = 0.0;
        double[] batches = new double[sampled == null ? 0 : sampled.batches()];
        for (int m = 0; m < sites.size(); m++) {
            if (isOne.test(sites.get(m))) {
                sum += weights.get(m);
                add(batches, m);
            }
        }
        return new double[] {Math.min(sum, 1.0), error(sum, batches)};
    }

    private void add(double[] batches, int m) {
        for (int k = 0; sampled != null && k < draws.get(m).batches(); k++) {
            batches[draws.get(m).batch(k)] += draws.get(m).count(k);
        }
    }

    /** Of a share of draws as {@link SampledInclusion} has it. */
    private double error(double share, double[] batches) {
        return sampled == null ? missing : sampled.errorOfShare(share, batches);
    }

    /** Sets of sites, in the order of their first ones. */
    private List<int[]> sets(double level, int most) {
        List<int[]> sets = new ArrayList<>();
        boolean[] used = new boolean[inclusion.size()];
        List<Integer> starts = byProbability();
        for (int start : starts) {
            double probability = inclusion.get(start).probability();
            if (probability < level / most) {
                break;
            }
            int[] set = used[start] ? null : probability >= level ? new int[] {start} : grown(start, used, level, most);
            if (set != null) {
                sets.add(set);
                IntStream.of(set).forEach(site -> used[site] = true);
            }
        }
        return sets;
    }

    private List<Integer> byProbability() {
        return IntStream.range(0, inclusion.size())
                .boxed()
                .sorted(Comparator.comparingDouble(site -> -inclusion.get(site).probability()))
                .toList();
    }

    /** The set that a variable starts; null if there is none. */
    private int @Nullable [] grown(int start, boolean[] used, double level, int most) {
        boolean[] covered = new boolean[sites.size()];
        List<Integer> set = new ArrayList<>();
        double probability = 0.0;
        for (int next = start; next >= 0; next = set.size() < most ? best(covered, used, set) : -1) {
            set.add(next);
            for (int m = 0; m < covered.length; m++) {
                if (!covered[m] && has(sites.get(m), next)) {
                    covered[m] = true;
                    probability += weights.get(m);
                }
            }
            if (probability >= level) {
                return needed(set, level);
            }
        }
        return null;
    }

    /** The variable that is in most often without a set, less how often it is in together with it; -1 if none is. */
    private int best(boolean[] covered, boolean[] used, List<Integer> set) {
        double[] scores = new double[used.length];
        for (int m = 0; m < covered.length; m++) {
            for (int site : sites.get(m)) {
                scores[site] += covered[m] ? -weights.get(m) : weights.get(m);
            }
        }
        int best = -1;
        for (int site = 0; site < scores.length; site++) {
            if (!used[site] && !set.contains(site) && scores[site] > (best < 0 ? 0.0 : scores[best])) {
                best = site;
            }
        }
        return best;
    }

    /** Leaves out what the level does not need, the last ones first. */
    private int[] needed(List<Integer> set, double level) {
        int[] kept = set.stream().mapToInt(site -> site).toArray();
        for (int k = set.size() - 1; k >= 0; k--) {
            int site = set.get(k);
            int[] rest = IntStream.of(kept).filter(one -> one != site).toArray();
            kept = probability(in -> hits(in, rest))[0] >= level ? rest : kept;
        }
        return kept;
    }

    private List<JointInclusion.Pair> pairs() {
        int[] shown = byProbability().stream()
                .limit(MOST_PAIRED)
                .mapToInt(site -> site)
                .sorted()
                .toArray();
        int[] place = new int[inclusion.size()];
        for (int k = 0; k < shown.length; k++) {
            place[shown[k]] = k + 1;
        }
        double[][] sums = new double[shown.length][shown.length];
        double[][][] batches = new double[shown.length][shown.length][sampled == null ? 0 : sampled.batches()];
        for (int m = 0; m < sites.size(); m++) {
            int[] in = IntStream.of(sites.get(m))
                    .map(site -> place[site] - 1)
                    .filter(k -> k >= 0)
                    .toArray();
            for (int a = 0; a < in.length; a++) {
                for (int b = a + 1; b < in.length; b++) {
                    sums[in[a]][in[b]] += weights.get(m);
                    add(batches[in[a]][in[b]], m);
                }
            }
        }
        List<JointInclusion.Pair> pairs = new ArrayList<>();
        for (int a = 0; a < shown.length; a++) {
            for (int b = a + 1; b < shown.length; b++) {
                SelectionTables.Variable first = inclusion.get(shown[a]);
                SelectionTables.Variable second = inclusion.get(shown[b]);
                pairs.add(new JointInclusion.Pair(
                        first.name(),
                        second.name(),
                        Math.min(sums[a][b], 1.0),
                        error(sums[a][b], batches[a][b]),
                        first.probability() * second.probability()));
            }
        }
        pairs.sort(Comparator.comparingDouble(pair -> -Math.abs(pair.excess())));
        return pairs;
    }
}
