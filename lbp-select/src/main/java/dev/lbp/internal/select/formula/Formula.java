package dev.lbp.internal.select.formula;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.data.Source;
import dev.lbp.select.data.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A formula of R with the terms of a regression: {@code y ~ a*b + poly(c, 2) + log(d) + factor(e)}.
 *
 * <pre>
 * sum      = product { (+ | -) product }      - takes terms away
 * product  = interaction { * interaction }    a*b is a + b + a:b
 * interaction = power { : power }
 * power    = operand [ ^ number ]             (a + b)^2 is a + b + a:b
 * operand  = ( sum ) | 1 | . | column | factor(column) | poly(expression, number) | I(expression)
 *          | offset(expression) | a function of {@link Arithmetic}
 * </pre>
 *
 * <p>A term is a set of operands, so a:b is b:a and a:a is a. Terms of fewer operands come first. A factor has the
 * columns of its levels but the first, in interactions too. A dot is all other columns.
 */
public final class Formula {

    private final Tokens tokens;
    private final Table table;
    private final Arithmetic arithmetic;
    private final Collection<String> others;

    /** The operands by their names, in the order of the formula; a term has their numbers. */
    private final Map<String, Source> operands = new LinkedHashMap<>();

    private Source.@Nullable Computed offset;

    private Formula(Tokens tokens, Table table, Collection<String> others) {
        this.tokens = tokens;
        this.table = table;
        this.others = others;
        this.arithmetic = new Arithmetic(tokens, table);
    }

    /**
     * What a formula says.
     *
     * @param variables of the regression, by their names
     * @param offset a known part of the linear predictor; null if there is none
     */
    public record Parts(Map<String, Source> variables, Source.@Nullable Computed offset) {}

    /**
     * Reads a formula.
     *
     * @param response the only name that may stand before ~
     * @param others the columns of a dot
     * @throws IllegalArgumentException if it is no formula, with the place, or has a name that is no column, with near
     *     ones
     */
    public static Parts read(String formula, Table table, String response, Collection<String> others) {
        Tokens tokens = new Tokens(Check.notNull("formula", formula));
        int tilde = formula.indexOf('~');
        if (tilde > 0 && !formula.substring(0, tilde).isBlank()) {
            int place = tokens.place();
            if (!tokens.is(Tokens.Kind.NAME) || !tokens.take().equals(response) || !tokens.is("~")) {
                throw tokens.failure("have the response, " + response + ", before ~", place);
            }
        }
        tokens.take("~");
        return new Formula(tokens, table, others).read();
    }

    private Parts read() {
        Set<BitSet> terms = sum();
        if (!tokens.is(Tokens.Kind.END)) {
            throw tokens.failure("have a sign between terms", tokens.place());
        }
        terms.remove(new BitSet());
        Check.that(!terms.isEmpty(), "have a term beside the constant", "formula", "");
        List<Map.Entry<String, Source>> all = List.copyOf(operands.entrySet());
        Map<String, Source> variables = new LinkedHashMap<>();
        terms.stream()
                .sorted(Comparator.comparingInt(BitSet::cardinality))
                .map(term -> term.stream().mapToObj(all::get).toList())
                .forEach(parts -> variables.put(
                        parts.stream().map(Map.Entry::getKey).collect(Collectors.joining(":")),
                        parts.size() == 1
                                ? parts.get(0).getValue()
                                : new Source.Product(
                                        parts.stream().map(Map.Entry::getValue).toList())));
        return new Parts(variables, offset);
    }

    private Set<BitSet> sum() {
        tokens.take("+");
        Set<BitSet> sum = new LinkedHashSet<>(product());
        while (tokens.is("+") || tokens.is("-")) {
            boolean adds = tokens.take().equals("+");
            int place = tokens.place();
            Set<BitSet> next = product();
            if (!adds && next.contains(new BitSet())) {
                throw tokens.failure("keep the constant", place);
            }
            if (adds) {
                sum.addAll(next);
            } else {
                sum.removeAll(next);
            }
        }
        return sum;
    }

    private Set<BitSet> product() {
        Set<BitSet> product = interaction();
        while (tokens.take("*")) {
            Set<BitSet> next = interaction();
            Set<BitSet> crossed = crossed(product, next);
            product.addAll(next);
            product.addAll(crossed);
        }
        return product;
    }

    private Set<BitSet> interaction() {
        Set<BitSet> terms = power();
        while (tokens.take(":")) {
            terms = crossed(terms, power());
        }
        return terms;
    }

    private Set<BitSet> power() {
        Set<BitSet> base = operand();
        if (!tokens.take("^")) {
            return base;
        }
        Set<BitSet> terms = new LinkedHashSet<>(base);
        for (int k = whole(); k > 1; k--) {
            terms.addAll(crossed(terms, base));
        }
        return terms;
    }

    private static Set<BitSet> crossed(Set<BitSet> some, Set<BitSet> others) {
        Set<BitSet> crossed = new LinkedHashSet<>();
        for (BitSet one : some) {
            for (BitSet other : others) {
                BitSet both = (BitSet) one.clone();
                both.or(other);
                crossed.add(both);
            }
        }
        return crossed;
    }

    /** A whole number from 1 to 20. */
    private int whole() {
        int place = tokens.place();
        String text = tokens.is(Tokens.Kind.NUMBER) ? tokens.take() : "";
        if (!text.matches("[1-9]|1\\d|20")) {
            throw tokens.failure("have a whole number from 1 to 20", place);
        }
        return Integer.parseInt(text);
    }

    private Set<BitSet> operand() {
        int place = tokens.place();
        Set<BitSet> terms = new LinkedHashSet<>();
        if (tokens.take("(")) {
            terms = sum();
            tokens.close(place);
        } else if (tokens.take(".")) {
            for (String name : others) {
                terms.add(term(name, column(name)));
            }
        } else if (tokens.is(Tokens.Kind.NUMBER)) {
            if (!tokens.take().equals("1")) {
                throw tokens.failure("have a column or 1, the constant,", place);
            }
            terms.add(new BitSet());
        } else if (tokens.isCall()) {
            call(place, terms);
        } else if (tokens.is(Tokens.Kind.NAME)) {
            String name = tokens.take();
            terms.add(term(name, column(name)));
        } else {
            throw tokens.failure("have a column or a function", place);
        }
        return terms;
    }

    private Source column(String name) {
        Arithmetic.known(name, table);
        return table.isFactor(name) ? factor(name, name) : new Source.Column(name);
    }

    private BitSet term(String name, Source source) {
        operands.putIfAbsent(name, source);
        BitSet term = new BitSet();
        term.set(List.copyOf(operands.keySet()).indexOf(name));
        return term;
    }

    private void call(int place, Set<BitSet> terms) {
        String function = tokens.take();
        int opened = tokens.place();
        tokens.take();
        if (function.equals("factor")) {
            int at = tokens.place();
            String column = tokens.is(Tokens.Kind.NAME) ? tokens.take() : "";
            if (column.isEmpty()) {
                throw tokens.failure("have a column", at);
            }
            Arithmetic.known(column, table);
            tokens.close(opened);
            String name = table.isFactor(column) ? column : "factor(" + column + ")";
            terms.add(term(name, factor(name, column)));
            return;
        }
        boolean isKnown = Arithmetic.FUNCTIONS.containsKey(function);
        if (!isKnown && !Set.of("I", "poly", "offset").contains(function)) {
            throw tokens.failure(
                    "have factor, poly, I, offset, or a function of numbers, not " + function + ",", place);
        }
        Function<Table, double[]> inner = arithmetic.sum();
        int degree = 0;
        if (function.equals("poly")) {
            if (!tokens.take(",")) {
                throw tokens.failure("have a comma and a degree", tokens.place());
            }
            degree = whole();
        }
        tokens.close(opened);
        String name = tokens.since(place);
        Source.Computed computed = new Source.Computed(name, isKnown ? mapped(function, inner) : inner);
        if (function.equals("offset")) {
            Check.that(offset == null, "have one offset", "formula", name);
            offset = computed;
        } else if (degree == 0) {
            terms.add(term(name, computed));
        } else {
            long distinct =
                    Arrays.stream(computed.columns(table).get(0)).distinct().count();
            Check.that(degree < distinct, "have a degree below the number of values, " + distinct, "formula", name);
            terms.add(term(name, Source.Polynomials.of(computed, name, degree, table)));
        }
    }

    private static Function<Table, double[]> mapped(String function, Function<Table, double[]> inner) {
        DoubleUnaryOperator by = Objects.requireNonNull(Arithmetic.FUNCTIONS.get(function));
        return of -> Arrays.stream(inner.apply(of)).map(by).toArray();
    }

    /** A factor of a column of texts, or of numbers; numbers are in their order. */
    private Source factor(String name, String column) {
        Function<Table, String[]> values = of -> of.isFactor(column)
                ? of.factor(column)
                : Arrays.stream(of.column(column)).mapToObj(Numbers::shortest).toArray(String[]::new);
        List<String> levels = table.isFactor(column)
                ? Arrays.stream(table.factor(column)).distinct().sorted().toList()
                : Arrays.stream(table.column(column))
                        .distinct()
                        .sorted()
                        .mapToObj(Numbers::shortest)
                        .toList();
        Check.that(levels.size() > 1, "not be constant", "factor", column);
        return new Source.Factor(name, column, new ArrayList<>(levels), values);
    }
}
