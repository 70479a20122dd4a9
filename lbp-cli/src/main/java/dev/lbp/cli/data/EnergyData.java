package dev.lbp.cli.data;

import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.models.training.GreyImages;
import dev.lbp.nn.TrainableNetwork;
import dev.lbp.nn.training.PersistentTraining;
import java.util.Optional;

/** The images for an energy-based network: states for training and states for evaluation. */
public final class EnergyData {

    /**
     * The seed by which evaluation images of dynamic data, whose pixels are random, are drawn: once, and alike for all
     * trainings.
     */
    private static final long EVALUATION_SEED = 1L;

    private final ImageSet set;
    private final double threshold;
    private final boolean dynamic;

    /** The grey training images, [count][pixels], if each use draws their pixels (dynamic data); otherwise empty. */
    private final float[][] grey;

    /** The training images of zeros and ones, [count][pixels], unless data are dynamic; then empty. */
    private final byte[][] states;

    /**
     * The data.
     *
     * @param threshold the smallest grey value of a pixel of 1; not used for dynamic data
     * @param dynamic whether each use of an image draws its pixels with the grey values as probabilities
     */
    public EnergyData(ImageSet set, double threshold, boolean dynamic) {
        this.set = set;
        this.threshold = threshold;
        this.dynamic = dynamic;
        this.grey = dynamic ? grey(set.training()) : new float[0][];
        this.states = dynamic ? new byte[0][] : set.training().binarised(threshold);
    }

    /** The grey values of images, [count][pixels] in [0, 1]. */
    public static float[][] grey(GreyImages images) {
        float[][] grey = new float[images.count()][];
        for (int k = 0; k < grey.length; k++) {
            double[] values = images.grey(k);
            grey[k] = new float[values.length];
            for (int i = 0; i < values.length; i++) {
                grey[k][i] = (float) values[i];
            }
        }
        return grey;
    }

    /** The number of rows of an image. */
    public int rows() {
        return set.training().rows();
    }

    /** The number of columns of an image. */
    public int columns() {
        return set.training().columns();
    }

    /** A training of a network on the images. */
    public PersistentTraining training(TrainableNetwork network) {
        return dynamic ? PersistentTraining.ofGrey(network, grey) : PersistentTraining.of(network, states);
    }

    /** The states of a part, [count][pixels]. Empty if the part has no images. */
    public Optional<byte[][]> judging(Part part) {
        return set.images(part).map(images -> dynamic ? images.drawn(EVALUATION_SEED) : images.binarised(threshold));
    }
}
