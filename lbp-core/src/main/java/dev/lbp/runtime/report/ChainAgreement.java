package dev.lbp.runtime.report;

import dev.lbp.internal.html.Numbers;
import dev.lbp.result.SiteDisagreement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * A test of the agreement of the chains at every site, by one-way analysis of variance. The F ratio of a site is the
 * variance between chains over that of batch means within chains. The test finds differences at a few sites, which
 * R-hat of a sum over all sites misses.
 *
 * <p>If batch means are independent and normal, the ratio has an F distribution. A level of {@link #FALSE_ALARM} / N
 * for each of N sites then gives a false alarm in one run of 10,000. There are two deviations:
 *
 * <ul>
 *   <li>A site that is 1 in only k of all draws has Poisson counts. With probability {@code C^(1 - k)}, all k are in
 *     the same of C chains, and F is about k. So the bound is also at least the k that brings this probability to the
 *     level. A site with the worst k then gives an alarm with at most 30 times the level, and a run of only such sites
 *     in 3 of 1,000.
 *   <li>Batch means of slow sites are correlated, so F is larger by the variance that batches miss: by a fifth if a
 *     site has 100 effective draws per chain, and by a half if it has 50. Such a run gives more alarms, as it should.
 * </ul>
 *
 * <p>A site of more than two values has a ratio of sums over its values. Its numerator is an average of several
 * chi-squares, by weights, whose far tail is lighter than that of one; so the same bound gives fewer false alarms.
 *
 * @param fRatios the F ratio of each site; NaN where there is nothing to compare
 * @param bound the largest F ratio that is taken as chance
 * @param count the number of sites whose F ratio exceeds it
 * @param worst the sites with the largest of these F ratios, in descending order, at most {@link #MOST_NAMED}
 */
public record ChainAgreement(double[] fRatios, double bound, int count, List<SiteDisagreement> worst) {

    static final double FALSE_ALARM = 1e-4;

    static final int MOST_NAMED = 5;

    /**
     * The test is unreliable with fewer degrees of freedom within chains: a few draws of a site are all equal by
     * chance.
     */
    private static final int FEWEST_WITHIN = 30;

    /** Describes a site where chains differ. */
    public interface Disagreement {
        SiteDisagreement at(int site, double fRatio);
    }

    /** No test, because marginals were not recorded. */
    public static ChainAgreement none(int sites) {
        double[] unknown = new double[sites];
        Arrays.fill(unknown, Double.NaN);
        return new ChainAgreement(unknown, /* bound= */ Double.NaN, /* count= */ 0, List.of());
    }

    /**
     * Tests all sites.
     *
     * @param batches the number of complete batches of each chain
     * @param fRatios the F ratio of each site
     * @param frozen true for sites that keep their starting value; this value may differ between chains
     * @param disagreement describes a site where chains differ
     */
    public static ChainAgreement of(int[] batches, double[] fRatios, boolean[] frozen, Disagreement disagreement) {
        int[] counted = Arrays.stream(batches).filter(count -> count > 0).toArray();
        int within = Arrays.stream(counted).sum() - counted.length;
        double[] judged = fRatios.clone();
        for (int i = 0; i < judged.length; i++) {
            if (frozen[i] || counted.length < 2 || within < FEWEST_WITHIN) {
                judged[i] = Double.NaN;
            }
        }
        int sites = (int) Arrays.stream(judged).filter(f -> !Double.isNaN(f)).count();
        if (sites == 0) {
            return new ChainAgreement(judged, Double.NaN, 0, List.of());
        }
        double bound = bound(counted.length, within, sites);
        int[] apart =
                IntStream.range(0, judged.length).filter(i -> judged[i] > bound).toArray();
        List<SiteDisagreement> worst = Arrays.stream(apart)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -judged[i]))
                .limit(MOST_NAMED)
                .map(i -> disagreement.at(i, judged[i]))
                .toList();
        return new ChainAgreement(judged, bound, apart.length, worst);
    }

    /**
     * The largest F ratio that is still taken as chance.
     *
     * @param chains at least 2
     * @param within degrees of freedom within chains
     * @param sites the number of sites in the test
     */
    static double bound(int chains, int within, int sites) {
        double level = FALSE_ALARM / sites;
        double ofNormal = FDistribution.of(chains - 1.0, within).inverseSurvivalProbability(level);
        // the k with C^(1 - k) = level: k rare ones that are all in the same of C chains by chance have F about k
        double ofRareOnes = 1.0 - Math.log(level) / Math.log(chains);
        return Math.max(ofNormal, ofRareOnes);
    }

    /** Whether there was something to compare. */
    boolean judged() {
        return !Double.isNaN(bound);
    }

    /**
     * A sentence with the number of sites that differ, then one for each of the worst with its range over chains; empty
     * if none differs.
     */
    List<String> sentences(ReportTerms terms) {
        return sentences(
                "site",
                at -> Numbers.format(
                        "%s: P(x = %s) from %.3f to %.3f",
                        terms.site(at.site()), terms.value(at.site(), at.value()), lowest(at), highest(at)));
    }

    /**
     * A sentence with the number of sites that differ, then one for each of the worst; empty if none differs.
     *
     * @param noun the name of one thing that may differ: "site"
     * @param range the sentence for one of them, with its range over chains
     */
    public List<String> sentences(String noun, Function<SiteDisagreement, String> range) {
        if (count == 0) {
            return List.of();
        }
        String all = Numbers.format(
                "%s between chains (F ratio above %.1f)%s.",
                count == 1 ? "1 " + noun + " differs" : count + " " + noun + "s differ",
                bound,
                count > worst.size() ? ", most of all these " + worst.size() : "");
        return Stream.concat(Stream.of(all), worst.stream().map(at -> range.apply(at) + fRatio(at)))
                .toList();
    }

    private static String fRatio(SiteDisagreement at) {
        String ratio = Double.isInfinite(at.fRatio()) ? "infinity" : Numbers.plain(at.fRatio(), 1);
        return ", F = " + ratio + ".";
    }

    /** The lowest of the chains' marginals at the site. */
    public static double lowest(SiteDisagreement at) {
        return Arrays.stream(at.marginals()).filter(p -> !Double.isNaN(p)).min().orElse(Double.NaN);
    }

    /** The highest of the chains' marginals at the site. */
    public static double highest(SiteDisagreement at) {
        return Arrays.stream(at.marginals()).filter(p -> !Double.isNaN(p)).max().orElse(Double.NaN);
    }
}
