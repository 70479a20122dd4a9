package dev.lbp.internal.kernel;

import dev.lbp.internal.files.Nd4jPresence;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the kernel of the process. If the JDK's vector module is present, it is the vector kernel, once the process
 * has computed enough weights for it to pay. Otherwise it is the scalar kernel, and a line in the log tells how to
 * enable the vector kernel. The system property {@code lbp.kernel} overrides the choice: {@code scalar}, {@code vector}
 * or {@code nd4j} from the first weight on.
 */
public final class FlipWeightKernels {

    private static final String MODULE = "jdk.incubator.vector";

    private static final String VECTOR_CLASS = "dev.lbp.internal.kernel.vector.VectorFlipWeights";

    private static final String PRODUCTS_CLASS = "dev.lbp.internal.kernel.vector.VectorProducts";

    private static final String ND4J_CLASS = "dev.lbp.internal.kernel.nd4j.Nd4jFlipWeights";

    private static final String NAME = System.getProperty("lbp.kernel", "");

    /**
     * The kernel that the system property {@code lbp.kernel} names. It is null if there is none of that name: a failure
     * here would reach the user as an ExceptionInInitializerError.
     */
    private static final @Nullable FlipWeightKernel CHOSEN = chosenOrNull();

    private FlipWeightKernels() {}

    /**
     * The kernel of this JVM, which the system property {@code lbp.kernel} may name.
     *
     * @throws RuntimeException as {@link #of}, if the property names no kernel, or one that cannot be had
     */
    public static FlipWeightKernel chosen() {
        return CHOSEN == null ? of(NAME) : CHOSEN; // if null, of() throws and says why
    }

    /** The kernel that the property names; null if it cannot be had, so that a later call throws, not this class. */
    private static @Nullable FlipWeightKernel chosenOrNull() {
        try {
            return of(NAME);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return null;
        }
    }

    /**
     * A kernel by its name.
     *
     * @param name "scalar", "vector", "nd4j", or "" for the fastest present, by the number of weights computed
     * @throws IllegalArgumentException if no kernel has this name, or its module is missing
     * @throws IllegalStateException if the name is "nd4j" and ND4J is not on the class path
     */
    public static FlipWeightKernel of(String name) {
        return switch (name) {
            case "scalar" -> new ScalarFlipWeights();
            case "vector" -> vector();
            case "nd4j" -> nd4j();
            case "" ->
                hasVectors()
                        ? new LateVectorFlipWeights(FlipWeightKernels::vector, LateVectorFlipWeights.ENOUGH)
                        : new ScalarFlipWeights();
            default -> throw new IllegalArgumentException("must be scalar, vector or nd4j: lbp.kernel=" + name);
        };
    }

    /** Loads the ND4J kernel; fails with advice if ND4J is absent. */
    private static FlipWeightKernel nd4j() {
        Nd4jPresence.check("The system property lbp.kernel=nd4j, which can be left out,");
        return loadByName(
                ND4J_CLASS,
                FlipWeightKernel.class,
                "be scalar or vector, unless ND4J's native code can be loaded: lbp.kernel=nd4j");
    }

    /** Whether the JDK's vector module is there. */
    static boolean hasVectors() {
        return ModuleLayer.boot().findModule(MODULE).isPresent();
    }

    private static FlipWeightKernel vector() {
        return withVectors(VECTOR_CLASS, FlipWeightKernel.class);
    }

    /** The vector kernel of {@link ProductKernels}. */
    static ProductKernel vectorProducts() {
        return withVectors(PRODUCTS_CLASS, ProductKernel.class);
    }

    /** Makes an object of a class in the vector package; fails with advice if the JDK's vector module is absent. */
    private static <T> T withVectors(String name, Class<T> type) {
        return loadByName(
                name,
                type,
                "be scalar or nd4j, unless Java is started with --add-modules " + MODULE + ": lbp.kernel=vector");
    }

    /** Loads a class by name, so that its module or library need not be present for this class to load. */
    private static <T> T loadByName(String name, Class<T> type, String constraint) {
        try {
            return Class.forName(name).asSubclass(type).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException("must " + constraint, e);
        }
    }
}
