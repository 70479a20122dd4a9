package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.data.Table;
import dev.lbp.select.data.Tables;
import dev.lbp.select.prior.Heredity;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models, counts and steps under heredity, against all sets of terms, each looked at by its name. */
class HeredityTest {

    private static final int ROWS = 60;

    /** Numbers a to e, a factor g of three levels; y has an interaction of a and b, z is 0 or 1. */
    private static Table table() {
        Random random = new Random(3L);
        double[][] rows = new double[ROWS][];
        String[] levels = new String[ROWS];
        for (int t = 0; t < ROWS; t++) {
            double[] x = random.doubles(7).toArray();
            x[5] = 2 * x[0] * x[1] + 0.4 * x[2] + 0.4 * random.nextGaussian();
            x[6] = x[5] > 0.7 == t % 7 > 0 ? 1 : 0;
            rows[t] = x;
            levels[t] = "low,mid,top".split(",")[t % 3];
        }
        return Tables.withLevels(Table.of("a,b,c,d,e,y,z".split(","), rows), levels);
    }

    private static VariableSelection linear(String formula) {
        return VariableSelection.linear(table().without("z"), "y").formula(formula);
    }

    /** Whether a set of terms is allowed, by the names of terms alone. */
    private static boolean isAllowed(Heredity heredity, Set<String> model, List<String> terms, Set<String> always) {
        return model.stream().allMatch(term -> {
            List<String> within = terms.stream()
                    .filter(other -> !other.equals(term) && parts(term).containsAll(parts(other)))
                    .toList();
            List<String> margins = within.stream()
                    .filter(one -> within.stream()
                            .noneMatch(
                                    other -> !other.equals(one) && parts(other).containsAll(parts(one))))
                    .toList();
            long in = margins.stream()
                    .filter(margin -> model.contains(margin) || always.contains(margin))
                    .count();
            return switch (heredity) {
                case NONE -> true;
                case WEAK -> margins.isEmpty() || in > 0;
                case STRONG -> in == margins.size();
            };
        });
    }

    private static Set<String> parts(String term) {
        return Set.of(term.split(":"));
    }

    /** All models that are allowed. */
    private static List<Set<String>> allowed(
            Heredity heredity, List<String> candidates, List<String> terms, Set<String> always) {
        List<Set<String>> found = new ArrayList<>();
        for (int bits = 0; bits < 1 << candidates.size(); bits++) {
            int model = bits;
            Set<String> set = Set.copyOf(IntStream.range(0, candidates.size())
                    .filter(k -> (model >> k & 1) != 0)
                    .mapToObj(candidates::get)
                    .toList());
            if (isAllowed(heredity, set, terms, always)) {
                found.add(set);
            }
        }
        return found;
    }

    private static double choose(int n, int k) {
        return k == 0 ? 1.0 : choose(n - 1, k - 1) * n / k;
    }

    /** The prior of a model, not normalised, by the definition on the page: by size, given the number of its size. */
    private static double prior(Inclusion inclusion, int size, int p, double ofSize) {
        String name = inclusion.toString();
        double given = Math.exp(inclusion.logPrior(size, p));
        return name.startsWith("Bernoulli") || name.equals("own") ? given : given * choose(p, size) / ofSize;
    }

    /** A prior of the caller. */
    private static final Inclusion OWN = new Inclusion() {
        @Override
        public double logPrior(int size, int p) {
            return size == 1 ? Double.NEGATIVE_INFINITY : -0.3 * size * size;
        }

        @Override
        public String toString() {
            return "own";
        }
    };

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a*b",
                "a*b + c",
                "(a+b+c+d)^2",
                "(a+b+c)^3 + d",
                "a*b*c + a:b:d + d - a:b",
                "a*(b+c+d+e)",
                "a*b + b*c + c*d + d*e",
                "a*b + c*d + e",
                "(a+b)*(c+d)",
                "a + b + c + a:b:c",
                "a + b + c + a:b + a:b:c + d",
                "a*g + b:g + c",
                "a:b + a:b:c + a:b:d",
                "a*b*c + a:d + b:d + d",
            })
    void models_areThoseOfANaiveList_underEveryPriorOfModels(String formula) {
        check(linear(formula), Set.of());
    }

    @Test
    void models_withVariablesThatAreAlwaysIn_areThoseOfANaiveList() {
        check(linear("a*b*c + d"), Set.of("a"));
        check(linear("a*b + c"), Set.of("a", "b", "a:b"));
    }

    private static void check(VariableSelection selection, Set<String> always) {
        List<String> terms = selection.run().inclusion().stream()
                .map(SelectionResult.Variable::name)
                .toList();
        List<String> candidates =
                terms.stream().filter(name -> !always.contains(name)).toList();
        if (!always.isEmpty()) {
            selection.always(always.toArray(String[]::new));
        }
        SelectionResult free = selection.inclusion(Inclusion.bernoulli(0.5)).run();
        for (Heredity heredity : List.of(Heredity.STRONG, Heredity.WEAK)) {
            List<Set<String>> models = allowed(heredity, candidates, terms, always);
            double[] evidence = models.stream()
                    .mapToDouble(model ->
                            Math.exp(free.model(model.toArray(String[]::new)).logEvidence()))
                    .toArray();
            for (Inclusion inclusion : List.of(
                    Inclusion.betaBinomial(1, 1),
                    Inclusion.betaBinomial(2, 5),
                    Inclusion.bernoulli(0.3),
                    Inclusion.expectedSize(0.8),
                    OWN)) {
                SelectionResult result =
                        selection.inclusion(inclusion).heredity(heredity).run();
                check(result, models, evidence, inclusion);
            }
        }
    }

    /** Prior and posterior, summed over a list of models. */
    private static void check(
            SelectionResult result, List<Set<String>> models, double[] evidence, Inclusion inclusion) {
        int p = result.inclusion().size();
        double[] count = new double[p + 1];
        models.forEach(model -> count[model.size()]++);
        double[] weights = models.stream()
                .mapToDouble(model -> prior(inclusion, model.size(), p, count[model.size()]))
                .toArray();
        double[] posterior = new double[weights.length];
        Arrays.setAll(posterior, m -> weights[m] * evidence[m]);
        double priors = Arrays.stream(weights).sum();
        double total = Arrays.stream(posterior).sum();
        for (int size = 0; size <= p; size++) {
            int of = size;
            IntToDoubleFunction ofSize = m -> models.get(m).size() == of ? 1.0 : 0.0;
            assertThat(result.priorSizes()[size]).isCloseTo(mean(weights, ofSize) / priors, within(1e-12));
            assertThat(result.sizes()[size]).isCloseTo(mean(posterior, ofSize) / total, within(1e-10));
        }
        for (SelectionResult.Variable variable : result.inclusion()) {
            IntToDoubleFunction in = m -> models.get(m).contains(variable.name()) ? 1.0 : 0.0;
            assertThat(variable.prior()).isCloseTo(mean(weights, in) / priors, within(1e-11));
            assertThat(variable.probability()).isCloseTo(mean(posterior, in) / total, within(1e-10));
        }
        long possible = Arrays.stream(weights).filter(weight -> weight > 0.0).count();
        assertThat(result.models(1000)).hasSize((int) Math.min(possible, 1000));
        assertThat(result.allowedModels()).isEqualTo(models.size());
    }

    /**
     * More candidates than are enumerated without heredity: the averages are those of all sets, without the sets that
     * are not allowed.
     */
    @ParameterizedTest
    @CsvSource({"true, STRONG, (a+b+c+d+e)^2, 11", "true, WEAK, (a+b+c+d+e)^2, 14", "false, STRONG, (a+b+c+d)^2, 7"})
    void enumeration_ofFewAllowedModels_agreesWithAllSets(boolean linear, Heredity heredity, String formula, int most) {
        VariableSelection selection = (linear
                        ? linear(formula)
                        : VariableSelection.logistic(table().without("y"), "z").formula(formula))
                .inclusion(Inclusion.bernoulli(0.5))
                .enumerateUpTo(most);
        LocalEnergyModel.Tracker any = selection.model().newTracker();
        assertThat(selection.enumerates()).isFalse();
        assertThat(selection.heredity(heredity).enumerates()).isTrue();
        SelectionResult result = selection.run();
        assertThat(result.isExact()).isTrue();
        List<String> terms =
                result.inclusion().stream().map(SelectionResult.Variable::name).toList();
        int p = terms.size();
        int[] margins = terms.stream()
                .mapToInt(term -> IntStream.range(0, p)
                        .filter(j -> !terms.get(j).equals(term) && parts(term).contains(terms.get(j)))
                        .reduce(0, (bits, j) -> bits | 1 << j))
                .toArray();
        double[] sums = new double[p + 1];
        for (int bits = 0; bits < 1 << p; bits++) {
            byte[] state = new byte[p];
            boolean allowed = true;
            for (int j = 0; j < p; j++) {
                state[j] = (byte) (bits >> j & 1);
                int in = bits & margins[j];
                boolean suffice = heredity == Heredity.STRONG ? in == margins[j] : margins[j] == 0 || in != 0;
                allowed &= state[j] == 0 || suffice;
            }
            if (allowed) {
                any.reset(state);
                double weight = Math.exp(any.logProb());
                sums[p] += weight;
                IntStream.range(0, p).forEach(j -> sums[j] += state[j] * weight);
            }
        }
        for (int j = 0; j < p; j++) {
            assertThat(result.inclusion().get(j).probability()).isCloseTo(sums[j] / sums[p], within(1e-9));
        }
    }

    /** There are 2^31 sets of all interactions of five columns, of which Dedekind's number less 1 are allowed. */
    @Test
    void enumeration_ofFewAllowedModelsAmongManySets_isExact() {
        SelectionResult result =
                linear("a*b*c*d*e").heredity(Heredity.STRONG).maxSize(20).run();
        assertThat(result.isExact()).isTrue();
        assertThat(result.allowedModels()).isEqualTo(7580);
        assertThat(result.inclusion()).hasSize(31);
        assertThat(result.models(1000)).hasSize(1000).doesNotHaveDuplicates();
        List<String> terms =
                result.inclusion().stream().map(SelectionResult.Variable::name).toList();
        assertThat(result.models(20))
                .allMatch(model -> isAllowed(Heredity.STRONG, Set.copyOf(model.variables()), terms, Set.of()));
        assertThat(Arrays.stream(result.sizes()).sum()).isCloseTo(1.0, within(1e-12));
    }

    /** Sums over sizes have rounding errors, which no table shows. */
    @Test
    void priorInclusion_isOneHalf() {
        SelectionResult result = linear("a + b + c + d + e + g + a:b").run();
        assertThat(result.inclusion()).allMatch(variable -> variable.prior() == 0.5);
    }

    private static double mean(double[] weights, IntToDoubleFunction of) {
        return IntStream.range(0, weights.length)
                .mapToDouble(m -> weights[m] * of.applyAsDouble(m))
                .sum();
    }
}
