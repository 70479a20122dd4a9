/*
 * How the classes work together. `RbmTraining` collects settings; `ContrastiveDivergence` makes the updates by
 * `RbmGradient`, on chains of `BlockGibbs`. `BoltzmannTraining` has `PottsAscent` (the update), `PottsChains` (the
 * sweeps) and `PairFrequencies`. `IdxReader` and `BitTextReader` read images.
 */
/**
 * Models fitted to data, and such data.
 *
 * <pre>{@code
 * byte[][] data = GreyImages.read(Path.of("train-images-idx3-ubyte.gz")).binarised(0.5);
 * BernoulliRbm model = RbmTraining.of(data).hidden(400).seed(1).run().model();
 * model.save(Path.of("rbm.npz"));
 * }</pre>
 *
 * <p>{@link dev.lbp.models.training.RbmTraining} fits a {@link dev.lbp.models.BernoulliRbm} by contrastive divergence;
 * {@link dev.lbp.models.training.PseudoLikelihood} computes how good it is; {@link dev.lbp.models.training.GreyImages}
 * reads data, {@link dev.lbp.models.training.BarsAndStripes} generates data.
 *
 * <p>{@link dev.lbp.models.training.BoltzmannTraining} fits a {@link dev.lbp.models.DenseCategories} to an alignment,
 * with weights of {@link dev.lbp.models.training.SequenceWeights}.
 */
@NullMarked
package dev.lbp.models.training;

import org.jspecify.annotations.NullMarked;
