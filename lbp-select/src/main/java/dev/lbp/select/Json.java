package dev.lbp.select;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes an object as RFC 8259 has it. What is not a number is null, and infinity is 1e999, which readers of doubles take
 * for it.
 */
final class Json {

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /** @param object of maps, lists, texts, numbers and truth values */
    static String of(Map<String, Object> object) {
        Json json = new Json();
        json.add(object, "");
        return json.text.append('\n').toString();
    }

    /** Objects within an array have a line each. */
    private void add(Object value, String indent) {
        if (value instanceof Map<?, ?> map) {
            boolean isWhole = indent.isEmpty();
            add(map.entrySet().iterator(), "{", "}", isWhole ? "\n  " : " ", entry -> {
                add(((Map.Entry<?, ?>) entry).getKey(), "");
                text.append(": ");
                add(((Map.Entry<?, ?>) entry).getValue(), "  ");
            });
        } else if (value instanceof List<?> list) {
            boolean hasObjects = !list.isEmpty() && list.get(0) instanceof Map;
            add(list.iterator(), "[", "]", hasObjects ? "\n    " : " ", one -> add(one, "    "));
        } else if (value instanceof Double number) {
            text.append(number(number));
        } else if (value instanceof String string) {
            quote(string);
        } else {
            text.append(value); // an integer or a boolean
        }
    }

    private interface Adder {
        void add(Object one);
    }

    private void add(Iterator<?> all, String open, String close, String separator, Adder adder) {
        text.append(open);
        while (all.hasNext()) {
            text.append(separator);
            adder.add(all.next());
            text.append(all.hasNext() ? "," : separator.startsWith("\n") ? "\n" : " ");
        }
        text.append(close);
    }

    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0.0 ? "1e999" : "-1e999";
        }
        return Double.isNaN(value) ? "null" : String.valueOf(value);
    }

    private void quote(String string) {
        text.append('"');
        string.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
            } else if (c < ' ' || Character.isSurrogate((char) c)) {
                text.append(String.format("\\u%04x", c));
            } else {
                text.append((char) c);
            }
        });
        text.append('"');
    }
}
