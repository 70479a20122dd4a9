package dev.lbp.internal.solve.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.IsingModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrossoverTest {

    private static final int SITES = 14;

    /**
     * The best child of two states takes each component of their difference from either. A component that loses nothing
     * may be flipped or not, so that its value is the best of all children.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cross_randomPairs_givesTheBestOfAllChildren(boolean fields) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3L);
        int withSeveral = 0;
        for (int trial = 0; trial < 500; trial++) {
            SpinForm form = SpinForm.of(model(random, fields));
            Population population = new Population(SITES);
            population.randomise(random);
            byte[] first = population.state(5);
            byte[] second = population.state(9);
            withSeveral += components(form, first, nearer(form, first, second)).length > 1 ? 1 : 0;

            double before = form.value(population.state(5));
            double gain = new Crossover(form).cross(population.word, 5, 9, random);
            assertThat(form.value(population.state(5)) - before).isCloseTo(gain, within(1e-9));

            assertThat(form.value(population.state(5))).isEqualTo(bestChild(form, first, second));
            assertThat(population.state(9)).isEqualTo(second);
        }
        assertThat(withSeveral).isGreaterThan(100);
    }

    /** A component that gains nothing and loses nothing is flipped half of the time: 6 sd of 1,000 coins are 95. */
    @Test
    void cross_isolatedSite_isTakenHalfOfTheTime() {
        SpinForm form = SpinForm.of(IsingModel.graph(4, new int[] {0, 1}, new int[] {1, 2}, new double[] {1.0, 1.0})
                .build());
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(4L);
        int flips = 0;
        for (int trial = 0; trial < 1_000; trial++) {
            Population population = new Population(4);
            population.set(3, 1, true);
            new Crossover(form).cross(population.word, 0, 1, random);
            flips += population.state(0)[3];
        }
        assertThat(flips).isBetween(405, 595);
    }

    private static IsingModel model(UniformRandomProvider random, boolean fields) {
        int edges = 12;
        int[] from = new int[edges];
        int[] to = new int[edges];
        double[] couplings = new double[edges];
        double[] field = new double[SITES];
        for (int k = 0; k < edges; k++) {
            from[k] = random.nextInt(SITES - 1);
            to[k] = from[k] + 1 + random.nextInt(SITES - 1 - from[k]);
            couplings[k] = random.nextInt(7) - 3;
        }
        for (int i = 0; fields && i < SITES; i++) {
            field[i] = random.nextInt(5) - 2;
        }
        return IsingModel.graph(SITES, from, to, couplings).field(field).build();
    }

    private static byte[] nearer(SpinForm form, byte[] first, byte[] second) {
        int differences = 0;
        for (int i = 0; i < SITES; i++) {
            differences += first[i] ^ second[i];
        }
        byte[] opposite = second.clone();
        for (int i = 0; i < SITES; i++) {
            opposite[i] ^= 1;
        }
        return form.symmetric() && 2 * differences > SITES ? opposite : second;
    }

    /** The components of the difference, as bit sets, by repeated passes over all pairs. */
    private static int[] components(SpinForm form, byte[] first, byte[] second) {
        int[] component = new int[SITES];
        for (int i = 0; i < SITES; i++) {
            component[i] = first[i] == second[i] ? -1 : i;
        }
        for (int pass = 0; pass < SITES; pass++) {
            for (int i = 0; i < SITES; i++) {
                for (int k = form.couplings().start(i); k < form.couplings().start(i + 1); k++) {
                    int j = form.couplings().neighbour(k);
                    if (component[i] >= 0 && component[j] >= 0) {
                        component[i] = component[j] = Math.min(component[i], component[j]);
                    }
                }
            }
        }
        int[] sets = new int[SITES];
        for (int i = 0; i < SITES; i++) {
            if (component[i] >= 0) {
                sets[component[i]] |= 1 << i;
            }
        }
        return Arrays.stream(sets).filter(set -> set != 0).toArray();
    }

    private static double bestChild(SpinForm form, byte[] first, byte[] second) {
        int[] components = components(form, first, nearer(form, first, second));
        double best = Double.NEGATIVE_INFINITY;
        for (int choice = 0; choice < 1 << components.length; choice++) {
            byte[] child = first.clone();
            for (int c = 0; c < components.length; c++) {
                for (int i = 0; i < SITES; i++) {
                    if ((choice >> c & 1) == 1 && (components[c] >> i & 1) == 1) {
                        child[i] ^= 1;
                    }
                }
            }
            best = Math.max(best, form.value(child));
        }
        return best;
    }
}
