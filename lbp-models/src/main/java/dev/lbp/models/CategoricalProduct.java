package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Independent sites of C values: a product of categorical distributions, {@code P(x_i = c)} in proportion to
 * {@code exp(logits_i(c))}. The log-probability is normalised. Everything about it is known, so try a sampler on it
 * first. Logits are rounded to a grid of exact sums, of about 2^-50 of the largest log-ratio.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public final class CategoricalProduct implements CategoricalModel {

    private static final long serialVersionUID = 1L;

    private final int values;
    private final double[] logits;
    private final double constant;
    private final Couplings noCouplings;
    private final double quantum;

    private CategoricalProduct(double[][] logits) {
        this.values = logits[0].length;
        double largest = 0.0; // bounds the log-ratio of a change of one site
        double total = 0.0; // bounds the log-probability without its constant
        for (double[] site : logits) {
            double own = Arrays.stream(site).map(Math::abs).max().orElseThrow();
            largest = Math.max(largest, 2.0 * own);
            total += own;
        }
        this.quantum = Quantum.checked("logits", largest, total);
        this.logits = CategoricalFields.flat(logits, quantum);
        this.noCouplings = Couplings.of(logits.length, new int[0], new int[0], new double[0]);
        double sum = Sum.of(logits.length, i -> logNormaliser(i));
        this.constant = -sum;
    }

    /**
     * From the logits of each site.
     *
     * @param logits [N][C], finite, N at least 1, C at least 2
     * @throws IllegalArgumentException if an element is not as described, the model does not fit into memory, or a
     *     magnitude reaches 2^29 or a sum over the sites 2^41
     */
    public static CategoricalProduct of(double[][] logits) {
        int sites = Check.notNull("logits", logits).length;
        Check.atLeast(1, "logits.length", sites);
        int values = Check.notNull("logits[0]", logits[0]).length;
        Check.atLeast(2, "logits[0].length", values);
        CategoricalFields.checkSize(sites, values, 0.0, "logits.length=" + sites); // 0 couplings
        return new CategoricalProduct(CategoricalFields.checked("logits", logits, sites, values));
    }

    /**
     * A random instance: independent normal logits.
     *
     * @param sites N, at least 1
     * @param values C, at least 2
     * @param sd the standard deviation of the logits, at least 0, finite
     */
    public static CategoricalProduct random(int sites, int values, double sd, long seed) {
        Check.atLeast(1, "sites", sites);
        CategoricalFields.checkSize(sites, values, 0.0, "sites=" + sites); // 0 couplings
        Check.finite("sd", Check.notNegative("sd", sd));
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
        double[][] logits = new double[sites][values];
        for (double[] site : logits) {
            for (int c = 0; c < values; c++) {
                site[c] = sd * gaussian.sample();
            }
        }
        return new CategoricalProduct(logits);
    }

    /** {@code log sum_c exp(logits_i(c))}. */
    private double logNormaliser(int site) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int at = site * values; at < (site + 1) * values; at++) {
            largest = Math.max(largest, logits[at]);
        }
        double sum = 0.0;
        for (int at = site * values; at < (site + 1) * values; at++) {
            sum += Math.exp(logits[at] - largest);
        }
        return largest + Math.log(sum);
    }

    /** The name, N and C. */
    @Override
    public String toString() {
        return name() + ", N = " + dimension() + ", C = " + values;
    }

    @Override
    public int dimension() {
        return noCouplings.sites();
    }

    @Override
    public int values() {
        return values;
    }

    /** P(x_i = c), [N][C], a new array: the values that a run's marginals estimate. */
    public double[][] probabilities() {
        double[][] probabilities = new double[dimension()][values];
        for (int i = 0; i < probabilities.length; i++) {
            double normaliser = logNormaliser(i);
            for (int c = 0; c < values; c++) {
                probabilities[i][c] = Math.exp(logits[i * values + c] - normaliser);
            }
        }
        return probabilities;
    }

    @Override
    public Optional<SiteGraph> graph() {
        return Optional.of(noCouplings.graph());
    }

    @Override
    public Optional<PairBonds> bonds() {
        return Optional.of(noCouplings.bonds(1.0, values, logits));
    }

    @Override
    public Tracker newTracker() {
        return new PottsTracker(values, constant, logits, noCouplings, quantum);
    }
}
