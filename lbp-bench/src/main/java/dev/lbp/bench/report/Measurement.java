package dev.lbp.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * The result of JMH for one benchmark method with one choice of parameters.
 *
 * @param parameters the parameters by name
 * @param units the units of the score and the counters by label, in JMH's notation: "us/op", or "#" for a plain number
 * @param samples the score and the counters by label, for each iteration of each fork, in order of time
 */
public record Measurement(
        String method, Map<String, String> parameters, Map<String, String> units, List<Map<String, Double>> samples) {

    /** The label of JMH's primary result in {@link #samples}. */
    public static final String SCORE = "score";

    /** Measurements in the order of the results. */
    public static List<Measurement> of(Collection<RunResult> results) {
        return results.stream().map(Measurement::of).toList();
    }

    private static Measurement of(RunResult result) {
        BenchmarkParams params = result.getParams();
        String benchmark = params.getBenchmark();
        Map<String, String> parameters = new TreeMap<>();
        for (String name : params.getParamsKeys()) {
            parameters.put(name, params.getParam(name));
        }
        return new Measurement(
                benchmark.substring(benchmark.lastIndexOf('.') + 1), parameters, units(result), samples(result));
    }

    private static Map<String, String> units(RunResult result) {
        Map<String, String> units = new LinkedHashMap<>();
        units.put(SCORE, result.getPrimaryResult().getScoreUnit());
        result.getSecondaryResults().forEach((label, counter) -> units.put(label, counter.getScoreUnit()));
        return units;
    }

    /** For each iteration of each fork, the score and the counters by label. */
    private static List<Map<String, Double>> samples(RunResult result) {
        List<Map<String, Double>> samples = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                Map<String, Double> sample = new LinkedHashMap<>();
                sample.put(SCORE, iteration.getPrimaryResult().getScore());
                iteration.getSecondaryResults().forEach((label, counter) -> sample.put(label, counter.getScore()));
                samples.add(sample);
            }
        }
        return samples;
    }

    /** Computes a figure from every sample. */
    public double[] values(ToDoubleFunction<Map<String, Double>> figure) {
        return samples.stream().mapToDouble(figure).toArray();
    }
}
