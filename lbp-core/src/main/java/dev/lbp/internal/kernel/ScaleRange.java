package dev.lbp.internal.kernel;

import java.io.Serializable;

/**
 * The scales among which a proposal adapts. Controllers work in units of {@code least}, so that their least scale is 1.
 *
 * @param least the least scale, positive
 * @param start the scale before warm-up, in [least, largest]
 * @param largest the largest scale that a controller may choose
 * @param whole whether each step uses a whole number: the scale is then a mixture of the two integers around it
 */
public record ScaleRange(double least, double start, double largest, boolean whole) implements Serializable {

    /**
     * The range of R, a whole number of sites: from 1, where it starts, to N / 2. The largest leaves room for a mixture
     * that keeps the sampler irreducible.
     *
     * @param freeSites the number N of sites that may be flipped
     */
    public static ScaleRange ofSites(int freeSites) {
        return new ScaleRange(1.0, 1.0, Math.max(1.0, 0.5 * freeSites), /* whole= */ true);
    }
}
