package dev.lbp.internal.select.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names, numbers and signs of a formula, one after another, with their places for messages. */
final class Tokens {

    private static final Pattern FORM =
            Pattern.compile("\\s*(?:(?<name>\\.?[\\p{L}_][\\p{L}\\p{N}._]*)|`(?<quoted>[^`]+)`"
                    + "|(?<number>\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?|\\.\\d+(?:[eE][+-]?\\d+)?)|(?<sign>[-~+*:^/(),.=])"
                    + "|\"(?<text>[^\"]*)\"|'(?<single>[^']*)')");

    private static final Pattern PLAIN = Pattern.compile("\\.?[\\p{L}_][\\p{L}\\p{N}._]*");

    /** The largest number of open parentheses: parsers recurse at each. */
    private static final int MOST_PARENTHESES = 100;

    /** The end of the text. */
    private static final Token END = new Token(Kind.END, "", -1);

    /** What a token is. */
    enum Kind {
        NAME,
        NUMBER,
        /** A text between quotes, such as a level. */
        TEXT,
        SIGN,
        END
    }

    /**
     * A token.
     *
     * @param at its place, from 0
     */
    private record Token(Kind kind, String text, int at) {

        /** By how much this token deepens parentheses: 1 for an opening one, -1 for a closing one, else 0. */
        int depth() {
            return kind != Kind.SIGN ? 0 : text.equals("(") ? 1 : text.equals(")") ? -1 : 0;
        }

        /** The text as a formula has to have it, so that no two tokens are written alike. */
        String written() {
            return kind == Kind.TEXT
                    ? '"' + text + '"'
                    : kind == Kind.NAME && !PLAIN.matcher(text).matches() ? "`" + text + "`" : text;
        }
    }

    private final String formula;
    private final List<Token> all = new ArrayList<>();
    private int next;

    /** Splits a formula into tokens; the message of a failure has its place. */
    Tokens(String formula) {
        this.formula = formula;
        Matcher form = FORM.matcher(formula);
        int end = 0;
        int last = formula.stripTrailing().length();
        int depth = 0;
        while (end < last) {
            if (!form.region(end, last).lookingAt()) {
                throw failure("have a name, a number or a sign", end);
            }
            boolean isText = form.group("text") != null || form.group("single") != null;
            Kind kind = isText
                    ? Kind.TEXT
                    : form.group("number") != null ? Kind.NUMBER : form.group("sign") != null ? Kind.SIGN : Kind.NAME;
            // what is between backticks, double or single quotes; else the token without spaces around it
            String text = Stream.of("quoted", "text", "single")
                    .map(form::group)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseGet(() -> form.group().strip());
            all.add(new Token(
                    kind,
                    text,
                    end + form.group().length() - form.group().stripLeading().length()));
            depth += all.get(all.size() - 1).depth();
            if (depth > MOST_PARENTHESES) {
                throw failure("have at most " + MOST_PARENTHESES + " parentheses within each other", end);
            }
            end = form.end();
        }
    }

    /** The text before ~; empty if there is none. */
    String leftSide() {
        return all.stream()
                .filter(token -> token.kind == Kind.SIGN && token.text.equals("~"))
                .findFirst()
                .map(token -> formula.substring(0, token.at).strip())
                .orElse("");
    }

    /** All names of the formula, and the dot, which stands for all other columns, if there is one. */
    Set<String> names() {
        return all.stream()
                .filter(token -> token.kind == Kind.NAME || token.text.equals(".") && token.kind == Kind.SIGN)
                .map(Token::text)
                .collect(Collectors.toSet());
    }

    private Token token() {
        return next < all.size() ? all.get(next) : END;
    }

    /** Whether the next token is this sign. */
    boolean is(String sign) {
        return token().kind == Kind.SIGN && token().text.equals(sign);
    }

    boolean is(Kind kind) {
        return token().kind == kind;
    }

    /** Whether the next two tokens are a name and an opening parenthesis. */
    boolean isCall() {
        return is(Kind.NAME) && next + 1 < all.size() && all.get(next + 1).text.equals("(");
    }

    /** Takes the next token if it is this sign. */
    boolean take(String sign) {
        boolean found = is(sign);
        next += found ? 1 : 0;
        return found;
    }

    /** Takes the next token. Returns its text. */
    String take() {
        return all.get(next++).text;
    }

    /** The place of the next token in the formula, from 0. */
    int place() {
        return next < all.size() ? token().at : formula.stripTrailing().length();
    }

    /** The tokens from a place to the last one taken, as a name. */
    String since(int place) {
        return since(place, Token::text);
    }

    /**
     * The tokens from a place to the last one taken, with backticks and quotes where a formula needs them: different
     * tokens have different texts.
     */
    String writtenSince(int place) {
        return since(place, Token::written);
    }

    /** Joins the texts of the tokens from a place in the formula to the last one taken. */
    private String since(int place, Function<Token, String> text) {
        return all.subList(0, next).stream()
                .filter(token -> token.at >= place)
                .map(text)
                .collect(Collectors.joining());
    }

    /**
     * Whether the tokens from a place to the last one taken are a summand of the whole formula: outside of parentheses,
     * behind a + or the beginning, and before a sign or the end.
     */
    boolean isAdded(int place) {
        int first = 0;
        int depth = 0;
        for (; all.get(first).at < place; first++) {
            depth += all.get(first).depth();
        }
        return depth == 0
                && (first == 0 || Set.of("+", "~").contains(all.get(first - 1).text))
                && (is(Kind.END) || is("+") || is("-"));
    }

    /**
     * Takes a closing parenthesis; fails if the next token is another.
     *
     * @param opened the place of the opening one, for messages
     */
    void close(int opened) {
        if (!take(")")) {
            throw failure(
                    is(Kind.END) ? "have a ) for the ( of character " + (opened + 1) : "have a sign or a )", place());
        }
    }

    /** The whole formula. */
    String formula() {
        return formula;
    }

    /** The exception that refuses the formula at a place. */
    IllegalArgumentException failure(String constraint, int place) {
        return new IllegalArgumentException(
                "must " + constraint + " at character " + (place + 1) + ": formula=" + formula);
    }
}
