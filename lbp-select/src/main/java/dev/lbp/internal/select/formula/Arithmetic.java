package dev.lbp.internal.select.formula;

import dev.lbp.select.data.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/**
 * Reads expressions of columns and numbers, {@code + - * / ^} with R's precedence and functions of one number, by a
 * method for each level of precedence. An expression becomes a function that computes it from a table.
 */
final class Arithmetic {

    static final Map<String, DoubleUnaryOperator> FUNCTIONS = Map.of(
            "log", Math::log,
            "log2", x -> Math.log(x) / Math.log(2.0),
            "log10", Math::log10,
            "log1p", Math::log1p,
            "sqrt", Math::sqrt,
            "exp", Math::exp,
            "abs", Math::abs);

    /** The largest number of signs and values of an expression: the parser recurses at each. */
    private static final int MOST = 1_000;

    private final Tokens tokens;
    private final Table table;
    private final List<String> response;
    private final Set<String> others;

    /** The function whose argument is read. */
    private String function = "";

    /** The number of signs and values that were read of the argument. */
    private int count;

    Arithmetic(Tokens tokens, Table table, List<String> response, Set<String> others) {
        this.tokens = tokens;
        this.table = table;
        this.response = response;
        this.others = others;
    }

    /** Reads an argument of the function {@code name}, up to the first token that is no part of an expression. */
    Function<Table, double[]> readArgument(String name) {
        function = name;
        count = 0;
        return sum();
    }

    /** Reads products with + and - between them. */
    private Function<Table, double[]> sum() {
        Function<Table, double[]> sum = product();
        while (tokens.is("+") || tokens.is("-")) {
            sum = joined(sum, tokens.take().equals("+") ? (a, b) -> a + b : (a, b) -> a - b, product());
        }
        return sum;
    }

    /** Reads factors with * and / between them. */
    private Function<Table, double[]> product() {
        Function<Table, double[]> product = signedPower();
        while (tokens.is("*") || tokens.is("/")) {
            product = joined(product, tokens.take().equals("*") ? (a, b) -> a * b : (a, b) -> a / b, signedPower());
        }
        return product;
    }

    /** Reads signs and a power: in R, as here, {@code -a^b} is {@code -(a^b)}, and {@code a^-b} is allowed. */
    private Function<Table, double[]> signedPower() {
        if (++count > MOST) {
            throw tokens.failure("have at most 1,000 signs and values in " + function, tokens.place());
        }
        if (tokens.take("-")) {
            return mappedBy(signedPower(), x -> -x);
        }
        tokens.take("+");
        Function<Table, double[]> base = operand();
        return tokens.take("^") ? joined(base, Math::pow, signedPower()) : base;
    }

    /** Reads an expression in parentheses, a number, a function of an expression, or a column. */
    private Function<Table, double[]> operand() {
        int place = tokens.place();
        if (tokens.take("(")) {
            Function<Table, double[]> inner = sum();
            tokens.close(place);
            return inner;
        }
        if (tokens.is(Tokens.Kind.NUMBER)) {
            double value = Double.parseDouble(tokens.take());
            return of -> mappedBy(new double[of.rows()], zero -> value); // the number in each row
        }
        if (tokens.isCall()) {
            String name = tokens.take();
            DoubleUnaryOperator function = FUNCTIONS.get(name);
            if (function == null) {
                throw tokens.failure("have a function of numbers, " + String.join(", ", names()), place);
            }
            int opened = tokens.place();
            tokens.take();
            Function<Table, double[]> inner = sum();
            tokens.close(opened);
            return mappedBy(inner, function);
        }
        if (!tokens.is(Tokens.Kind.NAME)) {
            throw tokens.failure("have a column, a number or a function", place);
        }
        String column = tokens.take();
        checkUsable(column);
        if (table.isFactor(column)) {
            throw tokens.failure("have a column of numbers, not the factor " + column + ",", place);
        }
        return of -> of.column(column);
    }

    private static List<String> names() {
        return FUNCTIONS.keySet().stream().sorted().toList();
    }

    /** Refuses a name that is no column, with near ones, and a column that the regression uses already. */
    void checkUsable(String column) {
        table.isFactor(column); // refuses a name that is no column
        if (!others.contains(column)) {
            throw new IllegalArgumentException("must not use "
                    + (response.contains(column)
                            ? "the response"
                            : "a column of events, strata, trials, weights or an offset")
                    + ": formula=" + tokens.formula() + ", column " + column);
        }
    }

    private static Function<Table, double[]> mappedBy(Function<Table, double[]> of, DoubleUnaryOperator by) {
        return table -> mappedBy(of.apply(table), by);
    }

    /** Replaces each value by its image. Returns the array. */
    private static double[] mappedBy(double[] values, DoubleUnaryOperator by) {
        for (int t = 0; t < values.length; t++) {
            values[t] = by.applyAsDouble(values[t]);
        }
        return values;
    }

    /** The expression that computes a and b from the table, and joins their values row by row. */
    private static Function<Table, double[]> joined(
            Function<Table, double[]> a, DoubleBinaryOperator by, Function<Table, double[]> b) {
        return table -> {
            double[] values = a.apply(table);
            double[] others = b.apply(table);
            for (int t = 0; t < values.length; t++) {
                values[t] = by.applyAsDouble(values[t], others[t]);
            }
            return values;
        };
    }
}
