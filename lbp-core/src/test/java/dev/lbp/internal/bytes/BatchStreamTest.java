package dev.lbp.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class BatchStreamTest {

    /** Two passes of 40 in the same order: 1 / 40! of all seeds. */
    @Test
    void next_everyPass_hasEachIndexOnceInAnotherOrder() {
        BatchStream stream = new BatchStream(40, RandomSource.XO_SHI_RO_256_PP.create(1L));
        Set<String> orders = new HashSet<>();
        for (int pass = 0; pass < 5; pass++) {
            int[] order = IntStream.generate(stream::next).limit(40).toArray();
            assertThat(order).containsExactlyInAnyOrder(IntStream.range(0, 40).toArray());
            orders.add(Arrays.toString(order));
        }
        assertThat(orders).hasSize(5);
    }
}
