package dev.lbp.models.sequences;

import dev.lbp.internal.Check;

/**
 * The letters of sequences: value c of a site is letter c. The order is that of the model's values.
 *
 * @param letters 2 or more different printable ASCII characters, not {@code >} and not a lower-case letter or {@code
 *     .}, which mark insertions in alignments
 */
public record Alphabet(String letters) {

    /** The 20 amino acids in the alphabetical order of their letters. */
    public static final Alphabet PROTEIN = new Alphabet("ACDEFGHIKLMNPQRSTVWY");

    /** A gap, then the 20 amino acids. */
    public static final Alphabet PROTEIN_GAP = new Alphabet("-ACDEFGHIKLMNPQRSTVWY");

    /** The 4 nucleotides of RNA. */
    public static final Alphabet RNA = new Alphabet("ACGU");

    /** A gap, then the 4 nucleotides of RNA. */
    public static final Alphabet RNA_GAP = new Alphabet("-ACGU");

    /** The 4 nucleotides of DNA. */
    public static final Alphabet DNA = new Alphabet("ACGT");

    /** A gap, then the 4 nucleotides of DNA. */
    public static final Alphabet DNA_GAP = new Alphabet("-ACGT");

    /** Checks the letters. */
    public Alphabet {
        Check.that(Check.notNull("letters", letters).length() >= 2, "have 2 letters or more", "letters", letters);
        for (int c = 0; c < letters.length(); c++) {
            char letter = letters.charAt(c);
            boolean allowed = letter > ' ' && letter <= '~' && letter != '>' && !isInsertion(letter);
            Check.that(allowed, "be of printable ASCII, without lower case, blank, '.' and '>'", "letters", letters);
            Check.that(letters.indexOf(letter) == c, "have each letter once", "letters", letters);
        }
    }

    /** The number of letters C. */
    public int size() {
        return letters.length();
    }

    /** The value of a letter, 0 to C - 1; -1 if it is not in the alphabet. */
    public int value(char letter) {
        return letters.indexOf(letter);
    }

    /**
     * The letters of a state.
     *
     * @param state N values from 0 to C - 1
     */
    public String text(int[] state) {
        StringBuilder text = new StringBuilder(Check.notNull("state", state).length);
        for (int value : state) {
            Check.that(value >= 0 && value < size(), "be in [0, C - 1=" + (size() - 1) + "]", "value", value);
            text.append(letters.charAt(value));
        }
        return text.toString();
    }

    /** Whether an .a2m file has this character in a column of insertions. */
    static boolean isInsertion(char letter) {
        return letter >= 'a' && letter <= 'z' || letter == '.';
    }

    /** Whether a character outside of an alphabet may stand for an unknown letter. */
    static boolean isAmbiguity(char letter) {
        return letter >= 'A' && letter <= 'Z' || letter == '*' || letter == '?';
    }
}
