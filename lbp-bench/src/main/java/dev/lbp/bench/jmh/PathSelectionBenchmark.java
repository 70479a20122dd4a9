package dev.lbp.bench.jmh;

import dev.lbp.internal.kernel.WeightTable;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The time to draw a path of R = N^(2/3) distinct sites by weight, in microseconds per path. */
public class PathSelectionBenchmark extends TimedBenchmark {

    /** The number of sites N. */
    @Param({"1000", "10000", "100000"})
    public int n;

    /** The mean of the weights. At 0.4 and 0.1 sites are drawn by rejection, at 0.01 by blocks. */
    @Param({"0.4", "0.1", "0.01"})
    public double mean;

    private final UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(1L);
    private WeightTable table;
    private int[] path;

    /** Makes weights that differ by a factor of up to 3. */
    @Setup
    public void setUp() {
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) {
            weights[i] = mean * (1.0 + 0.5 * Math.sin(i));
        }
        table = WeightTable.of(n, null);
        table.load(weights, 0, Arrays.stream(weights).sum(), 1.0);
        path = new int[(int) Math.round(Math.pow(n, 2.0 / 3.0))];
    }

    /** Draws one path. */
    @Benchmark
    public boolean draw() {
        return table.drawDistinct(path.length, rng, path);
    }
}
