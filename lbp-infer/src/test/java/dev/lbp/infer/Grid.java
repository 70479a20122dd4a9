package dev.lbp.infer;

import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Bits on a grid with random fields and couplings, and its log Z by sums over one site after the other. */
final class Grid {

    private final int height;
    private final int length;
    private final double[][] fields;
    private final double[][] down;
    private final double[][] right;

    Grid(int height, int length, SplittableRandom rng) {
        this.height = height;
        this.length = length;
        fields = random(rng);
        down = random(rng);
        right = random(rng);
    }

    private double[][] random(SplittableRandom rng) {
        double[][] numbers = new double[length][height];
        for (double[] column : numbers) {
            Arrays.setAll(column, row -> 4.0 * rng.nextDouble() - 2.0);
        }
        return numbers;
    }

    FactorGraph graph() {
        int[] values = new int[height * length];
        Arrays.fill(values, 2);
        List<Factor> factors = new ArrayList<>();
        for (int x = 0; x < length; x++) {
            for (int y = 0; y < height; y++) {
                int site = x * height + y;
                factors.add(Factor.of(new int[] {site}, new double[] {0.0, fields[x][y]}));
                if (y + 1 < height) {
                    factors.add(Factor.of(new int[] {site, site + 1}, new double[] {0.0, 0.0, 0.0, down[x][y]}));
                }
                if (x + 1 < length) {
                    factors.add(Factor.of(new int[] {site + height, site}, new double[] {0.0, 0.0, 0.0, right[x][y]}));
                }
            }
        }
        return FactorGraph.of(values, factors);
    }

    double logZ() {
        double[] sums = new double[1 << height]; // by the values of the last column, bit y of row y
        double log = 0.0;
        sums[0] = 1.0;
        for (int x = 0; x < length; x++) {
            for (int y = 0; y < height; y++) {
                double[] next = new double[sums.length];
                for (int column = 0; column < sums.length; column++) {
                    for (int bit = 0; bit < 2; bit++) {
                        double energy = bit * fields[x][y];
                        energy += bit == 1 && y > 0 && (column >> y - 1 & 1) == 1 ? down[x][y - 1] : 0.0;
                        energy += bit == 1 && x > 0 && (column >> y & 1) == 1 ? right[x - 1][y] : 0.0;
                        next[column & ~(1 << y) | bit << y] += sums[column] * Math.exp(energy);
                    }
                }
                double largest = Arrays.stream(next).max().orElseThrow();
                log += Math.log(largest);
                sums = Arrays.stream(next).map(value -> value / largest).toArray();
            }
        }
        return log + Math.log(Arrays.stream(sums).sum());
    }
}
