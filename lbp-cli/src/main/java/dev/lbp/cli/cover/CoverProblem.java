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
        Map<String, Integer> effects = numbered(population == null ? members(file) : population);
        Selection chosen = selection(file, effects, smallest, largest);
        Check.that(
                !chosen.sets.isEmpty(),
                "leave a set, and all " + file.sets().size() + " of " + file.file() + " have fewer or more members"
                        + (population == null ? "" : " in the population"),
                "--min-size=" + smallest + ", --max-size",
                largest);
        int[] seen = observed.stream()
                .filter(effects::containsKey)
                .mapToInt(effects::get)
                .toArray();
        // the observed names that could not have been observed; the note tells of them
        List<String> unknown =
                observed.stream().filter(name -> !effects.containsKey(name)).toList();
        String known = population == null ? "the sets" : "the population";
        Check.that(
                seen.length > 0,
                "hold a member of " + known + ", unlike " + firstNames(unknown),
                "observed",
                unknown.size() + "_names");
        CoverModel model = CoverModel.builder(chosen.sets.toArray(int[][]::new), effects.size())
                .observed(seen)
                .alpha(rates.alpha())
                .beta(rates.beta())
                .prior(rates.priorOrDefault(chosen.sets.size()))
                .build();
        String note = Text.format("observed: %,d of %,d names", seen.length, effects.size())
                + (unknown.isEmpty()
                        ? ""
                        : Text.format("; left out, not in %s: %,d (%s)", known, unknown.size(), firstNames(unknown)))
                + Text.format("\nsets: %,d with %d to %d members", chosen.sets.size(), smallest, largest)
                + (chosen.sets.size() == file.sets().size()
                        ? ""
                        : Text.format("; left out: %,d smaller, %,d larger", chosen.smaller, chosen.larger))
                + (file.repeated() == 0 ? "" : Text.format("\nmembers repeated in a set: %,d", file.repeated()));
        List<String> descriptions =
                chosen.names.stream().map(file.descriptions()::get).toList();
        return new CoverProblem(model, chosen.names, descriptions, note + "\n");
    }

    /** The number of each name, from 0: the effects of the model are the names that could have been observed. */
    private static Map<String, Integer> numbered(Collection<String> names) {
        Map<String, Integer> numbers = new HashMap<>();
        for (String name : names) {
            numbers.putIfAbsent(name, numbers.size());
        }
        return numbers;
    }

    /**
     * The sets whose size is in the range.
     *
     * @param sets the effects of each set
     * @param smaller the number of sets below the range
     * @param larger the number of sets above the range
     */
    private record Selection(List<int[]> sets, List<String> names, int smaller, int larger) {}

    /** Selects sets by their numbers of effects. Members that could not have been observed do not count. */
    private static Selection selection(SetFile file, Map<String, Integer> effects, int smallest, int largest) {
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
        return new Selection(sets, names, smaller, larger);
    }

    private static Collection<String> members(SetFile file) {
        return file.sets().values().stream().flatMap(List::stream).toList();
    }

    private static String firstNames(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
        return ForeignText.onOneLine(names.size() > SHOWN ? first + ", ..." : first);
    }
}
