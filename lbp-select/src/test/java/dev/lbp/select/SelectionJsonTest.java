package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JSON of a result: read by a strict parser, and by R. */
class SelectionJsonTest {

    /** RFC 8259, with an exception for anything else. */
    private static final class Parser {

        private final String text;
        private int at;

        private Parser(String text) {
            this.text = text;
        }

        static Object parse(String text) {
            Parser parser = new Parser(text);
            Object value = parser.value();
            parser.blanks();
            assertThat(parser.at).isEqualTo(text.length());
            return value;
        }

        private void blanks() {
            while (at < text.length() && " \n\t\r".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private boolean takes(String token) {
            blanks();
            boolean is = text.startsWith(token, at);
            at += is ? token.length() : 0;
            return is;
        }

        private void need(String token) {
            assertThat(takes(token)).as("%s at %d", token, at).isTrue();
        }

        private Object value() {
            if (takes("{")) {
                Map<String, Object> map = new LinkedHashMap<>();
                while (!takes("}")) {
                    if (!map.isEmpty()) {
                        need(",");
                    }
                    String key = string();
                    need(":");
                    assertThat(map.put(key, value())).isNull();
                }
                return map;
            }
            if (takes("[")) {
                List<Object> list = new ArrayList<>();
                while (!takes("]")) {
                    if (!list.isEmpty()) {
                        need(",");
                    }
                    list.add(value());
                }
                return list;
            }
            if (takes("null")) {
                return Double.NaN;
            }
            if (takes("true")) {
                return true;
            }
            if (takes("false")) {
                return false;
            }
            blanks();
            return text.charAt(at) == '"' ? string() : number();
        }

        private double number() {
            int from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String number = text.substring(from, at);
            assertThat(number).matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
            return Double.parseDouble(number);
        }

        private String string() {
            need("\"");
            StringBuilder made = new StringBuilder();
            while (text.charAt(at) != '"') {
                char c = text.charAt(at++);
                assertThat(c).isGreaterThanOrEqualTo(' ');
                if (c == '\\') {
                    char escaped = text.charAt(at++);
                    assertThat("\"\\u".indexOf(escaped)).isNotNegative();
                    c = escaped == 'u' ? (char) Integer.parseInt(text.substring(at, at + 4), 16) : escaped;
                    at += escaped == 'u' ? 4 : 0;
                }
                made.append(c);
            }
            at++;
            return made.toString();
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> read(SelectionResult result, Path directory) throws IOException {
        Path file = directory.resolve("selection.json");
        result.exportJson(file);
        return (Map<String, Object>) Parser.parse(Files.readString(file));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(Map<String, Object> all, String table) {
        return (List<Map<String, Object>>) all.get(table);
    }

    /** A quotation mark, a backslash, a formula, a tab and a character beyond 16 bits in names. */
    /** Summary, report and files ask for coefficients and sets without a level. */
    @Test
    void withLevel_changesIntervalsAndSetsThatHaveNone() {
        SelectionResult result =
                Regressions.autoregressive(40, 4, 0.9, 3L).selection().run();
        SelectionResult other = result.withLevel(0.6);
        assertThat(other.coefficients()).isEqualTo(result.coefficients(0.6));
        assertThat(other.alwaysIn()).isEqualTo(result.alwaysIn(0.6));
        assertThat(other.joint()).isEqualTo(result.joint(0.6, 10)).isNotEqualTo(result.joint());
        assertThat(other.coefficients(0.95)).isEqualTo(result.coefficients());
        double[][] row = {{1, 0, -1, 2}};
        assertThat(other.predict(row).get(0).upper())
                .isLessThan(result.predict(row).get(0).upper());
        assertThat(other.withLevel(0.95).joint()).isEqualTo(result.joint());
        assertThat(other.predict(row)).isNotEqualTo(result.withLevel(0.9).predict(row));
        assertThat(result.withLevel(0.9).predict(row)).isEqualTo(result.predict(row));
    }

    @Test
    void json_hasAllTables(@TempDir Path directory) throws IOException {
        Regressions data = Regressions.autoregressive(40, 5, 0.4, 7L);
        String[] names = {"a\"b", "c\\d", "=e", "f\tg", "\uD83D\uDE00"};
        double[] y = GlmSelectionTest.bits(data.x(), 0.8, 3L);
        VariableSelection selection = VariableSelection.logistic(data.x(), y).names(names);
        SelectionResult result = selection.run();
        result = result.with(selection.underPriors(result, List.of(VariableSelection::bic)));
        Map<String, Object> all = read(result, directory);
        assertThat(all.keySet())
                .containsExactly(
                        "format",
                        "response",
                        "observations",
                        "regression",
                        "priors_named",
                        "heredity",
                        "allowed_models",
                        "always_in",
                        "exact",
                        "verdict",
                        "notes",
                        "level",
                        "median_model",
                        "inclusion",
                        "coefficients",
                        "models",
                        "sizes",
                        "pairs",
                        "sets",
                        "priors");
        assertThat(all).containsEntry("observations", 40.0).containsEntry("exact", true);
        assertThat(rows(all, "inclusion"))
                .extracting(row -> row.get("variable"))
                .containsExactly((Object[]) names);
        for (int j = 0; j < names.length; j++) {
            Map<String, Object> row = rows(all, "inclusion").get(j);
            assertThat(row.get("probability"))
                    .isEqualTo(result.inclusion().get(j).probability());
            assertThat(row.get("bayes_factor"))
                    .isEqualTo(result.inclusion().get(j).bayesFactor());
        }
        assertThat(rows(all, "coefficients")).hasSize(6);
        assertThat(rows(all, "coefficients").get(1).get("odds_ratio"))
                .isEqualTo(result.coefficients().get(0).ratio());
        assertThat(rows(all, "models")).hasSize(32);
        assertThat(rows(all, "models").get(0).get("variables"))
                .isEqualTo(result.models(1).get(0).variables());
        assertThat(rows(all, "pairs")).hasSize(10);
        assertThat(rows(all, "priors")).hasSize(10);
        assertThat(rows(all, "sets").get(rows(all, "sets").size() - 1)).containsEntry("set", "all");
    }

    @Test
    void sampled_hasErrors(@TempDir Path directory) throws IOException {
        SelectionResult result = Regressions.autoregressive(200, 4, 0.2, 7L)
                .selection()
                .enumerateUpTo(0)
                .sampling(run -> run.draws(500).warmup(100))
                .run();
        Map<String, Object> all = read(result, directory);
        assertThat(all)
                .containsEntry("exact", false)
                .containsEntry("chains", 4.0)
                .containsEntry("draws", 500.0);
        assertThat((List<?>) all.get("verdict")).isNotEmpty();
        assertThat(rows(all, "inclusion")).allSatisfy(row -> {
            double error = (double) row.get("error");
            assertThat(error).isPositive();
            assertThat((double) row.get("bayes_factor")).isLessThanOrEqualTo(1 / error);
        });
    }

    /** What is no number is null, infinity is read as infinity. */
    @Test
    void numbers_areThoseOfJson() {
        String text = Json.of(Map.of("a", List.of(Double.NaN, Double.POSITIVE_INFINITY, -1e-300, 7)));
        assertThat(Parser.parse(text))
                .isEqualTo(Map.of("a", List.of(Double.NaN, Double.POSITIVE_INFINITY, -1e-300, 7.0)));
    }

    /** With R and its package jsonlite, as Debian has them. */
    @Test
    @Tag("data")
    void r_readsTheSame(@TempDir Path directory) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/Rscript")), "Rscript is not installed");
        SelectionResult result = VariableSelection.linear(
                        Table.csv(Path.of("../examples/houses.csv"), "region").log("price"), "price")
                .run();
        result.exportJson(directory.resolve("selection.json"));
        Files.writeString(directory.resolve("read.R"), """
                source("%s")
                s <- read_lbp_select("selection.json")
                print(s)
                stopifnot(is.data.frame(s$pairs), is.data.frame(s$sets), nrow(s$models) == 32)
                cat(sprintf("p %%.17g\\n", probne0(s)), sep = "")
                cat(sprintf("c %%.17g\\n", coef(s)[["age"]]), sep = "")
                cat("m", colnames(which_models(s))[which_models(s)[1, ]], "\\n")
                """.formatted(
                Path.of("../examples/read_lbp_select.R").toAbsolutePath().normalize()));
        Process process = new ProcessBuilder("/usr/bin/Rscript", "read.R")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        List<String> lines =
                new String(process.getInputStream().readAllBytes()).lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
        List<Double> probabilities = lines.stream()
                .filter(line -> line.startsWith("p "))
                .map(line -> Double.valueOf(line.substring(2)))
                .toList();
        for (int j = 0; j < 5; j++) {
            assertThat(probabilities.get(j)).isEqualTo(result.inclusion().get(j).probability(), offset(1e-15));
        }
        assertThat(lines).anyMatch(line -> line.startsWith("m area age region"));
        assertThat(lines.get(0)).startsWith("linear regression of price, n = 80;");
    }
}
