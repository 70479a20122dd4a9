package dev.lbp.internal.files;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/** The project lbp-models/src/it/users/plain has no ND4J and calls what needs it; here the class loader lacks it. */
class Nd4jPresenceTest {

    @Test
    void check_classPathWithNd4j_passes() {
        assertThatCode(() -> Nd4jPresence.check("a batched model")).doesNotThrowAnyException();
    }

    @Test
    void check_noNd4j_namesWhatNeedsItAndTheDependency() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Nd4jPresence.check("BernoulliRbm", ClassLoader.getPlatformClassLoader()))
                .withMessage(
                        "BernoulliRbm needs ND4J, which is not on the class path: add the dependency dev.lbp:lbp-nd4j");
    }
}
