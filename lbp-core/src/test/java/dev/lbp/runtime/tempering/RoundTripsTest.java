package dev.lbp.runtime.tempering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundTripsTest {

    /** One scan for each text; a text has the accepted pairs in their order. */
    private static RoundTrips after(int slots, String... scans) {
        RoundTrips trips = new RoundTrips(slots, 1);
        scan(trips, scans);
        return trips;
    }

    private static void scan(RoundTrips trips, String... scans) {
        for (String pairs : scans) {
            pairs.chars().forEach(pair -> trips.exchange(pair - '0'));
            trips.scanned();
        }
    }

    private static void assertCounts(RoundTrips trips, long restarts, long roundTrips) {
        assertThat(trips.restarts()).as("restarts").isEqualTo(restarts);
        assertThat(trips.roundTrips()).as("round trips").isEqualTo(roundTrips);
    }

    @Test
    void counts_ofTheFirstReplica_growAtTheEndsOfItsWay() {
        RoundTrips trips = new RoundTrips(3, 1);
        assertCounts(trips, 0, 0);
        scan(trips, "0");
        assertCounts(trips, 0, 0); // replicas 1 0 2
        scan(trips, "1");
        assertCounts(trips, 1, 0); // 1 2 0: replica 0 came from slot 0
        scan(trips, "");
        assertCounts(trips, 1, 0); // it stays, and is not counted again
        scan(trips, "1", "1", "1");
        assertCounts(trips, 1, 0); // 1 0 2: it returned to slot 2 from slot 1; replica 2 never was in slot 0
        scan(trips, "0");
        assertCounts(trips, 1, 1); // 0 1 2: back in slot 0
        scan(trips, "", "0", "0");
        assertCounts(trips, 1, 1); // 0 1 2: no new restart, so no new round trip
    }

    /** Replicas 1 and 2 were in slot K before they were in slot 0. */
    @Test
    void comingToTheTarget_withoutTheReference_isNoRestart() {
        assertCounts(after(3, "1"), 0, 0); // 0 2 1
        assertCounts(after(3, "1", "1", "1", "1", "1"), 0, 0);
    }

    @Test
    void firstWay_fromTheTargetToTheReference_isNoRoundTrip() {
        assertCounts(after(3, "1", "0", "1", "0"), 1, 0); // 0 2 1, 2 0 1, 2 1 0, 1 2 0: replica 0 restarted
        assertCounts(after(2, "0"), 1, 0); // 1 0
        assertCounts(after(2, "0", "0"), 2, 1); // 0 1: replica 0 is back, replica 1 was in slot 0
        assertCounts(after(2, "0", "0", "0"), 3, 2);
    }

    /** Exchanges within one scan: the ends count where they are after the last of them. */
    @Test
    void slots_betweenTwoExchangesOfAScan_doNotCount() {
        assertCounts(after(2, "00", "00"), 0, 0);
        assertCounts(after(3, "01"), 1, 0); // 1 2 0: replica 0 passed slot 1 in one scan
    }

    /**
     * If all exchanges are accepted, a replica moves by one slot in a scan, and waits for one scan at each end: a cycle
     * of 2 n scans for n slots. It is in slot p at phase p &lt; n and in slot 2 n - 1 - p after it. The first scan
     * exchanges pairs 0, 2, ...: slots 0, 2, ... begin upwards and the others downwards, so that the phases are 0, 2,
     * ..., 2 n - 2.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 10})
    void allAccepted_everyReplica_takesTwiceTheSlots(int n) {
        RoundTrips trips = new RoundTrips(n, 1);
        for (int scan = 0; scan < 7 * n + 3; scan++) {
            for (int pair = scan % 2; pair < n - 1; pair += 2) {
                trips.exchange(pair);
            }
            trips.scanned();
            long restarts = 0;
            long roundTrips = 0;
            for (int phase = 0; phase < 2 * n; phase += 2) {
                // Scans from the start to phase 2 n - 1, the first scan in slot 0; the replica of phase 0 was there
                // before.
                int arrival = phase == 0 ? -1 : 2 * n - 1 - phase;
                int since = scan + 1 - arrival;
                restarts += Math.max(0, Math.floorDiv(since - n, 2 * n) + 1);
                roundTrips += Math.max(0, Math.floorDiv(since, 2 * n));
            }
            assertCounts(trips, restarts, roundTrips);
        }
    }

    /** Two sites: the contents of each cross the ladder by themselves. */
    @Test
    void counts_ofParts_areThoseOfTheSiteThatCrossesSeldom() {
        RoundTrips trips = new RoundTrips(2, 2);
        RoundTrips.exchange(trips, 0, trips, 1, new int[] {0, 1}, 2, 1);
        trips.scanned();
        assertCounts(trips, 0, 0); // site 1 has not moved
        RoundTrips.exchange(trips, 0, trips, 1, new int[] {1, 0}, 2, 1);
        trips.scanned();
        assertCounts(trips, 1, 0);
        RoundTrips.exchange(trips, 0, trips, 1, new int[] {1, 0}, 2, 2);
        trips.scanned();
        assertCounts(trips, 2, 1);
    }

    /** Of three sites two differ; the third goes with the majority of them. */
    @Test
    void sites_thatAgree_goWithTheMajority() {
        RoundTrips trips = new RoundTrips(2, 3);
        RoundTrips.exchange(trips, 0, trips, 1, new int[] {0, 1}, 2, 1);
        RoundTrips.exchange(trips, 0, trips, 1, new int[] {1, 0}, 2, 1);
        trips.scanned();
        assertCounts(trips, 0, 0); // half of two are no majority
        RoundTrips.exchange(trips, 0, trips, 1, new int[] {0, 1}, 2, 2);
        trips.scanned();
        assertCounts(trips, 1, 0);
    }

    /** What the places from to to - 1 do not hold stays, also where most of the others go. */
    @Test
    void places_ofAnExchange_moveAloneOrTheOthersBack() {
        RoundTrips one = new RoundTrips(2, 4);
        RoundTrips other = new RoundTrips(2, 4);
        RoundTrips.exchange(one, 0, other, 1, new int[] {2, 1, 3}, 3, 2);
        other.scanned();
        assertThat(other.restarts()).as("site 3 stayed").isZero();
        RoundTrips.exchange(one, 0, other, 1, new int[] {3}, 1, 1);
        other.scanned();
        assertThat(other.restarts()).as("sites 0, 1, 2 came before").isEqualTo(1);
    }

    @Test
    void transcribe_atEveryScan_leavesTheCounts() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(7L);
        RoundTrips whole = new RoundTrips(4, 1);
        RoundTrips parts = new RoundTrips(4, 1);
        for (int scan = 0; scan < 300; scan++) {
            RoundTrips resumed = after(4, "0", "1", "2");
            Saved.copy(parts::transcribe, resumed::transcribe);
            parts = resumed;
            for (int pair = scan % 2; pair < 3; pair += 2) {
                if (rng.nextBoolean()) {
                    whole.exchange(pair);
                    parts.exchange(pair);
                }
            }
            whole.scanned();
            parts.scanned();
            assertCounts(parts, whole.restarts(), whole.roundTrips());
        }
        assertThat(whole.roundTrips()).isGreaterThan(10);
    }

    @Test
    void slots_underTwo_areRefused() {
        assertThatThrownBy(() -> new RoundTrips(1, 1)).hasMessage("must be >= 2: slots=1");
    }
}
