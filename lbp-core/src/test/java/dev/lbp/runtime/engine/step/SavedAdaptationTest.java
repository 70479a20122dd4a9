package dev.lbp.runtime.engine.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.NestedSets;
import dev.lbp.internal.bytes.ObjectBytes;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.proposal.ScaleController;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users' adaptations hold comes back; a stream that was made to fill memory or time is refused at once. */
class SavedAdaptationTest {

    /** A user's adaptation. */
    private record Holding(Object content) implements ScaleController.Adaptation {

        @Override
        public double scale() {
            return 1.0;
        }

        @Override
        public void update(double acceptanceProbability, int flips) {}
    }

    private static Object read(byte[] serialised) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        new TranscriptWriter(stream).of(serialised);
        TranscriptReader reader = new TranscriptReader(new ByteArrayInputStream(stream.toByteArray()));
        return ((Holding) SavedAdaptation.transcribe(reader, new Holding(0))).content;
    }

    private static byte[] serialised(Object content) {
        try {
            return ObjectBytes.of("adaptation", new Holding(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Object> honest() {
        Map<String, List<Double>> lists = new HashMap<>();
        Map<Integer, double[]> arrays = new LinkedHashMap<>();
        for (int k = 0; k < 2_000; k++) {
            lists.put("name " + k, new ArrayList<>(List.of(1.0 * k, 2.0)));
            arrays.put(k, new double[] {k});
        }
        BitSet bits = new BitSet();
        bits.set(1_000_000);
        Set<Long> million = new HashSet<>(4, 0.25f);
        for (long k = 0; k < 30_000; k++) {
            million.add(k);
        }
        return List.of(
                new double[1_000_000],
                new ArrayList<>(Collections.nCopies(100_000, null)),
                lists,
                new TreeMap<>(lists),
                arrays,
                bits,
                million,
                new HashSet<>(1 << 20),
                Map.of("a", Set.of(List.of(1, 2), List.of(3))));
    }

    @ParameterizedTest
    @MethodSource("honest")
    void honestContent_comesBack(Object content) {
        Object read = read(serialised(content));
        if (content instanceof double[] array) {
            assertThat((double[]) read).isEqualTo(array);
        } else if (!(content instanceof LinkedHashMap)) { // its arrays have no equals
            assertThat(read).isEqualTo(content);
        }
    }

    private static void refused(byte[] bytes) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the adaptation of a scale cannot be read: ");
    }

    @Test
    void nestedSets_areRefused() {
        refused(serialised(NestedSets.of(100)));
    }

    /** Three levels of lists with 2,000 references to one list each: 2,000^3 calls. */
    @Test
    void wideLists_inAMap_areRefused() {
        List<Object> list = new ArrayList<>();
        List<Object> outer = list;
        for (int level = 0; level < 3; level++) {
            List<Object> below = new ArrayList<>();
            for (int k = 0; k < 2_000; k++) {
                list.add(below);
            }
            list = below;
        }
        Map<Object, Object> map = new IdentityHashMap<>();
        map.put(outer, 1);
        byte[] bytes = serialised(map);
        refused(bytes);
    }

    /** Where Java writes what it cannot read with the same stack. */
    @Test
    void deepLists_areRefused() throws InterruptedException {
        List<byte[]> bytes = new ArrayList<>();
        Thread writer = new Thread(
                null,
                () -> {
                    List<Object> deep = new ArrayList<>();
                    for (int level = 0; level < 5_000; level++) {
                        List<Object> above = new ArrayList<>();
                        above.add(deep);
                        deep = above;
                    }
                    bytes.add(serialised(deep));
                },
                "writer",
                1L << 28);
        writer.start();
        writer.join();
        refused(bytes.get(0));
    }

    /** The length 12,345 in the stream becomes 2,000,000,000. */
    @Test
    void lyingLengths_areRefused() {
        for (Object content : List.of(
                new long[12_345],
                new byte[12_345],
                new Object[12_345],
                new ArrayList<>(Arrays.asList(new Object[12_345])))) {
            byte[] bytes = serialised(content);
            byte[] length = ByteBuffer.allocate(4).putInt(12_345).array();
            int at = 0;
            while (!Arrays.equals(bytes, at, at + 4, length, 0, 4)) {
                at++;
            }
            ByteBuffer.wrap(bytes).putInt(at, 2_000_000_000);
            refused(Arrays.copyOf(bytes, bytes.length));
        }
    }
}
