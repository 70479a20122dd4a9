package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.internal.select.average.LeadingModels;
import dev.lbp.internal.select.average.PosteriorMixture;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.RowMixtures;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.glm.GlmMoments;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.select.prior.Inclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which models the intervals of predictions come from. */
class RowMixturesTest {

    /** Models of a place each, with equal weights but for every tenth, which has ten times the weight. */
    private static final class Places implements VisitedModels<Integer>, Regression.Moments<Integer> {

        private int loaded;

        @Override
        public void forEach(Visitor<Integer> visitor) {
            for (int m = 0; m < 200; m++) {
                visitor.visit(m, m % 10 == 9 ? Math.log(10) : 0);
            }
        }

        @Override
        public double logTotal() {
            return Math.log(180 + 20 * 10);
        }

        @Override
        public List<Known> best() {
            return List.of();
        }

        @Override
        public void load(Integer fit) {
            loaded = fit;
        }

        @Override
        public Supplier<PosteriorPart[]> parts() {
            return GlmMoments.PARTS;
        }

        @Override
        public Combination term(Term row) {
            return new Combination(0, row.offset() + loaded, 1, 0);
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public int column(int m) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Combination coefficient(int m) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double mean(Combination of) {
            return of.location();
        }

        @Override
        public double square(Combination of) {
            return of.location() * of.location() + of.form();
        }
    }

    private static List<PosteriorMixture> mixtures(int most) {
        Places places = new Places();
        RowMixtures<Integer> mixtures = new RowMixtures<>(most);
        places.forEach((fit, logWeight) -> mixtures.count(logWeight));
        List<PosteriorMixture> found = new ArrayList<>();
        Term[] rows = IntStream.range(0, 3)
                .mapToObj(row -> new Term("", new double[0], new double[0], 1000 * row, 1))
                .toArray(Term[]::new);
        mixtures.forEach(places, places, rows, (row, expected, response) -> {
            assertThat(row).isEqualTo(found.size());
            found.add(expected);
        });
        return found;
    }

    /** The 20 heavy models come before the first 13 of the others. */
    @Test
    void mostProbableModels_areKept_andNoMore() {
        List<PosteriorMixture> found = mixtures(33);
        assertThat(found).hasSize(3);
        for (int row = 0; row < 3; row++) {
            PosteriorMixture mixture = found.get(row);
            assertThat(mixture.size()).isEqualTo(33);
            double[] places = IntStream.range(0, 33).mapToDouble(mixture::place).toArray();
            int from = 1000 * row;
            assertThat(places).contains(from + 9, from + 199, from, from + 13).doesNotContain(from + 14, from + 15);
            for (int i = 0; i < 33; i++) {
                assertThat(mixture.weight(i)).isEqualTo((places[i] % 10 == 9 ? 10 : 1) / 213.0, offset(1e-12));
            }
        }
        assertThat(mixtures(20).get(0).size()).isEqualTo(20);
        assertThat(mixtures(5).get(0).size())
                .as("a part of the heavy models, and none of the others")
                .isEqualTo(5);
        assertThat(mixtures(1_000).get(2).size()).isEqualTo(200);
    }

    @Test
    void leadingModels_haveTheirPartOfTheWeights() {
        LeadingModels leading = new LeadingModels();
        LeadingModels.Member none = new LeadingModels.Member(
                new int[0], new LeadingModels.Held[0], new LeadingModels.Held[0], GlmMoments.PARTS);
        leading.offer(0, none);
        assertThat(leading.part(0)).isEqualTo(1.0);
        for (int m = 1; m < 80_000; m++) {
            leading.offer(m % 8 == 0 ? Math.log(2) : 0, none);
        }
        assertThat(leading.part(Math.log(80_000 + 9_999))).isEqualTo(59_999.0 / 89_999, offset(1e-12));
    }

    /** 2^16 models that the data hardly tell apart. */
    @Tag("slow")
    @Test
    void summary_ofMoreModelsThanThat_saysWhichPartIsKept() {
        Random random = new Random(1L);
        double[][] x = IntStream.range(0, 30)
                .mapToObj(t -> random.doubles(16).toArray())
                .toArray(double[][]::new);
        double[] y = random.doubles(30).toArray();
        SelectionResult result = VariableSelection.linear(x, y)
                .gPrior(0.5)
                .inclusion(Inclusion.bernoulli(0.5))
                .run();
        assertThat(result.average.leading.part(result.average.logTotal())).isBetween(0.77, 0.99);
        assertThat(result.summary())
                .contains(String.format(
                        "note: intervals of predictions come from the 50000 most probable models, which have %.4f of the"
                                + " probability",
                        result.average.leading.part(result.average.logTotal())));
    }
}
