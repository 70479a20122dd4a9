package dev.lbp.internal.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RestartsTest {

    @Test
    void factor_beginsAs_inThePaper() {
        assertThat(LongStream.range(0, 15).map(Restarts::factor))
                .containsExactly(1L, 1L, 2L, 1L, 1L, 2L, 4L, 1L, 1L, 2L, 1L, 1L, 2L, 4L, 8L);
    }

    @Test
    void factor_ofALateRestart_isFound() {
        assertThat(Restarts.factor((1L << 40) - 2)).isEqualTo(1L << 39);
        assertThat(Restarts.factor((1L << 40) - 1)).isEqualTo(1L);
    }
}
