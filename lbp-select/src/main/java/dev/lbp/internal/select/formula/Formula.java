package dev.lbp.internal.select.formula;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.data.Source;
import dev.lbp.select.data.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
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
 * operand  = ( sum ) | 1 | . | column | factor(column [, levels]) | ordered(column [, levels])
 *          | poly(expression, number) | I(expression) | offset(expression) | a function of {@link Arithmetic}
 * levels   = levels = c(level {, level})
 * </pre>
 *
 * <p>A term is a set of operands, so a:b is b:a and a:a is a. Terms of fewer operands come first. A factor has the
 * columns of its levels but the first, in interactions too. A dot is all other columns.
 */
public final class Formula {

    private static final int MOST_TERMS = 100_000;

    /** The largest number of pairs of terms that one * or ^ may cross; a formula with more is refused. */
    private static final long MOST_PAIRS = 1_000_000;

    /** Functions of R's formulas that are settings here. */
    private static final Map<String, String> SETTINGS = Map.of(
            "Surv",
            "have the times alone, without Surv: events are named by cox(table, times, events) (--family cox --event)",
            "strata",
            "have no strata, which are a setting, strata(columns) (--strata)");

    private final Tokens tokens;
    private final Table table;
    private final Arithmetic arithmetic;
    private final Set<String> others;

    /** The operands by their texts with backticks, in the order of the formula; a term has their numbers. */
    private final Map<String, Operand> operands = new LinkedHashMap<>();

    private final Set<String> offsets = new HashSet<>();
    private Source.@Nullable Computed offset;

    private Formula(Tokens tokens, Table table, List<String> response, Set<String> others) {
        this.tokens = tokens;
        this.table = table;
        this.others = others;
        this.arithmetic = new Arithmetic(tokens, table, response, others);
    }

    /** What terms are products of, such as a column or a function: its name without backticks, and its number. */
    private record Operand(String name, Source source, int number) {}

    /**
     * What a formula says.
     *
     * @param variables of the regression, by their names
     * @param terms the numbers of the operands of each variable, by its name
     * @param offset a known part of the linear predictor; null if there is none
     */
    public record Parts(Map<String, Source> variables, Map<String, BitSet> terms, Source.@Nullable Computed offset) {}

    /** The text before ~ of a formula; empty if there is none. */
    public static String leftSide(String formula) {
        return new Tokens(formula).leftSide();
    }

    /** The names of a formula, of columns and of functions, and a dot if it has one. Levels in quotes are none. */
    public static Set<String> names(String formula) {
        return new Tokens(formula).names();
    }

    /**
     * Reads a formula.
     *
     * @param response its columns; the name of the first one may stand before ~
     * @param others the columns of a dot; a formula may use no other ones
     * @throws IllegalArgumentException if it is no formula, with the place, has a name that is no column, with near
     *     ones, or two terms of one name
     */
    public static Parts read(String formula, Table table, List<String> response, Set<String> others) {
        Tokens tokens = new Tokens(Check.notNull("formula", formula));
        if (!tokens.leftSide().isEmpty()) {
            int place = tokens.place();
            boolean isCall = tokens.isCall();
            String left = tokens.is(Tokens.Kind.NAME) ? tokens.take() : "";
            if (!left.equals(response.get(0)) || !tokens.is("~")) {
                String other = "have the response, " + response.get(0) + ", before ~";
                throw tokens.failure(isCall ? SETTINGS.getOrDefault(left, other) : other, place);
            }
        }
        tokens.take("~");
        return new Formula(tokens, table, response, others).read();
    }

    /** Reads the right side to the end, and makes a variable of each term; terms of fewer operands come first. */
    private Parts read() {
        Set<BitSet> terms = sum();
        if (!tokens.is(Tokens.Kind.END)) {
            throw tokens.failure("have a sign between terms", tokens.place());
        }
        terms.remove(new BitSet()); // the constant, which every model has
        Check.that(!terms.isEmpty(), "have a term beside the constant", "formula", tokens.formula());
        List<Operand> all = List.copyOf(operands.values());
        Map<String, Source> variables = new LinkedHashMap<>();
        Map<String, BitSet> byName = new LinkedHashMap<>();
        terms.stream().sorted(Comparator.comparingInt(BitSet::cardinality)).forEach(term -> {
            List<Operand> parts = term.stream().mapToObj(all::get).toList();
            String name = parts.stream().map(Operand::name).collect(Collectors.joining(":"));
            Source source = parts.size() == 1
                    ? parts.get(0).source()
                    : new Source.Product(parts.stream().map(Operand::source).toList());
            if (variables.put(name, source) != null) {
                throw new IllegalArgumentException("must not have two terms of one name: formula=" + tokens.formula()
                        + ", " + name + "; rename the column");
            }
            byName.put(name, term);
        });
        return new Parts(variables, byName, offset);
    }

    /** Reads products with + and - between them; a - takes the terms of its product out of the sum. */
    private Set<BitSet> sum() {
        tokens.take("+");
        Set<BitSet> sum = new LinkedHashSet<>(product());
        while (tokens.is("+") || tokens.is("-")) {
            boolean adds = tokens.take().equals("+");
            int place = tokens.place();
            Set<BitSet> next = product();
            if (!adds && next.contains(new BitSet())) { // the constant is the term without operands
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

    /** Reads {@code a * b}: the terms of a, those of b, and the interactions of both. */
    private Set<BitSet> product() {
        Set<BitSet> product = interaction();
        while (tokens.take("*")) {
            Set<BitSet> next = interaction();
            Set<BitSet> crossed = crossedTerms(product, next);
            product.addAll(next);
            product.addAll(crossed);
        }
        return product;
    }

    /** Reads {@code a : b}: the interactions of each term of a with each term of b. */
    private Set<BitSet> interaction() {
        Set<BitSet> terms = power();
        while (tokens.take(":")) {
            terms = crossedTerms(terms, power());
        }
        return terms;
    }

    /** Reads {@code operand ^ k}: the terms of the operand, and all products of up to k of them. */
    private Set<BitSet> power() {
        Set<BitSet> base = operand();
        if (!tokens.take("^")) {
            return base;
        }
        Set<BitSet> terms = new LinkedHashSet<>(base);
        for (int k = readWhole(); k > 1; k--) {
            terms.addAll(crossedTerms(terms, base));
        }
        return terms;
    }

    /** All unions of a term of one set and a term of the other. */
    private Set<BitSet> crossedTerms(Set<BitSet> some, Set<BitSet> others) {
        checkTerms((long) some.size() * others.size() <= MOST_PAIRS);
        Set<BitSet> crossed = new LinkedHashSet<>();
        for (BitSet one : some) {
            for (BitSet other : others) {
                BitSet both = (BitSet) one.clone();
                both.or(other);
                crossed.add(both);
            }
        }
        checkTerms(crossed.size() <= MOST_TERMS);
        return crossed;
    }

    /** Refuses the formula unless its terms, or the pairs that it crosses, which the caller has counted, are few. */
    private void checkTerms(boolean few) {
        if (!few) {
            throw tokens.failure("have at most 100,000 terms, and cross at most 1,000,000 pairs", tokens.place());
        }
    }

    /** Reads a whole number from 1 to 20. */
    private int readWhole() {
        int place = tokens.place();
        String text = tokens.is(Tokens.Kind.NUMBER) ? tokens.take() : "";
        if (!text.matches("[1-9]|1\\d|20")) {
            throw tokens.failure("have a whole number from 1 to 20", place);
        }
        return Integer.parseInt(text);
    }

    /** Reads an operand: the terms of a sum in parentheses, of a dot, of the constant 1, of a call or of a column. */
    private Set<BitSet> operand() {
        int place = tokens.place();
        Set<BitSet> terms = new LinkedHashSet<>();
        if (tokens.take("(")) {
            terms = sum();
            tokens.close(place);
        } else if (tokens.take(".")) {
            for (String name : others) {
                terms.add(column(name));
            }
        } else if (tokens.is(Tokens.Kind.NUMBER)) {
            if (!tokens.take().equals("1")) {
                throw tokens.failure("have a column or 1, the constant,", place);
            }
            terms.add(new BitSet());
        } else if (tokens.isCall()) {
            readCall(place, terms);
        } else if (tokens.is(Tokens.Kind.NAME)) {
            terms.add(column(tokens.take()));
        } else {
            throw tokens.failure("have a column or a function", place);
        }
        return terms;
    }

    /** The term of a column or factor. */
    private BitSet column(String name) {
        arithmetic.checkUsable(name);
        return term(
                "`" + name + "`",
                name,
                table.isFactor(name) ? new Source.Factor(name, name, table.levels(name)) : new Source.Column(name));
    }

    /** The term of one operand. Operands of the same text are one. */
    private BitSet term(String text, String name, Source source) {
        BitSet term = new BitSet();
        term.set(operands.computeIfAbsent(text, key -> new Operand(name, source, operands.size()))
                .number());
        return term;
    }

    /** Reads a function and its argument, adds its term, or the offset that it is. */
    private void readCall(int place, Set<BitSet> terms) {
        String function = tokens.take();
        int opened = tokens.place();
        tokens.take(); // the parenthesis
        if (function.equals("factor") || function.equals("ordered")) {
            terms.add(readFactor(function, place, opened));
            return;
        }
        boolean isKnown = Arithmetic.FUNCTIONS.containsKey(function);
        if (!isKnown && !Set.of("I", "poly", "offset").contains(function)) {
            throw tokens.failure(
                    SETTINGS.getOrDefault(
                                    function,
                                    "have factor, ordered, poly, I, offset, or a function of numbers, not " + function)
                            + ",",
                    place);
        }
        Function<Table, double[]> inner = arithmetic.readArgument(function);
        int degree = function.equals("poly") ? readDegree() : 0;
        tokens.close(opened);
        String name = tokens.since(place);
        Source.Computed computed = new Source.Computed(name, isKnown ? mapped(function, inner) : inner);
        switch (function) {
            case "offset" -> addOffset(place, computed);
            case "poly" -> {
                checkDegree(degree, computed);
                Source polynomials = Source.Polynomials.of(computed, name, degree, table);
                terms.add(term(tokens.writtenSince(place), name, polynomials));
            }
            default -> terms.add(term(tokens.writtenSince(place), name, computed));
        }
    }

    private int readDegree() {
        if (!tokens.take(",")) {
            throw tokens.failure("have a comma and a degree", tokens.place());
        }
        return readWhole();
    }

    private void checkDegree(int degree, Source.Computed computed) {
        long distinct = Arrays.stream(computed.columns(table).get(0)).distinct().count();
        Check.that(
                degree < distinct, "have a degree below the number of values, " + distinct, "formula", computed.name());
    }

    /** Adds an offset, unless it is written a second time: as in R it then counts once. */
    private void addOffset(int place, Source.Computed computed) {
        if (!tokens.isAdded(place)) {
            throw tokens.failure("have offset alone, added to the terms,", place);
        }
        if (offsets.add(tokens.writtenSince(place))) {
            offset = offset == null ? computed : offset.plus(computed);
        }
    }

    private static Function<Table, double[]> mapped(String function, Function<Table, double[]> inner) {
        DoubleUnaryOperator by = Objects.requireNonNull(Arithmetic.FUNCTIONS.get(function));
        return of -> Arrays.stream(inner.apply(of)).map(by).toArray();
    }

    /** Reads what follows {@code factor(} or {@code ordered(}: a column, perhaps with its levels in order. */
    private BitSet readFactor(String function, int place, int opened) {
        int at = tokens.place();
        String column = tokens.is(Tokens.Kind.NAME) ? tokens.take() : "";
        if (column.isEmpty()) {
            throw tokens.failure("have a column", at);
        }
        arithmetic.checkUsable(column);
        boolean isPlain = table.isFactor(column) && function.equals("factor");
        String name = isPlain ? column : function + "(" + column + ")";
        List<String> levels = table.levels(column);
        if (function.equals("ordered")) { // puts a reference level, which comes first, back to its place
            levels.sort(
                    table.isFactor(column)
                            ? Comparator.naturalOrder()
                            : Comparator.comparingDouble(Double::parseDouble));
        }
        if (tokens.take(",")) {
            levels = readLevels(levels);
        } else if (isPlain) {
            tokens.close(opened);
            return column(column);
        }
        tokens.close(opened);
        Source.Factor factor = new Source.Factor(name, column, levels);
        return term(
                tokens.writtenSince(place),
                name,
                function.equals("ordered") ? Source.Ordered.of(factor, table) : factor);
    }

    /** Reads {@code levels = c("low", "mid", "high")}, which must have all levels of the data. */
    private List<String> readLevels(List<String> known) {
        int place = tokens.place();
        List<String> levels = new ArrayList<>();
        boolean isList = tokens.is(Tokens.Kind.NAME)
                && tokens.take().equals("levels")
                && tokens.take("=")
                && tokens.isCall()
                && tokens.take().equals("c");
        int opened = tokens.place();
        if (!isList) {
            throw tokens.failure("have levels = c(..) behind the comma", place);
        }
        for (boolean more = tokens.take("("); more; more = tokens.take(",")) {
            String sign = tokens.take("-") ? "-" : "";
            boolean isNumber = tokens.is(Tokens.Kind.NUMBER);
            if (!isNumber && (!sign.isEmpty() || !tokens.is(Tokens.Kind.TEXT))) {
                throw tokens.failure("have a level, a number or a text in quotes,", tokens.place());
            }
            String level = tokens.take();
            levels.add(isNumber ? Numbers.shortest(Double.parseDouble(sign + level)) : level);
        }
        tokens.close(opened);
        if (levels.size() != known.size() || !levels.containsAll(known)) {
            throw tokens.failure("have each level of the data once, " + known + ",", place);
        }
        return levels;
    }
}
