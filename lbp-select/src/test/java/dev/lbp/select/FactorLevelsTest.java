package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.data.Table;
import dev.lbp.select.data.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reference levels, and ordered factors. */
class FactorLevelsTest {

    @TempDir
    private Path directory;

    private Table table() throws IOException {
        Random random = new Random(1L);
        StringBuilder csv = new StringBuilder("a,e,f,y\n");
        for (int t = 0; t < 40; t++) {
            double a = random.nextDouble();
            csv.append(a + "," + "2,10,30".split(",")[t % 3] + "," + "low,mid,top".split(",")[random.nextInt(3)] + ",")
                    .append(a + 0.3 * random.nextGaussian() + "\n");
        }
        return TableReader.of(Files.writeString(directory.resolve("t.csv"), csv))
                .factors("f")
                .read();
    }

    /** Figures of R's {@code contr.poly(3)} and {@code contr.poly(5)}. */
    @Test
    void orderedFactors_haveTheContrastsOfR() throws IOException {
        List<double[]> found = VariableSelection.linear(table(), "y")
                .formula("ordered(f, levels = c(\"low\", \"top\", 'mid')) + a")
                .predictors
                .variables()
                .get("ordered(f)");
        String[] f = table().factor("f");
        double[] linear = {-0.7071067811865475, 0.0, 0.7071067811865475};
        double[] bent = {0.4082482904638631, -0.8164965809277260, 0.4082482904638631};
        List<String> order = List.of("low", "top", "mid");
        for (int t = 0; t < f.length; t++) {
            assertThat(found.get(0)[t]).isCloseTo(linear[order.indexOf(f[t])], within(1e-14));
            assertThat(found.get(1)[t]).isCloseTo(bent[order.indexOf(f[t])], within(1e-14));
        }
        double[][] fives = new double[10][];
        Arrays.setAll(fives, t -> new double[] {-10 * (t % 5), Math.sin(t)});
        Table table = Table.of(new String[] {"v", "y"}, fives);
        VariableSelection selection = VariableSelection.linear(table, "y").formula("ordered(v)");
        assertThat(selection.predictors.sources().get("ordered(v)").columnNames())
                .containsExactly("ordered(v).L", "ordered(v).Q", "ordered(v).C", "ordered(v)^4");
        double[] fourth = {0.1195228609334393, -0.4780914437337575, 0.7171371656006362, -0.4780914437337575};
        double[] column = selection.predictors.variables().get("ordered(v)").get(3);
        for (int t = 0; t < 4; t++) {
            assertThat(column[t]).isCloseTo(fourth[t], within(1e-14)); // of -40, .., -10, 0 in their order
        }
    }

    /** Columns of other contrasts span the same space: under the g-prior the evidence is the same. */
    @Test
    void referencesAndOrders_changeCoefficientsAlone() throws IOException {
        Table table = table();
        SelectionResult first = VariableSelection.linear(table, "y")
                .formula("factor(f) + factor(e) + a")
                .run();
        SelectionResult other = VariableSelection.linear(
                        table.reference("f", "mid").reference("e", "10"), "y")
                .formula("f + factor(e) + a")
                .run();
        SelectionResult given = VariableSelection.linear(table, "y")
                .formula("factor(f, levels = c('mid', 'low', 'top')) + factor(e, levels = c(10, 2, 30)) + a")
                .run();
        SelectionResult ordered = VariableSelection.linear(table.reference("e", "10"), "y")
                .formula("ordered(f) + ordered(e) + a")
                .run();
        for (int k = 0; k < 3; k++) {
            double expected = first.inclusion().get(k).probability();
            assertThat(other.inclusion().get(k).probability()).isCloseTo(expected, within(1e-12));
            assertThat(given.inclusion().get(k).probability()).isCloseTo(expected, within(1e-12));
            assertThat(ordered.inclusion().get(k).probability()).isCloseTo(expected, within(1e-12));
        }
        List<String> columns = other.coefficients().stream()
                .map(SelectionResult.Coefficient::column)
                .toList();
        assertThat(columns).containsExactly("f=low", "f=top", "factor(e)=2", "factor(e)=30", "a");
        assertThat(given.coefficients().stream().map(SelectionResult.Coefficient::column))
                .containsExactlyElementsOf(columns);
        assertThat(other.coefficients().get(0).mean())
                .isCloseTo(-first.coefficients().get(0).mean(), within(1e-10)); // mid less low
        assertThat(ordered.coefficients().stream().map(SelectionResult.Coefficient::column))
                .contains("ordered(e).L", "ordered(e).Q");
        assertThat(ordered.predict(table).get(3).mean())
                .isCloseTo(first.predict(table).get(3).mean(), within(1e-10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.reference("f", "best"))
                .withMessageContaining("t.csv, column f, which has low, mid, top: level=best");
    }

    @Test
    void reference_ofAColumnOfNumbers_isRefusedByARun() throws IOException {
        Table table = table().reference("e", "10");
        for (String formula : List.of("a + e", "a + e + f")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VariableSelection.linear(table, "y")
                            .formula(formula)
                            .run())
                    .withMessageStartingWith("must be of a factor, by its name in the reading of the table or factor()")
                    .withMessageEndingWith("t.csv, column e, reference=10");
        }
    }
}
