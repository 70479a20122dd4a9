package dev.lbp.bench;

import dev.lbp.bench.report.Measurement;
import dev.lbp.bench.report.ResultTable;
import dev.lbp.experiments.report.Spread;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The benchmarks of {@code lbp bench}, their parameters and their lengths. */
enum Preset {
    /** The main rows of the published tables. */
    SHORT,
    /** All rows of the published tables. */
    FULL;

    /** Samples of each figure: enough that one disturbance hardly changes the median. */
    private static final int SAMPLES = 5;

    /** Samples of a benchmark whose iteration is a round, in a full run. */
    private static final int FULL_SAMPLES = 9;

    /** Above this relative difference of its last two time slices, {@code FlipWeightKernelBenchmark} was disturbed. */
    private static final double AGREE = 0.05;

    /**
     * The machine is busy above this ratio of time by the clock to processor time: a thread then waits a third of its
     * time.
     */
    private static final double BUSY = 1.5;

    List<Section> sections() {
        return List.of(
                flipWeights(),
                flipWeightBatches(),
                steps(),
                batchedSteps(),
                networks(),
                selection(),
                tempering(),
                threads());
    }

    private Section flipWeights() {
        ChainedOptionsBuilder options = benchmark("FlipWeightKernelBenchmark")
                .param("kernel", shortOrFullList("vector nd4j math-exp", "vector scalar nd4j math-exp"))
                .param("type", shortOrFullList("FLOAT", "FLOAT DOUBLE"))
                .param("n", shortOrFullList("10000", "702 10000 1000000"))
                .param("form", "BARKER");
        return flipWeights("Flip weights", options);
    }

    /** Flip weights of batches whose rows of N sites have 10^6 sites in all: {@code rows = 0} stands for this. */
    private Section flipWeightBatches() {
        ChainedOptionsBuilder options = benchmark("FlipWeightKernelBenchmark")
                .param("kernel", "vector", "nd4j")
                .param("type", "DOUBLE")
                .param("n", shortOrFullList("100 1000000", "100 1000 10000 100000 1000000"))
                .param("rows", "0")
                .param("form", "BARKER");
        return flipWeights("Batches of flip weights", options);
    }

    /**
     * A section with the times of kernels relative to {@code vector}. It has a warning if the counter {@code spread},
     * by which two slices differ, or {@code clock}, the ratio of time by the clock to processor time, tells of other
     * work on the machine.
     */
    private static Section flipWeights(String title, ChainedOptionsBuilder options) {
        return new Section(title, SAMPLES, options.build(), found -> {
            String table = new ResultTable(found)
                    .countersOnly()
                    .compare("micros", "kernel", "vector")
                    .text();
            boolean busy = found.stream().anyMatch(m -> median(m, "spread") > AGREE || median(m, "clock") > BUSY);
            return busy
                    ? table + "\nThe machine was too busy to tell: figures may be those of its other work.\n"
                    : table;
        });
    }

    private static double median(Measurement measurement, String counter) {
        return Spread.of(measurement.values(sample -> value(sample, counter))).median();
    }

    /** Steps of one chain. Each round also measures the unit for the cost of a flip. */
    private Section steps() {
        ChainedOptionsBuilder options = timed("[.]StepBenchmark", 1)
                .include("UnitBenchmark")
                .param("sampler", shortOrFullList("lbp", "lbp lbp-sqrt lbp-max"))
                .param("target", "bernoulli-6400", "ising-100");
        return new Section("Steps", SAMPLES, options.build(), found -> {
            List<Measurement> steps =
                    found.stream().filter(m -> m.method().equals("step")).toList();
            addUnits(samples(found, "unit"), steps);
            return new ResultTable(steps)
                    .derive("ns per flip", sample -> 1e9 / value(sample, "proposed"))
                    .derive("units per flip", sample -> 1e9 / value(sample, "proposed") / value(sample, "unit"))
                    .text();
        });
    }

    /** Adds to each sample of the steps the unit that its round measured. Sample k of either is of round k. */
    private static void addUnits(List<Map<String, Double>> units, List<Measurement> steps) {
        for (Measurement m : steps) {
            for (int k = 0; k < units.size(); k++) {
                m.samples().get(k).put("unit", value(units.get(k), Measurement.SCORE));
            }
        }
    }

    /** The samples of all measurements of a benchmark method, each with its figures by label. */
    private static List<Map<String, Double>> samples(List<Measurement> found, String method) {
        return found.stream()
                .filter(m -> m.method().equals(method))
                .flatMap(m -> m.samples().stream())
                .toList();
    }

    /** Steps of a batched model, beside the matrix products of a step alone. */
    private Section batchedSteps() {
        ChainedOptionsBuilder options = timed("BatchStepBenchmark[.](step|products)$", /* iterations= */ 1)
                .param("type", shortOrFullList("DOUBLE", "DOUBLE FLOAT"));
        return section("Batched steps", SAMPLES, options, table -> table.compare("method", "products"));
    }

    /**
     * Evaluations of networks beside ONNX Runtime alone. A step less an evaluation, with the base measure of the
     * target, is what LBP itself costs.
     */
    private Section networks() {
        ChainedOptionsBuilder options = benchmark("[.]NetworkBenchmark")
                .measurementIterations(shortOrFull(SAMPLES, FULL_SAMPLES))
                .param("net", "mlp-256-256", "resnet-8-2");
        return countersSection(
                "Networks",
                options,
                table -> table.derive("evaluation relative to onnxRuntime", ratio("evaluation", "onnxRuntime"))
                        .derive("withBase relative to onnxRuntime", ratio("withBase", "onnxRuntime"))
                        .derive("step less withBase", sample -> value(sample, "step") - value(sample, "withBase")));
    }

    private Section selection() {
        ChainedOptionsBuilder options =
                benchmark("[.]SelectionBenchmark").measurementIterations(shortOrFull(SAMPLES, FULL_SAMPLES));
        return countersSection("Variable selection", options, table -> table);
    }

    private Section tempering() {
        ChainedOptionsBuilder options =
                benchmark("[.]TemperingBenchmark").measurementIterations(shortOrFull(SAMPLES, FULL_SAMPLES));
        return countersSection(
                "Tempering",
                options,
                table -> table.derive("everyFive relative to step", ratio("everyFive", "step"))
                        .derive("ns per exchange and site", Preset::nanosPerExchange));
    }

    /**
     * The cost of exchanges after every step, in nanoseconds per accepted exchange and site. It includes the new state
     * that the replica of the reference distribution then draws.
     */
    private static double nanosPerExchange(Map<String, Double> sample) {
        double nanos = 1e3 * (value(sample, "everyOne") - value(sample, "step")); // both in microseconds
        return nanos / (value(sample, "exchanges") * value(sample, "sites"));
    }

    private Section threads() {
        ChainedOptionsBuilder options = benchmark("ThreadScalingBenchmark")
                .measurementIterations(shortOrFull(SAMPLES, FULL_SAMPLES))
                .param("chains", shortOrFull("25", "100"));
        return countersSection(
                "Threads",
                options,
                table -> table.derive("engine speed-up", ratio("engineOne", "engineMany"))
                        .derive("loop speed-up", ratio("loopOne", "loopMany"))
                        .derive(
                                "engine relative to loop",
                                sample -> ratio("engineOne", "engineMany").applyAsDouble(sample)
                                        / ratio("loopOne", "loopMany").applyAsDouble(sample)));
    }

    /** One round of a benchmark whose figures are its counters, because it alternates by itself what it compares. */
    private static Section countersSection(
            String title, ChainedOptionsBuilder options, UnaryOperator<ResultTable> figures) {
        return section(title, /* rounds= */ 1, options, table -> figures.apply(table.countersOnly()));
    }

    private static Section section(
            String title, int rounds, ChainedOptionsBuilder options, UnaryOperator<ResultTable> figures) {
        return new Section(
                title,
                rounds,
                options.build(),
                found -> figures.apply(new ResultTable(found)).text());
    }

    private static ToDoubleFunction<Map<String, Double>> ratio(String numerator, String denominator) {
        return sample -> value(sample, numerator) / value(sample, denominator);
    }

    private static double value(Map<String, Double> sample, String label) {
        return Objects.requireNonNull(sample.get(label), label);
    }

    /** The options of the benchmarks whose name contains a match of the expression. */
    private static ChainedOptionsBuilder benchmark(String benchmark) {
        return new OptionsBuilder().include(benchmark).shouldFailOnError(true);
    }

    /** A benchmark with iterations of a fixed time, after three iterations of warm-up. */
    private ChainedOptionsBuilder timed(String benchmark, int iterations) {
        TimeValue length = TimeValue.milliseconds(shortOrFull(300, 500));
        return benchmark(benchmark)
                .warmupIterations(3)
                .warmupTime(length)
                .measurementIterations(iterations)
                .measurementTime(length);
    }

    /** The parameters for this preset, from a list with blanks between. */
    private String[] shortOrFullList(String inShort, String inFull) {
        return shortOrFull(inShort, inFull).split(" ");
    }

    /** The value for this preset. */
    private <T> T shortOrFull(T inShort, T inFull) {
        return this == SHORT ? inShort : inFull;
    }
}
