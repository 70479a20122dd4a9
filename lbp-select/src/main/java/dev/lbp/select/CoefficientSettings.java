package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.linear.CoefficientPrior;
import dev.lbp.internal.select.prior.PriorOfG;
import dev.lbp.select.prior.Evidence;

/**
 * The prior of coefficients of a selection.
 *
 * @param <T> the selection, which each setting returns
 */
public abstract class CoefficientSettings<T> {

    CoefficientPrior prior = new CoefficientPrior.G(Double.NaN, false, false); // gPrior()

    CoefficientSettings() {}

    /** This object. */
    abstract T self();

    /** Zellner's g-prior with g = n, the default: it weighs the prior like one observation. */
    public final T gPrior() {
        prior = new CoefficientPrior.G(Double.NaN, false, false); // NaN stands for n; not max(n, p^2), not local
        return self();
    }

    /**
     * Zellner's g-prior: coefficients are {@code N(0, g sigma^2 (X'X)^-1)}.
     *
     * @param g finite and > 0
     */
    public final T gPrior(double g) {
        prior = new CoefficientPrior.G(Check.positive("g", g), false, false); // not max(n, p^2), not local
        return self();
    }

    /**
     * The benchmark prior: {@link #gPrior(double)} with g = max(n, p^2), p the number of candidates' columns
     * (Fernandez, Ley and Steel 2001, doi:10.1016/S0304-4076(00)00076-2). With more candidates than the square root of
     * n it prefers smaller models than {@link #gPrior()} does.
     */
    public final T benchmarkPrior() {
        prior = new CoefficientPrior.G(Double.NaN, true, false); // NaN stands for n; max(n, p^2), not local
        return self();
    }

    /** {@link #localGPrior(double)} with the g of {@link #benchmarkPrior}. */
    public final T localBenchmarkPrior() {
        prior = new CoefficientPrior.G(Double.NaN, true, true); // NaN stands for n; max(n, p^2), local
        return self();
    }

    /** {@link #localGPrior(double)} with g = n. */
    public final T localGPrior() {
        prior = new CoefficientPrior.G(Double.NaN, false, true); // NaN stands for n; not max(n, p^2), local
        return self();
    }

    /**
     * The g-prior of Li and Clyde (2018, doi:10.1080/01621459.2018.1469992), whose evidence BAS computes, for
     * regressions that are not linear: {@link #gPrior} has the information of the model without variables, this one
     * that of each model at its largest likelihood, which it therefore needs. The evidence is theirs, {@code l(b) -
     * log|J| / 2 - k log(1 + g) / 2 - Q / (2 (1 + g))}, J the information of the constant and Q the Wald statistic.
     *
     * @param g finite and > 0
     */
    public final T localGPrior(double g) {
        prior = new CoefficientPrior.G(Check.positive("g", g), false, true); // not max(n, p^2), local
        return self();
    }

    /** {@link #hyperG(double)} with a = 3. */
    public final T hyperG() {
        return hyperG(3.0);
    }

    /**
     * The hyper-g prior: Zellner's g-prior with an unknown g, whose density is {@code (a - 2)/2 (1 + g)^(-a/2)} (Liang
     * et al. 2008, doi:10.1198/016214507000001337). The evidence has a relative error below 1e-10. In a regression that
     * is not linear, {@link #localGPrior} has the unknown g, as in BAS; so it is with the other priors of g.
     *
     * @param a in (2, 4]; g/(1 + g) has a Beta(1, a/2 - 1) distribution, which is uniform for a = 4
     */
    public final T hyperG(double a) {
        Check.that(a > 2.0 && a <= 4.0, "be in (2, 4]", "a", a);
        prior = new CoefficientPrior.Mixture(
                label("hyper-g", a),
                "hyper-g prior, a = " + a,
                false, // it does not depend on n
                false, // it is not for linear regressions alone
                (n, common) -> new PriorOfG.Hyper(a, 1.0)); // 1.0: g is not divided by n
        return self();
    }

    /** {@link #hyperGn(double)} with a = 3. */
    public final T hyperGn() {
        return hyperGn(3.0);
    }

    /**
     * The hyper-g/n prior: Zellner's g-prior with an unknown g of density {@code (a - 2)/(2n) (1 + g/n)^(-a/2)}. As the
     * data grow, it finds the model without variables if that is the true one, which {@link #hyperG(double)} does not.
     *
     * @param a in (2, 4]
     */
    public final T hyperGn(double a) {
        Check.that(a > 2.0 && a <= 4.0, "be in (2, 4]", "a", a);
        prior = new CoefficientPrior.Mixture(
                label("hyper-g-n", a),
                "hyper-g/n prior, a = " + a,
                true, // it depends on n
                false, // it is not for linear regressions alone
                (n, common) -> new PriorOfG.Hyper(a, n));
        return self();
    }

    private static String label(String name, double a) {
        return a == 3.0 ? name : name + ":" + Numbers.shortest(a);
    }

    /**
     * The Zellner-Siow prior: Zellner's g-prior with an unknown g, which has an inverse gamma distribution of shape 1/2
     * and rate n/2. Coefficients then have a Cauchy distribution.
     */
    public final T zellnerSiow() { // the prior counts observations, and is not for linear regressions alone
        prior = new CoefficientPrior.Mixture(
                "zellner-siow", "Zellner-Siow prior", true, false, (n, common) -> new PriorOfG.ZellnerSiow(n));
        return self();
    }

    /**
     * Local empirical Bayes: Zellner's g-prior with the g of the largest evidence of each model, {@code max(F - 1, 0)}
     * where F is the model's F statistic (Liang et al. 2008), or its Wald statistic per column if the
     * regression is not linear (Li and Clyde 2018). It uses the data twice, and is never sure of the empty model.
     */
    public final T empiricalBayes() {
        prior = new CoefficientPrior.EmpiricalBayes();
        return self();
    }

    /**
     * Global empirical Bayes: {@link #gPrior(double)} with the g of the largest evidence of all models together,
     * weighted by their prior (George and Foster 2000, doi:10.1093/biomet/87.4.731). For linear regressions of at most
     * 20 candidates, or 64 of which heredity allows at most 2^20 models. These are enumerated to find the g, which the
     * summary has.
     */
    public final T globalEmpiricalBayes() {
        prior = new CoefficientPrior.GlobalEmpiricalBayes(Double.NaN); // g is found when the data are known
        return self();
    }

    /**
     * The robust prior: Zellner's g-prior with an unknown g of density {@code ((1 + n)/m)^(1/2) (1 + g)^(-3/2) / 2} for
     * g above {@code (1 + n)/m - 1}, m the number of the model's coefficients with the constant (Bayarri, Berger,
     * Forte and Garcia-Donato 2012, doi:10.1214/12-AOS1013). Like {@link #hyperGn()} it finds the true model as the
     * data grow. For linear regressions.
     */
    public final T robustPrior() { // the prior counts observations, and is for linear regressions alone; k is set later
        prior = new CoefficientPrior.Mixture(
                "robust", "robust prior of g", true, true, (n, common) -> new PriorOfG.Robust(n, common, 1));
        return self();
    }

    /**
     * Independent normal coefficients, {@code N(0, tau^2 sigma^2)} for columns of standard deviation 1;
     * {@code N(0, tau^2)} in a logistic regression. Models may then have more columns than observations.
     *
     * @param tau2 tau^2, finite and > 0
     */
    public final T ridge(double tau2) {
        prior = new CoefficientPrior.Ridge(Check.positive("tau2", tau2));
        return self();
    }

    /** The Bayesian information criterion in place of a prior of coefficients. */
    public final T bic() {
        prior = new CoefficientPrior.Bic();
        return self();
    }

    /** An evidence that the caller wrote, in place of a prior of coefficients. Its A is {@code X'X}: lambda is 0. */
    public final T evidence(Evidence own) {
        prior = new CoefficientPrior.Own(Check.notNull("own", own));
        return self();
    }
}
