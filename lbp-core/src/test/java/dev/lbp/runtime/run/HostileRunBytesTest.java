package dev.lbp.runtime.run;

import static dev.lbp.runtime.run.BadRunBytesTest.HEAD;
import static dev.lbp.runtime.run.BadRunBytesTest.refused;
import static dev.lbp.runtime.run.BadRunBytesTest.run;
import static dev.lbp.runtime.run.BadRunBytesTest.seal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Run;
import dev.lbp.SamplingRun;
import dev.lbp.target.Statistic;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.complex.ComplexField;
import org.junit.jupiter.api.Test;

/** Bytes of someone who wishes harm: classes that nobody has permitted, and work without end. */
class HostileRunBytesTest {

    private record Holding(Object held) implements Statistic, Serializable {

        @Override
        public double of(byte[] state) {
            return state[0];
        }
    }

    private static byte[] holding(Object held) {
        return run().track("held", new Holding(held)).toBytes();
    }

    /** The tests' own packages are lbp's; this class of the class path is not. */
    @Test
    void classOfTheClassPath_isRefused_unlessTheCallerPermitsItsPackage() {
        byte[] bytes = holding(Complex.I);
        String refused = "must be of the classes that are here: bytes, the class " + Complex.class.getName()
                + " is refused by the filter";
        refused(() -> Run.fromBytes(bytes), refused);
        refused(() -> SamplingRun.fromBytes(bytes), refused);
        refused(() -> SamplingRun.fromBytes(bytes, BadRunBytesTest.First.class), refused);
        assertThat(SamplingRun.fromBytes(bytes, ComplexField.class).toBytes()).isEqualTo(bytes);
    }

    @Test
    void runInARun_isRefused() {
        byte[] bytes = holding(run());
        refused(
                () -> Run.fromBytes(bytes),
                "must be of the classes that are here: bytes, the class dev.lbp.SavedRun is refused by the filter");
    }

    @Test
    void classesOfTheJdk_thatMakeWorkOfAFewBytes_areRefused() {
        for (Object held : List.of(
                Collections.nCopies(1_000_000_000, "x"),
                Comparator.<String>naturalOrder().thenComparing(Comparator.reverseOrder()))) {
            byte[] bytes = holding(held);
            refused(() -> Run.fromBytes(bytes), "must be of the classes that are here: bytes, the class java.util.");
        }
    }

    /** Sets that share each other: the hash codes of 100 levels would take 2^100 calls. */
    @Test
    void nestedSets_areRefused_withAnyFilter() {
        Set<Object> outer = new HashSet<>();
        Set<Object> left = outer;
        Set<Object> right = new HashSet<>();
        for (int level = 0; level < 100; level++) {
            Set<Object> nextLeft = new HashSet<>();
            Set<Object> nextRight = new HashSet<>(Set.of("apart"));
            left.add(nextLeft);
            left.add(nextRight);
            right.add(nextLeft);
            right.add(nextRight);
            left = nextLeft;
            right = nextRight;
        }
        List<Object> lists = new ArrayList<>();
        Object pairs = "end";
        for (int level = 0; level < 100; level++) {
            lists = new ArrayList<>(Arrays.asList(lists, lists));
            pairs = new Pair(pairs, pairs);
        }
        ObjectInputFilter packages = ObjectInputFilter.Config.createFilter("dev.lbp.**;java.lang.*;java.util.*;!*");
        for (Object held : List.of(outer, hashed(lists), hashed(pairs))) {
            byte[] bytes = holding(held);
            for (ObjectInputFilter filter : List.of(RunBytes.of(), packages)) {
                refused(
                        () -> Run.fromBytes(bytes, filter),
                        "must be of the classes that are here: bytes, its collections share each other so often");
            }
        }
    }

    /** A set that holds something whose hash code was never computed here. */
    private static Set<Object> hashed(Object slow) {
        List<Object> box = new ArrayList<>();
        Set<Object> set = new HashSet<>(List.of("x"));
        set.add(box);
        box.add(slow);
        return set;
    }

    /** No table holds them, so nothing computes their hash codes. */
    @Test
    void listsThatShareEachOther_areRead() {
        List<List<Integer>> groupOf = new ArrayList<>();
        List<List<Integer>> groups = new ArrayList<>();
        for (int g = 0; g < 5; g++) {
            groups.add(IntStream.range(0, 4_000).boxed().collect(Collectors.toCollection(ArrayList::new)));
        }
        for (int i = 0; i < 20_000; i++) {
            groupOf.add(groups.get(i % 5));
        }
        Map<String, Object> values = new HashMap<>();
        List<Set<Object>> sets = new ArrayList<>();
        for (int k = 0; k < 3_000; k++) {
            values.put("key " + k, groups.get(0));
            sets.add(new HashSet<>(
                    Arrays.asList(groups.get(k % 5).subList(0, 300).toArray())));
        }
        for (Object held : List.of(groupOf, values, sets, new Throwing(groupOf))) {
            assertThat(Run.fromBytes(holding(held))).isInstanceOf(SamplingRun.class);
        }
    }

    /** A record of a user, whose methods are not called. */
    private record Throwing(Object held) implements Serializable {

        Throwing {
            assertThat(held).isNotNull();
        }

        @Override
        public Object held() {
            throw new IllegalStateException("not called");
        }
    }

    /** A list that many sets share: each of them computes its hash code, which takes 400,000 calls. */
    @Test
    void listThatManySetsShare_isRefused() {
        List<Integer> shared = IntStream.range(0, 400_000).boxed().collect(Collectors.toCollection(ArrayList::new));
        Link links = null;
        for (int k = 0; k < 400; k++) { // longer chains need too much of a stack
            links = new Link(new HashSet<>(Arrays.asList(shared, k)), links);
        }
        byte[] bytes = holding(links);
        refused(
                () -> Run.fromBytes(bytes),
                "must be of the classes that are here: bytes, its collections share each other so often");
    }

    /** No record and no collection: what it holds is not part of its own hash code. */
    private static final class Link implements Serializable {

        private static final long serialVersionUID = 1L;

        private final HashSet<Object> set;
        private final Link next;

        Link(HashSet<Object> set, Link next) {
            this.set = set;
            this.next = next;
        }
    }

    private record Pair(Object first, Object second) implements Serializable {}

    @Test
    void collectionsOfOrdinaryForm_areRead() {
        Map<String, List<Object>> map = new HashMap<>();
        List<Object> shared = new ArrayList<>(List.of(1, 2.0, "three", new Pair(null, 4)));
        for (int k = 0; k < 10_000; k++) {
            map.put("key " + k, shared);
        }
        Map<String, Integer> large = new HashMap<>();
        for (int k = 0; k < 200_000; k++) {
            large.put("key " + k, k);
        }
        byte[] bytes = holding(List.of(map, large));
        assertThat(Run.fromBytes(bytes)).isInstanceOf(SamplingRun.class);
    }

    /** One bit of the stream is changed, and the checksum made for it. */
    @Test
    void changedBits_neverThrowAnythingElse() {
        byte[] bytes = run().toBytes();
        for (int k = HEAD; k < bytes.length; k += 2) {
            byte[] changed = bytes.clone();
            changed[k] ^= (byte) (1 << (k * 5 & 7));
            seal(changed);
            try {
                Run.fromBytes(changed);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("must be ");
            }
        }
    }
}
