package dev.lbp.select;

import dev.lbp.internal.files.ForeignText;
import java.util.List;
import java.util.Map;

/**
 * Writes an object as JSON (RFC 8259). NaN becomes null, and infinity 1e999, which readers of doubles take for
 * infinity.
 */
final class Json {

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /** @param object of maps, lists, texts, numbers and truth values */
    static String of(Map<String, Object> object) {
        Json json = new Json();
        json.add(object, "\n ");
        return json.text.append('\n').toString();
    }

    /** @param separator before each member: a line end in the whole object and in tables, else a blank */
    private void add(Object value, String separator) {
        if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(before).append(separator);
                text.append(ForeignText.json(entry.getKey().toString())).append(": ");
                add(entry.getValue(), "\n  ");
                before = ",";
            }
            text.append("}");
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (Object one : list) {
                text.append(before).append(one instanceof Map ? separator : " ");
                add(one, " ");
                before = ",";
            }
            text.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Double number) {
            text.append(number(number));
        } else if (value instanceof String string) {
            text.append(ForeignText.json(string));
        } else {
            text.append(value); // an integer or a boolean
        }
    }

    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0.0 ? "1e999" : "-1e999";
        }
        return Double.isNaN(value) ? "null" : String.valueOf(value);
    }
}
