package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.RunPart;
import dev.lbp.select.prior.Inclusion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A selection of 64 chains in parts has the result of the whole selection, bit for bit. */
class PartsTest {

    private static final Regressions DATA = Regressions.autoregressive(40, 60, 0.6, 4L);

    private static final int CHAINS = 64;

    private static VariableSelection selection() {
        return DATA.selection()
                .inclusion(Inclusion.expectedSize(4))
                .sampling(run -> run.chains(CHAINS).warmup(40).draws(60))
                .seed(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, CHAINS})
    void merge_partsOfAnySize_isTheWholeSelection(int size) {
        List<RunPart> parts = new ArrayList<>();
        for (int first = 0; first < CHAINS; first += size) {
            parts.add(selection().part(first, size).draw());
        }
        Collections.shuffle(parts, new Random(size));
        SelectionResult whole = selection().run();
        SelectionResult merged = selection().merge(parts);
        assertThat(timeless(merged)).isEqualTo(timeless(whole));
        assertThat(merged.run().orElseThrow().traces().get("logProb"))
                .isDeepEqualTo(whole.run().orElseThrow().traces().get("logProb"));
        assertThat(merged.run().orElseThrow().marginals())
                .isEqualTo(whole.run().orElseThrow().marginals());
    }

    /** Estimates of conditional probabilities are checked at sites that depend on the chain's number in the run. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void merge_partsOfLogisticRegression_isTheWholeSelection(int size) {
        List<RunPart> parts = new ArrayList<>();
        for (int first = 0; first < 4; first += size) {
            parts.add(logistic().part(first, size).draw());
        }
        SelectionResult whole = logistic().run();
        assertThat(logistic().merge(parts).inclusion()).isEqualTo(whole.inclusion());
    }

    private static VariableSelection logistic() {
        double mean = Arrays.stream(DATA.y()).average().orElseThrow();
        double[] events = Arrays.stream(DATA.y()).map(y -> y > mean ? 1.0 : 0.0).toArray();
        double[][] some =
                Arrays.stream(DATA.x()).map(row -> Arrays.copyOf(row, 8)).toArray(double[][]::new);
        return VariableSelection.logistic(some, events)
                .enumerateUpTo(0)
                .sampling(run -> run.chains(4).warmup(20).draws(60))
                .seed(3);
    }

    private static String timeless(SelectionResult result) {
        return result.summary().replaceAll("warm-up [0-9.]+ s, draws [0-9.]+ s", "");
    }
}
