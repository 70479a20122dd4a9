package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Code written twice, for double and for single precision, differs in the names of types alone. */
class TwinsTest {

    private static final Path KERNELS = Path.of("src/main/java/dev/lbp/internal/kernel");

    /** A method of a class: its first line or lines, with its name and parameters, and its body. */
    private static final Pattern METHOD =
            Pattern.compile("(?ms)^    \\w[^=;{}]*?\\b(\\w+)(\\([^=;{}]*\\)) \\{\n.*?^    \\}$");

    @Test
    void nativeArrays_inBothPrecisions_areTheSameCode() throws IOException {
        assertThat(general(source(KERNELS.resolve("nd4j/NativeFloats.java"))))
                .isEqualTo(general(source(KERNELS.resolve("nd4j/NativeDoubles.java"))));
    }

    /** Doubles are copied where floats are widened. */
    @Test
    void rows_inBothPrecisions_areTheSameCodeButForCopies() throws IOException {
        Path model = Path.of("src/main/java/dev/lbp/runtime/model");
        Map<String, List<String>> doubles = methods(source(model.resolve("DoubleRows.java")));
        Map<String, List<String>> floats = methods(source(model.resolve("FloatRows.java")));
        assertThat(different(doubles, floats)).containsExactlyInAnyOrder("get", "copyFetched");
        assertThat(doubles).hasSizeGreaterThan(8);
    }

    @Test
    void nestedClasses_inBothPrecisions_areTheSameCode() throws IOException {
        String source = source(Path.of("../lbp-models/src/main/java/dev/lbp/internal/models/rbm/HiddenLayer.java"));
        assertThat(general(classIn(source, "Floats"))).isEqualTo(general(classIn(source, "Doubles")));
    }

    /** The probabilities of {@code Logistic} differ in what they accept. */
    @ParameterizedTest
    @CsvSource({
        "ScalarFlipWeights, weights largest logRatios sum",
        "vector/VectorFlipWeights, weights largest logRatios sum",
        "BlockwiseKernel, row",
        "LateVectorFlipWeights, row largest",
        "LaneSum, of block",
        "Logistic, sigmoids"
    })
    void overloads_inBothPrecisions_areTheSameCode(String file, String names) throws IOException {
        Map<String, List<String>> methods = methods(source(KERNELS.resolve(file + ".java")));
        for (String name : names.split(" ")) {
            List<String> twins = methods.entrySet().stream()
                    .filter(method -> method.getKey().startsWith(name + '('))
                    .map(Map.Entry::getValue)
                    .filter(bodies -> bodies.size() > 1)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no twins: " + name));
            assertThat(twins).as(name).hasSize(2);
            assertThat(twins.get(0)).isEqualTo(twins.get(1));
        }
    }

    /** Exponentials have polynomials of their own degree, and sums of floats are widened to doubles. */
    @Test
    void lanes_inBothPrecisions_areTheSameCodeButForExponentialsAndSums() throws IOException {
        Map<String, List<String>> doubles = methods(source(KERNELS.resolve("vector/DoubleLanes.java")));
        Map<String, List<String>> floats = methods(source(KERNELS.resolve("vector/FloatLanes.java")));
        assertThat(different(doubles, floats)).containsExactlyInAnyOrder("bits", "sum");
        assertThat(doubles).hasSizeGreaterThan(8);
    }

    /** The names of methods whose code differs. */
    private static Set<String> different(Map<String, List<String>> doubles, Map<String, List<String>> floats) {
        Set<String> different = new HashSet<>();
        doubles.forEach((method, code) -> {
            List<String> twin = floats.getOrDefault(method, List.of());
            if (!withoutExp(code).equals(withoutExp(twin))) {
                different.add(method.substring(0, method.indexOf('(')));
            }
        });
        return different;
    }

    /** General code without the polynomial of an exponential and its power of two. */
    private static List<String> withoutExp(List<String> methods) {
        return methods.stream()
                .map(code -> code.replaceAll("p=r\\.fma\\(C\\d+,C\\d+\\);(p=r\\.fma\\(p,C\\d+\\);)*", "")
                        .replaceAll("reinterpretAs(Longs|Ints)\\(\\)\\.lanewise\\(VectorOperators\\.LSHL,\\d+\\)", ""))
                .toList();
    }

    /** The code without comments. */
    private static String source(Path file) throws IOException {
        return Files.readString(file).replace("\r\n", "\n").replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "");
    }

    /** The class of this name, up to its closing brace, four blanks from the margin. */
    private static String classIn(String source, String name) {
        int from = source.indexOf("class " + name + " ");
        return source.substring(from, source.indexOf("\n    }\n", from));
    }

    /** The general code of each method, by its name and its parameters in general code. */
    private static Map<String, List<String>> methods(String source) {
        Map<String, List<String>> methods = new TreeMap<>();
        Matcher method = METHOD.matcher(source);
        while (method.find()) {
            methods.computeIfAbsent(method.group(1) + general(method.group(2)), key -> new ArrayList<>())
                    .add(general(method.group()));
        }
        return methods;
    }

    /** The same code for a type "real": names of types replaced; blanks, casts and suffixes dropped. */
    private static String general(String source) {
        return source.replaceAll("\\b(public|protected|private) ", "")
                .replaceAll("LEAST_FLOAT_", "LEAST_")
                .replaceAll("FloatExp", "Exp")
                .replaceAll("Double|Float", "Real")
                .replaceAll("DOUBLE|FLOAT", "REAL")
                .replaceAll("\\b(double|float)\\b", "real")
                .replace("(real) ", "")
                .replaceAll("(\\d\\.\\d)f\\b", "$1")
                .replaceAll("\\s+", "");
    }
}
