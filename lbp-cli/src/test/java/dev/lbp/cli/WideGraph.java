package dev.lbp.cli;

/** A factor graph that has a core: six variables of eight values, each pair in a table, and a leaf on each. */
public final class WideGraph {

    private static final int WIDE = 6;

    private static final int VALUES = 8;

    private WideGraph() {}

    /** The text of its file, in the form of UAI. */
    public static String uai() {
        StringBuilder scopes = new StringBuilder();
        StringBuilder tables = new StringBuilder();
        int count = 0;
        for (int i = 0; i < WIDE; i++) {
            for (int j = i + 1; j <= WIDE; j++) {
                boolean leaf = j == WIDE;
                scopes.append("2 ")
                        .append(i)
                        .append(' ')
                        .append(leaf ? WIDE + i : j)
                        .append('\n');
                tables.append(VALUES * (leaf ? 2 : VALUES));
                for (int k = 0; k < VALUES * (leaf ? 2 : VALUES); k++) {
                    tables.append(k % 7 == 3 && !leaf ? " 0" : " " + (1 + (5 * i + 3 * j + k * k) % 11));
                }
                tables.append('\n');
                count++;
            }
        }
        return "MARKOV\n12\n" + "8 ".repeat(WIDE) + "2 ".repeat(WIDE) + "\n" + count + "\n" + scopes + tables;
    }
}
