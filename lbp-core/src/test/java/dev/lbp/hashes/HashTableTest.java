package dev.lbp.hashes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.AnnealedImportance;
import dev.lbp.Parts;
import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Compares draws and files with {@code hashes.txt}, a table of their hashes. A change that must not change draws leaves
 * the table as it is. The head of the table has the command that makes a new one.
 *
 * <p>This package uses the public API alone, so that a class of the library can move and the test needs new imports at
 * most. The table does not depend on the JDK, the number of threads, or the choice between the scalar and the vector
 * kernel. Reports are not in it: the JDK's compression decides on the bytes of their pictures.
 */
@DisabledIfSystemProperty(
        named = "lbp.kernel",
        matches = "nd4j",
        disabledReason = "its weights have other last bits, see ADR 5")
class HashTableTest {

    private static final String TABLE = "hashes.txt";

    private static final String ARITHMETIC = "arithmetic";

    @TempDir
    private Path directory;

    @Test
    void drawsAndFiles_ofEverySampler_areThoseOfTheTable() throws IOException {
        SortedMap<String, String> rows = rows();
        String wanted = System.getProperty("lbp.hashes");
        if (wanted != null) {
            write(Path.of(wanted), rows);
            return;
        }
        SortedMap<String, String> table = table();
        assumeTrue(
                Objects.equals(table.get(ARITHMETIC), rows.get(ARITHMETIC)),
                "Java's logarithms and powers have other last bits on this machine than where the table was made");
        SortedMap<String, String> changed = new TreeMap<>();
        table.forEach((row, hash) -> {
            if (!hash.equals(rows.get(row))) {
                changed.put(row, hash + " became " + rows.get(row));
            }
        });
        rows.forEach((row, hash) -> {
            if (!table.containsKey(row)) {
                changed.put(row, "is not in the table: " + hash);
            }
        });
        assertThat(changed)
                .as("%d rows of %d have changed", changed.size(), table.size())
                .isEmpty();
    }

    private SortedMap<String, String> rows() throws IOException {
        SortedMap<String, String> rows = new TreeMap<>();
        rows.put(ARITHMETIC, arithmetic());
        HashedCases.models().forEach((form, model) -> {
            HashedCases.samplersOn(form)
                    .forEach((sampler, built) -> addDraws(rows, sampler + ' ' + form, built, model));
            if (model instanceof LayeredModel) {
                addDraws(rows, "block-gibbs - - " + form, Samplers.blockGibbs().build(), model);
            }
        });
        for (Map.Entry<String, SamplingRun> run : runs().entrySet()) {
            Path files = Files.createDirectory(directory.resolve(run.getKey()));
            new HashedFiles(files)
                    .of(run.getValue())
                    .forEach((file, hash) -> rows.put("file " + run.getKey() + ' ' + file, hash));
        }
        addRuns(rows);
        rows.put("annealed local", annealed(SpinLine.of(HashedCases.N)));
        rows.put("annealed batched", annealed(SpinLine.of(HashedCases.N).batched(DataType.DOUBLE)));
        return rows;
    }

    /** Every run, as a whole and merged from parts, which must be equal, and the files of some. */
    private void addRuns(Map<String, String> rows) throws IOException {
        for (Map.Entry<String, Supplier<? extends Run<?, ?, ?>>> entry :
                HashedRuns.all().entrySet()) {
            String name = entry.getKey();
            rows.put("run " + name, HashedResults.of(entry.getValue().get().run()));
            if (HashedRuns.WITH_FILES.contains(name)) {
                rows.put(
                        "run merged " + name,
                        HashedResults.of(entry.getValue()
                                .get()
                                .merge(Parts.drawn(entry.getValue(), HashedRuns.CHAINS, HashedRuns.BATCH))));
                Path files = Files.createDirectory(directory.resolve(name));
                new HashedFiles(files)
                        .of(entry.getValue().get())
                        .forEach((file, hash) -> rows.put("file " + name + ' ' + file, hash));
            }
        }
    }

    private static String annealed(EnergyModel model) {
        AnnealedImportance annealing =
                AnnealedImportance.of(model).temperatures(8).chains(5).seed(3);
        return HashedResults.of(annealing.run());
    }

    private static void addDraws(Map<String, String> rows, String name, Sampler sampler, EnergyModel model) {
        SampleResult free = HashedDraws.run(sampler, model, 1).run();
        SampleResult held = HashedDraws.held(sampler, model, 2).run();
        rows.put(name + " 1", HashedDraws.draws(free) + ' ' + HashedDraws.estimates(free));
        rows.put(name + " 2", HashedDraws.draws(held) + ' ' + HashedDraws.estimates(held));
        rows.put(name + " loop", HashedDraws.loop(sampler, model, 1));
    }

    /** Runs of each engine, with everything that a run can record. */
    private static Map<String, SamplingRun> runs() {
        Map<String, SamplingRun> runs = new LinkedHashMap<>();
        EnergyModel line = SpinLine.of(HashedCases.N);
        Sampler adaptive = Samplers.lbp().build();
        runs.put(
                "until-ess",
                HashedDraws.held(adaptive, line, 2).draws(2_000).leastDraws(20).untilEss(200, "sum"));
        runs.put("local", HashedDraws.held(adaptive, line, 2));
        runs.put("batched", HashedDraws.run(adaptive, SpinLine.of(HashedCases.N).batched(DataType.FLOAT), 1));
        runs.put("random-scan", HashedDraws.run(Samplers.gibbs().randomScan().build(), line, 1));
        runs.put("layered", HashedDraws.held(Samplers.blockGibbs().build(), HashedCases.layered(DataType.DOUBLE), 2));
        return runs;
    }

    /**
     * Functions of the JDK whose last bits may differ between architectures. Samplers use logarithms and powers, models
     * use sines.
     */
    private static String arithmetic() {
        Hash hash = new Hash();
        for (int k = 1; k <= 1_000; k++) {
            double x = 0.01 * k;
            hash.of(Math.log(x)).of(Math.log1p(x)).of(Math.log10(x));
            hash.of(Math.exp(x)).of(Math.pow(x, -0.6)).of(Math.sin(x)).of(Math.cos(x));
        }
        return hash.text();
    }

    private static SortedMap<String, String> table() throws IOException {
        SortedMap<String, String> table = new TreeMap<>();
        try (InputStream in = Objects.requireNonNull(HashTableTest.class.getResourceAsStream(TABLE), TABLE)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(": ", 2))
                    .forEach(row -> table.put(row[0], row[1]));
        }
        return table;
    }

    private static void write(Path file, SortedMap<String, String> rows) throws IOException {
        StringBuilder text = new StringBuilder("""
                # What samplers draw and files hold, as hashes; see HashTableTest.
                #   sampler, scale or scan, weight function, model, seed: hash of the draws, hash of what is computed of them
                #   the same with "loop" for the seed: hash of chains that a caller steps
                #   "run", name of the run, or "merged" and its name: hash of the draws, hash of what is computed of them
                #   "annealed", model: hash of log-weights and log Z
                #   "file", run, file: hash
                # Where nothing is meant to change, this table stays as it is. A new one:
                #   mvn test -pl lbp-core -Dtest=HashTableTest -Dlbp.hashes=src/test/resources/dev/lbp/hashes/hashes.txt
                """);
        rows.forEach((row, hash) -> text.append(row).append(": ").append(hash).append('\n'));
        Files.writeString(file, text);
    }
}
