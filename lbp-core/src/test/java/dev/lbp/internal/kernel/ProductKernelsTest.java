package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProductKernelsTest {

    /** A process of a few products must not load the vector kernel. */
    @Test
    void vectorKernel_isLoadedOnceAfterEnoughProducts() {
        AtomicInteger loads = new AtomicInteger();
        ProductKernel other = new ScalarProducts();
        ProductKernels kernels = new ProductKernels(
                () -> {
                    loads.incrementAndGet();
                    return other;
                },
                100);
        for (int call = 0; call < 5; call++) {
            ProductKernel next = kernels.kernelFor(40);
            assertThat(next == other).isEqualTo(call >= 3);
            assertThat(loads.get()).isEqualTo(call >= 3 ? 1 : 0);
        }
    }
}
