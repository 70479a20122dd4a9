package dev.lbp.models;

/** Moves the means of a matrix of couplings to the fields of its two sites: the zero-sum gauge. */
final class ZeroSum {

    private ZeroSum() {}

    /**
     * Subtracts from each element the means of its row and of its column, and adds the mean of all. The fields receive
     * what the elements lose, up to a constant.
     *
     * @param pair [C][C]
     * @param rowField [C], receives the means of the rows
     * @param columnField [C], receives the means of the columns
     */
    static void centre(double[][] pair, double[] rowField, double[] columnField) {
        int values = pair.length;
        double[] rowMean = new double[values];
        double[] columnMean = new double[values];
        double mean = 0.0;
        for (int a = 0; a < values; a++) {
            for (int b = 0; b < values; b++) {
                rowMean[a] += pair[a][b] / values;
                columnMean[b] += pair[a][b] / values;
            }
            mean += rowMean[a] / values;
        }
        for (int a = 0; a < values; a++) {
            for (int b = 0; b < values; b++) {
                pair[a][b] += mean - rowMean[a] - columnMean[b];
            }
            rowField[a] += rowMean[a];
            columnField[a] += columnMean[a];
        }
    }
}
