package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartSumsTest {

    private static final double GAINS = 26.0;
    private static final double LOSES = 24.0;

    @Test
    void worthwhile_lessThanHalfOfThePairsGain_onlyThese() {
        assertThat(PartSums.worthwhile(List.of(sums(GAINS, LOSES, LOSES)))).containsExactly(true, false, false);
    }

    /** The cold pairs move one large part as often with the whole state, but need the small ones. */
    @Test
    void worthwhile_halfOfThePairsGain_all() {
        assertThat(PartSums.worthwhile(List.of(sums(GAINS, LOSES)))).containsExactly(true, true);
    }

    @Test
    void worthwhile_countsOfAllLaddersTogether() {
        assertThat(PartSums.worthwhile(List.of(sums(LOSES, LOSES, LOSES), sums(LOSES, 30.0, LOSES))))
                .containsExactly(false, true, false);
    }

    /** Sums of pairs that move the given numbers of 100 differing sites by parts, and 20 as a whole. */
    private static PartSums sums(double... moved) {
        PartSums sums = PartSums.of(moved.length);
        for (int pair = 0; pair < moved.length; pair++) {
            sums.add(pair, 100.0, moved[pair], 20.0);
        }
        return sums;
    }
}
