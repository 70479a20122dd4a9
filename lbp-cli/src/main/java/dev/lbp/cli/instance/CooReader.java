package dev.lbp.cli.instance;

/**
 * Reads the COO form of D-Wave's dimod: lines {@code i j value} with sites from 0, {@code i i value} a field or a
 * diagonal entry. The number of sites is 1 more than the largest number in the file. The file has no number of lines,
 * so a file that is truncated between two lines is not recognised. A file without site 0 is refused: it counts from 1.
 */
final class CooReader extends FormReader<Instance> {

    private int largest;
    private boolean hasFirst;

    CooReader(InstanceLines lines) {
        super(lines, "entries", InstanceReader.BYTES_PER_PAIR);
    }

    @Override
    void accept(String[] fields) {
        lines.checkFields(3, "must be \"i j value\"", fields);
        int i = lines.index("i", fields[0], 0, Integer.MAX_VALUE - 1);
        int j = lines.index("j", fields[1], 0, Integer.MAX_VALUE - 1);
        hasFirst |= i == 0 || j == 0;
        if (Math.max(i, j) > largest) {
            largest = Math.max(i, j);
            lines.checkMemory((double) InstanceReader.BYTES_PER_SITE * (largest + 1.0), "largest site=" + largest);
        }
        pairs.add(i, j, lines.weight(fields[2]), Integer.MAX_VALUE); // the file does not tell how many follow
    }

    @Override
    Instance end() {
        if (!hasFirst) {
            throw lines.bad("must have a line with site 0, since COO counts sites from 0: there is none; begin a file"
                    + " whose sites count from 1 with its numbers of sites and of pairs, \"n m\"");
        }
        return pairs.made(
                (file, from, to, weights) -> new Instance(file, PairForm.COO, largest + 1, from, to, weights));
    }
}
