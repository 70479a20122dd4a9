package dev.lbp.diagnostics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The recipes of traces.csv turned into traces, and the tables that other implementations made of them. */
final class GoldenTraces {

    private static final int MULTIPLIER = 16_807;
    private static final int MODULUS = 2_147_483_647;

    private final Map<String, String> recipe;
    private long state;

    private GoldenTraces(Map<String, String> recipe) {
        this.recipe = recipe;
        this.state = (long) number("seed");
    }

    /** The rows of a table in this folder by the name in their first column, each a map from column to text. */
    static Map<String, Map<String, String>> table(String file) {
        List<String> lines;
        try (InputStream in = Objects.requireNonNull(GoldenTraces.class.getResourceAsStream(file), file)) {
            lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String[] columns = lines.get(0).split(",", -1);
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int c = 0; c < columns.length; c++) {
                row.put(columns[c], cells[c]);
            }
            rows.put(cells[0], row);
        }
        return rows;
    }

    static double[][] of(String name) {
        return new GoldenTraces(Objects.requireNonNull(table("traces.csv").get(name), name)).generate();
    }

    private double[][] generate() {
        double[][] traces = new double[(int) number("chains")][(int) number("draws")];
        String form = text("form");
        for (int j = 0; j < traces.length; j++) {
            double level = number("offset") + number("shift") * j;
            boolean still = form.equals("level") || (form.equals("first") && j == 0);
            double x = 0;
            for (int t = 0; t < traces[j].length; t++) {
                double value = level;
                if (!still) {
                    x = number("phi") * x + noise();
                    value = level + (1 + number("growth") * j) * x;
                }
                traces[j][t] = shape(form, value);
            }
        }
        return traces;
    }

    private static double shape(String form, double value) {
        return switch (form) {
            case "floor" -> Math.floor(value);
            case "above" -> value > 0 ? 1 : 0;
            default -> value;
        };
    }

    private double noise() {
        double sum = 0;
        for (int i = 0; i < 12; i++) {
            state = MULTIPLIER * state % MODULUS;
            sum += (double) state / MODULUS;
        }
        return sum - 6;
    }

    private double number(String column) {
        return Double.parseDouble(text(column));
    }

    private String text(String column) {
        return Objects.requireNonNull(recipe.get(column), column);
    }
}
