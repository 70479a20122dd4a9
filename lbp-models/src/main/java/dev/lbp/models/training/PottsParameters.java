package dev.lbp.models.training;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.models.DenseCategories;

/** The fields and couplings of a Potts model while it is trained, in the order in which Gibbs reads them. */
final class PottsParameters {

    final int sites;
    final int values;

    /** h_i(a) at {@code i C + a}. */
    final double[] fields;

    /**
     * For each site i, {@code J_ij(a, b)} at {@code (j C + b) C + a}: the amounts that x_j = b adds to the fields of
     * site i.
     */
    final double[][] couplings;

    PottsParameters(int sites, int values) {
        this.sites = sites;
        this.values = values;
        this.fields = new double[sites * values];
        this.couplings = new double[sites][sites * values * values];
    }

    int square() {
        return values * values;
    }

    /** Copies the couplings of site i with all j < i to the sites j. */
    void mirror(int i) {
        for (int j = 0; j < i; j++) {
            for (int b = 0; b < values; b++) {
                for (int a = 0; a < values; a++) {
                    couplings[j][(i * values + a) * values + b] = couplings[i][(j * values + b) * values + a];
                }
            }
        }
    }

    /** The model with these parameters. Here row i has the couplings J_ij(a, b) at {@code (j C + b) C + a}. */
    DenseCategories model() {
        double[][] h = new double[sites][values];
        double[][][][] pairs = new double[sites][sites][][];
        for (int i = 0; i < sites; i++) {
            System.arraycopy(fields, i * values, h[i], 0, values);
            for (int j = i + 1; j < sites; j++) {
                pairs[i][j] = new double[values][values];
                for (int a = 0; a < values; a++) {
                    for (int b = 0; b < values; b++) {
                        pairs[i][j][a][b] = couplings[i][(j * values + b) * values + a];
                    }
                }
            }
        }
        return DenseCategories.of(h, pairs);
    }

    /** Writes the parameters to a checkpoint, or reads them from it, as the transcript decides. */
    void transcribe(Transcript transcript) {
        transcript.of(fields, fields.length);
        for (int i = 0; i < sites; i++) {
            transcript.of(couplings[i], i * square()); // with the sites before i; mirror copies them to those sites
            if (transcript.isReading()) {
                mirror(i);
            }
        }
    }
}
