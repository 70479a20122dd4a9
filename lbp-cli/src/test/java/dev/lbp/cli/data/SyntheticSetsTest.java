package dev.lbp.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SyntheticSetsTest {

    private static final int SETS = 800;
    private static final int ITEMS = 1_500;
    private static final int MEMBERSHIPS = 24_000;

    private final SyntheticSets synthetic = new SyntheticSets(SETS, ITEMS, MEMBERSHIPS, 5, 200, 1L);

    @Test
    void sets_haveTheShape() {
        int[][] sets = synthetic.sets();
        assertThat(sets).hasNumberOfRows(SETS);
        assertThat(Arrays.stream(sets).mapToInt(set -> set.length).sum()).isEqualTo(MEMBERSHIPS);
        Set<Integer> covered = new HashSet<>();
        for (int[] set : sets) {
            assertThat(set.length).isBetween(5, 200);
            assertThat(set).isSorted().doesNotHaveDuplicates();
            Arrays.stream(set).forEach(covered::add);
        }
        assertThat(covered).hasSize(ITEMS);
        // a power law: many small sets, and the largest within a few of the bound
        assertThat(Arrays.stream(sets).filter(set -> set.length < 15).count()).isGreaterThan(SETS / 3);
        assertThat(Arrays.stream(sets).mapToInt(set -> set.length).max().orElseThrow())
                .isGreaterThan(180);
    }

    /** 70 % of the sets have a parent; a set of popular items is part of another by chance only if it is small. */
    @Test
    void mostSets_arePartOfALargerOne() {
        int[][] sets = synthetic.sets();
        Set<Set<Integer>> all = Arrays.stream(sets)
                .map(set -> Arrays.stream(set).boxed().collect(Collectors.toSet()))
                .collect(Collectors.toSet());
        long nested = all.stream()
                .filter(set -> all.stream().anyMatch(other -> other.size() >= 2 * set.size() && other.containsAll(set)))
                .count();
        assertThat((double) nested / SETS).isBetween(0.4, 0.8); // items without a set are put into some of them
    }

    /** 0.7 of about 400 items inside are seen, and 0.1 of 1,100 outside: errors 0.023, 0.009; bounds at 5 (6e-7). */
    @Test
    void observed_hasTheErrorRates() {
        int[] on = synthetic.plant(10, 20, 60);
        assertThat(on).hasSize(10).isSorted().doesNotHaveDuplicates();
        int[][] sets = synthetic.sets();
        Set<Integer> covered = new HashSet<>();
        for (int i : on) {
            assertThat(sets[i].length).isBetween(20, 60);
            Arrays.stream(sets[i]).forEach(covered::add);
        }
        int[] seen = synthetic.observe(on, 0.1, 0.3);
        double inside = IntStream.of(seen).filter(covered::contains).count();
        assertThat(inside / covered.size()).isCloseTo(0.7, within(5 * Math.sqrt(0.21 / covered.size())));
        double outside = seen.length - inside;
        int others = ITEMS - covered.size();
        assertThat(outside / others).isCloseTo(0.1, within(5 * Math.sqrt(0.09 / others)));
    }

    @Test
    void impossibleShapes_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SyntheticSets(10, 20, 19, 1, 5, 1L))
                .withMessage("must be possible with these sizes: memberships=19");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SyntheticSets(10, 20, 30, 5, 5, 1L))
                .withMessage("must be in [1, largest): smallest=5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> synthetic.plant(5, 201, 300))
                .withMessage("must have as many sets of these sizes: count=5");
    }
}
