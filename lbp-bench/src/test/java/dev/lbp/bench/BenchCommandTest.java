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
    private static final List<String> PARAMETERS = List.of(
            "n",
            "form",
            "kernel",
            "type",
            "sampler",
            "target",
            "mean",
            "rule",
            "seed",
            "warmup",
            "chains",
            "observed",
            "net");

    /** A step of a lattice of 16 sites, in this process and for milliseconds; and two seeds of an adaptation. */
    private static Section tiny(int rounds) {
        Options options = new OptionsBuilder()
                .include("GrowthBenchmark|AdaptationBenchmark")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(10))
                .param("target", "ising")
                .param("n", "16")
                .param("rule", "adaptive")
                .param("seed", "1", "2")
                .param("side", "4")
                .param("warmup", "20")
                .param("draws", "10")
                .build();
        return new Section("Tiny", rounds, options, found -> new ResultTable(found.subList(0, 1)).text());
    }

    @Test
    void run_ofRounds_hasASampleForEachRoundAndSeed() throws RunnerException {
        OutputFormat silence = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        List<Measurement> found = Measurement.of(tiny(3).run(silence, round -> {}));
        assertThat(found).hasSize(2);
        Measurement adaptation = found.get(1);
        assertThat(adaptation.method()).isEqualTo("run");
        assertThat(adaptation.parameters()).containsEntry("rule", "adaptive").doesNotContainKey("seed");
        assertThat(adaptation.samples()).hasSize(3 * 2);
        assertThat(adaptation.units()).containsEntry("score", "s/op").containsEntry("scale", "#");
        Measurement growth = found.get(0);
        assertThat(growth.units()).containsEntry("score", "us/op").containsEntry("touched", "us/op");
        assertThat(growth.samples()).hasSize(3).allMatch(sample -> sample.get("score") > sample.get("touched"));
    }

    @Test
    void measure_writesTablesJsonAndLog(@TempDir Path directory) throws IOException, RunnerException {
        StringWriter console = new StringWriter();
        BenchCommand.measure(List.of(tiny(2)), OutputDirectory.at(directory), new PrintWriter(console));
        String tables = Files.readString(directory.resolve("tables.md"));
        assertThat(tables).startsWith("## Tiny\n\n| us/op | touched, us/op |\n| --- | --- |\n| ");
        assertThat(console.toString()).contains("Tiny: round 1 of 2", "Tiny: round 2 of 2", tables, "jmh.json");
        assertThat(directory.resolve("jmh.json")).content().contains("GrowthBenchmark.step", "\"rawData\"");
        assertThat(directory.resolve("jmh.log")).content().contains("# Benchmark: dev.lbp.bench.jmh.GrowthBenchmark");
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
        assertThat(terminal.err).contains("--only=heat", "Growth with N");
    }

    @Test
    void preset_unknown_isRefused() {
        Terminal terminal = Terminal.run("bench", "--preset", "medium");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("--preset", "medium");
    }
}
