package dev.lbp.select;

import dev.lbp.internal.Order;
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

    /** Pairs are computed of this many variables, the most probable ones. */
    private static final int MOST_PAIRED = 50;

    private final List<SelectionTables.Variable> inclusion;
    private final List<Weighed> models = new ArrayList<>();
    private final @Nullable SampledModels<?> sampled;

    /** The probability of the enumerated models that {@link #models} leaves out; 0 if models were sampled. */
    private final double missing;

    /**
     * A model with its probability.
     *
     * @param draws null if models were enumerated
     */
    private record Weighed(int[] sites, double weight, SampledModels.@Nullable Draws draws) {

        boolean has(int site) {
            return Arrays.binarySearch(sites, site) >= 0;
        }

        /** Whether the model has one of these variables. */
        boolean hits(int[] set) {
            return IntStream.of(set).anyMatch(this::has);
        }
    }

    JointModels(
            Regression<?> regression,
            VisitedModels<?> visited,
            ModelAverage<?> average,
            List<SelectionTables.Variable> inclusion) {
        this.inclusion = inclusion;
        if (visited instanceof SampledModels<?> drawn) {
            sampled = drawn;
            missing = 0.0;
            drawn.forEachDrawn((in, draws) -> models.add(new Weighed(in, drawn.share(in), draws)));
        } else {
            sampled = null;
            // all models that the average has kept, which are the most probable ones
            for (LeadingModels.Weighted one : average.leading.holding(1.0, average.logTotal())) {
                int[] in = regression.model().sites(one.model().columns());
                models.add(new Weighed(in, Math.exp(one.logWeight() - average.logTotal()), null));
            }
            missing = Math.max(1.0 - average.leading.part(average.logTotal()), 0.0);
        }
    }

    /**
     * The credible sets of a level, of at most {@code most} variables each, and the probability that a model has a
     * variable of every set.
     */
    JointInclusion of(double level, int most) {
        List<int[]> sets = sets(level, most);
        double[] all = probability(model -> sets.stream().allMatch(model::hits)); // a probability and its error
        return new JointInclusion(pairs(), sets.stream().map(this::set).toList(), all[0], all[1]);
    }

    /**
     * Makes a credible set. A set of one variable has the variable's inclusion probability, the same as in other
     * tables.
     */
    private JointInclusion.CredibleSet set(int[] set) {
        SelectionTables.Variable first = inclusion.get(set[0]);
        double[] probability = set.length == 1
                ? new double[] {first.probability(), first.error()}
                : probability(model -> model.hits(set));
        List<String> names =
                IntStream.of(set).mapToObj(site -> inclusion.get(site).name()).toList();
        return new JointInclusion.CredibleSet(names, probability[0], probability[1]);
    }

    /**
     * The probability of the models that pass a test, and its error: of enumerated models the probability of those that
     * were left out, by which it may be too small.
     */
    private double[] probability(Predicate<Weighed> isOne) {
        double sum = 0.0;
        double[] batches = new double[sampled == null ? 0 : sampled.batches()];
        for (Weighed model : models) {
            if (isOne.test(model)) {
                sum += model.weight;
                for (int k = 0; model.draws != null && k < model.draws.batches(); k++) {
                    batches[model.draws.batch(k)] += model.draws.count(k);
                }
            }
        }
        return new double[] {Math.min(sum, 1.0), sampled == null ? missing : sampled.errorOfShare(sum, batches)};
    }

    /**
     * The credible sets, each started by the most probable site that is in none yet. A site of a probability below
     * {@code level / most} starts none: {@code most} sites that are not more probable cannot reach the level.
     *
     * @return the sites of each set
     */
    private List<int[]> sets(double level, int most) {
        List<int[]> sets = new ArrayList<>();
        boolean[] used = new boolean[inclusion.size()];
        for (int start : byProbability()) {
            double probability = inclusion.get(start).probability();
            int[] set = used[start] || probability < level / most
                    ? null
                    : probability >= level ? new int[] {start} : grow(start, used, level, most);
            if (set != null) {
                sets.add(set);
                IntStream.of(set).forEach(site -> used[site] = true);
            }
        }
        return sets;
    }

    private int[] byProbability() {
        return Order.of(inclusion.size(), site -> -inclusion.get(site).probability());
    }

    /**
     * The set that a variable starts; null if it does not reach the level with {@code most} variables. A set has the
     * probability of the models with at least one of its variables: {@code probability(hitting(set))[0]}.
     *
     * @param used variables that other sets have
     */
    private int @Nullable [] grow(int start, boolean[] used, double level, int most) {
        int[] set = {start};
        while (probability(hitting(set))[0] < level) {
            int next = set.length < most ? next(set, used) : -1;
            if (next < 0) {
                return null;
            }
            set = IntStream.concat(IntStream.of(set), IntStream.of(next)).toArray();
        }
        int[] entered = set.clone();
        for (int k = entered.length - 1; k >= 0; k--) { // leaves out what the level does not need
            int site = entered[k];
            int[] rest = IntStream.of(set).filter(one -> one != site).toArray();
            set = probability(hitting(rest))[0] >= level ? rest : set;
        }
        return set;
    }

    private static Predicate<Weighed> hitting(int[] set) {
        return model -> model.hits(set);
    }

    /**
     * The variable to add to a credible set next: of those that are not used, the one of the largest {@code P(in, and
     * none of the set) - P(in, and one of the set)}; -1 if this is positive for none.
     */
    private int next(int[] set, boolean[] used) {
        double[] scores = new double[used.length];
        for (Weighed model : models) {
            double score = model.hits(set) ? -model.weight : model.weight;
            IntStream.of(model.sites).forEach(site -> scores[site] += score);
        }
        IntStream.of(set).forEach(site -> scores[site] = 0.0);
        int best = -1;
        for (int site = 0; site < scores.length; site++) {
            best = !used[site] && scores[site] > (best < 0 ? 0.0 : scores[best]) ? site : best;
        }
        return best;
    }

    /** The pairs of the most probable variables; first those whose variables depend most on each other. */
    private List<JointInclusion.Pair> pairs() {
        int[] shown = IntStream.of(byProbability()).limit(MOST_PAIRED).sorted().toArray();
        List<JointInclusion.Pair> pairs = new ArrayList<>();
        for (int a : shown) {
            for (int b : shown) {
                if (a < b) {
                    // a probability and its error
                    double[] both = probability(model -> model.has(a) && model.has(b));
                    SelectionTables.Variable first = inclusion.get(a);
                    SelectionTables.Variable second = inclusion.get(b);
                    double independent = first.probability() * second.probability();
                    pairs.add(new JointInclusion.Pair(first.name(), second.name(), both[0], both[1], independent));
                }
            }
        }
        pairs.sort(Comparator.comparingDouble(pair -> -Math.abs(pair.excess())));
        return pairs;
    }
}
