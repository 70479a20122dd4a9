package dev.lbp.crossing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

    /** Samplers and models that have been taken. */
    private final Set<String> taken = new TreeSet<>();

    /** Starts of chains with frozen sites, by the name of the model. */
    private final Map<String, Object> starts = new HashMap<>();

    private final List<String> differences = new ArrayList<>();

    private final Map<String, Integer> cells = new TreeMap<>();

    @TempDir
    private Path directory;

    /** The models by name; see {@link CrossedForm#run} for their types. */
    protected abstract Map<String, Object> models();

    /** The samplers that must fit a model of the module: names of {@link CrossedSamplers}. */
    protected abstract Set<String> samplers();

    /** {@code auto()} on every model, because it does what the model decides; the others as the module wants. */
    @Test
    void everySamplerAndModel_drawTheSame() throws IOException {
        for (String model : models().keySet()) {
            crossFirst(List.of("auto"), List.of(model));
        }
        crossOthers();
        assertThat(differences).isEmpty();
        assertThatAllAreTaken();
    }

    /** Crosses samplers with models in each way that need not be slow. */
    protected abstract void crossOthers() throws IOException;

    /** Crosses, in each form, the first sampler and model that fit. */
    protected final void crossFirst(Collection<String> samplers, Collection<String> names) throws IOException {
        for (CrossedForm form : CrossedForm.values()) {
            Crossing found = null;
            for (String sampler : samplers) {
                for (String model : names) {
                    found = found == null ? crossing(sampler, model, form) : found;
                }
            }
            if (found != null) {
                differences.addAll(found.differences(29, 1, CrossedForm.BATCH));
            }
        }
    }

    /** The names from another one on, which depends on the text. */
    protected static List<String> rotated(Collection<String> names, String by) {
        List<String> rotated = new ArrayList<>(names);
        Collections.rotate(rotated, by.hashCode());
        return rotated;
    }

    /** Every sampler on every model, from every checkpoint. */
    @Test
    @Tag("slow")
    void everySamplerOnEveryModel_drawsTheSame() throws IOException {
        for (String sampler : CrossedSamplers.all().keySet()) {
            for (String model : models().keySet()) {
                for (CrossedForm form : CrossedForm.values()) {
                    Crossing crossing = crossing(sampler, model, form);
                    if (crossing != null) {
                        differences.addAll(crossing.differences(7, Integer.MAX_VALUE, 2, CrossedForm.CHAINS));
                    }
                }
            }
        }
        assertThat(differences).isEmpty();
        assertThatAllAreTaken();
    }

    /** Null if the three do not fit. */
    private @Nullable Crossing crossing(String sampler, String name, CrossedForm form) throws IOException {
        Object model = models().get(name);
        Object built = CrossedSamplers.all().get(sampler).apply(Crossing.sites(model));
        Object states = starts.computeIfAbsent(name, any -> Crossing.starts(model));
        Path own = Files.createTempDirectory(directory, "run");
        Crossing crossing = Crossing.of(sampler + " on " + name + ", " + form, built, model, form, states, own);
        cells.merge(Crossing.space(model) + (crossing == null ? ", refused" : ", taken"), 1, Integer::sum);
        if (crossing != null) {
            taken.addAll(List.of(sampler, name));
        }
        return crossing;
    }

    private void assertThatAllAreTaken() {
        LOGGER.info("pairs of sampler and model, in {} forms: {}", CrossedForm.values().length, cells);
        Set<String> all = new TreeSet<>(models().keySet());
        all.addAll(samplers());
        all.removeAll(taken);
        assertThat(all).as("samplers and models that fit nothing").isEmpty();
    }
}
