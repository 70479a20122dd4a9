package dev.lbp.cli.terminal;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A name in a list between commas, as a CSV file writes it: between double quotes it may have commas, and two double
 * quotes in it stand for one.
 */
public final class ListedName implements ITypeConverter<String> {

    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"]|\"\")*)\"");

    @Override
    public String convert(String text) {
        Matcher quoted = QUOTED.matcher(text);
        if (quoted.matches()) {
            return quoted.group(1).replace("\"\"", "\"");
        }
        if (text.startsWith("\"")) {
            throw new TypeConversionException(
                    "must end with the quote that it begins with, and have each other one twice: " + text);
        }
        return text;
    }

    /** A list in lower case, divided at the commas that are not between quotes. */
    public static String[] divide(String list, String comma) {
        return QUOTED.matcher(list.toLowerCase(Locale.ROOT))
                .replaceAll(quoted -> Matcher.quoteReplacement(quoted.group(1).replace(',', '\0')))
                .split(comma, -1);
    }
}
