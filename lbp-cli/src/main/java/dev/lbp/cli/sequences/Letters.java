package dev.lbp.cli.sequences;

import dev.lbp.models.sequences.Alphabet;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An alphabet, given by its name or its letters.
 *
 * @param plain the alphabet of sequences
 * @param aligned the alphabet of columns of an alignment; protein, rna and dna then have a gap
 */
record Letters(Alphabet plain, Alphabet aligned) {

    static final Letters PROTEIN = new Letters(Alphabet.PROTEIN, Alphabet.PROTEIN_GAP);

    /** Parses the text of the option for the letters: the name of an alphabet in either case, or letters. */
    static final class Form implements ITypeConverter<Letters> {

        @Override
        public Letters convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "protein" -> PROTEIN;
                case "protein-gap" -> ofBoth(Alphabet.PROTEIN_GAP);
                case "rna" -> new Letters(Alphabet.RNA, Alphabet.RNA_GAP);
                case "rna-gap" -> ofBoth(Alphabet.RNA_GAP);
                case "dna" -> new Letters(Alphabet.DNA, Alphabet.DNA_GAP);
                case "dna-gap" -> ofBoth(Alphabet.DNA_GAP);
                default -> ofBoth(ofLetters(text));
            };
        }

        /** Letters with one alphabet, for sequences and for columns of an alignment. */
        private static Letters ofBoth(Alphabet alphabet) {
            return new Letters(alphabet, alphabet);
        }

        private static Alphabet ofLetters(String text) {
            try {
                return new Alphabet(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "must be protein, rna or dna, perhaps with -gap, or 2 or more different letters in upper case: "
                                + text);
            }
        }
    }
}
