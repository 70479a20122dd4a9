package dev.lbp.cli.option;

import dev.lbp.cli.terminal.Text;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A rate of candidates; NaN, which no user can write, if each chain chooses it. */
final class Rate implements ITypeConverter<Double> {

    static final String AUTO = "auto";

    @Override
    public Double convert(String text) {
        try {
            return text.equalsIgnoreCase(AUTO) ? Double.NaN : Text.typed(text);
        } catch (TypeConversionException e) {
            throw new TypeConversionException("must be a number in (0, 1), or auto: " + text);
        }
    }
}
