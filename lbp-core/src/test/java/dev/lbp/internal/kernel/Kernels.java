package dev.lbp.internal.kernel;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** The kernels that tests go through, and what they are to compute. */
public final class Kernels {

    /** Whether the module of the vector kernel is there. */
    public static final boolean VECTOR =
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

    private Kernels() {}

    /** Every kernel there is, with every form. */
    public static List<Arguments> kernelsAndForms() {
        return withForms(VECTOR ? List.of("scalar", "nd4j", "vector") : List.of("scalar", "nd4j"));
    }

    /** Those whose bits are the scalar one's. */
    public static List<Arguments> exactKernelsAndForms() {
        return withForms(VECTOR ? List.of("scalar", "vector") : List.of("scalar"));
    }

    /** Calls enough for every stage of compilation; ND4J's numbers come from native code, which has one. */
    static int manyCalls(FlipWeightKernel kernel) {
        return kernel.name().equals("nd4j") ? 1_000 : 20_000;
    }

    private static List<Arguments> withForms(List<String> names) {
        List<Arguments> all = new ArrayList<>();
        for (String name : names) {
            FlipWeightKernel kernel = FlipWeightKernels.of(name);
            for (Form form : Form.values()) {
                all.add(Arguments.of(kernel, form));
            }
        }
        return all;
    }

    /** log g, written out once more. */
    public static double logWeight(Form form, double d) {
        return switch (form) {
            case SQRT -> d / 2;
            case BARKER -> -Math.log1p(StrictMath.exp(-d));
            case MIN -> Math.min(0, d);
            case MAX -> Math.max(0, d);
        };
    }

    /** The weight of a possible flip. */
    public static double weight(Form form, double d, double shift, double leastLogWeight) {
        double logWeight = Math.min(logWeight(form, d), 40.0) - (form.bounded() ? 0.0 : shift);
        return StrictMath.exp(Math.min(Math.max(logWeight, leastLogWeight), -leastLogWeight));
    }
}
