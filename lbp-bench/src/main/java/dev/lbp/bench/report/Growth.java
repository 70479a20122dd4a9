package dev.lbp.bench.report;

import dev.lbp.experiments.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Fits exponents of growth with the parameter "n", for each value of the parameter "target". An exponent is the slope
 * of the least-squares line through the logarithms of the medians. Sizes above 10^5 are left out, because their arrays
 * no longer fit in a cache, which also slows them.
 */
public final class Growth {

    private static final double LARGEST = 1e5;

    private Growth() {}

    /**
     * The exponents as text, such as "bernoulli 0.67, ising 0.60".
     *
     * @param figure computes the growing quantity from a sample
     */
    public static String exponents(List<Measurement> measurements, ToDoubleFunction<Map<String, Double>> figure) {
        Map<String, SimpleRegression> lines = new TreeMap<>();
        for (Measurement m : measurements) {
            double n = Double.parseDouble(parameter(m, "n"));
            if (n <= LARGEST) {
                double median = Spread.of(m.values(figure)).median();
                lines.computeIfAbsent(parameter(m, "target"), target -> new SimpleRegression())
                        .addData(Math.log(n), Math.log(median));
            }
        }
        return lines.entrySet().stream()
                .map(line -> String.format(
                        Locale.ROOT, "%s %.2f", line.getKey(), line.getValue().getSlope()))
                .collect(Collectors.joining(", "));
    }

    private static String parameter(Measurement m, String name) {
        return Objects.requireNonNull(m.parameters().get(name), name);
    }
}
