package dev.lbp;

import dev.lbp.runtime.engine.chain.Method;

/**
 * LBP-R: the locally balanced proposal with an auxiliary path (Sun et al. 2021; Sun, Dai and Schuurmans 2022). A step
 *
 * <ol>
 *   <li>draws R distinct sites one after another, each with probability proportional to {@code w_i(x) = g(pi(x with i
 *     flipped) / pi(x))} among the sites not yet drawn,
 *   <li>proposes y, the state with all of them flipped,
 *   <li>accepts y with probability min(1, alpha), {@code alpha = pi(y) q(y -> x) / (pi(x) q(x -> y))}. Here q is the
 *     probability of the path; the way back draws the path in the opposite order (equation 5 of Sun, Dai and
 *     Schuurmans).
 * </ol>
 *
 * <p>On a {@link dev.lbp.target.CategoricalEnergyModel} it draws the sites by {@code W_i = sum_c w_ic} over their other
 * values, and then value c of a drawn site with probability {@code w_ic / W_i}.
 *
 * <p>Cost per step: one evaluation of the model and O(N), or O(R * degree) on a {@link
 * dev.lbp.target.LocalEnergyModel}.
 *
 * <p>An adaptive scale is a real number, and each step draws R from the two integers around it. A scale fixed by the
 * user is used exactly. On bits a <em>fixed even R is reducible</em>: it keeps the parity of the number of ones, so it
 * reaches half of the states, and {@link dev.lbp.result.SampleResult#mixed} is false.
 */
public final class PathAuxiliarySampler extends Sampler {

    private static final long serialVersionUID = 2L;

    /**
     * @param method LBP, perhaps with jumps
     */
    PathAuxiliarySampler(Method method) {
        super(method);
    }
}
