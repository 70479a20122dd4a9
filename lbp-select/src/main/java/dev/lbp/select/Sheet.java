package dev.lbp.select;

import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A table for files: its columns, and the objects that its rows describe.
 *
 * @param <T> the object that a row describes
 */
record Sheet<T>(Columns<T, Object> columns, List<T> rows) {

    /** Names with blanks between them; a name with a blank or a quotation mark is quoted. */
    private static final CSVFormat NAMES =
            CSVFormat.RFC4180.builder().setDelimiter(' ').get();

    /** A table of all components of a record, by their names with {@code _} before capital letters. */
    static <T extends Record> Sheet<T> of(Class<T> type, List<T> rows) {
        Columns<T, Object> columns = new Columns<>();
        for (RecordComponent part : type.getRecordComponents()) {
            String head = part.getName().replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
            columns.add(head, one -> {
                try {
                    return part.getAccessor().invoke(one);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e); // cannot be: the accessor of a record in this package is public
                }
            });
        }
        return new Sheet<>(columns, rows);
    }

    void writeCsv(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(text, CSVFormat.RFC4180)) {
            csv.printRecord(columns.heads());
            for (T one : rows) {
                csv.printRecord(columns.row(one).stream().map(Sheet::cell).toList());
            }
        }
        WholeFile.replace(file, text);
    }

    /** The content of a cell: a name gets a quote if a spreadsheet would run it, and a list becomes one text. */
    private static Object cell(Object value) {
        if (value instanceof List<?> names) {
            return NAMES.format(names.stream().map(Sheet::cell).toArray());
        }
        return value instanceof String text ? ForeignText.cell(text) : value;
    }

    /** The columns of this table as texts for people, with numbers of few digits. */
    Columns<T, String> texts() {
        Columns<T, String> texts = new Columns<>();
        for (int k = 0; k < columns.heads().size(); k++) {
            int cell = k;
            texts.add(columns.heads().get(k), one -> {
                Object value = columns.row(one).get(cell);
                return value instanceof Double number ? SummaryLines.number(number) : String.valueOf(value);
            });
        }
        return texts;
    }

    /** The rows as maps from heads to cells. */
    List<Map<String, Object>> objects() {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (T one : rows) {
            List<Object> cells = columns.row(one);
            Map<String, Object> object = new LinkedHashMap<>();
            for (int k = 0; k < cells.size(); k++) {
                object.put(columns.heads().get(k), cells.get(k));
            }
            objects.add(object);
        }
        return objects;
    }
}
