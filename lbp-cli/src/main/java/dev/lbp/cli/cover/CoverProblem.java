package dev.lbp.cli.cover;

import dev.lbp.cli.instance.SetFile;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.models.CoverModel;
import dev.lbp.models.Rate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The problem of {@code lbp cover}: the sets of a file whose size is in a range, and the observed names.
 *
 * @param names the names of the sets, by site
 * @param descriptions the descriptions of the sets, by site
 * @param note lines on the numbers of names and sets, and on those that were left out
 */
record CoverProblem(CoverModel model, List<String> names, List<String> descriptions, String note) {

    /** The largest number of names in a message. */
    private static final int SHOWN = 3;

    /**
     * The rates of false positives and of false negatives, and the prior probability of a set to be on.
     *
     * @param prior null for the default, about 10 sets on
     */
    record Rates(Rate alpha, Rate beta, @Nullable Rate prior) {

        Rate priorOrDefault(int sets) {
            return prior == null ? Rate.beta(1.0, Math.max(4.0, sets / 10.0)) : prior;
        }
    }

    /**
     * Makes the problem.
     *
     * @param population the names that could have been observed; null for all members of the file
     * @throws IllegalArgumentException if no set is left, or no observed name is in the population
     */
    static CoverProblem of(
            SetFile file,
            Set<String> observed,
            @Nullable Set<String> population,
            int smallest,
            int largest,
            Rates rates) {
        // Numbers the names that could have been observed, the effects of the model.
        Map<String, Integer> effects = new HashMap<>();
        for (String name : population == null ? members(file) : population) {
            effects.putIfAbsent(name, effects.size());
        }
        // Keeps the sets whose number of such names is in the range.
        List<int[]> sets = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int smaller = 0;
        int larger = 0;
        for (Map.Entry<String, List<String>> set : file.sets().entrySet()) {
            int[] numbers = set.getValue().stream()
                    .map(effects::get)
                    .filter(number -> number != null)
                    .mapToInt(Integer::intValue)
                    .toArray();
            smaller += numbers.length < smallest ? 1 : 0;
            larger += numbers.length > largest ? 1 : 0;
            if (numbers.length >= smallest && numbers.length <= largest) {
                sets.add(numbers);
                names.add(set.getKey());
            }
        }
        Check.that(
                !sets.isEmpty(),
                "leave a set, and all " + file.sets().size() + " of " + file.file() + " have fewer or more members"
                        + (population == null ? "" : " in the population"),
                "--min-size=" + smallest + ", --max-size",
                largest);
        // Leaves out observed names that could not have been observed, and reports them in the note below.
        int[] seen = observed.stream()
                .filter(effects::containsKey)
                .mapToInt(effects::get)
                .toArray();
        List<String> unknown =
                observed.stream().filter(name -> !effects.containsKey(name)).toList();
        String known = population == null ? "the sets" : "the population";
        Check.that(
                seen.length > 0,
                "hold a member of " + known + ", unlike " + firstNames(unknown),
                "observed",
                unknown.size() + "_names");
        CoverModel model = CoverModel.builder(sets.toArray(int[][]::new), effects.size())
                .observed(seen)
                .alpha(rates.alpha())
                .beta(rates.beta())
                .prior(rates.priorOrDefault(sets.size()))
                .build();
        StringBuilder note = new StringBuilder();
        note.append(Text.format("observed: %,d of %,d names", seen.length, effects.size()));
        if (!unknown.isEmpty()) {
            note.append(Text.format("; left out, not in %s: %,d (%s)", known, unknown.size(), firstNames(unknown)));
        }
        note.append(Text.format("\nsets: %,d with %d to %d members", sets.size(), smallest, largest));
        note.append(smaller + larger == 0 ? "" : Text.format("; left out: %,d smaller, %,d larger", smaller, larger));
        note.append(file.repeated() == 0 ? "" : Text.format("\nmembers repeated in a set: %,d", file.repeated()));
        return new CoverProblem(
                model, names, names.stream().map(file.descriptions()::get).toList(), note + "\n");
    }

    private static Collection<String> members(SetFile file) {
        return file.sets().values().stream().flatMap(List::stream).toList();
    }

    private static String firstNames(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
        return ForeignText.onOneLine(names.size() > SHOWN ? first + ", ..." : first);
    }
}
