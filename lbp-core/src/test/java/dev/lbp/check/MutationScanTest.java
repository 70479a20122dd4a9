package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableCategories;
import dev.lbp.target.SiteConstraints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutationScanTest {

    /** 3 sites of 3 values; at site 1 the value 2 is impossible. */
    private static final TableCategories MODEL = TableCategories.random(3, 1.5, 7L, 3, 2, 3);

    private static final int[] STATE = {2, 0, 1};

    /** The same by definition, from the table. */
    private static double[] changesAndErrors(TableCategories model, boolean errors) {
        int x = model.number(STATE);
        List<Double> found = new ArrayList<>();
        for (int y = 0; y < model.table().length; y++) {
            int[] other = model.state(y);
            int differs = -1;
            int count = 0;
            for (int i = 0; i < STATE.length; i++) {
                if (other[i] != STATE[i]) {
                    differs = i;
                    count++;
                }
            }
            double change = model.table()[y] - model.table()[x];
            if (count == 1 && Double.isFinite(change)) {
                double estimate = model.logit(x, differs, other[differs]) - model.logit(x, differs, STATE[differs]);
                found.add(errors ? estimate - change : change);
            }
        }
        return found.stream().mapToDouble(d -> d).toArray();
    }

    private static double meanSquare(double[] values, double centre) {
        double sum = 0.0;
        for (double value : values) {
            sum += (value - centre) * (value - centre);
        }
        return sum / values.length;
    }

    @Test
    void scan_ofFirstOrderEstimates_isThatOfTheTable() {
        TableCategories crude = MODEL.crude();
        MutationScan scan = MutationScan.of(crude, STATE);
        double[] changes = changesAndErrors(crude, false);
        double mean = Arrays.stream(changes).average().orElseThrow();
        assertThat(scan.mutations()).isEqualTo(5).isEqualTo(changes.length);
        assertThat(scan.standardDeviation()).isCloseTo(Math.sqrt(meanSquare(changes, mean)), within(1e-12));
        Arrays.sort(changes); // of 5 values the 5 % quantile is the first one
        assertThat(new double[] {scan.low(), scan.median(), scan.high()})
                .containsExactly(new double[] {changes[0], changes[2], changes[4]}, within(1e-12));
        double error = Math.sqrt(meanSquare(changesAndErrors(crude, true), 0.0));
        assertThat(scan.error()).isCloseTo(error, within(1e-12));
        assertThat(scan.suggestedBeta()).isCloseTo(1.0 / scan.standardDeviation(), within(1e-12));
        assertThat(scan.largestBeta()).isCloseTo(3.0 / error, within(1e-12));
    }

    @Test
    void scan_ofExactLogits_hasNoError() {
        assertThat(MutationScan.of(MODEL, STATE).error()).isLessThan(1e-12);
    }

    @Test
    void states_thatCannotBeScanned_areRefused() {
        assertThatThrownBy(() -> MutationScan.of(MODEL, new int[] {0, 2, 0}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be possible: its log-probability: state=-Infinity");
        assertThatThrownBy(() -> MutationScan.of(MODEL, new int[] {0, 3, 0}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("state[1]=3");
        SiteConstraints fixed =
                SiteConstraints.of(3, 3).forbid(0, 0, 1).forbid(1, 1, 2).forbid(2, 0, 2);
        assertThatThrownBy(() -> MutationScan.of(fixed.on(MODEL), STATE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must have a possible mutation: state=none is possible");
    }
}
