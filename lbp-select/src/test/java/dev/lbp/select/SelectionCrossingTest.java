package dev.lbp.select;

import dev.lbp.crossing.CrossingTest;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The posterior of every likelihood in every way that a run can be carried out. */
class SelectionCrossingTest extends CrossingTest {

    private static final int ROWS = 24;
    private static final double[][] X = new double[ROWS][5];

    static {
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < X[i].length; j++) {
                X[i][j] = Math.sin(1.0 + i * (j + 2.0) * (j + 1.3));
            }
        }
    }

    @Override
    protected Map<String, Object> models() {
        double[] real = Arrays.stream(X)
                .mapToDouble(row -> row[0] + 0.5 * row[2] * row[1])
                .toArray();
        double[] binary =
                Arrays.stream(real).map(value -> value > 0.1 ? 1.0 : 0.0).toArray();
        double[] counts = Arrays.stream(real)
                .map(value -> Math.floor(Math.exp(value + 0.5)))
                .toArray();
        double[] times = Arrays.stream(real).map(value -> Math.exp(-value)).toArray();
        double[] events =
                Arrays.stream(X).mapToDouble(row -> row[4] > -0.6 ? 1.0 : 0.0).toArray();
        return new TreeMap<>(Map.of(
                "linear", VariableSelection.linear(X, real).model(),
                "logistic", VariableSelection.logistic(X, binary).model(),
                "probit", VariableSelection.probit(X, binary).model(),
                "poisson", VariableSelection.poisson(X, counts).model(),
                "negativeBinomial",
                        VariableSelection.negativeBinomial(X, counts, 2.0).model(),
                "cox", VariableSelection.cox(X, times, events).model()));
    }

    @Override
    protected Set<String> samplers() {
        return Set.of("auto", "lbp", "gibbs", "metropolis");
    }

    /** The two classes of models, and the samplers that use their trackers in different ways. */
    @Override
    protected void crossOthers() throws IOException {
        crossFirst(List.of("lbp"), List.of("poisson"));
        crossFirst(List.of("gibbs"), List.of("linear"));
        crossFirst(List.of("metropolis"), List.of("cox"));
    }
}
