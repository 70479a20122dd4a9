package dev.lbp.learn;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The state of a {@link GaussianFit}, and its updates. Draws of the target are the points of chains of independence
 * Metropolis-Hastings with the present q. Each draw of q for a gradient is also proposed to one chain.
 */
final class GaussianTask {

    private final GaussianFit settings;
    private final int d;
    private final RestorableUniformRandomProvider random;
    private final DensitySlopes slopes;
    private final GaussianAscent ascent;
    private final Adam adam;

    /** mu, followed by log sigma. */
    private final double[] parameters;

    private final double[][] noise;
    private final double[][] draws;
    private final double[][] slopesOfDraws;
    private final double[] logProbOfDraws;

    /** The points of the chains. */
    private final double[][] chains;
    /** The log-densities of the chains' points, from all data. */
    private final double[] logProbOfChains;

    /** The index of the chain that gets the next proposal. */
    private int next;

    private long accepted;
    private long proposed;
    private int updates;

    GaussianTask(GaussianFit settings, double[] start, double[] deviations) {
        this.settings = settings;
        this.d = start.length;
        random = RandomSource.XO_SHI_RO_256_PP.create(settings.seed);
        int batch =
                settings.objective == Objective.ACCEPTANCE_RATE ? 0 : settings.batch; // 0: each gradient uses all data
        slopes = new DensitySlopes(settings.posterior, batch, random);
        int targets = GaussianAscent.needsTarget(settings.objective) ? settings.chains : 0;
        ascent = new GaussianAscent(settings.objective, targets, settings.draws);
        adam = new Adam(2 * d);
        parameters = Arrays.copyOf(start, 2 * d);
        for (int j = 0; j < d; j++) {
            parameters[d + j] = Math.log(deviations[j]);
        }
        noise = new double[settings.draws][d];
        draws = new double[settings.draws][d];
        slopesOfDraws = new double[settings.draws][d];
        logProbOfDraws = new double[settings.draws];
        chains = new double[targets][d];
        logProbOfChains = new double[targets];
    }

    int updates() {
        return updates;
    }

    /** The share of proposals that the chains have accepted so far; NaN before the first proposal. */
    double acceptance() {
        return accepted / (double) proposed;
    }

    /** The present q: the parameters are its means, followed by the logarithms of its standard deviations. */
    GaussianProposal proposal() {
        double[] deviations = new double[d];
        Arrays.setAll(deviations, j -> Math.exp(parameters[d + j]));
        return GaussianProposal.of(Arrays.copyOf(parameters, d), deviations);
    }

    /** Sets the states of the chains to draws of q. */
    void drawChains() {
        GaussianProposal q = proposal();
        for (int c = 0; c < chains.length; c++) {
            q.draw(random, chains[c]);
            logProbOfChains[c] = slopes.logProb(chains[c]);
        }
    }

    /**
     * Makes an update.
     *
     * @return the mean of {@code log p - log q} over the draws of q: the ELBO, or an estimate of it
     * @throws ModelException if a result of the model is not finite; the parameters are then unchanged
     */
    double update() {
        GaussianProposal q = proposal();
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        double[] ofDraws = new double[draws.length]; // log p - log q
        double elbo = 0.0;
        for (int k = 0; k < draws.length; k++) {
            for (int j = 0; j < d; j++) {
                noise[k][j] = normal.sample();
                draws[k][j] = parameters[j] + Math.exp(parameters[d + j]) * noise[k][j];
            }
            logProbOfDraws[k] = slopes.evaluate(draws[k], slopesOfDraws[k]);
            ofDraws[k] = logProbOfDraws[k] - q.logProb(draws[k]);
            elbo += ofDraws[k] / draws.length;
        }
        double[] ofChains = new double[chains.length]; // log p - log q
        Arrays.setAll(ofChains, c -> logProbOfChains[c] - q.logProb(chains[c]));
        double[] gradient = gradient(ofChains, ofDraws);
        if (chains.length > 0 && updates % settings.proposalsEvery == 0) {
            propose(q);
        }
        adam.ascend(settings.learningRate(updates), 0.0, gradient, parameters); // without decay of the parameters
        updates++;
        return elbo;
    }

    /** The gradient of the objective by the parameters, from log p - log q at the chains' points and at the draws. */
    private double[] gradient(double[] ofChains, double[] ofDraws) {
        double[] gradient = new double[2 * d];
        ascent.weigh(ofChains, ofDraws);
        for (int k = 0; k < draws.length; k++) {
            ascent.addProposal(k, parameters, slopesOfDraws[k], noise[k], gradient);
        }
        for (int c = 0; c < chains.length; c++) {
            ascent.addTarget(c, parameters, chains[c], gradient);
        }
        return gradient;
    }

    /** Proposes each draw of q to one chain; the chains take turns. The acceptance ratio uses all data. */
    private void propose(GaussianProposal q) {
        for (int k = 0; k < draws.length; k++) {
            double there = slopes.usesAllData() ? logProbOfDraws[k] : slopes.logProb(draws[k]);
            double logXi = there - q.logProb(draws[k]) - logProbOfChains[next] + q.logProb(chains[next]);
            proposed++;
            if (Math.log(random.nextDouble()) < logXi) {
                System.arraycopy(draws[k], 0, chains[next], 0, d);
                logProbOfChains[next] = there;
                accepted++;
            }
            next = (next + 1) % chains.length;
        }
    }

    /** Writes or reads the state that later updates depend on. */
    void transcribe(Transcript transcript) {
        transcript.of(random);
        slopes.transcribe(transcript);
        adam.transcribe(transcript);
        transcript.of(parameters, parameters.length);
        transcript.of(chains);
        transcript.of(logProbOfChains, logProbOfChains.length);
        next = transcript.of(next);
        accepted = transcript.of(accepted);
        proposed = transcript.of(proposed);
        updates = transcript.of(updates);
    }
}
