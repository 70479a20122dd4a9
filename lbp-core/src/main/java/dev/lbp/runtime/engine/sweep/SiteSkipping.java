package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * Whether sweeps skip sites that hardly ever flip, see {@link SkippingSweep}.
 *
 * @param on whether sweeps skip sites
 * @param rate the probability that a site is a candidate for a visit, in (0, 1); 0 if the chain chooses it, see {@link
 *     SkippingChoice}
 */
public record SiteSkipping(boolean on, double rate) implements Serializable {

    /** Every sweep visits every site. */
    public static final SiteSkipping NONE = new SiteSkipping(false, 0.0);

    /** The chain chooses the rate. */
    public static final SiteSkipping CHOSEN = new SiteSkipping(true, 0.0);

    /** A fixed rate, in (0, 1). */
    public static SiteSkipping at(double rate) {
        return new SiteSkipping(true, Check.inOpenUnit("thinned", rate));
    }

    boolean isChosen() {
        return on && rate == 0.0;
    }

    /** Adds this setting to the description of a method. */
    String describe(String sweeps) {
        return !on ? sweeps : isChosen() ? sweeps + ", thinned" : sweeps + ", thinned at " + rate;
    }
}
