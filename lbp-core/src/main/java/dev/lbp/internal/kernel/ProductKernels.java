package dev.lbp.internal.kernel;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the kernel that computes products of vectors with columns: plain loops first, and SIMD, if the JDK's vector
 * module is present, once a process has computed enough products to earn back its compilation. The system property
 * {@code lbp.kernel} overrides the choice with {@code scalar}, or {@code vector} from the first product on. Both
 * kernels give the same bits.
 */
public final class ProductKernels {

    /**
     * The number of products of doubles after which SIMD pays. Measured on x86-64 with AVX-512: SIMD costs about 0.4 s
     * of processor time before it is fast. It saves 0.15 ns per product, and an informed chain saves as much again in
     * the rest of its work.
     */
    static final long ENOUGH = 2_000_000_000L;

    private static final ProductKernels OF_JVM = new ProductKernels(
            FlipWeightKernels::vectorProducts, productsBeforeVector(System.getProperty("lbp.kernel", "")));

    private final ProductKernel scalar = new ScalarProducts();
    private final Supplier<ProductKernel> load;
    private final long enough;

    /**
     * The number of products computed so far. Threads race to add to it: a lost addition only delays the switch to
     * SIMD.
     */
    private long computed;

    private volatile @Nullable ProductKernel vector;

    /**
     * @param load makes the vector kernel; several threads may call it
     * @param enough the number of products after which the vector kernel takes over
     */
    ProductKernels(Supplier<ProductKernel> load, long enough) {
        this.load = load;
        this.enough = enough;
    }

    /** The number of products after which the vector kernel takes over, given the value of {@code lbp.kernel}. */
    private static long productsBeforeVector(String name) {
        return switch (name) {
            case "vector" -> 0;
            case "scalar" -> Long.MAX_VALUE;
            default -> FlipWeightKernels.hasVectors() ? ENOUGH : Long.MAX_VALUE;
        };
    }

    /**
     * The kernel for the next products of this process.
     *
     * @param products about how many products of two doubles it will compute
     * @throws IllegalArgumentException if {@code lbp.kernel} is vector, and the module is missing
     */
    public static ProductKernel next(long products) {
        return OF_JVM.kernelFor(products);
    }

    /** The scalar kernel until enough products were computed, then the vector kernel. */
    ProductKernel kernelFor(long products) {
        ProductKernel loaded = vector;
        if (loaded != null) {
            return loaded;
        }
        if (computed < enough) {
            computed += products;
            return scalar;
        }
        loaded = load.get();
        vector = loaded;
        return loaded;
    }
}
