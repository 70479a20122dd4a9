package dev.lbp.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComponentsTest {

    /** Random graphs and sets, compared with labels that spread along pairs until none changes. */
    @Test
    void split_randomSets_areThoseOfSpreadingLabels() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            int n = 1 + random.nextInt(12);
            int[][] pairs = IntStream.range(0, random.nextInt(14))
                    .mapToObj(k -> new int[] {random.nextInt(n), random.nextInt(n)})
                    .filter(pair -> pair[0] != pair[1])
                    .toArray(int[][]::new);
            Components components = new Components(SiteGraph.ofTerms(n, pairs));
            for (int again = 0; again < 3; again++) {
                int[] set =
                        IntStream.range(0, n).filter(i -> random.nextBoolean()).toArray();
                int[] labels = labels(n, set, pairs);
                int count = components.split(Arrays.copyOf(set, n), set.length);
                assertThat(count).isEqualTo((int)
                        IntStream.of(set).map(i -> labels[i]).distinct().count());
                int[] sites = new int[n];
                int first = -1;
                int total = 0;
                for (int c = 0; c < count; c++) {
                    int size = components.copy(c, sites, 0);
                    assertThat(size).isEqualTo(components.size(c));
                    total += size;
                    assertThat(sites[0]).as("in the order of their first sites").isGreaterThan(first);
                    first = sites[0];
                    int label = labels[first];
                    assertThat(new TreeSet<>(IntStream.range(0, size)
                                    .mapToObj(k -> sites[k])
                                    .toList()))
                            .isEqualTo(new TreeSet<>(IntStream.of(set)
                                    .filter(i -> labels[i] == label)
                                    .boxed()
                                    .toList()));
                }
                assertThat(total).isEqualTo(set.length);
            }
        }
    }

    private static int[] labels(int n, int[] set, int[][] pairs) {
        int[] labels = new int[n];
        Arrays.fill(labels, -1);
        for (int i : set) {
            labels[i] = i;
        }
        for (int round = 0; round < n; round++) {
            for (int[] pair : pairs) {
                if (labels[pair[0]] >= 0 && labels[pair[1]] >= 0) {
                    int least = Math.min(labels[pair[0]], labels[pair[1]]);
                    labels[pair[0]] = least;
                    labels[pair[1]] = least;
                }
            }
        }
        return labels;
    }
}
