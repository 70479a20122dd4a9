package dev.lbp.cli.sequences;

import dev.lbp.Sampler;
import dev.lbp.ValueRun;
import dev.lbp.cli.instance.ModelFile;
import dev.lbp.models.DenseCategories;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.target.SiteConstraints;
import java.nio.file.Path;

/**
 * The log-probability of a Potts model, up to a constant. Its log-ratios are exact, so that Gibbs sampling is possible.
 *
 * @param model the model of sequences, whose values are letters
 */
record PottsScore(DenseCategories model) implements SequenceScore {

    /**
     * Reads a model.
     *
     * @throws IllegalArgumentException if the file does not exist, holds no Potts model, or a model with other letters
     */
    static PottsScore read(Path file, Alphabet alphabet) {
        return new PottsScore(ModelFile.potts("--model", file, alphabet.letters()));
    }

    @Override
    public int sites() {
        return model.dimension();
    }

    @Override
    public ValueRun run(Sampler sampler, SiteConstraints constraints, double beta) {
        DenseCategories target = model.times(beta);
        return sampler.sample(constraints.isEmpty() ? target : constraints.on(target));
    }

    @Override
    public double[][] reference(double beta) {
        return model.times(beta).reference();
    }

    @Override
    public String advice(int[] wildType, double beta, double price) {
        return "";
    }
}
