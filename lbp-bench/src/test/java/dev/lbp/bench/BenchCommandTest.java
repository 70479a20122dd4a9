package dev.lbp.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.bench.report.Measurement;
import dev.lbp.bench.report.ResultTable;
import dev.lbp.cli.Terminal;
import dev.lbp.cli.terminal.OutputDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class BenchCommandTest {

    /** Those that presets set; JMH's options do not tell their names. */
    private static final List<String> PARAMETERS =
            List.of("n", "form", "kernel", "type", "sampler", "target", "chains", "net");

    /** A step on 6,400 sites by two samplers, in this process and for milliseconds. */
    private static Section tiny(int rounds) {
        Options options = new OptionsBuilder()
                .include("[.]StepBenchmark")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(10))
                .param("target", "bernoulli-6400")
                .param("sampler", "rwm", "lbp")
                .build();
        return new Section("Tiny", rounds, options, found -> new ResultTable(found.subList(0, 1)).text());
    }

    @Test
    void run_ofRounds_hasASampleForEachRound() throws RunnerException {
        OutputFormat silence = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        List<Measurement> found = Measurement.of(tiny(3).run(silence, round -> {}));
        assertThat(found).hasSize(2);
        for (Measurement step : found) {
            assertThat(step.method()).isEqualTo("step");
            assertThat(step.parameters()).containsEntry("target", "bernoulli-6400");
            assertThat(step.units()).containsEntry("score", "ops/s").containsEntry("proposed", "ops/s");
            assertThat(step.samples()).hasSize(3).allMatch(sample -> sample.get("proposed") > sample.get("score"));
        }
    }

    @Test
    void measure_writesTablesJsonAndLog(@TempDir Path directory) throws IOException, RunnerException {
        StringWriter console = new StringWriter();
        BenchCommand.measure(List.of(tiny(2)), OutputDirectory.at(directory), new PrintWriter(console));
        String tables = Files.readString(directory.resolve("tables.md"));
        assertThat(tables).startsWith("## Tiny\n\n| ops/s | proposed, ops/s |\n| --- | --- |\n| ");
        assertThat(console.toString()).contains("Tiny: round 1 of 2", "Tiny: round 2 of 2", tables, "jmh.json");
        assertThat(directory.resolve("jmh.json")).content().contains("StepBenchmark.step", "\"rawData\"");
        assertThat(directory.resolve("jmh.log")).content().contains("# Benchmark: dev.lbp.bench.jmh.StepBenchmark");
    }

    /** JMH ignores parameters that a benchmark does not have, and then runs it for all of its own. */
    @ParameterizedTest
    @EnumSource
    void preset_namesBenchmarksAndParametersThatExist(Preset preset) {
        OutputFormat silence = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        for (Section section : preset.sections()) {
            Set<BenchmarkListEntry> benchmarks =
                    BenchmarkList.defaultList().find(silence, section.options().getIncludes(), List.of());
            assertThat(benchmarks).as(section.title()).isNotEmpty();
            Set<String> own = benchmarks.stream()
                    .flatMap(benchmark -> benchmark.getParams().orElse(Map.of()).keySet().stream())
                    .collect(Collectors.toSet());
            assertThat(own)
                    .containsAll(PARAMETERS.stream()
                            .filter(name -> section.options().getParameter(name).hasValue())
                            .toList());
        }
    }

    @Test
    void only_titleThatNoTableHas_isRefused() {
        Terminal terminal = Terminal.run("bench", "--only", "heat");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("--only=heat", "Flip weights");
    }

    @Test
    void preset_unknown_isRefused() {
        Terminal terminal = Terminal.run("bench", "--preset", "medium");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("--preset", "medium");
    }
}
