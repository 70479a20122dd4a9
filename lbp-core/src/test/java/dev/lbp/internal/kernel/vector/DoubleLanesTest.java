package dev.lbp.internal.kernel.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.internal.kernel.Kernels;
import org.junit.jupiter.api.Test;

class DoubleLanesTest {

    /** Four vectors hold the 32 lanes of a sum at most: wider ones would read past the block. */
    @Test
    void bits_widerThan512_areNotUsed() {
        assumeTrue(Kernels.VECTOR, "needs the module jdk.incubator.vector");
        assertThat(DoubleLanes.bits(128)).isEqualTo(128);
        assertThat(DoubleLanes.bits(512)).isEqualTo(512);
        assertThat(DoubleLanes.bits(1024)).isEqualTo(512);
        assertThat(DoubleLanes.bits(2048)).isEqualTo(512);
        assertThat(32 % (4 * DoubleLanes.LANES)).isZero();
    }
}
