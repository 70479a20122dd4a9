package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.OtherJava;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The classes of ONNX files are in a jar of ND4J. Without it every way to a network says so. */
class WithoutNd4jTest {

    @Test
    void everyNetwork_isRefused() throws IOException, InterruptedException {
        String refused = "IllegalStateException: OnnxNetwork needs ND4J, which is not on the class path: add the"
                + " dependency dev.lbp:lbp-nd4j";
        assertThat(OtherJava.runWithoutNd4j(Ways.class))
                .contains(
                        "mlp: java.lang." + refused,
                        "resNet: java.lang." + refused,
                        "of: java.lang." + refused,
                        "load: java.lang." + refused);
    }

    static final class Ways {

        public static void main(String[] arguments) {
            print("mlp", () -> Networks.mlp(4, new int[] {3}, 1));
            print("resNet", () -> Networks.resNet(4, 4, 2, 1, 1));
            print("of", () -> OnnxNetwork.of(new byte[3]));
            print("load", () -> {
                try {
                    OnnxNetwork.load(Path.of(System.getProperty("java.home"), "release")); // a file that exists
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        private static void print(String way, Runnable call) {
            try {
                call.run();
            } catch (RuntimeException | LinkageError e) {
                System.out.println(way + ": " + e);
            }
        }
    }
}
