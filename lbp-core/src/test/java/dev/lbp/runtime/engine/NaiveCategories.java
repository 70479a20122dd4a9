package dev.lbp.runtime.engine;

import dev.lbp.TableCategories;
import dev.lbp.proposal.WeightFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The probabilities of draws on a model of categories, each written down from its definition. States have their
 * numbers.
 */
record NaiveCategories(TableCategories target, Logits logits, WeightFunction weight, boolean @Nullable [] frozen) {

    /** The logits of a target's states, by their numbers. */
    interface Logits {
        double of(int x, int site, int value);
    }

    NaiveCategories(TableCategories target, WeightFunction weight, boolean @Nullable [] frozen) {
        this(target, target::logit, weight, frozen);
    }

    /** log pi(x with site i at value c) - log pi(x), or its estimate. */
    private double logRatio(int x, int site, int value) {
        return logits.of(x, site, value) - logits.of(x, site, target.state(x)[site]);
    }

    /** The weight of a value of a site, as if it were not the current one. */
    private double anyWeight(int x, int site, int value) {
        return frozen != null && frozen[site] ? 0.0 : Math.exp(weight.logWeight(logRatio(x, site, value)));
    }

    /** The weight of a move. */
    double weight(int x, int site, int value) {
        return target.state(x)[site] == value ? 0.0 : anyWeight(x, site, value);
    }

    double ofSite(int x, int site) {
        return IntStream.range(0, target.values())
                .mapToDouble(c -> weight(x, site, c))
                .sum();
    }

    double total(int x) {
        return IntStream.range(0, target.dimension())
                .mapToDouble(i -> ofSite(x, i))
                .sum();
    }

    /** The probability of drawing some sites one after another without replacement, with the values of {@code to}. */
    double path(int x, int[] path, int[] to) {
        double q = 1.0;
        for (int r = 0; r < path.length; r++) {
            double left = total(x);
            for (int s = 0; s < r; s++) {
                left -= ofSite(x, path[s]);
            }
            q *= weight(x, path[r], to[path[r]]) / left;
        }
        return q;
    }

    /** The probability that a site takes a value in a step of DMALA. */
    double dmala(int x, int site, int value, double tau) {
        boolean own = target.state(x)[site] == value;
        return (own ? 1.0 : tau * weight(x, site, value)) / (1.0 + tau * ofSite(x, site));
    }

    /** The probability that a site takes a value in a step of DLMC. */
    double dlmc(int x, int site, int value, double tau) {
        if (target.state(x)[site] == value) {
            return 1.0
                    - IntStream.range(0, target.values())
                            .filter(c -> c != value)
                            .mapToDouble(c -> dlmc(x, site, c, tau))
                            .sum();
        }
        double sum = IntStream.range(0, target.values())
                .mapToDouble(c -> Math.exp(logRatio(x, site, c)))
                .sum();
        double nu = Math.exp(logRatio(x, site, value)) / sum;
        return nu == 0.0 ? 0.0 : -nu * Math.expm1(-tau * weight(x, site, value) / nu);
    }

    boolean[] possible() {
        boolean[] possible = new boolean[target.table().length];
        for (int x = 0; x < possible.length; x++) {
            possible[x] = target.table()[x] != Double.NEGATIVE_INFINITY;
        }
        return possible;
    }

    /** How the acceptance probability of LBP-R can be wrong. */
    enum Mistake {
        /** The way back uses the sums of sites of the state before. */
        SUMS_OF_X_ON_THE_WAY_BACK,
        /** The way back leaves drawn sites in its denominators. */
        DRAWN_SITES_STAY_ON_THE_WAY_BACK,
        /** The sums of sites contain the weight of the current value. */
        CURRENT_VALUE_COUNTS
    }

    /** The acceptance probability of LBP-R whose way back has the logits of another model. */
    double acceptance(int x, int y, int[] path, NaiveCategories back) {
        double there = path(x, path, target.state(y));
        double alpha =
                back.path(y, reversed(path), target.state(x)) / there * Math.exp(target.table()[y] - target.table()[x]);
        return Math.min(1.0, alpha);
    }

    private static int[] reversed(int[] path) {
        int[] back = new int[path.length];
        for (int r = 0; r < back.length; r++) {
            back[r] = path[path.length - 1 - r];
        }
        return back;
    }

    /** The acceptance probability of LBP-R with a mistake. */
    double acceptance(int x, int y, int[] path, Mistake mistake) {
        int[] back = reversed(path);
        double there = mistaken(x, x, path, target.state(y), mistake == Mistake.CURRENT_VALUE_COUNTS, false);
        double alpha = mistaken(
                        y,
                        mistake == Mistake.SUMS_OF_X_ON_THE_WAY_BACK ? x : y,
                        back,
                        target.state(x),
                        mistake == Mistake.CURRENT_VALUE_COUNTS,
                        mistake == Mistake.DRAWN_SITES_STAY_ON_THE_WAY_BACK)
                / there
                * Math.exp(target.table()[y] - target.table()[x]);
        return Math.min(1.0, alpha);
    }

    private double mistaken(int x, int sums, int[] path, int[] to, boolean current, boolean stay) {
        double left = IntStream.range(0, target.dimension())
                .mapToDouble(i -> sum(sums, i, current))
                .sum();
        double q = 1.0;
        for (int site : path) {
            q *= weight(x, site, to[site]) / left;
            left -= stay ? 0.0 : sum(sums, site, current);
        }
        return q;
    }

    private double sum(int x, int site, boolean current) {
        return ofSite(x, site) + (current ? anyWeight(x, site, target.state(x)[site]) : 0.0);
    }
}
