package dev.lbp.bench.cli;

import dev.lbp.bench.report.Growth;
import dev.lbp.bench.report.Measurement;
import dev.lbp.bench.report.ResultTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The benchmarks of {@code lbp bench}, their parameters and their lengths. */
enum Preset {
    /** The main points of the published tables. */
    SHORT,
    /** The published tables. */
    FULL;

    /** Samples of each figure: enough for a median that one disturbance does not change. */
    private static final int SAMPLES = 5;

    List<Section> sections() {
        return List.of(
                flipWeights(),
                steps(),
                moves(),
                batchedSteps(),
                networks(),
                selection(),
                tempering(),
                paths(),
                threads(),
                observation(),
                adaptation(),
                growth());
    }

    private Section flipWeights() {
        ChainedOptionsBuilder options = timed("FlipWeightKernelBenchmark", 1)
                .param("kernel", list("vector nd4j math-exp", "vector scalar nd4j math-exp"))
                .param("type", list("FLOAT", "FLOAT DOUBLE"))
                .param("n", list("10000", "702 10000 1000000"))
                .param("form", "BARKER");
        return new Section(
                "Flip weights",
                SAMPLES,
                options.build(),
                found -> new ResultTable(found).compare("kernel", "vector").text());
    }

    /** The unit is measured in every round. */
    private Section steps() {
        ChainedOptionsBuilder options = timed("[.]StepBenchmark", 1)
                .include("UnitBenchmark")
                .param("sampler", list("lbp", "lbp lbp-sqrt lbp-max"))
                .param("target", "bernoulli-6400", "ising-100");
        return new Section("Steps", SAMPLES, options.build(), found -> {
            List<Map<String, Double>> units = samples(found, "unit");
            List<Measurement> steps =
                    found.stream().filter(m -> m.method().equals("step")).toList();
            for (Measurement m : steps) {
                for (int k = 0; k < units.size(); k++) {
                    m.samples().get(k).put("unit", value(units.get(k), Measurement.SCORE));
                }
            }
            return new ResultTable(steps)
                    .derive("ns per flip", sample -> 1e9 / value(sample, "proposed"))
                    .derive("units per flip", sample -> 1e9 / value(sample, "proposed") / value(sample, "unit"))
                    .text();
        });
    }

    private Section moves() {
        ChainedOptionsBuilder options = timed("MoveBenchmark", 1)
                .param("sampler", list("pas", "pas rwm"))
                .param("target", "assignment-100", "matching-1000x5", "potts-30x30");
        return new Section(
                "Moves",
                SAMPLES,
                options.build(),
                found -> new ResultTable(found)
                        .derive("ns per move", sample -> 1e9 / value(sample, "proposed"))
                        .text());
    }

    private static List<Map<String, Double>> samples(List<Measurement> found, String method) {
        return found.stream()
                .filter(m -> m.method().equals(method))
                .flatMap(m -> m.samples().stream())
                .toList();
    }

    private Section batchedSteps() {
        ChainedOptionsBuilder options =
                timed("BatchStepBenchmark[.](step|products)$", 1).param("type", list("DOUBLE", "DOUBLE FLOAT"));
        return new Section(
                "Batched steps",
                SAMPLES,
                options.build(),
                found -> new ResultTable(found).compare("method", "products").text());
    }

    /** The benchmark itself makes the rounds. */
    private Section networks() {
        ChainedOptionsBuilder options = of("[.]NetworkBenchmark")
                .measurementIterations(either(SAMPLES, 9))
                .param("net", "mlp-256-256", "resnet-8-2");
        return new Section(
                "Networks",
                1,
                options.build(),
                found -> new ResultTable(found)
                        .countersOnly()
                        .derive("evaluation relative to onnxRuntime", ratio("evaluation", "onnxRuntime"))
                        .derive("withBase relative to onnxRuntime", ratio("withBase", "onnxRuntime"))
                        .derive("step less withBase", sample -> value(sample, "step") - value(sample, "withBase"))
                        .text());
    }

    /** The benchmark itself makes the rounds. */
    private Section selection() {
        ChainedOptionsBuilder options = of("[.]SelectionBenchmark").measurementIterations(either(SAMPLES, 9));
        return new Section(
                "Variable selection",
                1,
                options.build(),
                found -> new ResultTable(found).countersOnly().text());
    }

    /** The benchmark itself makes the rounds. */
    private Section tempering() {
        ChainedOptionsBuilder options = of("[.]TemperingBenchmark").measurementIterations(either(SAMPLES, 9));
        return new Section(
                "Tempering",
                1,
                options.build(),
                found -> new ResultTable(found)
                        .countersOnly()
                        .derive("everyFive relative to step", ratio("everyFive", "step"))
                        .derive("ns per exchange and site", Preset::exchange)
                        .text());
    }

    /** What a scan costs beside its steps, per accepted exchange: it includes the draw of the reference. */
    private static double exchange(Map<String, Double> sample) {
        double nanos = 1e3 * (value(sample, "everyOne") - value(sample, "step"));
        return nanos / (value(sample, "exchanges") * value(sample, "sites"));
    }

    private Section paths() {
        ChainedOptionsBuilder options =
                timed("PathSelectionBenchmark", SAMPLES).param("mean", list("0.4", "0.4 0.1 0.01"));
        return new Section("Drawing a path", 1, options.build(), Preset::plain);
    }

    /** The benchmark itself makes the rounds. */
    private Section threads() {
        ChainedOptionsBuilder options = of("ThreadScalingBenchmark")
                .measurementIterations(either(SAMPLES, 9))
                .param("chains", either("25", "100"));
        return new Section(
                "Threads",
                1,
                options.build(),
                found -> new ResultTable(found)
                        .countersOnly()
                        .derive("engine speed-up", ratio("engineOne", "engineMany"))
                        .derive("loop speed-up", ratio("loopOne", "loopMany"))
                        .derive(
                                "engine relative to loop",
                                sample -> ratio("engineOne", "engineMany").applyAsDouble(sample)
                                        / ratio("loopOne", "loopMany").applyAsDouble(sample))
                        .text());
    }

    /** The benchmark itself makes the pairs. */
    private Section observation() {
        ChainedOptionsBuilder options = of("ObservationBenchmark")
                .param("observed", list("all checkpoint", "all checkpoint listener lambdaOfAllSites"));
        return new Section(
                "Observation",
                1,
                options.build(),
                found -> new ResultTable(found)
                        .countersOnly()
                        .cost("cost in time", "timeOff", "timeOn")
                        .cost("cost in CPU time", "cpuOff", "cpuOn")
                        .text());
    }

    /** The paper's rule needs the longer warm-up. */
    private Section adaptation() {
        ChainedOptionsBuilder options = of("AdaptationBenchmark")
                .param("rule", list("adaptive", "adaptive robbinsMonro"))
                .param("seed", list("1 2 3 4 5", "1 2 3 4 5 6 7 8 9 10"))
                .param("warmup", list("2000", "5000"));
        return new Section(
                "Adaptation",
                1,
                options.build(),
                found -> new ResultTable(found).countersOnly().text());
    }

    private Section growth() {
        ChainedOptionsBuilder options =
                timed("GrowthBenchmark", SAMPLES).param("n", list("1024 10000 99856", "1024 10000 99856 1000000"));
        ToDoubleFunction<Map<String, Double>> touched = ratio(Measurement.SCORE, "touched");
        return new Section("Growth with N", 1, options.build(), found -> {
            String sites = Growth.exponents(found, touched);
            String time = Growth.exponents(found, sample -> value(sample, Measurement.SCORE));
            return new ResultTable(found).derive("touched per step", touched).text()
                    + "\nExponents up to N = 10^5: sites touched " + sites + "; time " + time + ".\n";
        });
    }

    private static String plain(List<Measurement> found) {
        return new ResultTable(found).text();
    }

    private static ToDoubleFunction<Map<String, Double>> ratio(String numerator, String denominator) {
        return sample -> value(sample, numerator) / value(sample, denominator);
    }

    private static double value(Map<String, Double> sample, String label) {
        return Objects.requireNonNull(sample.get(label), label);
    }

    private static ChainedOptionsBuilder of(String benchmark) {
        return new OptionsBuilder().include(benchmark).shouldFailOnError(true);
    }

    /** A benchmark with iterations of a fixed time, after three of warm-up. */
    private ChainedOptionsBuilder timed(String benchmark, int iterations) {
        TimeValue length = TimeValue.milliseconds(either(300, 500));
        return of(benchmark)
                .warmupIterations(3)
                .warmupTime(length)
                .measurementIterations(iterations)
                .measurementTime(length);
    }

    private String[] list(String inShort, String inFull) {
        return either(inShort, inFull).split(" ");
    }

    private <T> T either(T inShort, T inFull) {
        return this == SHORT ? inShort : inFull;
    }
}
