package dev.lbp.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A model that wraps another one overrides every method of its interface. A default method that it leaves to the
 * interface does not ask the wrapped model. So each that is left is named here, and a new default method fails this
 * test until someone decides.
 */
class ForwardingTest {

    /**
     * Left to the interface: runs ask the user's own model for its identity and its names, and draw the first states
     * from it; a local model's batches are computed by its tracker; nobody asks a model that runs make themselves
     * whether it is differentiable; the answers of a local model in batches are in double precision, and its logits are
     * its gradient; a run asks the user's own model for uniform states and its graph; constraints join sites that a
     * graph does not.
     */
    @ParameterizedTest
    @CsvSource({
        "dev.lbp.target.Tempered$Batched, ''",
        "dev.lbp.target.Tempered$Local, ''",
        "dev.lbp.target.Tempered$TemperedTracker, ''",
        "dev.lbp.runtime.model.AnnealedModel, differentiable identity siteNames start",
        "dev.lbp.runtime.model.AnnealedLocalModel, "
                + "dataType differentiable evaluate flipLogRatios gradient graph logProb siteNames siteRatios",
        "dev.lbp.runtime.model.AnnealedLocalModel$PathTracker, ''",
        "dev.lbp.runtime.model.AnnealedMoveModel, siteNames uniformStates",
        "dev.lbp.runtime.model.AnnealedMoveModel$PathTracker, ''",
        "dev.lbp.runtime.model.CategoricalPath, identity randomState siteNames",
        "dev.lbp.runtime.model.DensityPath, identity siteNames start",
        "dev.lbp.runtime.model.OneHot, differentiable flipLogRatios identity siteNames start",
        "dev.lbp.runtime.model.DensityRows, dataType differentiable exactFlips flipLogRatios identity siteNames start",
        "dev.lbp.runtime.model.FrozenCategories, identity siteNames uniformStates",
        "dev.lbp.runtime.model.FrozenCategories$FrozenTracker, ''",
        "dev.lbp.target.ConstrainedCells, ''",
        "dev.lbp.target.ConstrainedCategories, bonds graph uniformStates",
        "dev.lbp.target.ConstrainedCategories$ConstrainedTracker, ''",
        "dev.lbp.target.TrackedCategories, dataType logits"
    })
    void wrapper_ofAModel_overridesAllButTheNamedMethods(Class<?> wrapper, String left) {
        Set<String> notOverridden = new TreeSet<>();
        for (Method method : wrapper.getMethods()) {
            if (method.getDeclaringClass().isInterface() && !Modifier.isStatic(method.getModifiers())) {
                notOverridden.add(method.getName());
            }
        }
        assertThat(notOverridden)
                .isEqualTo(new TreeSet<>(Arrays.asList(left.split(" ")).stream()
                        .filter(name -> !name.isEmpty())
                        .toList()));
    }
}
