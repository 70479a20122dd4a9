package dev.lbp.bench;

import dev.lbp.bench.report.Measurement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;

/**
 * A section of the report: some benchmarks and the function that makes their table.
 *
 * @param rounds the number of rounds; a round runs every benchmark once. Without rounds JMH would run all forks of a
 *     benchmark before the next one, a temporary load would slow only one of them, and their ratio would be wrong
 * @param table makes Markdown from the measurements
 */
record Section(String title, int rounds, Options options, Function<List<Measurement>, String> table) {

    /**
     * Runs the rounds. Each benchmark gets one result, whose k-th fork is the one of round k.
     *
     * @param log receives JMH's usual output
     * @param progress called before each round with its number, from 1
     * @throws RunnerException if a benchmark fails, or another JMH is running
     */
    List<RunResult> run(OutputFormat log, IntConsumer progress) throws RunnerException {
        Map<BenchmarkParams, Collection<BenchmarkResult>> forks = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            progress.accept(round);
            for (RunResult result : new Runner(options, log).run()) {
                forks.computeIfAbsent(result.getParams(), params -> new ArrayList<>())
                        .addAll(result.getBenchmarkResults());
            }
        }
        return forks.entrySet().stream()
                .map(entry -> new RunResult(entry.getKey(), entry.getValue()))
                .toList();
    }

    String text(Collection<RunResult> results) {
        return "## " + title + "\n\n" + table.apply(Measurement.of(results)) + "\n";
    }
}
