package dev.lbp.models.factor;

import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.SiteNames;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A user's declaration of a model: sites with names, and terms. */
final class Terms implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The largest number of pairs of sites with a common term. If there are more, no graph of them is made. */
    private static final double MOST_PAIRS = 1 << 26;

    /** The sites with their names, without factors. */
    private final FactorGraph names;

    private final ArrayList<Term> all;

    private transient volatile @Nullable SiteGraph siteGraph;

    Terms(FactorGraph names, Collection<Term> all) {
        this.names = names;
        this.all = new ArrayList<>(all);
    }

    /** The terms in an order that does not depend on how the user has ordered them, so that sums have the same bits. */
    List<Term> sorted() {
        return all.stream()
                .sorted(Comparator.comparing(Term::sites, Arrays::compare)
                        .thenComparing(Term::strides, Arrays::compare)
                        .thenComparing(Term::table, Arrays::compare))
                .toList();
    }

    int sites() {
        return names.sites();
    }

    SiteNames siteNames() {
        return new SiteNames(names.names(), names.valueNames());
    }

    int values(int site) {
        return names.values(site);
    }

    int mostValues() {
        return IntStream.range(0, sites()).map(names::values).max().orElseThrow();
    }

    String describe(String name) {
        return name + ", N = " + sites() + ", terms = " + all.size();
    }

    /**
     * The quantum of some of the terms, see {@link Quantum}: if their log-values are rounded to multiples of it, sums
     * of them are exact. Twice the sum of the magnitudes of a site's terms bounds its log-ratios.
     */
    double quantum(List<Term> some) {
        double[] bounds = new double[sites()];
        double total = 0.0;
        for (Term term : some) {
            double magnitude = term.magnitude();
            total += magnitude;
            for (int site : term.sites()) {
                bounds[site] += 2.0 * magnitude;
            }
        }
        return Quantum.checked("terms", Arrays.stream(bounds).max().orElseThrow(), total);
    }

    /** The pairs of sites that have a common term; empty if there are more than {@link #MOST_PAIRS}. */
    Optional<SiteGraph> siteGraph() {
        SiteGraph known = siteGraph;
        if (known == null && pairs() <= MOST_PAIRS) {
            known = SiteGraph.ofTerms(sites(), all.stream().map(Term::sites).toArray(int[][]::new));
            siteGraph = known; // two threads may both compute it, with the same result
        }
        return Optional.ofNullable(known);
    }

    /** The number of pairs of sites with a common term, in both orders. A pair counts once for each such term. */
    private double pairs() {
        return all.stream()
                .mapToDouble(term -> (double) term.width() * (term.width() - 1))
                .sum();
    }

    /** The terms as tables. The hidden counters of long sums follow the sites as further variables. */
    FactorGraph graph() {
        List<Integer> values =
                IntStream.range(0, sites()).mapToObj(names::values).collect(Collectors.toCollection(ArrayList::new));
        List<Factor> factors =
                all.stream().flatMap(term -> term.factors(values).stream()).toList();
        int[] numbers = values.stream().mapToInt(c -> c).toArray();
        List<String> ofSites = new ArrayList<>(names.names());
        List<List<String>> ofValues = new ArrayList<>(names.valueNames());
        for (int hidden = sites(); hidden < numbers.length; hidden++) {
            if (!ofSites.isEmpty()) {
                ofSites.add("(sum " + (hidden - sites() + 1) + ")");
            }
            if (!ofValues.isEmpty()) {
                ofValues.add(IntStream.range(0, numbers[hidden])
                        .mapToObj(Integer::toString)
                        .toList());
            }
        }
        return FactorGraph.of(numbers, factors).named(ofSites, ofValues);
    }
}
