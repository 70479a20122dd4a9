package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every prior and every family by enumeration on twelve tables of R, against figures by NumPy and SciPy; evidence.py in
 * the resources has the formulas, tables.R writes the tables.
 */
@Tag("data")
class RealTablesTest {

    private static final Path RESOURCES =
            Path.of("src/test/resources/dev/lbp/select").toAbsolutePath();

    private static final Map<String, Consumer<VariableSelection>> PRIORS = Map.ofEntries(
            Map.entry("g", VariableSelection::gPrior),
            Map.entry("g:7.5", one -> one.gPrior(7.5)),
            Map.entry("g=max", VariableSelection::benchmarkPrior),
            Map.entry("bic", VariableSelection::bic),
            Map.entry("ridge:0.7", one -> one.ridge(0.7)),
            Map.entry("hyper-g", VariableSelection::hyperG),
            Map.entry("hyper-g-n", VariableSelection::hyperGn),
            Map.entry("zellner-siow", VariableSelection::zellnerSiow),
            Map.entry("robust", VariableSelection::robustPrior),
            Map.entry("eb-local", VariableSelection::empiricalBayes),
            Map.entry("eb-global", VariableSelection::globalEmpiricalBayes),
            Map.entry("local-g", VariableSelection::localGPrior),
            Map.entry("local-g:7.5", one -> one.localGPrior(7.5)),
            Map.entry("local-g=max", VariableSelection::localBenchmarkPrior));

    @TempDir
    private Path directory;

    private VariableSelection selection(String name, String family) throws IOException {
        Table table = Table.csv(directory.resolve(name + ".csv"));
        String y = table.names().get(0);
        String second = table.names().get(1);
        if (family.startsWith("linear:")) {
            return VariableSelection.linear(table, y).noiseVariance(Double.parseDouble(family.substring(7)));
        }
        return switch (family) {
            case "linear" -> VariableSelection.linear(table, y);
            case "logistic" -> VariableSelection.logistic(table, y);
            case "probit" -> VariableSelection.probit(table, y);
            case "binomial" -> VariableSelection.binomial(table, y, second);
            case "poisson" -> VariableSelection.poisson(table, y);
            case "negative-binomial:1.5" -> VariableSelection.negativeBinomial(table, y, 1.5);
            case "cox" -> VariableSelection.cox(table, y, second);
            case "cox-efron" -> VariableSelection.cox(table, y, second).efronTies();
            default -> VariableSelection.cox(table, y, second).strata(name.equals("lung") ? "sex" : "trt");
        };
    }

    @Test
    void probabilities_areThoseOfTheDefinitions() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/Rscript")), "Rscript is not installed");
        Process process = new ProcessBuilder(
                        "/usr/bin/Rscript", RESOURCES.resolve("tables.R").toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String told = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(told).isZero();
        List<String> lines = Files.readAllLines(RESOURCES.resolve("tables.csv"));
        for (String line : lines) {
            if (line.startsWith("#")) {
                continue;
            }
            String[] cells = line.split(",");
            VariableSelection selection = selection(cells[0], cells[1]);
            Objects.requireNonNull(PRIORS.get(cells[2]), line).accept(selection);
            SelectionResult result = selection.run();
            List<SelectionResult.Variable> variables = result.inclusion();
            String[] names =
                    variables.stream().map(SelectionResult.Variable::name).toArray(String[]::new);
            double full = Double.parseDouble(cells[3]);
            assertThat(result.model(names).logEvidence())
                    .as(line)
                    .isCloseTo(full, within(1e-8 * Math.max(1.0, Math.abs(full))));
            assertThat(cells).hasSize(4 + names.length);
            for (int j = 0; j < names.length; j++) {
                assertThat(variables.get(j).probability())
                        .as("%s in %s", names[j], line)
                        .isCloseTo(Double.parseDouble(cells[4 + j]), within(1e-8));
            }
        }
        assertThat(lines).hasSizeGreaterThan(200);
    }
}
