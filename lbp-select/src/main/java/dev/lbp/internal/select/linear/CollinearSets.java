package dev.lbp.internal.select.linear;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The sets of columns that have no fit, since one is a combination of the others to rounding. */
final class CollinearSets {

    /** Columns that are looked at, those of the most probable variables first. */
    private static final int MOST_COLUMNS = 40;

    private CollinearSets() {}

    /**
     * Adds column after column to a fit, and names those that cannot enter.
     *
     * @param probabilities of the candidates, in the order of the data
     * @return for each column that cannot enter, its name after the names of those that explain it
     */
    static List<List<String>> of(Problem problem, double[] probabilities) {
        SelectionModel model = problem.model();
        String[] names = problem.design().names;
        Comparator<Integer> byProbability = Comparator.comparingDouble(site -> -probabilities[site]);
        int[] order = IntStream.range(0, probabilities.length)
                .boxed()
                .sorted(byProbability)
                .flatMapToInt(site -> IntStream.range(model.firstColumn(site), model.firstColumn(site + 1)))
                .limit(MOST_COLUMNS)
                .toArray();
        List<List<String>> sets = new ArrayList<>();
        LinearFit fit = new LinearFit(model.gram, model.lambda);
        ColumnChange unused = new ColumnChange();
        for (int column : order) {
            if (fit.size() < model.mostColumns && !fit.add(column, unused)) {
                sets.add(Stream.concat(
                                IntStream.of(fit.explaining(column)).mapToObj(other -> names[other]),
                                Stream.of(names[column]))
                        .toList());
            }
        }
        return sets;
    }
}
