package dev.lbp.crossing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every sampler on every model in every {@link CrossedForm} draws the same bit for bit: with checkpoints or without,
 * resumed, merged from parts, on any number of threads, with files of draws. A sampler joins by its name in
 * {@link CrossedSamplers}, a model by its name in the list of its module.
 *
 * <p>The tests of a module extend this class with their models.
 */
public abstract class CrossingTest {

    private static final Logger LOGGER = LoggerFactory.getLogger(CrossingTest.class);

    /** Enough for a round of adaptation of every kind. */
    private static final CrossedForm.Length DEEP = new CrossedForm.Length(101, 20);

    /** Enough for 64 scans of a ladder, which is when batches are joined, and some more. */
    private static final CrossedForm.Length LONG = new CrossedForm.Length(31, 80);

    /** Samplers and models that have been taken. */
    private final Set<String> taken = new TreeSet<>();

    /** The samplers by name, each made for a number of sites. */
    private final Map<String, IntFunction<Object>> built = CrossedSamplers.all();

    /** The models of the module, made once. */
    private final Map<String, Object> models = new LinkedHashMap<>();

    /** Starts of chains with frozen sites, by the name of the model. */
    private final Map<String, Object> starts = new HashMap<>();

    private final List<String> differences = new ArrayList<>();

    /** For each space, how many crossings each sampler has been in, and how many were refused. */
    private final Map<String, Map<String, Integer>> cells = new TreeMap<>();

    @TempDir
    private Path directory;

    @BeforeEach
    void makeModels() {
        built.putAll(ownSamplers());
        models.putAll(models());
    }

    /** The models by name; see {@link CrossedForm#run} for their types. */
    protected abstract Map<String, Object> models();

    /** Samplers that {@link CrossedSamplers} does not have, by name, each made for a number of sites. */
    protected Map<String, IntFunction<Object>> ownSamplers() {
        return Map.of();
    }

    /** The samplers that must fit a model of the module, by name. */
    protected abstract Set<String> samplers();

    /** {@code auto()} on every model, because it does what the model decides; the others as the module wants. */
    @Test
    void everySamplerAndModel_drawTheSame() throws IOException {
        for (String model : models.keySet()) {
            crossFirst(List.of("auto"), List.of(model));
        }
        crossOthers();
        assertThat(differences).isEmpty();
        assertThatAllAreTaken();
    }

    /** Crosses samplers with models in each way that need not be slow. */
    protected abstract void crossOthers() throws IOException;

    /**
     * Crosses, in each form, the first sampler and model that fit. Of two forms that differ in frozen sites alone, one
     * is enough; which one, depends on the names.
     */
    protected final void crossFirst(Collection<String> samplers, Collection<String> names) throws IOException {
        for (CrossedForm form : CrossedForm.FEW) {
            if (!form.freezes()) {
                boolean turned = Math.floorMod(Objects.hash(samplers, names, form.name()), 2) == 1;
                List<CrossedForm> pair = turned ? List.of(form.frozen(), form) : List.of(form, form.frozen());
                crossFirst(samplers, names, pair);
            }
        }
    }

    private void crossFirst(Collection<String> samplers, Collection<String> names, List<CrossedForm> forms)
            throws IOException {
        for (CrossedForm form : forms) {
            for (String sampler : samplers) {
                for (String model : names) {
                    CrossedForm.Length length = new CrossedForm.Length(CrossedSamplers.warmUp(sampler), 12);
                    Crossing crossing = crossing(sampler, model, form, length);
                    if (crossing != null) {
                        differences.addAll(crossing.differences(length.steps() / 5 | 1, 1, CrossedForm.BATCH));
                        return;
                    }
                }
            }
        }
    }

    /** Crosses a run with enough draws to join the batches of every sum in batches, from every checkpoint. */
    protected final void crossLong(String sampler, String model, CrossedForm form) throws IOException {
        Crossing crossing = Objects.requireNonNull(crossing(sampler, model, form, LONG));
        differences.addAll(crossing.differences(LONG.steps() / 5 | 1, Integer.MAX_VALUE, CrossedForm.BATCH));
    }

    /**
     * Crosses runs of so many chains that they share words, in parts that cut and fill a word. They have many files: a
     * sampler on a model is crossed with a frozen site or without.
     */
    protected final void crossMany(String sampler, String model, boolean frozen) throws IOException {
        CrossedForm form = frozen ? CrossedForm.FROZEN_MANY : CrossedForm.MANY;
        CrossedForm.Length length = new CrossedForm.Length(CrossedSamplers.warmUp(sampler), 40);
        Crossing crossing = Objects.requireNonNull(crossing(sampler, model, form, length));
        assertThat(crossing.inWords())
                .as(sampler + " on " + model + " in words")
                .isTrue();
        differences.addAll(crossing.differences(length.steps() / 5 | 1, 1, 11, Long.SIZE));
    }

    /** The names from another one on, which depends on the text. */
    protected static List<String> rotated(Collection<String> names, String by) {
        List<String> rotated = new ArrayList<>(names);
        Collections.rotate(rotated, by.hashCode());
        return rotated;
    }

    /**
     * Every sampler on every model, from five checkpoints of the twenty; a test for each model. A module that has
     * samplers of its own crosses these alone: its models are like those of lbp-core.
     */
    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> everySamplerOnAModel_drawsTheSame() {
        Set<String> samplers =
                ownSamplers().isEmpty() ? built.keySet() : ownSamplers().keySet();
        return models.keySet().stream().map(model -> dynamicTest(model, () -> crossDeep(samplers, model)));
    }

    private void crossDeep(Set<String> samplers, String model) throws IOException {
        differences.clear();
        for (String sampler : samplers) {
            for (CrossedForm form : CrossedForm.FEW) {
                Crossing crossing = crossing(sampler, model, form, DEEP);
                if (crossing != null) {
                    differences.addAll(crossing.differences(7, 5, CrossedForm.BATCH, CrossedForm.CHAINS));
                }
            }
            if (CrossedSamplers.sweeps(sampler) && models.get(model) instanceof LocalEnergyModel) {
                for (CrossedForm form : List.of(CrossedForm.MANY, CrossedForm.FROZEN_MANY)) {
                    Crossing crossing = crossing(sampler, model, form, DEEP);
                    if (crossing != null && crossing.inWords()) {
                        differences.addAll(crossing.differences(7, 5, 11, Long.SIZE));
                    }
                }
            }
        }
        assertThat(differences).isEmpty();
        assertThat(taken).contains(model);
        log();
    }

    /** Null if the three do not fit. */
    private @Nullable Crossing crossing(String sampler, String name, CrossedForm form, CrossedForm.Length length) {
        Object model = Objects.requireNonNull(models.get(name));
        Object made = Objects.requireNonNull(built.get(sampler)).apply(Crossing.sites(model));
        Object states = starts.computeIfAbsent(name, any -> Crossing.starts(model));
        Crossing crossing = Crossing.of(
                sampler + " on " + name + ", " + form,
                () -> form.run(made, model, states, length),
                result -> form.broken(result, states),
                directory);
        cells.computeIfAbsent(Crossing.space(model), space -> new TreeMap<>())
                .merge(crossing == null ? "refused" : sampler, 1, Integer::sum);
        if (crossing != null) {
            taken.addAll(List.of(sampler, name));
        }
        return crossing;
    }

    private void log() {
        LOGGER.info("crossings by space and sampler: {}", cells);
    }

    private void assertThatAllAreTaken() {
        log();
        Set<String> all = new TreeSet<>(models.keySet());
        all.addAll(samplers());
        all.removeAll(taken);
        assertThat(all).as("samplers and models that fit nothing").isEmpty();
    }
}
