package dev.lbp.cli.data;

import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.models.training.GreyImages;
import dev.lbp.nn.TrainableNetwork;
import dev.lbp.nn.training.PersistentTraining;
import java.util.Optional;

/** The images for an energy-based network: states to train it, and states to judge it. */
public final class EnergyData {

    /** Judging images of dynamic data are drawn once, the same for all trainings. */
    private static final long JUDGING_SEED = 1L;

    private final ImageSet set;
    private final double threshold;
    private final boolean dynamic;

    /** The images of the training, [count][pixels]: grey values if dynamic, else zeros and ones; the other is empty. */
    private final float[][] grey;

    private final byte[][] states;

    /**
     * The data.
     *
     * @param threshold grey value from which a pixel is 1; not used for dynamic data
     * @param dynamic whether each use of an image draws its pixels, with their grey values as probabilities
     */
    public EnergyData(ImageSet set, double threshold, boolean dynamic) {
        this.set = set;
        this.threshold = threshold;
        this.dynamic = dynamic;
        this.grey = dynamic ? grey(set.training()) : new float[0][];
        this.states = dynamic ? new byte[0][] : set.training().binarised(threshold);
    }

    private static float[][] grey(GreyImages images) {
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

    /** The states of a part, [count][pixels], if it has images. */
    public Optional<byte[][]> judging(Part part) {
        return set.images(part).map(images -> dynamic ? images.drawn(JUDGING_SEED) : images.binarised(threshold));
    }
}
