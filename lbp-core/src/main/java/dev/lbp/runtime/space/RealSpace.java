package dev.lbp.runtime.space;

import dev.lbp.internal.Reals;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.io.StateType;
import java.util.Arrays;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Points of real coordinates, a double each.
 *
 * @param sites the number of coordinates
 */
public record RealSpace(int sites) implements Space<double[]> {

    /** The name of the trace of distances, which are Euclidean. */
    public static final String DISTANCE = "distance";

    @Override
    public int cellsPerSite() {
        return MOMENTS;
    }

    @Override
    public double element(double[] point, int site) {
        return point[site];
    }

    @Override
    public void copySites(double[] from, double[] to, int[] changed, int n) {
        for (int k = 0; k < n; k++) {
            to[changed[k]] = from[changed[k]];
        }
    }

    /** Lists all coordinates, since a step changes all of them. */
    @Override
    public int replace(double[] point, double[] at, int[] changed, int n) {
        System.arraycopy(at, 0, point, 0, sites);
        return sites;
    }

    @Override
    public int differences(double[] point, double[] other, int[] differing) {
        int count = 0;
        for (int i = 0; i < sites; i++) {
            if (point[i] != other[i]) {
                differing[count++] = i;
            }
        }
        return count;
    }

    @Override
    public void checkUnchanged(double[] point, double[] given) {
        int at = Arrays.mismatch(point, given);
        if (at >= 0) {
            throw new IllegalStateException("must not be written to: point[" + at + "]=" + given[at]);
        }
    }

    @Override
    public void transcribe(Transcript transcript, double[] point) {
        transcript.of(point, sites);
    }

    @Override
    public double[] checked(String name, double[] point) {
        return Reals.checked(name, point, sites);
    }

    /** Independent standard normal coordinates. */
    @Override
    public double[] random(UniformRandomProvider rng) {
        return ZigguratSampler.NormalizedGaussian.of(rng).samples(sites).toArray();
    }

    @Override
    public long bitsPerDraw() {
        return (long) Double.SIZE * sites;
    }

    @Override
    public PackedStates<double[]> store() {
        return new PackedReals(sites);
    }

    @Override
    public StateType<double[]> type() {
        return StateType.REALS;
    }

    @Override
    public Words words() {
        String size = "model.dimension()=" + sites;
        Map<String, Object> manifest = Map.of("space", "reals");
        return new Words("Real coordinates N", "points", DISTANCE, " coordinates", size, size, manifest, Map.of());
    }
}
