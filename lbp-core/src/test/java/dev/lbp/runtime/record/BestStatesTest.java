package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.States;
import dev.lbp.result.VisitedState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BestStatesTest {

    private final UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(12L);

    /** What is kept, worked out from all draws: the oracle. */
    private static final class Naive {

        private final Map<BitSet, Long> visits = new HashMap<>();
        private final Map<BitSet, Double> logProb = new HashMap<>();

        void record(byte[] state, double score) {
            BitSet bits = new BitSet();
            IntStream.range(0, state.length).filter(i -> state[i] == 1).forEach(bits::set);
            visits.merge(bits, 1L, Long::sum);
            logProb.put(bits, score);
        }

        /** The best first; of equal ones the one with a 0 at the last site of the first word of 64 that differs. */
        List<String> best(int n) {
            return visits.keySet().stream()
                    .sorted(Comparator.comparingDouble((BitSet bits) -> -logProb.get(bits))
                            .thenComparing(Naive::compare))
                    .limit(n)
                    .map(bits -> bits + " " + logProb.get(bits) + " " + visits.get(bits))
                    .toList();
        }

        private static int compare(BitSet one, BitSet other) {
            BitSet differ = (BitSet) one.clone();
            differ.xor(other);
            if (differ.isEmpty()) {
                return 0;
            }
            int word = differ.nextSetBit(0) / 64;
            return one.get(differ.previousSetBit(64 * word + 63)) ? 1 : -1;
        }
    }

    private static List<String> texts(List<VisitedState> states) {
        return states.stream()
                .map(visited -> {
                    BitSet bits = new BitSet();
                    IntStream.range(0, visited.state().length)
                            .filter(i -> visited.state()[i] == 1)
                            .forEach(bits::set);
                    return bits + " " + visited.logProb() + " " + visited.visits();
                })
                .toList();
    }

    /** Some random walks, with scores of few different values, so that many states are equally good. */
    @ParameterizedTest
    @CsvSource({"1, 5, 3", "4, 5, 3", "4, 7, 1000", "40, 7, 2", "200, 7, 2", "20, 70, 5", "500, 130, 4", "3, 9, 1"})
    void merged_randomWalks_areTheBestOfAllDraws(int n, int dimension, int values) {
        Naive naive = new Naive();
        List<BestStates> chains = new ArrayList<>();
        for (int c = 0; c < 3; c++) {
            BestStates best = new BestStates(n, dimension);
            chains.add(best);
            byte[] state = States.random(dimension, rng);
            int[] flipped = new int[dimension];
            int count = 0;
            for (int t = 0; t < 4_000; t++) {
                double score = score(state, values);
                best.record(state, score, flipped, count);
                naive.record(state, score);
                count = rng.nextInt(3); // none, one or two flips
                flipped[0] = rng.nextInt(dimension);
                flipped[1] = (flipped[0] + 1 + rng.nextInt(dimension - 1)) % dimension;
                States.flip(state, flipped, count);
            }
        }
        assertThat(texts(BestStates.merged(chains))).isEqualTo(naive.best(n));
        assertThat(texts(BestStates.merged(chains))).as("again").isEqualTo(naive.best(n));
    }

    private static double score(byte[] state, int values) {
        int number = 7;
        for (byte bit : state) {
            number = 31 * number + bit;
        }
        return Math.floorMod(number, values);
    }

    /** 65 numbers of 64 bits are dependent: the flips of some sites leave the hash as it is. */
    @Test
    void record_statesOfEqualHash_areDifferentStates() {
        int n = 65;
        long[] basis = new long[64];
        BitSet[] parts = new BitSet[64];
        BitSet sites = null;
        for (int i = 0; i < n && sites == null; i++) {
            long rest = BestStates.zobristNumber(i);
            BitSet of = new BitSet();
            of.set(i);
            while (rest != 0 && basis[Long.numberOfTrailingZeros(rest)] != 0) {
                int bit = Long.numberOfTrailingZeros(rest);
                rest ^= basis[bit];
                of.xor(parts[bit]);
            }
            if (rest == 0) {
                sites = of;
            } else {
                basis[Long.numberOfTrailingZeros(rest)] = rest;
                parts[Long.numberOfTrailingZeros(rest)] = of;
            }
        }
        assertThat(sites).isNotNull();
        assertThat(sites.stream().mapToLong(BestStates::zobristNumber).reduce(0L, (a, b) -> a ^ b))
                .isZero();
        BestStates best = new BestStates(10, n);
        byte[] state = new byte[n];
        int[] flipped = sites.stream().toArray();
        for (int t = 0; t < 5; t++) {
            best.record(state, t % 2, flipped, flipped.length);
            States.flip(state, flipped, flipped.length);
        }
        assertThat(texts(BestStates.merged(List.of(best)))).containsExactly(sites + " 1.0 2", "{} 0.0 3");
    }
}
