package dev.lbp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Serialized;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PerThreadTest {

    private final PerThread<int[]> memory = new PerThread<>();

    private int[] ofLength(int length) {
        return memory.get(own -> own.length == length, () -> new int[length]);
    }

    @Test
    void get_inOneThread_keepsTheLastTwo() {
        int[] first = ofLength(3);
        assertThat(ofLength(3)).isSameAs(first);
        int[] second = ofLength(4);
        assertThat(second).hasSize(4);
        assertThat(ofLength(3)).isSameAs(first);
        assertThat(ofLength(4)).isSameAs(second);
        assertThat(ofLength(5)).hasSize(5);
        assertThat(ofLength(4)).isSameAs(second);
        assertThat(ofLength(3)).isNotSameAs(first);
    }

    @Test
    void get_inAnotherThread_givesOther() {
        int[] own = ofLength(3);
        int[] other = CompletableFuture.supplyAsync(() -> ofLength(3), task -> new Thread(task).start())
                .join();
        assertThat(other).isNotSameAs(own);
        assertThat(ofLength(3)).isSameAs(own);
    }

    @Test
    void copy_bySerialisation_isEmpty() throws Exception {
        int[] own = ofLength(3);
        PerThread<int[]> copy = Serialized.copy(memory);
        assertThat(copy.get(any -> true, () -> new int[5])).hasSize(5);
        assertThat(ofLength(3)).isSameAs(own);
    }
}
