package dev.lbp.internal.files;

/**
 * Whether ND4J is on the class path. Targets in plain Java run without ND4J, so lbp-core does not depend on it. Code
 * that needs ND4J calls {@link #check} before it loads a class of ND4J: the user gets a message instead of a
 * NoClassDefFoundError, and {@link NativeCache} chooses the directory of the native code.
 */
public final class Nd4jPresence {

    private static final String CLASS = "org.nd4j.linalg.api.buffer.DataType";

    private Nd4jPresence() {}

    /**
     * Checks that ND4J can be loaded.
     *
     * @param what needs ND4J, the subject of the message
     * @throws IllegalStateException if ND4J is missing; the message names the dependency to add
     * @throws UnsatisfiedLinkError if there is no safe directory for its native code
     */
    public static void check(String what) {
        check(what, Nd4jPresence.class.getClassLoader());
        NativeCache.choose(); // the directory for ND4J's native code, before a class of ND4J is loaded
    }

    static void check(String what, ClassLoader loader) {
        if (!isPresent(loader)) {
            throw new IllegalStateException(
                    what + " needs ND4J, which is not on the class path: add the dependency dev.lbp:lbp-nd4j");
        }
    }

    /** Whether ND4J can be loaded. */
    public static boolean isPresent() {
        return isPresent(Nd4jPresence.class.getClassLoader());
    }

    private static boolean isPresent(ClassLoader loader) {
        try {
            Class.forName(CLASS, false, loader);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
