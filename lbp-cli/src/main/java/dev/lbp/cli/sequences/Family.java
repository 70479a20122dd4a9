package dev.lbp.cli.sequences;

import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.models.training.PairCovariances;
import dev.lbp.models.training.SequenceWeights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The sequences of an alignment, with weights.
 *
 * @param sequences [count][N]
 * @param weights [count], from {@link SequenceWeights}
 * @param note the number of sequences with unknown letters, in words; may be empty
 */
record Family(Alphabet alphabet, int[][] sequences, double[] weights, double identity, String note) {

    /**
     * Reads an alignment.
     *
     * @param identity see {@link SequenceWeights}
     * @throws IllegalArgumentException if a letter is refused, the lengths differ, or there is nothing to learn; the
     *     message names the file
     */
    static Family read(Path file, Alphabet alphabet, Fasta.Unknown unknown, double identity) throws IOException {
        Check.regularFile("--alignment", file);
        Fasta fasta = sequences(file, alphabet, unknown);
        int[][] sequences = fasta.alignment();
        Check.that(sequences[0].length >= 2, "have 2 sites or more", "--alignment", file);
        boolean same = Arrays.stream(sequences).allMatch(x -> Arrays.equals(x, sequences[0]));
        Check.that(!same, "have 2 different sequences or more", "--alignment", file);
        String note = fasta.unknown() == 0
                ? ""
                : Text.format(
                        "; %,d with letters outside of the alphabet %s",
                        fasta.unknown(), unknown == Fasta.Unknown.DROP ? "left out" : "have gaps for them");
        return new Family(alphabet, sequences, SequenceWeights.of(sequences, identity), identity, note);
    }

    /** Reads the alignment. If a letter is refused, the message names the options that help. */
    private static Fasta sequences(Path file, Alphabet alphabet, Fasta.Unknown unknown) throws IOException {
        try {
            return Fasta.readAlignment(file, alphabet, unknown);
        } catch (IllegalArgumentException e) {
            boolean letter = String.valueOf(e.getMessage()).contains("must be one of the letters");
            throw letter && unknown == Fasta.Unknown.REFUSE
                    ? new IllegalArgumentException(
                            e.getMessage()
                                    + "; --alphabet names others; --unknown drop leaves out sequences with such letters,"
                                    + " --unknown gap reads gaps; in a file named .a2m lower case is dropped",
                            e)
                    : e;
        }
    }

    int sites() {
        return sequences[0].length;
    }

    PairCovariances covariances() {
        return PairCovariances.of(sequences, weights, alphabet.size());
    }

    /** The number of sequences and their effective number, in a line; then the {@link #caveat}, if there is one. */
    String text() {
        String few = caveat();
        return Text.format(
                        "family: %,d sequences, effective number %,.1f (weights at identity %s)%s%n",
                        sequences.length, Arrays.stream(weights).sum(), Text.number(identity), note)
                + (few.isEmpty() ? "" : "note: " + few + "\n");
    }

    /**
     * A sentence if there are fewer effective sequences than sites: each site has more than one parameter of its own,
     * and a pair has many. Empty if there are enough.
     */
    String caveat() {
        double effective = Arrays.stream(weights).sum();
        return effective >= sites()
                ? ""
                : Text.format(
                        "An effective number of %,.1f sequences is too few for a model of %,d sites: it learns what these"
                                + " sequences have by chance, and the verdict on the chains does not judge that.",
                        effective, sites());
    }

    /** For each given sequence, the number of sites that differ from the nearest sequence of the family. */
    int[] nearest(int[][] others) {
        return Arrays.stream(others).parallel().mapToInt(x -> nearest(x, -1)).toArray();
    }

    /**
     * For evenly spaced sequences of the family, the number of sites that differ from the nearest other sequence of the
     * family.
     *
     * @param most the largest number of sequences
     */
    int[] ownNearest(int most) {
        int count = Math.min(most, sequences.length);
        return IntStream.range(0, count)
                .map(k -> (int) ((long) k * sequences.length / count))
                .parallel()
                .map(k -> nearest(sequences[k], k))
                .toArray();
    }

    /**
     * The number of sites where x differs from the nearest sequence of the family.
     *
     * @param except the index of a sequence that is skipped; -1 for none
     */
    private int nearest(int[] x, int except) {
        int least = x.length;
        for (int k = 0; k < sequences.length; k++) {
            least = k == except ? least : Math.min(least, distance(x, sequences[k], least)); // counts up to least
        }
        return least;
    }

    /** The smaller of {@code limit} and the number of sites that differ. */
    private static int distance(int[] a, int[] b, int limit) {
        int different = 0;
        for (int i = 0; i < a.length && different < limit; i++) {
            different += a[i] == b[i] ? 0 : 1;
        }
        return different;
    }
}
