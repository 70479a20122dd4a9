/*
 * How the classes work together. `Fasta` reads alignments and sequences, `Alphabet` has the letters.
 */
/**
 * Sequences of letters, such as proteins and RNA, as states of a model of categories, and their files.
 *
 * <pre>{@code
 * Fasta wildType = Fasta.read(Path.of("wt.fasta"), Alphabet.PROTEIN);
 * int[] state = wildType.sequences().get(0).values();
 * }</pre>
 */
@NullMarked
package dev.lbp.models.sequences;

import org.jspecify.annotations.NullMarked;
