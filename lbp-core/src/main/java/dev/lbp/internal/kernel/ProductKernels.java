package dev.lbp.internal.kernel;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The choice of the kernel of products, as {@link FlipWeightKernels} chooses that of weights: plain loops first, and
 * SIMD once a process has made enough products to earn back the time to compile it, if the JDK's vector module is
 * there. The system property {@code lbp.kernel} overrides the choice with {@code scalar}, or {@code vector} from the
 * first product on. Both have the same bits.
 */
public final class ProductKernels {

    /**
     * Products of doubles after which SIMD pays. Measured on x86-64 with AVX-512: SIMD costs about 0.4 s of processor
     * time before it is fast; it saves 0.15 ns of each of these products, and as much beside them in an informed chain.
     */
    static final long ENOUGH = 2_000_000_000L;

    private static final ProductKernels OF_JVM =
            new ProductKernels(FlipWeightKernels::vectorProducts, enough(System.getProperty("lbp.kernel", "")));

    private final ProductKernel scalar = new ScalarProducts();
    private final Supplier<ProductKernel> load;
    private final long enough;

    /** Threads race to add to it: an addition that is lost only delays the change. */
    private long made;

    private volatile @Nullable ProductKernel vector;

    /**
     * @param load gives the vector kernel; it may be called by several threads
     * @param enough the number of products from which on the vector kernel makes them
     */
    ProductKernels(Supplier<ProductKernel> load, long enough) {
        this.load = load;
        this.enough = enough;
    }

    private static long enough(String name) {
        return switch (name) {
            case "vector" -> 0;
            case "scalar" -> Long.MAX_VALUE;
            default -> FlipWeightKernels.hasVectors() ? ENOUGH : Long.MAX_VALUE;
        };
    }

    /**
     * The kernel for the next products of this process.
     *
     * @param products about how many products of two doubles it will make
     * @throws IllegalArgumentException if {@code lbp.kernel} is vector, and the module is missing
     */
    public static ProductKernel next(long products) {
        return OF_JVM.of(products);
    }

    ProductKernel of(long products) {
        ProductKernel loaded = vector;
        if (loaded != null) {
            return loaded;
        }
        if (made < enough) {
            made += products;
            return scalar;
        }
        loaded = load.get();
        vector = loaded;
        return loaded;
    }
}
