package dev.lbp.internal.solve.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.models.Couplings;
import dev.lbp.models.IsingModel;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each engine makes the flips that a plain loop makes, which adds up all couplings at each step. */
class SpinSweepTest {

    private static final int SWEEPS = 5;

    private static final Betas BETAS = new Betas(0.05, 0.6, false);

    private static final SearchMonitor<byte[]> ALL = new SearchMonitor<>() {
        @Override
        public boolean mustEnd() {
            return false;
        }

        @Override
        public double leastValue() {
            return Double.NEGATIVE_INFINITY;
        }

        @Override
        public void report(byte[] state, double value) {}
    };

    /** Degrees of about 4, 30 and 150: the three ways to count. */
    @ParameterizedTest
    @CsvSource({"false, 4", "true, 4", "false, 30", "true, 30", "false, 150", "true, 150"})
    void multiSpin_anneal_flipsAsThePlainLoop(boolean fields, int degree) {
        for (Signs signs : List.of(Signs.POSITIVE, Signs.NEGATIVE, Signs.BOTH)) {
            SpinForm form = SpinForm.of(model(200, degree / 200.0, fields, signs, 1L));
            Population population = population(form);
            Population plain = population(form);
            new MultiSpinAnnealer(form).anneal(population, BETAS, SWEEPS, generator(2L), ALL);
            UniformRandomProvider random = generator(2L);
            for (int t = 0; t < SWEEPS + 2; t++) {
                float temperature = t < SWEEPS ? (float) (1.0 / (4.0 * BETAS.at(t, SWEEPS) * 0.7)) : 1e-3f;
                plainCounts(form, plain, temperature, random);
            }
            assertThat(population.word).isEqualTo(plain.word);
            for (int r = 0; r < Population.REPLICAS; r++) {
                assertThat(population.value[r]).isCloseTo(form.value(population.state(r)), within(1e-9));
            }
        }
    }

    /** Counts unsatisfied neighbours of each replica, of couplings of .7 in size. */
    private static void plainCounts(
            SpinForm form, Population population, float temperature, UniformRandomProvider random) {
        Couplings couplings = form.couplings();
        long bits = 0L;
        for (int i = 0; i < form.sites(); i++) {
            bits = i % Exponentials.IN_A_LONG == 0 ? random.nextLong() : bits >>> Exponentials.BITS;
            float x = Exponentials.at(bits) * temperature;
            float shift = (float) (form.field()[i] / 1.4);
            int degree = couplings.degree(i);
            for (int r = 0; r < Population.REPLICAS; r++) {
                boolean up = (population.word[i] >>> r & 1L) == 1L;
                int unsatisfied = 0;
                for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                    boolean same = (population.word[couplings.neighbour(k)] >>> r & 1L) == 1L == up;
                    unsatisfied += same == couplings.value(k) > 0.0 ? 0 : 1;
                }
                if (unsatisfied >= 0.5f * degree - (up ? x - shift : x + shift)) {
                    population.word[i] ^= 1L << r;
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 3", "true, 3", "true, 60"})
    void fields_anneal_flipsAsThePlainLoop(boolean fields, int degree) {
        SpinForm form = SpinForm.of(model(80, degree / 80.0, fields, Signs.SIZES, 3L));
        Population population = population(form);
        FieldAnnealer annealer = new FieldAnnealer(form);
        UniformRandomProvider random = generator(4L);
        List<byte[]> plain = new ArrayList<>();
        for (int r = 0; r < Population.REPLICAS; r++) {
            plain.add(plainForces(form, population.state(r), SWEEPS, BETAS, random));
        }
        annealer.anneal(population, BETAS, SWEEPS, generator(4L), ALL);
        for (int r = 0; r < Population.REPLICAS; r++) {
            assertThat(population.state(r)).isEqualTo(plain.get(r));
            assertThat(population.value[r]).isCloseTo(form.value(plain.get(r)), within(1e-9));
        }
    }

    @Test
    void dense_restart_flipsAsThePlainLoop() {
        IsingModel model = model(40, 0.9, true, Signs.SIZES, 5L);
        SpinForm form = SpinForm.of(model);
        Schedule schedule = new Schedule(form);
        UniformRandomProvider random = generator(6L);
        byte[] state = new byte[form.sites()];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (random.nextBoolean() ? 1 : 0);
        }
        byte[] plain = plainForces(form, state, schedule.sweeps(0), schedule.cool(0), random);
        List<byte[]> found = new ArrayList<>();
        DenseSearch search = new DenseSearch(form, DenseRows.of(model, form));
        double value = search.restart(0, generator(6L), new SearchMonitor<>() {
            @Override
            public boolean mustEnd() {
                return false;
            }

            @Override
            public double leastValue() {
                return Double.NEGATIVE_INFINITY;
            }

            @Override
            public void report(byte[] best, double claimed) {
                found.add(best);
            }
        });
        assertThat(found).containsExactly(plain);
        assertThat(value).isCloseTo(form.value(plain), within(1e-9));
    }

    /** Adds up the force at each step; then climbs. */
    private static byte[] plainForces(
            SpinForm form, byte[] first, int sweeps, Betas betas, UniformRandomProvider random) {
        byte[] state = first.clone();
        for (int t = 0; t < sweeps; t++) {
            long bits = 0L;
            for (int i = 0; i < state.length; i++) {
                bits = i % Exponentials.IN_A_LONG == 0 ? random.nextLong() : bits >>> Exponentials.BITS;
                if (-gain(form, state, i) <= Exponentials.at(bits) / betas.at(t, sweeps)) {
                    state[i] ^= 1;
                }
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < state.length; i++) {
                if (gain(form, state, i) > 0.0) {
                    state[i] ^= 1;
                    changed = true;
                }
            }
        }
        return state;
    }

    /** Exact for couplings that are whole numbers of eighths. */
    private static double gain(SpinForm form, byte[] state, int site) {
        double before = form.value(state);
        state[site] ^= 1;
        double after = form.value(state);
        state[site] ^= 1;
        return after - before;
    }

    private enum Signs {
        POSITIVE,
        NEGATIVE,
        BOTH,
        /** Eighths from -1 to 1. */
        SIZES
    }

    private static UniformRandomProvider generator(long seed) {
        return RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    private static Population population(SpinForm form) {
        Population population = new Population(form.sites());
        population.randomise(generator(9L));
        return population;
    }

    private static IsingModel model(int sites, double density, boolean fields, Signs signs, long seed) {
        UniformRandomProvider random = generator(seed);
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < sites; i++) {
            for (int j = 0; j < i; j++) {
                if (random.nextDouble() < density) {
                    edges.add(new int[] {i, j});
                }
            }
        }
        double[] field = new double[sites];
        for (int i = 0; fields && i < sites; i++) {
            field[i] = (random.nextInt(25) - 12) / 8.0;
        }
        return IsingModel.graph(
                        sites,
                        edges.stream().mapToInt(edge -> edge[0]).toArray(),
                        edges.stream().mapToInt(edge -> edge[1]).toArray(),
                        edges.stream()
                                .mapToDouble(edge -> coupling(signs, random))
                                .toArray())
                .field(field)
                .build();
    }

    private static double coupling(Signs signs, UniformRandomProvider random) {
        int size = random.nextInt(17) - 8;
        return switch (signs) {
            case POSITIVE -> 0.7;
            case NEGATIVE -> -0.7;
            case BOTH -> size < 0 ? -0.7 : 0.7;
            case SIZES -> size / 8.0;
        };
    }
}
