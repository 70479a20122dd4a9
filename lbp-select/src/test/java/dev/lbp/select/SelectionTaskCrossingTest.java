package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.crossing.TaskCrossingTest;
import dev.lbp.hashes.HashedResults;
import dev.lbp.result.RunPart;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every selection in every way that it can be carried out: its tables are the same byte for byte. */
class SelectionTaskCrossingTest extends TaskCrossingTest {

    private static final int CHAINS = 4;

    /** Draws from one report to the next. */
    private static final int REPORTED = 17;

    /** What is set in every selection here. */
    private static final Set<String> SET = Set.of("sampling", "seed", "threads", "listener", "enumerateUpTo");

    @TempDir
    private Path tables;

    SelectionTaskCrossingTest() {
        super("dev.lbp.select");
    }

    @Override
    protected Map<String, Task> tasks() {
        Map<String, Task> tasks = new LinkedHashMap<>();
        CrossedSelections.all()
                .forEach((name, selection) -> tasks.put(
                        "VariableSelection, " + name, way -> found(selection, name.contains("untilPipError"), way)));
        return tasks;
    }

    @Override
    protected Set<String> quickTasks() {
        return Set.of("VariableSelection, linear", "VariableSelection, cox");
    }

    @Test
    void everyRegressionAndSetting_isInTheList() {
        Set<String> expected = Stream.of(
                        VariableSelection.class,
                        ResponseSettings.class,
                        SelectionSettings.class,
                        CoefficientSettings.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && method.getReturnType().isAssignableFrom(VariableSelection.class))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        expected.removeAll(SET);
        Set<String> listed = CrossedSelections.all().keySet().stream()
                .flatMap(name -> Arrays.stream(name.split("[.]")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(expected);
    }

    private @Nullable Object found(Supplier<VariableSelection> selection, boolean together, Way way)
            throws IOException {
        Supplier<VariableSelection> settled = () -> selection
                .get()
                .sampling(run -> run.chains(CHAINS).warmup(40).draws(60).track("nothing", reporter(way.listener())))
                .enumerateUpTo(0)
                .seed(3)
                .threads(way.threads());
        if (way.parts() > 0) {
            return together ? null : content(merged(settled, way.parts()));
        }
        VariableSelection whole = settled.get().listener(listener(way.listener()));
        Path checkpoint = way.checkpoint();
        if (checkpoint != null) {
            whole.sampling(run -> run.checkpoint(checkpoint, way.every()));
        }
        return content(way.from() == null ? whole.run() : whole.resume(way.from()));
    }

    private static SelectionResult merged(Supplier<VariableSelection> selection, int size) {
        List<RunPart> parts = new ArrayList<>();
        for (int first = 0; first < CHAINS; first += size) {
            parts.add(0, selection.get().part(first, size).draw());
        }
        return selection.get().merge(parts);
    }

    /** A statistic that reports progress, which the listener of a short run is told only at the end of a phase. */
    private static Statistic reporter(Runnable report) {
        AtomicInteger draws = new AtomicInteger();
        return state -> {
            if (draws.incrementAndGet() % REPORTED == 0) {
                report.run();
            }
            return 0.0;
        };
    }

    private Object content(SelectionResult result) throws IOException {
        Path directory = Files.createTempDirectory(tables, "tables");
        result.exportCsv(directory);
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                found.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        found.put("summary", result.summary().replaceAll("warm-up [0-9.]+ s, draws [0-9.]+ s", ""));
        found.put("run", HashedResults.of(result.run().orElseThrow()));
        return found;
    }
}
